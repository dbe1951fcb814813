// eegate evaluate: performance of a model on labelled epochs.
#include <string>

#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/train_commands.h"
#include "cli/train_report.h"
#include "cli/writer.h"
#include "session/classify/plan.h"
#include "session/open/epoch_checks.h"
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
  figures.add({"mean squared error", number(m.mean_squared_error), number(m.chance)});
  figures.add({"mean absolute error", number(m.mean_absolute_error), ""});
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

}  // namespace

Result<> evaluate(const EvaluateOptions& options) {
  if (!options.nights.recordings.empty()) return evaluate_nights(options);
  EEGATE_TRY(OpenModel model, open_model_file(options.model));
  EEGATE_TRY(const auto x, read_file(options.input));
  EEGATE_TRY(const auto y, read_file(options.labels));
  std::vector<std::byte> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(subjects, read_file(options.subjects));
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

}  // namespace eegate::cli
