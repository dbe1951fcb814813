#include "session/sleep/night_evaluation.h"

#include "session/sleep/night_data.h"
#include "session/train/training_card.h"
#include "train/loss.h"

namespace eegate {

std::vector<double> f1_by_class(const ClassificationMetrics& metrics) {
  const std::size_t n = metrics.confusion.empty() ? 0 : metrics.n_classes;
  std::vector<double> f1(n);
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t n_true = 0, n_predicted = 0;
    for (std::size_t other = 0; other < n; ++other) {
      n_true += metrics.confusion[k * n + other];
      n_predicted += metrics.confusion[other * n + k];
    }
    const auto hits = static_cast<double>(metrics.confusion[k * n + k]);
    f1[k] = n_true + n_predicted == 0 ? 0 : 2 * hits / static_cast<double>(n_true + n_predicted);
  }
  return f1;
}

void NightEvaluator::add(const std::string& name, const StagedRecord& record, const Hypnogram& hypnogram,
                         const std::string& hypnogram_name) {
  NightFigures figures{.name = name, .hypnogram = hypnogram_name};
  std::vector<float> probabilities;
  std::vector<int> labels;
  for (const StagedEpoch& epoch : record.epochs) {
    const int label = stage_between(hypnogram, epoch.onset_s, epoch.onset_s + record.epoch_s);
    if (label == kNoClass) continue;
    if (epoch.stage < 0) {
      ++figures.n_unstaged;
      continue;
    }
    labels.push_back(label);
    probabilities.insert(probabilities.end(), epoch.probabilities.begin(), epoch.probabilities.end());
  }
  figures.n_compared = labels.size();
  const ClassificationMetrics own = classification_metrics({probabilities.data(), labels.size(), kSleepStages}, labels);
  figures.accuracy = own.accuracy;
  figures.kappa = own.kappa;
  n_unstaged_ += figures.n_unstaged;
  nights_.push_back(std::move(figures));
  probabilities_.insert(probabilities_.end(), probabilities.begin(), probabilities.end());
  labels_.insert(labels_.end(), labels.begin(), labels.end());
}

Result<NightEvaluation> NightEvaluator::result() const {
  if (labels_.empty()) {
    return Error{.code = "NIGHT_LABELS",
                 .message = "No epoch has a stage from the model and from the hypnogram",
                 .found = std::to_string(n_unstaged_) + " scored epochs without an answer of the model",
                 .expected = "recordings with hypnograms"};
  }
  const ConstMatrix probabilities(probabilities_.data(), labels_.size(), kSleepStages);
  NightEvaluation evaluation{.nights = nights_, .all = classification_metrics(probabilities, labels_)};
  evaluation.stage_f1 = f1_by_class(evaluation.all);
  evaluation.n_unstaged = n_unstaged_;
  evaluation.intervals = bootstrap_intervals(probabilities, labels_);
  return evaluation;
}

std::string describe_night_evaluation(const NightEvaluation& evaluation, Keys keys) {
  const std::vector<std::string> stages(kSleepStageNames.begin(), kSleepStageNames.end());
  JsonOut json(keys, true);
  json.begin_object();
  write_judgement(json, evaluation.all, stages);
  json.count("n_unstaged", evaluation.n_unstaged).key("stage_f1").begin_object();
  for (std::size_t k = 0; k < stages.size(); ++k) {
    json.writer().key(stages[k]);
    json.writer().value(evaluation.stage_f1[k]);
  }
  json.end_object().key("nights").begin_array();
  for (const NightFigures& night : evaluation.nights) {
    json.begin_object().member("name", night.name).member("hypnogram", night.hypnogram);
    json.count("n_compared", night.n_compared);
    json.count("n_unstaged", night.n_unstaged).member("accuracy", night.accuracy).defined("kappa", night.kappa);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace eegate
