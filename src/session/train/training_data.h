// Inputs of training, evaluation and comparison: a model or a configuration, and epochs with labels as .npy files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "files/field_spec.h"
#include "model/model.h"
#include "model/weights.h"
#include "train/init.h"
#include "train/shard.h"
#include "train/splits.h"

namespace eegate {

struct TrainingStart {
  ModelConfig config;
  Weights weights;
  ModelContract contract;
  std::string card_json;  // the author's description of the model, an object; empty: none
  bool new_weights = false;
  Warnings warnings;
  InitRule init = InitRule::kTorch;  // of new weights
};

// A model file, or JSON text: a bare configuration, or {"config": {...}, "channels": [...], "sfreq": 160, "classes":
// [...], "recipe": {...}, "license": "...", "card": {...}} of which all but `config` may be missing. The card is
// written under `train` as it is. New weights are drawn with the seed. Errors: ST_*, MODEL_*, JSON_*, RECIPE_*.
Result<TrainingStart> read_training_start(std::span<const std::byte> bytes, std::uint64_t seed,
                                          InitRule init = InitRule::kTorch);
// JSON text rather than a model file.
bool looks_like_json(std::span<const std::byte> bytes);

// Epochs that own their samples; moving them keeps the view valid.
struct LabelledEpochs {
  std::vector<float> values;
  TrainingSet set;

  LabelledEpochs() = default;
  LabelledEpochs(LabelledEpochs&&) noexcept = default;
  LabelledEpochs& operator=(LabelledEpochs&&) noexcept = default;
  LabelledEpochs(const LabelledEpochs&) = delete;
  LabelledEpochs& operator=(const LabelledEpochs&) = delete;
};

// Error NPY_SHAPE unless this is the shape of epochs with samples.
Result<> check_epochs_shape(const std::vector<std::uint64_t>& shape, std::string_view expected = "[B, C, T]");

// x [B, C, T] uV of any length T, y [B] whole numbers, or for `regress` [B, L] (or [B] for one output). Errors: NPY_*,
// MODEL_CHANNELS, MODEL_INPUT_NONFINITE, TRAIN_EMPTY, TRAIN_LABELS.
Result<LabelledEpochs> read_labelled_epochs(std::span<const std::byte> x, std::span<const std::byte> y,
                                            const ModelConfig& config);

// One number for each epoch. Errors: NPY_*, TRAIN_SUBJECTS.
Result<std::vector<std::int32_t>> read_subjects(std::span<const std::byte> npy, std::size_t n_epochs);

// Length of a recipe's windows in steps from one to the next, above 1 if they overlap; 1 of epochs around annotations.
// Unknown without a recipe.
std::optional<double> steps_of_windows(std::string_view recipe_json);
// Origin of epochs in the order in which they come, with the distance of two as the unit of time. Consecutive epochs of
// one subject count as one recording.
std::vector<EpochPlace> places_in_rows(std::size_t n, std::span<const std::int32_t> subjects, double window_steps = 1);
// EPOCHS_UNTIMED: segments of time are set aside, of epochs that may overlap.
Warning epochs_untimed();
// TRAIN_DROPPED.
Warning epochs_dropped(const Split& split);

// The epochs with these numbers, which become their TrainingSet::places.
LabelledEpochs chosen_epochs(const LabelledEpochs& from, std::span<const std::uint32_t> epochs);

// The middle n_times samples of every epoch: what validation sees of epochs that training cuts at random.
LabelledEpochs cut_middle(const LabelledEpochs& epochs, std::size_t n_times);

// Training and validation epochs, with warnings about them.
struct TrainingSets {
  LabelledEpochs train, validation;
  std::string split;  // how validation came about; empty without one
  Warnings warnings;
  // For the card, by name: whose epochs these are, and whom (or which recordings) validation alone has. Empty: unknown.
  std::vector<std::string> subjects, set_aside;
};

// How validation data are chosen where they are not given.
enum class SplitRule { kAuto, kSubject, kRun, kBlock, kNone };
inline constexpr auto kSplitRules = option_table<SplitRule>({{"auto", SplitRule::kAuto},
                                                             {"subject", SplitRule::kSubject},
                                                             {"run", SplitRule::kRun},
                                                             {"block", SplitRule::kBlock},
                                                             {"none", SplitRule::kNone}});

// Without validation epochs a sixth of the subjects, chosen by the seed, become validation where subjects are known
// (else empty; kSubject asks for them), or the last sixth of each subject's epochs of a label (kBlock), or nothing.
// Training epochs that share samples with those are left out where the recipe tells of overlapping windows. Warnings:
// AUDIT_* of label_audit.h and, of all epochs in the order given, of label_fit.h; TRAIN_DROPPED, EPOCHS_UNTIMED.
// `train_json`: the card of a model that is trained further. Subjects that it does not know validate, if there are any;
// else AUDIT_TRAINED_BEFORE. Errors: AUDIT_ONE_CLASS, TRAIN_SPLIT.
Result<TrainingSets> arrange_sets(LabelledEpochs train, LabelledEpochs validation,
                                  std::span<const std::int32_t> subjects, const ModelConfig& config, std::uint64_t seed,
                                  SplitRule rule = SplitRule::kAuto, std::string_view recipe_json = {},
                                  std::string_view train_json = {});

// The fields of such JSON, of which `eegate schema` writes a type.
std::span<const FieldSpec> setup_fields();

}  // namespace eegate
