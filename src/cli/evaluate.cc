// eegate evaluate: performance of a model on labelled epochs.
#include <string>

#include "base/numbers_as_text.h"
#include "cli/file_source.h"
#include "cli/nights.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/train_commands.h"
#include "cli/train_report.h"
#include "cli/writer.h"
#include "session/classify/plan.h"
#include "session/open/epoch_checks.h"
#include "session/open/samples.h"
#include "session/sleep/night_evaluation.h"
#include "session/sleep/stagers.h"
#include "session/train/training_evaluation.h"

namespace eegate::cli {
namespace {

std::string classification_report(const Evaluation& evaluation) {
  const ClassificationMetrics& m = evaluation.classification;
  Table figures({{"measure"}, {"value", true}, {"95 % interval", true}, {"chance", true}});
  figures.add({"accuracy", rounded(m.accuracy), range(m.accuracy_interval), rounded(m.chance)});
  figures.add({"balanced accuracy", rounded(m.balanced_accuracy), range(evaluation.intervals.balanced_accuracy),
               rounded(m.balanced_chance)});
  figures.add({"macro F1", rounded(m.macro_f1), range(evaluation.intervals.macro_f1), ""});
  figures.add({"kappa", rounded(m.kappa), range(evaluation.intervals.kappa), rounded(0)});
  figures.add({"calibration error", rounded(m.calibration_error), range(evaluation.intervals.calibration_error), ""});
  figures.add({"cross-entropy", rounded(m.cross_entropy), "", ""});
  std::vector<Table::Column> columns = {{"true \\ predicted"}};
  const std::size_t n_columns = m.confusion.empty() ? 0 : m.n_classes;
  for (std::size_t k = 0; k < n_columns; ++k) columns.push_back({evaluation.classes[k], true});
  columns.push_back({"recall", true});
  Table confusion(std::move(columns));
  for (std::size_t truth = 0; truth < m.n_classes; ++truth) {
    std::vector<std::string> row = {evaluation.classes[truth]};
    for (std::size_t k = 0; k < n_columns; ++k) row.push_back(std::to_string(m.confusion[truth * m.n_classes + k]));
    row.push_back(rounded(m.recall[truth]));
    confusion.add(std::move(row));
  }
  return figures.text() + "\n" + confusion.text();
}

std::string regression_report(const RegressionMetrics& m) {
  Table figures({{"measure"}, {"value", true}, {"chance", true}});
  figures.add({"mean squared error", number_text(m.mean_squared_error), number_text(m.chance)});
  figures.add({"mean absolute error", number_text(m.mean_absolute_error), ""});
  figures.add({"r2", rounded(m.r2), rounded(0)});
  return figures.text();
}

std::string text_report(const Evaluation& evaluation) {
  std::string text = std::to_string(evaluation.n_trials) + " epochs\n";
  if (!evaluation.calibration.empty()) text += "calibrated without labels: " + evaluation.calibration + "\n";
  if (evaluation.n_unanswered > 0)
    text += std::to_string(evaluation.n_unanswered) + " of them without an answer, which no figure counts\n";
  if (evaluation.n_unanswered == evaluation.n_trials) return text;
  return text + (evaluation.task == Task::kRegress ? regression_report(evaluation.regression)
                                                   : classification_report(evaluation));
}

std::string report_of(const NightEvaluation& evaluation) {
  const ClassificationMetrics& m = evaluation.all;
  Table nights(
      {{"recording"}, {"hypnogram"}, {"epochs", true}, {"no stage", true}, {"accuracy", true}, {"kappa", true}});
  for (const NightFigures& night : evaluation.nights) {
    nights.add({one_line(night.name), night.hypnogram.empty() ? "its annotations" : one_line(night.hypnogram),
                std::to_string(night.n_compared), std::to_string(night.n_unstaged), rounded(night.accuracy),
                rounded(night.kappa)});
  }
  Table figures({{"measure"}, {"value", true}, {"95 % interval", true}, {"majority", true}});
  figures.add({"accuracy", rounded(m.accuracy), range(m.accuracy_interval), rounded(m.chance)});
  figures.add({"kappa", rounded(m.kappa), range(evaluation.intervals.kappa), rounded(0)});
  figures.add({"macro F1", rounded(m.macro_f1), range(evaluation.intervals.macro_f1), ""});
  std::vector<Table::Column> columns = {{"true \\ predicted"}};
  for (const std::string_view stage : kSleepStageNames) columns.push_back({std::string(stage), true});
  columns.push_back({"recall", true});
  columns.push_back({"F1", true});
  Table confusion(std::move(columns));
  for (std::size_t truth = 0; truth < kSleepStages; ++truth) {
    std::vector<std::string> row = {std::string(kSleepStageNames[truth])};
    for (std::size_t k = 0; k < kSleepStages; ++k) row.push_back(std::to_string(m.confusion[truth * kSleepStages + k]));
    row.push_back(rounded(m.recall[truth]));
    row.push_back(rounded(evaluation.stage_f1[truth]));
    confusion.add(std::move(row));
  }
  return nights.text() + "\n" + figures.text() + "\n" + confusion.text() +
         "\nThe intervals treat epochs as independent: between subjects the spread is larger.\n";
}

}  // namespace

Result<> evaluate(const EvaluateOptions& options) {
  if (!options.nights.recordings.empty()) return evaluate_nights(options);
  EEGATE_TRY(OpenModel model, open_model_file(options.model));
  EEGATE_TRY(const auto x, read_epochs_file(options.input));
  EEGATE_TRY(const auto y, read_npy_file(options.labels));
  std::vector<std::byte> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(subjects, read_npy_file(options.subjects));
  }
  const EvaluationCalibration calibration{kCalibrations.value_of(options.calibration), subjects};
  Evaluation evaluation;
  {
    ProgressBar bar("evaluating");
    EEGATE_TRY(evaluation, evaluate_npy(model, x, y, [&](double done) { bar.show(done); }, calibration));
  }
  if (options.json) {
    print_data(evaluation_json(evaluation));
  } else {
    print(text_report(evaluation));
  }
  print_warnings(model.warnings);
  if (evaluation.n_unanswered > 0) return no_answer_error(evaluation.n_unanswered, evaluation.n_trials);
  return {};
}

Result<> evaluate_nights(const EvaluateOptions& options) {
  EEGATE_TRY(const auto bytes, read_file(options.model));
  EEGATE_TRY(OpenStager stager, open_stager(bytes, base_name(options.model)));
  EEGATE_TRY(const std::vector<NightFile> files, nights_of(options.nights));
  NightEvaluator evaluator;
  Warnings warnings = stager.model.warnings();
  ProgressBar bar("staging");
  SequenceModel* const models[] = {&stager.model};
  double n_done = 0;
  const auto n_files = static_cast<double>(files.size());
  EEGATE_CHECK(for_each_night(
      files, [&](const OpenRecording& open, const HypnogramFile& hypnogram, const std::string& name) -> Result<> {
        StageOptions wanted{.stride = options.stride};
        EEGATE_TRY(wanted.channels, find_channels(open.recording, options.channels));
        EEGATE_TRY(const StagedRecord record, stage_record(open.recording, models, wanted,
                                                           [&](double done) { bar.show((n_done + done) / n_files); }));
        evaluator.add(open.recording.file_name(), record, hypnogram.hypnogram, name);
        warnings.insert(warnings.end(), hypnogram.warnings.begin(), hypnogram.warnings.end());
        n_done += 1;
        return {};
      }));
  EEGATE_TRY(const NightEvaluation evaluation, evaluator.result());
  options.json ? print_data(describe_night_evaluation(evaluation, Keys::kSnake) + "\n") : print(report_of(evaluation));
  print_warnings(warnings);
  return {};
}

}  // namespace eegate::cli
