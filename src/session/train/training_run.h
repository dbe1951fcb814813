// A training run from the request to the model file. The steps between are the trainer's (train/trainer.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "model/config.h"
#include "model/model.h"
#include "session/train/training_data.h"
#include "train/augment.h"
#include "train/save.h"
#include "train/trainer.h"

namespace eegate {

// The caller's choices; zeros and negative numbers mean the default.
struct TrainingRequest {
  std::string optimizer;  // empty: adamw
  std::size_t n_epochs = 0, batch_size = 0;
  double learning_rate = 0;
  std::int64_t patience = -1;
  std::uint64_t seed = 0;
  bool shuffle = true, dropout = true;
  bool jitter = false, mirror = false;
  double channel_dropout = 0;
  std::vector<float> class_weights;
  bool balanced_classes = false;  // weights that make up for rare classes
  double label_smoothing = 0;
  std::string schedule;
  Tune tune = Tune::kAll;  // of a model that is trained further
  std::optional<double> warmup_share, clip_norm, weight_decay;
};

// `train_counts`: training epochs by class, for balanced classes. Errors: TRAIN_OPTION.
Result<TrainOptions> training_options(const TrainingStart& start, const TrainingRequest& request,
                                      std::span<const std::size_t> train_counts = {});
// Of the training set; empty for `regress`.
std::vector<std::size_t> class_counts(const TrainingSets& sets, const ModelConfig& config);

// The same model as one that learns without labels (model/masked_patches.h): what a trainer of such a run starts from,
// with targets of 0. Errors of masked_config.
Result<TrainingStart> pretraining_start(const TrainingStart& model, double share, std::uint64_t seed);

// An .npy file with a 0 for each epoch of `x`, and the members of the card. Errors: NPY_*.
Result<std::vector<std::byte>> pretraining_targets(std::span<const std::byte> x);
std::string pretraining_card(double share);

// Views of the sets: they must outlive the trainer. Errors of Trainer::create.
Result<Trainer> start_training(const TrainingStart& start, const TrainingSets& sets, const TrainOptions& options);

// The trainer's present weights for a model that another thread works on.
Result<> copy_weights(TrainableModel& model, const Weights& weights);

// The model file of what the trainer has reached: the contract of the start, the run under `train` (an earlier run
// under `train.before`) with the members of the object `card` in front, and a self-test of random trials, so that
// no recording is stored with the weights. Of a pretraining `start` is the model; it gets the encoder's weights and
// keeps its head.
Result<std::vector<std::byte>> trained_model(const Trainer& trainer, const TrainingStart& start,
                                             const TrainingSets& sets, std::string_view card = "{}",
                                             WeightFormat format = WeightFormat::kF32);

// Report of a fit in closed form: number of epochs and of directions, and what was left out. Empty where steps were
// taken.
std::string fit_text(const Trainer& trainer);

// "epochs done", "no improvement", ...
std::string_view state_text(TrainState state);

// The lines of a log that lie before this point of the run: what a resumed run goes on from.
std::string kept_log(std::string_view log, std::uint64_t n_steps, std::size_t n_epochs);

// The other side of the head: which channel and which class a mirrored trial shows.

// Electrodes swap odd and even numbers (C3 and C4; those on the midline stay), classes swap the words left and right.
// Error TRAIN_OPTION: an electrode or class without its counterpart.
Result<> add_mirror(const ModelContract& contract, AugmentOptions& options);

// Random trials for the self-test of a model file, so that no recording is stored with the weights.

struct SelfTestNoise {
  std::vector<float> values;  // uV
  std::size_t n_trials = 0, n_chans = 0, n_times = 0;
  ConstTensor3 trials() const { return {values.data(), n_trials, n_chans, n_times}; }
};

// The same seed gives the same noise.
SelfTestNoise self_test_noise(const ModelConfig& config, std::uint64_t seed);

}  // namespace eegate
