// Epochs that the training commands can learn from, in a workshop.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "cli/workshop.h"
#include "files/npy.h"

namespace eegate::test {

inline constexpr std::size_t kChans = 3, kTimes = 80;
inline constexpr const char* kConfig =
    R"({"architecture":"transformer","n_chans":3,"n_times":80,"n_outputs":2,"n_heads":2,"n_blocks":1,"ffn_dim":16,)"
    R"("embedding":{"kind":"patch","dim":16,"patch_times":20}})";

// Noise with a wave whose frequency is the class.
inline std::vector<float> planted(std::size_t n, const char* purpose) {
  const Rng rng(3, purpose);
  std::vector<float> x(n * kChans * kTimes);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t epoch = i / (kChans * kTimes), t = i % kTimes;
    const double hz = epoch % 2 == 0 ? 8 : 24;
    x[i] =
        static_cast<float>(20 * std::sin(2 * std::numbers::pi * hz * static_cast<double>(t) / 160) + 5 * rng.normal(i));
  }
  return x;
}

inline void put_samples(const Workshop& workshop, const std::string& name, std::span<const float> x) {
  const std::array<std::uint64_t, 3> shape = {x.size() / (kChans * kTimes), kChans, kTimes};
  workshop.put(name, write_npy(x, shape));
}

inline void put_labels(const Workshop& workshop, const std::string& name, std::size_t n, std::size_t n_classes) {
  std::vector<std::int64_t> y(n);
  for (std::size_t i = 0; i < n; ++i) y[i] = static_cast<std::int64_t>(i % n_classes);
  const std::array<std::uint64_t, 1> shape = {n};
  workshop.put(name, write_npy(std::span<const std::int64_t>(y), shape));
}

// 40 epochs of four people, 16 for validation, and a configuration with names.
inline void put_task(const Workshop& workshop) {
  put_samples(workshop, "x.npy", planted(40, "train"));
  put_samples(workshop, "vx.npy", planted(16, "validation"));
  put_labels(workshop, "y.npy", 40, 2);
  put_labels(workshop, "vy.npy", 16, 2);
  workshop.put_text("bare.json", kConfig);
  workshop.put_text("full.json", std::string(R"({"config":)") + kConfig +
                                     R"(,"channels":["C3","Cz","C4"],"sfreq":160,"classes":["slow","fast"]})");
  std::vector<std::int32_t> subjects(40);
  for (std::size_t i = 0; i < subjects.size(); ++i) subjects[i] = static_cast<std::int32_t>(i / 10);
  const std::array<std::uint64_t, 1> shape = {40};
  workshop.put("s.npy", write_npy(std::span<const std::int32_t>(subjects), shape));
}

inline const std::string kData = " --data x.npy --labels y.npy ";
inline const std::string kSmall = kData + "--epochs 4 --batch-size 16 ";

inline std::string bytes(const Workshop& workshop, const std::string& name) { return read_text(workshop.path(name)); }

}  // namespace eegate::test
