// Support for tests of all presets: which ones to run, and input sizes that are fast.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/config.h"

namespace eegate::test {

// With sanitizers the same code is several times slower, so only a few presets are tested.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kEveryPreset = false;
#else
inline constexpr bool kEveryPreset = true;
#endif

// Whether a test should run for this preset.
inline bool is_taken(std::string_view preset) {
  return kEveryPreset || preset == "gate_gru" || preset == "vit1d" || preset == "conv_gated" || preset == "eegnet" ||
         preset == "band_power" || preset == "bilstm_attn";
}

// Numbers of channels and samples that give few tokens.
inline std::pair<std::size_t, std::size_t> few_tokens(std::string_view preset) {
  if (preset == "vit1d") return {8, 48};
  if (preset == "band_power") return {32, 80};  // 160 weights per trial
  if (preset == "conv_gated") return {4, 129};
  if (preset == "small_gated") return {8, 160};  // pools of 64
  if (preset == "patch_channel") return {4, 80};
  if (preset == "eegnet") return {8, 64};
  if (preset == "cnn" || preset == "syncnet") return {8, 80};
  if (preset == "eeg_channelnet") return {12, 24};
  if (preset == "cram") return {4, 257};
  if (preset.starts_with("mesh_cascade")) return {4, 12};
  if (preset == "swin1d") return {8, 37};  // three windows, the last one incomplete
  return {8, 6};
}

// Names of electrodes that have positions.
inline std::vector<std::string> electrodes(std::size_t n) {
  const std::vector<std::string> all = {"C3", "C4", "Cz",  "Pz",  "F3",  "F4",  "P3",  "P4",  "Fz",  "O1", "O2",
                                        "Oz", "T7", "T8",  "F7",  "F8",  "P7",  "P8",  "Fp1", "Fp2", "C1", "C2",
                                        "C5", "C6", "FC1", "FC2", "CP1", "CP2", "FC5", "FC6", "POz", "Iz"};
  return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n)};
}

// Reduces the width of presets that would take minutes.
inline void make_narrow(ModelConfig& config) {
  const auto set = [&](std::initializer_list<std::pair<const char*, double>> values) {
    for (const auto& [name, value] : values) config.fields.set(name, value);
  };
  if (config.architecture == "eeg_channelnet") {
    set({{"temporal_maps", 4}, {"temporal_kernel", 9}, {"spatial_maps", 4}, {"final_maps", 16}, {"hidden", 32}});
  }
  if (config.architecture == "bilstm_attn") set({{"hidden", 24}, {"attn_units", 16}});
  if (config.architecture == "cram") {
    set({{"window", 200}, {"step", 28}, {"filters", 16}, {"kernel_length", 7}, {"pool", 40}, {"pool_stride", 20}});
    set({{"hidden", 32}, {"attn_units", 16}});
  }
  if (config.architecture == "mesh_cascade") {
    config.fields.set_list("maps", {4, 8, 8});
    set({{"segment", 4}, {"hop", 2}, {"dense", 32}, {"hidden", 32}, {"fc", 32}});
  }
}

}  // namespace eegate::test
