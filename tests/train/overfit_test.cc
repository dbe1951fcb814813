// Every preset that can be trained must be able to learn 64 random labels by heart.
#include <catch2/catch_test_macros.hpp>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/rng.h"
#include "model/config.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/metrics.h"
#include "train/trainer.h"

using namespace eegate;

namespace {

// Sizes that leave a few tokens and cost little.
std::pair<std::size_t, std::size_t> sizes_for(std::string_view preset) {
  if (preset == "vit1d") return {8, 48};
  if (preset == "band_power") return {32, 80};  // 160 numbers weigh one trial
  if (preset == "conv_gated") return {4, 129};
  if (preset == "patch_channel") return {4, 80};
  if (preset == "eegnet") return {8, 64};
  if (preset == "cnn" || preset == "syncnet") return {8, 80};
  if (preset == "eeg_channelnet") return {12, 24};
  if (preset == "cram") return {4, 257};
  if (preset.starts_with("mesh_cascade")) return {4, 12};
  if (preset == "swin1d") return {8, 37};  // three windows, the last not full
  return {8, 6};
}

// Presets whose own widths would take minutes here.
void make_small(ModelConfig& config) {
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
    config.ch_names = {"C3", "C4", "Cz", "Pz"};
  }
}

double training_accuracy(const TrainableModel& model, const TrainingSet& set) {
  PassMemory memory;
  std::vector<std::uint32_t> trials;
  for (std::uint32_t i = 0; i < set.x.d0; ++i) trials.push_back(i);
  const std::vector<float> logits = infer(model, set, trials, memory);
  const std::vector<float> probabilities = class_probabilities(Task::kClassify, {logits.data(), set.x.d0, 2});
  return classification_metrics({probabilities.data(), set.x.d0, 2}, set.targets.classes).accuracy;
}

// Epochs until every label is known, 0 if 150 are not enough.
std::size_t epochs_to_learn(const ModelConfig& config, double scale_uv) {
  const std::vector<float> x = eegate::test::random_values(64 * config.n_chans * config.n_times, "overfit", scale_uv);
  TrainingSet set{{x.data(), 64, config.n_chans, config.n_times}, {}};
  const Rng rng(2, "labels");
  for (std::uint64_t i = 0; i < 64; ++i) set.targets.classes.push_back(static_cast<int>(rng.bits(i) % 2));
  TrainOptions options = default_options(config, OptimizerKind::kAdam, true);
  options.schedule.peak = 2e-3;
  options.n_epochs = 150;
  options.batch_size = 16;
  options.dropout = false;
  auto trainer = Trainer::create(config, initial_weights(config, 1), set, {}, options);
  REQUIRE(trainer.ok());
  while (!trainer->done()) {
    REQUIRE(trainer->step().ok());
    if (!trainer->at_epoch_end()) continue;
    trainer->finish_epoch();
    if (training_accuracy(trainer->model(), set) == 1) return trainer->epochs().size();
  }
  return 0;
}

}  // namespace

TEST_CASE("every preset learns 64 random labels by heart", "[train]") {
  for (const std::string_view preset : preset_names()) {
    if (preset == "mesh_cascade_small") continue;  // at these widths the same as mesh_cascade
    CAPTURE(std::string(preset));
    const auto [n_chans, n_times] = sizes_for(preset);
    auto config = preset_config(preset, n_chans, n_times, 2);
    REQUIRE(config.ok());
    make_small(*config);
    CHECK(epochs_to_learn(*config, preset == "seed001" ? 1.0 : 30.0) > 0);
  }
}

TEST_CASE("relative positions, batch norm and masked windows learn 64 random labels by heart", "[train]") {
  for (const char* fields : {R"("position":{"kind":"rel_shaw","max_distance":4,"values":true})",
                             R"("position":{"kind":"rel_shaw","per_head":true},"block":"post_ln")",
                             R"("position":{"kind":"rel_bias","alpha":2,"beta":4,"gamma":8},"cls":true,"pool":"cls")",
                             R"("norm":"batch","block":"pre_ln")", R"("norm":"batch","block":"post_ln")",
                             R"("attention":{"kind":"window","window":4,"causal":true,"stages":[1,1]})"}) {
    CAPTURE(fields);
    const ModelConfig config = eegate::test::config_from(
        R"({"architecture":"transformer","n_chans":8,"n_times":11,"n_outputs":2,"embedding":{"kind":"linear","dim":32},
            "n_heads":4,"ffn_dim":64,)" +
        std::string(fields) + "}");
    CHECK(epochs_to_learn(config, 30) > 0);
  }
}
