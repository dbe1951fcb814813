#include "train/train_options.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/numbers_as_text.h"
#include "model/architecture.h"
#include "model/transformer_config.h"
#include "train/closed_form.h"
#include "train/trainable.h"

namespace eegate {
namespace {

// A window of a sequence model has many labelled epochs, so batches are smaller.
constexpr std::size_t kWindowsOfSequences = 16;

Error option_error(std::string message, std::string field, double found, std::string expected) {
  JsonWriter number;
  number.value(found);
  return Error{.code = "TRAIN_OPTION",
               .message = std::move(message),
               .field = std::move(field),
               .found = number.take(),
               .expected = std::move(expected)};
}

Result<> check_range(const char* field, double value, double lowest, double highest, const char* expected) {
  if (value >= lowest && value <= highest) return {};  // false for NaN
  return option_error("An option of the training is out of range", field, value, expected);
}

Result<> check_class_weights(const TrainOptions& options, const ModelConfig& config) {
  const std::vector<float>& weights = options.loss.class_weights;
  if (weights.empty()) return {};
  if (config.task == Task::kRegress || weights.size() != config.n_classes()) {
    return option_error("Class weights are one number for each class", "classWeights",
                        static_cast<double>(weights.size()),
                        std::to_string(config.task == Task::kRegress ? 0 : config.n_classes()) + " numbers");
  }
  for (const float weight : weights) {
    if (!(weight > 0) || !std::isfinite(weight)) {
      return option_error("A class weight is not a positive number", "classWeights", static_cast<double>(weight),
                          "above 0");
    }
  }
  return {};
}

Result<> check_tune(Tune tune, const ModelConfig& config) {
  const std::vector<TensorSpec> tensors = tensors_of(config);
  const auto learns = [tune](const TensorSpec& spec) { return spec.is_parameter && is_tuned(spec, tune); };
  if (std::ranges::any_of(tensors, learns)) return {};
  return Error{.code = "TRAIN_OPTION",
               .message = "The model has no weights of the part that is to learn",
               .field = "tune",
               .found = std::string(kTunes.name_of(tune)),
               .expected = "a part that " + config.architecture + " has",
               .hint = "Train all of it."};
}

}  // namespace

TrainOptions default_options(const ModelConfig& config, OptimizerKind optimizer, bool new_weights) {
  TrainOptions options;
  options.optimizer.kind = optimizer;
  options.schedule.warmup_share = new_weights ? default_warmup_share(config) : 0;
  if (is_sequence_model(config)) options.batch_size = kWindowsOfSequences;
  if (optimizer == OptimizerKind::kAdamW) {
    options.optimizer.clip_norm = 1;
    return options;
  }
  const std::optional<TransformerConfig> encoder = encoder_of(config);
  const bool fragile = new_weights && encoder && encoder->block == BlockKind::kPostLn;
  options.schedule.peak = 1e-3;
  options.schedule.decay = Decay::kConstant;
  if (!fragile) options.schedule.warmup_share = 0;
  options.optimizer.clip_norm = fragile || is_recurrent(config) ? 1 : 0;
  options.optimizer.weight_decay = 0;
  return options;
}

Warnings unused_options(const TrainOptions& options, const ModelConfig& config) {
  if (!is_closed_form(config)) return {};
  std::string names;
  const auto add = [&](bool is_set, const char* name) {
    if (is_set) names += (names.empty() ? "" : ", ") + std::string(name);
  };
  add(!options.loss.class_weights.empty(), "class weights");
  add(options.loss.label_smoothing > 0, "label smoothing");
  add(options.augment.channel_dropout > 0, "channel dropout");
  add(options.augment.jitter, "jitter");
  if (names.empty()) return {};
  return {{"TRAIN_OPTION", "A fit in closed form does not use: " + names}};
}

Result<> check_options(const TrainOptions& options, const ModelConfig& config) {
  EEGATE_CHECK(check_range("learning rate", options.schedule.peak, 1e-12, 1e3, "1e-12 to 1000"));
  EEGATE_CHECK(check_range("warm-up", options.schedule.warmup_share, 0, 1, "0 to 1"));
  EEGATE_CHECK(check_range("epochs", static_cast<double>(options.n_epochs), 1, 1e6, "1 to 1000000"));
  EEGATE_CHECK(check_range("batch size", static_cast<double>(options.batch_size), 1, 1e6, "1 to 1000000"));
  EEGATE_CHECK(check_range("shards", static_cast<double>(options.n_shards), 1, 1024, "1 to 1024"));
  EEGATE_CHECK(check_range("label smoothing", options.loss.label_smoothing, 0, 0.999, "0 to 0.999"));
  if (config.task == Task::kRegress && options.loss.label_smoothing > 0) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "Values have no labels that could be smoothed",
                 .field = "label smoothing",
                 .found = number_text(options.loss.label_smoothing),
                 .expected = "0 for the task regress"};
  }
  EEGATE_CHECK(check_range("momentum", options.optimizer.momentum, 0, 0.9999, "0 to 0.9999"));
  EEGATE_CHECK(check_range("beta1", options.optimizer.beta1, 0, 0.99999, "0 to 0.99999"));
  EEGATE_CHECK(check_range("beta2", options.optimizer.beta2, 0, 0.9999999, "0 to 0.9999999"));
  EEGATE_CHECK(check_range("epsilon", options.optimizer.epsilon, 0, 1, "0 (the default) to 1"));
  EEGATE_CHECK(check_range("weight decay", options.optimizer.weight_decay, 0, 10, "0 to 10"));
  EEGATE_CHECK(check_range("clipping", options.optimizer.clip_norm, 0, 1e9, "0 (off) or more"));
  EEGATE_CHECK(check_tune(options.optimizer.tune, config));
  EEGATE_CHECK(check_augment(options.augment, config));
  if (is_sequence_model(config) && options.augment.any()) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "Sequences of epochs are trained on as they are",
                 .field = "augmentation",
                 .found = "jitter, mirror or channel dropout",
                 .expected = "none of them"};
  }
  return check_class_weights(options, config);
}

std::string to_json(const TrainOptions& options) {
  JsonWriter out;
  const auto number = [&](const char* key, double value) { out.key(key).value(value); };
  const auto count = [&](const char* key, std::uint64_t value) { out.key(key).value(value); };
  out.begin_object().key("optimizer").value(optimizer_name(options.optimizer.kind));
  number("beta1", options.optimizer.beta1);
  number("beta2", options.optimizer.beta2);
  number("epsilon", options.optimizer.epsilon);
  number("momentum", options.optimizer.momentum);
  number("weight_decay", options.optimizer.weight_decay);
  out.key("decay_matrices_only").value(options.optimizer.decay_matrices_only);
  number("clip_norm", options.optimizer.clip_norm);
  if (options.optimizer.tune != Tune::kAll) out.key("tune").value(kTunes.name_of(options.optimizer.tune));
  number("lr", options.schedule.peak);
  number("warmup_share", options.schedule.warmup_share);
  out.key("schedule").value(decay_name(options.schedule.decay));
  out.key("class_weights").begin_array();
  for (const float weight : options.loss.class_weights) out.value(static_cast<double>(weight));
  out.end_array();
  number("label_smoothing", options.loss.label_smoothing);
  if (options.augment.any()) {
    out.key("augment").begin_object().key("jitter").value(options.augment.jitter);
    out.key("mirror").value(options.augment.mirrors());
    number("channel_dropout", options.augment.channel_dropout);
    out.end_object();
  }
  count("epochs", options.n_epochs);
  count("batch_size", options.batch_size);
  count("shards", options.n_shards);
  count("seed", options.seed);
  out.key("shuffle").value(options.shuffle).key("dropout").value(options.dropout);
  count("patience", options.patience);
  out.key("restore_best").value(options.restore_best).end_object();
  return out.take();
}

}  // namespace eegate
