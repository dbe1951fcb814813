#include "session/train/tuning.h"

#include <algorithm>
#include <cmath>

#include "base/numbers_as_text.h"
#include "model/recentring.h"
#include "session/train/trained_before.h"
#include "session/train/training_run.h"
#include "train/trainable.h"

namespace eegate {
namespace {

// Two-sided normal quantiles of 1 - 0.05 / n.
constexpr double kQuantiles[] = {kTwoSided95, 2.241403, 2.393980};

bool has_part(const ModelConfig& config, Tune tune) {
  return std::ranges::any_of(tensors_of(config),
                             [tune](const TensorSpec& spec) { return spec.is_parameter && is_tuned(spec, tune); });
}

Error option_error(std::string message, std::string field, std::string found, std::string expected, std::string hint) {
  return {.code = "TRAIN_OPTION",
          .message = std::move(message),
          .field = std::move(field),
          .found = std::move(found),
          .expected = std::move(expected),
          .hint = std::move(hint)};
}

Result<> check_size(std::string_view code, const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return {};
  return Error{.code = code,
               .message = std::string("The epochs have another number of ") + what + " than the model",
               .field = "data",
               .found = std::to_string(found),
               .expected = std::to_string(expected),
               .hint = "Prepare them by the recipe that eegate info MODEL --json prints."};
}

std::string points(double share) {
  const double tenths = std::round(share * 1000) / 10;
  std::string text = std::to_string(std::abs(tenths));
  text.resize(text.find('.') + 2);
  return (tenths < 0 ? "-" : "") + text;
}

const ComparedModel& model_of(const Comparison& comparison, std::string_view name) {
  return *std::ranges::find(comparison.models, name, &ComparedModel::preset);
}

// The members of the card with what was measured.
std::string tuning_card(const Comparison& comparison) {
  const ComparedModel &before = model_of(comparison, kAsItIs), &after = model_of(comparison, comparison.kept);
  JsonWriter out;
  out.begin_object().key("tuning").begin_object().key("part").value(comparison.kept);
  out.key("accuracy_before").value(before.metrics.accuracy).key("accuracy_after").value(after.metrics.accuracy);
  out.key("gain_95").begin_array().value(after.gain_interval.low).value(after.gain_interval.high).end_array();
  out.key("n_windows").value(static_cast<std::uint64_t>(comparison.n_epochs));
  out.key("judged").value(comparison.split).end_object().end_object();
  return out.take();
}

// By the way that pays, with all windows.
Result<std::vector<std::byte>> tuned_model(const TrainingStart& start, LabelledEpochs epochs,
                                           const Comparison& comparison, const ComparisonRequest& request,
                                           std::span<const std::int32_t> subjects) {
  EEGATE_TRY(const TrainOptions options,
             training_options(start, ModelComparison::training_of(request, comparison.kept)));
  TrainingSets sets;
  sets.train = std::move(epochs);
  sets.subjects = names_of_subjects(subjects);
  sets.warnings = request.warnings;
  EEGATE_TRY(Trainer trainer, start_training(start, sets, options));
  while (!trainer.done()) {
    EEGATE_CHECK(trainer.step());
    if (trainer.at_epoch_end()) trainer.finish_epoch();
  }
  return trained_model(trainer, start, sets, tuning_card(comparison));
}

}  // namespace

std::vector<std::string> ways_to_tune(const TrainingStart& model, std::span<const std::string> wanted) {
  std::vector<std::string> ways = {std::string(kAsItIs)};
  for (const std::string_view word : kTunes.names) {
    const bool is_wanted = wanted.empty() ? has_part(model.config, kTunes.value_of(word))
                                          : std::ranges::find(wanted, word) != wanted.end();
    if (is_wanted) ways.emplace_back(word);
  }
  return ways;
}

Result<> check_tuned(const TrainingStart& model, const TrainingSet& set, std::span<const std::string> wanted) {
  const ModelConfig& config = model.config;
  if (config.task == Task::kRegress) {
    return Error{.code = "TRAIN_TASK",
                 .message = "Fine-tuning is measured by classes; this model gives values",
                 .field = "task",
                 .found = "regress",
                 .expected = "classify or binary",
                 .hint = "Train it further with eegate train."};
  }
  EEGATE_CHECK(check_size("MODEL_CHANNELS", "channels", set.x.d1, config.n_chans));
  EEGATE_CHECK(check_size("MODEL_TIMES", "samples", set.x.d2, config.n_times));
  EEGATE_CHECK(check_targets(config.task, set.targets, set.x.d0, config.n_outputs));
  if (recentres(config)) {
    return option_error("A model that recentres is adapted to a subject without labels", "recentre", "true", "false",
                        "Classify with the calibration recentre.");
  }
  for (const std::string& word : wanted) {
    const auto tune = kTunes.find(word);
    if (tune && has_part(config, *tune)) continue;
    return option_error("The model has no such part to train further", "tune", quoted(word),
                        "one of " + listed(kTunes.names), "Leave it out: all ways that there are will be compared.");
  }
  return {};
}

void measure_gain(ComparedModel& model, std::span<const int> as_it_is, std::span<const int> own,
                  std::span<const int> labels, std::size_t n_ways) {
  if (model.preset == kAsItIs || n_ways == 0) return;
  const PairedAnswers pairs = paired_answers(own, as_it_is, labels);
  model.gain = pairs.difference();
  model.gain_interval = pairs.interval(kQuantiles[std::min(n_ways, std::size(kQuantiles)) - 1]);
}

void judge_tuning(Comparison& comparison) {
  const ComparedModel& before = model_of(comparison, kAsItIs);
  const ComparedModel *kept = nullptr, *best = nullptr;
  for (const ComparedModel& model : comparison.models) {
    if (model.preset == kAsItIs) continue;
    if (best == nullptr || model.gain > best->gain) best = &model;
    if (model.gain_interval.low > 0 && (kept == nullptr || model.gain > kept->gain)) kept = &model;
  }
  comparison.kept = kept == nullptr ? std::string(kAsItIs) : kept->preset;
  const ComparedModel& after = kept == nullptr ? *best : *kept;
  comparison.advice =
      "Before " + whole_percent(before.metrics.accuracy) + " right, after training " + after.preset + " further " +
      whole_percent(after.metrics.accuracy) + ": " + points(after.gain) + " points (" +
      points(after.gain_interval.low) + " to " + points(after.gain_interval.high) + "). " +
      (kept == nullptr ? "Not used: the difference could be chance, or a loss." : "Used: it is better.");
}

Result<Tuning> tune_npy(std::span<const std::byte> model, std::span<const std::byte> x, std::span<const std::byte> y,
                        std::span<const std::byte> groups, ComparisonRequest request) {
  EEGATE_TRY(request.tuned, read_training_start(model, request.seed));
  EEGATE_TRY(LabelledEpochs epochs, read_labelled_epochs(x, y, request.tuned->config));
  std::vector<std::int32_t> numbers;
  if (!groups.empty()) {
    EEGATE_TRY(numbers, read_subjects(groups, epochs.set.x.d0));
  }
  if (const auto window_steps = steps_of_windows(request.tuned->contract.recipe_json))
    request.places = places_in_rows(epochs.set.x.d0, {}, *window_steps);
  const TrainedBefore before(request.tuned->contract.train_json);
  std::vector<bool> is_known;
  for (const std::int32_t number : numbers) is_known.push_back(before.knows(std::to_string(number)));
  if (const auto warning = trained_before(is_known)) request.warnings.push_back(*warning);
  Tuning tuning;
  EEGATE_TRY(tuning.comparison, compare_models(epochs, numbers, request));
  if (tuning.comparison.kept == kAsItIs) return tuning;
  EEGATE_TRY(tuning.model, tuned_model(*request.tuned, std::move(epochs), tuning.comparison, request, numbers));
  return tuning;
}

}  // namespace eegate
