// eegate classify and eegate predict: a recording, or prepared arrays, through a model.
#include <algorithm>
#include <optional>
#include <string>

#include "cli/classified.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/recordings.h"
#include "cli/writer.h"
#include "session/classify/plan.h"
#include "session/classify/results.h"
#include "session/open/arrays.h"
#include "session/open/epoch_checks.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

constexpr std::size_t kEpochsPerStep = 16;

Result<std::vector<float>> classify_all(Plan& plan) {
  ProgressBar bar("classifying");
  const std::size_t n_epochs = plan.epochs().size();
  std::vector<float> probabilities(n_epochs * plan.n_classes());
  for (std::size_t first = 0; first < n_epochs; first += kEpochsPerStep) {
    const std::size_t n = std::min(kEpochsPerStep, n_epochs - first);
    const auto part = std::span(probabilities).subspan(first * plan.n_classes(), n * plan.n_classes());
    EEGATE_CHECK(plan.classify(first, n, part));
    bar.show(static_cast<double>(first + n) / static_cast<double>(n_epochs));
  }
  return probabilities;
}

std::string compatibility_table(const Compatibility& compatibility) {
  Table table({{"compatibility"}, {"verdict"}, {"found"}});
  for (const CompatibilityItem& item : compatibility.items)
    table.add({std::string(item.item), std::string(verdict_name(item.verdict)), item.reason.text()});
  return table.text();
}

std::string summary(const Plan& plan, std::span<const float> probabilities) {
  std::string text = compatibility_table(plan.compatibility()) + "\n";
  if (plan.overridden())
    text += "Recording and model are not compatible (--override): these results are not reliable.\n\n";
  if (!plan.calibration_text().empty())
    text += "Calibrated without labels: " + std::string(plan.calibration_text()) + "\n\n";
  Table table({{"label"}, {"epochs", true}});
  for (const std::string& label : plan.model().model.contract().classes) {
    std::size_t n = 0;
    for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
      n += plan.label_of(probabilities.subspan(i * plan.n_classes(), plan.n_classes())) == label ? 1 : 0;
    }
    table.add({label, std::to_string(n)});
  }
  text += table.text();
  if (const std::size_t n = count_unanswered(probabilities, plan.n_classes()); n > 0)
    text += "no answer: " + std::to_string(n) + "\n";
  for (const LeftOut& entry : plan.prepared().left_out) {
    text += "left out: " + std::to_string(entry.count) + " (" + entry.reason + ")\n";
  }
  return text;
}

// What was adapted, as warnings; a table of numbers does not show it.
Warnings compatibility_warnings(const Compatibility& compatibility) {
  Warnings warnings;
  for (const CompatibilityItem& item : compatibility.items) {
    if (item.verdict == Verdict::kOk) continue;
    const std::string text =
        std::string(item.item) + " (" + std::string(verdict_name(item.verdict)) + "): " + item.reason.text();
    warnings.push_back({.code = item.verdict == Verdict::kAdapted ? "FIT_ADAPTED" : "FIT_OVERRIDDEN", .message = text});
  }
  return warnings;
}

Result<> put_out(const Plan& plan, std::span<const float> probabilities, const ClassifyOptions& options) {
  if (!options.output.empty()) {
    const auto format = kResultFormats.find(options.output.substr(options.output.find_last_of('.') + 1));
    EEGATE_TRY(const auto bytes, write_results(plan, probabilities, *format));
    EEGATE_CHECK(write_file(options.output, bytes));
    if (!options.json) print(summary(plan, probabilities));
  }
  if (options.json) print_data(results_json(plan, probabilities));
  if (options.output.empty() && !options.json) print_data(results_csv(plan, probabilities));
  return {};
}

}  // namespace

Result<Classified> classify_recording(const std::string& path, const ClassifyWith& with) {
  EEGATE_TRY(OpenRecording opened, open_recording_file(path));
  const auto recording = std::make_shared<OpenRecording>(std::move(opened));
  EEGATE_TRY(Plan plan, Plan::make(with.model, recording, with.recipe ? &*with.recipe : nullptr, with.override_fit));
  EEGATE_CHECK(plan.calibrate(with.calibration));
  EEGATE_TRY(auto probabilities, classify_all(plan));
  return Classified{with.model, recording, std::move(plan), std::move(probabilities)};
}

Result<Classified> classify_file(const std::string& model_path, const std::string& recording_path,
                                 const std::string& recipe_path, bool override_fit, Calibration calibration) {
  EEGATE_TRY(OpenModel model, open_model_file(model_path));
  ClassifyWith with{.model = std::make_shared<OpenModel>(std::move(model)),
                    .recipe = std::nullopt,
                    .override_fit = override_fit,
                    .calibration = calibration};
  if (!recipe_path.empty()) {
    EEGATE_TRY(with.recipe, read_recipe_file(recipe_path));
  }
  return classify_recording(recording_path, with);
}

Result<> check_answered(const Classified& classified) {
  const std::size_t n = count_unanswered(classified.probabilities, classified.plan.n_classes());
  if (n > 0) return no_answer_error(n, classified.plan.epochs().size());
  return {};
}

Warnings Classified::all_warnings() const {
  Warnings all;
  for (const Warnings& some : {recording->recording.warnings(), model->warnings, plan.prepared().warnings,
                               plan.warnings(), compatibility_warnings(plan.compatibility())})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

Result<> classify(const ClassifyOptions& options) {
  if (are_several(options.recordings)) return classify_each(options);
  EEGATE_TRY(const Classified classified,
             classify_file(options.model, options.recordings[0], options.recipe, options.override_fit,
                           kCalibrations.value_of(options.calibration)));
  EEGATE_CHECK(put_out(classified.plan, classified.probabilities, options));
  print_warnings(classified.all_warnings());
  return check_answered(classified);
}

Result<> predict(const PredictOptions& options) {
  EEGATE_TRY(OpenModel model, open_model_file(options.model));
  EEGATE_TRY(const auto input, read_file(options.input));
  ProgressBar bar("predicting");
  EEGATE_TRY(const PredictedArray logits, predict_npy(model, input, [&](double fraction) { bar.show(fraction); }));
  EEGATE_CHECK(write_file(options.output, logits.npy));
  if (options.json) {
    JsonOut json(Keys::kSnake, true);
    json.begin_object().member("output", options.output).count("n_epochs", logits.n_epochs);
    print_data(json.count("n_unanswered", logits.n_unanswered).end_object().take() + "\n");
  }
  print_warnings(model.warnings);
  if (logits.n_unanswered > 0) return no_answer_error(logits.n_unanswered, logits.n_epochs);
  return {};
}

}  // namespace eegate::cli
