#include "session/train/training_evaluation.h"

#include <cmath>
#include <map>

#include "session/output/json_out.h"
#include "session/train/training_data.h"

namespace eegate {
namespace {

void interval(JsonOut& json, std::string_view key, const Interval& value) {
  if (std::isnan(value.low)) {
    json.absent(key);
    return;
  }
  json.key(key).begin_array();
  json.writer().value(value.low).value(value.high);
  json.end_array();
}

void classification_members(JsonOut& json, const Evaluation& evaluation) {
  const ClassificationMetrics& m = evaluation.classification;
  json.strings("classes", evaluation.classes);
  json.member("accuracy", m.accuracy).member("balanced_accuracy", m.balanced_accuracy).member("macro_f1", m.macro_f1);
  json.defined("kappa", m.kappa).member("ece", m.calibration_error).member("cross_entropy", m.cross_entropy);
  json.member("chance", m.chance).member("balanced_chance", m.balanced_chance);
  json.key("intervals_95").begin_object();
  interval(json, "accuracy", m.accuracy_interval);
  interval(json, "balanced_accuracy", evaluation.intervals.balanced_accuracy);
  interval(json, "macro_f1", evaluation.intervals.macro_f1);
  interval(json, "kappa", evaluation.intervals.kappa);
  interval(json, "ece", evaluation.intervals.calibration_error);
  json.end_object();
  json.key("confusion_matrix").begin_array();
  for (std::size_t truth = 0; truth * m.n_classes < m.confusion.size(); ++truth) {
    json.begin_array();
    for (std::size_t k = 0; k < m.n_classes; ++k)
      json.writer().value(static_cast<std::uint64_t>(m.confusion[truth * m.n_classes + k]));
    json.end_array();
  }
  json.end_array().key("recall").begin_array();
  for (std::size_t c = 0; c < m.n_classes; ++c) {
    json.begin_object().member("class", evaluation.classes[c]).member("recall", m.recall[c]);
    interval(json, "interval_95", m.recall_interval[c]);
    json.end_object();
  }
  json.end_array();
}

// Every group has more than one class.
Result<> check_shares(const LabelledEpochs& epochs, const std::vector<std::string>& classes,
                      std::span<const std::int32_t> groups) {
  std::map<std::int32_t, std::vector<std::string>> labels;
  for (std::size_t i = 0; i < epochs.set.targets.classes.size(); ++i) {
    const std::int32_t group = groups.empty() ? 0 : groups[i];
    labels[group].push_back(classes[static_cast<std::size_t>(epochs.set.targets.classes[i])]);
  }
  for (const auto& [group, own] : labels)
    EEGATE_CHECK(check_several_classes(own, groups.empty() ? "" : "group " + std::to_string(group)));
  return {};
}

void regression_members(JsonOut& json, const RegressionMetrics& m) {
  json.member("mean_squared_error", m.mean_squared_error).member("mean_absolute_error", m.mean_absolute_error);
  json.member("r2", m.r2).member("chance", m.chance);
}

}  // namespace

Result<Evaluation> evaluate_npy(OpenModel& open, std::span<const std::byte> x, std::span<const std::byte> y,
                                const Progress& progress, const EvaluationCalibration& calibration) {
  const ModelConfig& config = open.model.config();
  EEGATE_TRY(const LabelledEpochs epochs, read_labelled_epochs(x, y, config));
  const std::size_t n = epochs.set.x.d0;
  std::vector<float> logits(n * config.n_outputs);
  const Matrix rows(logits.data(), n, config.n_outputs);
  Evaluation result{.task = config.task, .n_trials = n, .classes = open.model.contract().classes};
  if (calibration.rule == Calibration::kNone) {
    EEGATE_CHECK(predict_in_batches(open.model, epochs.set.x, rows, progress));
  } else {
    std::vector<std::int32_t> groups;
    if (!calibration.subjects.empty()) {
      EEGATE_TRY(groups, read_subjects(calibration.subjects, n));
    }
    EEGATE_CHECK(check_calibration(open.model, calibration.rule));
    EEGATE_CHECK(open.model.check_n_times(epochs.set.x.d2));
    EEGATE_CHECK(check_shares(epochs, result.classes, groups));
    EEGATE_CHECK(predict_calibrated(open.model, epochs.set.x, groups, calibration.rule, rows));
    result.calibration = kCalibrations.name_of(calibration.rule);
  }
  if (config.task == Task::kRegress) {
    result.regression = regression_metrics(rows, epochs.set.targets.values);
    result.n_unanswered = result.regression.n_unanswered;
    return result;
  }
  const std::vector<float> probabilities = class_probabilities(config.task, rows);
  const ConstMatrix table(probabilities.data(), n, config.n_classes());
  result.classification = classification_metrics(table, epochs.set.targets.classes);
  result.classification.cross_entropy = mean_cross_entropy(config.task, rows, epochs.set.targets);
  result.n_unanswered = result.classification.n_unanswered;
  result.intervals = bootstrap_intervals(table, epochs.set.targets.classes);
  return result;
}

std::string evaluation_json(const Evaluation& evaluation) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().count("n_trials", evaluation.n_trials).count("n_unanswered", evaluation.n_unanswered);
  if (!evaluation.calibration.empty()) json.member("calibration", evaluation.calibration);
  if (evaluation.n_unanswered == evaluation.n_trials)
    ;  // no figure of nothing
  else if (evaluation.task == Task::kRegress)
    regression_members(json, evaluation.regression);
  else
    classification_members(json, evaluation);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace eegate
