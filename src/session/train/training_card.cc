#include "session/train/training_card.h"

#include <algorithm>
#include <set>

#include "base/numbers_as_text.h"
#include "session/open/describe.h"
#include "session/train/trained_before.h"

namespace eegate {
namespace {

std::set<std::int32_t> subjects_in(const SplitSet& set, const std::vector<std::int32_t>& subjects) {
  std::set<std::int32_t> found;
  for (const std::uint32_t epoch : set.epochs) found.insert(subjects[epoch]);
  return found;
}

Judges judges_of(const TrainingPlan& plan, const TrainingStart& start, const Dataset& dataset) {
  if (dataset.subjects.empty()) return {};
  const std::vector<std::int32_t> subjects = dataset.subjects_by_epoch();
  const auto training = subjects_in(plan.split.train, subjects), judging = subjects_in(plan.split.validation, subjects);
  return {.n_trained = training.size(),
          .n_judging = judging.size(),
          .are_new = std::ranges::none_of(judging, [&](std::int32_t one) { return training.count(one) > 0; }),
          .known_before = warns_of_training_before(plan.warnings),
          .unknown_before = !start.new_weights && TrainedBefore(start.contract.train_json).names_nobody()};
}

void write_classes(JsonOut& json, const TrainingPlan& plan, const std::vector<std::string>& classes) {
  json.key("classes").begin_array();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    json.begin_object().member("name", classes[c]).count("train", plan.train_counts[c]);
    json.count("validation", plan.validation_counts[c]).end_object();
  }
  json.end_array();
}

// For callers with texts of their own: `split` is the same in English.
void write_split(JsonOut& json, const TrainingPlan& plan) {
  const std::size_t n_set_aside = plan.split.validation.groups.size();
  json.member("split_by", kSplitRules.name_of(plan.split_by)).count("n_set_aside", n_set_aside);
  json.count("n_groups", plan.split.train.groups.size() + n_set_aside);
}

}  // namespace

std::string limits_text(const Judges& judges) {
  constexpr const char* kUse = " For research and teaching; not a medical device.";
  if (judges.n_trained == 0)
    return std::string("The subjects are unknown, and so is the performance on new subjects.") + kUse;
  std::string text = "Trained on " + counted(judges.n_trained, "subject", "subjects") + ". ";
  if (judges.n_judging == 0) {
    text += "Nothing was set aside for validation: how good it is on other data is unknown.";
  } else if (judges.known_before) {
    text += kTrainedBefore;
  } else if (judges.are_new) {
    text +=
        "The figures come from " + counted(judges.n_judging, "other subject", "other subjects") +
        ", whose data also chose the best epoch: expect a lower performance on subjects that were not used for that.";
    if (judges.unknown_before)
      text += " Whether the earlier model was trained on them is not known: its card names nobody.";
  } else {
    text += "The figures come from the same subjects as the training and do not apply to new subjects.";
  }
  return text + kUse;
}

std::string subject_name(const Dataset& dataset, std::int32_t subject) {
  for (const NamedSubject& known : dataset.named) {
    if (known.number == subject) return known.name;
  }
  return std::to_string(subject);
}

std::string describe_training(const TrainingPlan& plan, const TrainingStart& start, const Dataset& dataset, Keys keys) {
  const std::size_t n_train = plan.split.train.epochs.size(), batch = plan.options.batch_size;
  const std::size_t steps = (n_train + batch - 1) / batch;
  JsonOut json(keys);
  json.begin_object().strings("classes", start.contract.classes).strings("ch_names", start.contract.ch_names);
  json.member("sfreq", start.contract.sfreq).count("n_times", start.config.n_times).count("n_train", n_train);
  json.count("n_validation", plan.split.validation.epochs.size()).counts("train_counts", plan.train_counts);
  json.counts("validation_counts", plan.validation_counts).member("split", plan.split_text);
  write_split(json, plan);
  json.count("parameters", plan.n_parameters).count("steps_per_epoch", steps);
  json.count("n_steps", static_cast<std::uint64_t>(steps) * plan.options.n_epochs).count("n_shards", plan.n_shards);
  json.count("memory_bytes", plan.memory.total()).raw("options", to_json(plan.options));
  json.raw("config", start.config.to_json());
  write_warnings(json, plan.warnings);
  write_left_out(json, dataset.left_out);
  json.end_object();
  return json.take();
}

void write_step(JsonOut& json, const StepRecord& record) {
  json.count("step", record.step).member("loss", record.loss).member("learning_rate", record.learning_rate);
  json.member("gradient_norm", record.gradient_norm);
}

void write_epoch(JsonOut& json, const EpochRecord& record) {
  json.count("epoch", record.epoch).member("train_loss", record.train_loss).member("is_best", record.is_best);
  if (!record.has_validation) return;
  json.member("validation_loss", record.validation_loss).member("accuracy", record.accuracy);
  json.member("balanced_accuracy", record.balanced_accuracy).member("macro_f1", record.macro_f1);
  json.defined("kappa", record.kappa).member("chance", record.chance);
}

void write_judgement(JsonOut& json, const ClassificationMetrics& metrics, const std::vector<std::string>& classes) {
  json.count("n_trials", metrics.n_trials).strings("classes", classes).member("accuracy", metrics.accuracy);
  json.member("balanced_accuracy", metrics.balanced_accuracy).member("macro_f1", metrics.macro_f1);
  json.defined("kappa", metrics.kappa).member("ece", metrics.calibration_error).member("chance", metrics.chance);
  json.key("accuracy_interval").begin_array();
  json.writer().value(metrics.accuracy_interval.low).value(metrics.accuracy_interval.high);
  json.end_array().key("confusion").begin_array();
  for (std::size_t row = 0; row * metrics.n_classes < metrics.confusion.size(); ++row) {
    json.begin_array();
    for (std::size_t k = 0; k < metrics.n_classes; ++k) {
      json.writer().value(static_cast<std::uint64_t>(metrics.confusion[row * metrics.n_classes + k]));
    }
    json.end_array();
  }
  json.end_array();
}

void write_metrics(JsonOut& json, const ClassificationMetrics& metrics, const std::vector<std::string>& classes) {
  json.key("metrics").begin_object();
  write_judgement(json, metrics, classes);
  json.end_object();
}

std::string training_card(const TrainingPlan& plan, const TrainingStart& start, const Dataset& dataset,
                          const ClassificationMetrics* metrics, const std::string& date) {
  JsonOut json(Keys::kSnake);
  json.begin_object();
  if (!date.empty()) json.member("date", date);
  json.strings("files", dataset.file_names);
  write_classes(json, plan, start.contract.classes);
  json.count("seed", plan.options.seed);
  if (metrics != nullptr) write_metrics(json, *metrics, start.contract.classes);
  json.member("limits", limits_text(judges_of(plan, start, dataset))).end_object();
  return json.take();
}

}  // namespace eegate
