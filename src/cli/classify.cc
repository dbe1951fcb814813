// eegate classify and eegate predict: a recording, or prepared arrays, through a model.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "cli/classified.h"
#include "cli/endings.h"
#include "cli/event_table.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/options.h"
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

struct PredictOptions {
  std::string model, input, output;
  bool json = false;
};

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

// How the recording was adapted to the model, which a table of numbers does not show.
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

Result<> put_out(const Classified& classified, const ClassifyOptions& options) {
  const auto& [model, recording, plan, probabilities] = classified;
  if (!options.output.empty()) {
    EEGATE_TRY(const auto bytes, result_bytes(classified, *kResultFormats.find(ending_of(options.output)), options));
    EEGATE_CHECK(write_file(options.output, bytes));
    if (!options.json) print(summary(plan, probabilities));
  } else if (!options.events.empty()) {
    EEGATE_TRY(const std::string table, event_table(plan, probabilities, options.events));
    print_data(table);
  } else if (!options.json) {
    print_data(results_csv(plan, probabilities));
  }
  if (options.json) print_data(results_json(plan, probabilities));
  return {};
}

Result<> classify(const ClassifyOptions& options) {
  if (are_several(options.recordings)) return classify_each(options);
  EEGATE_TRY(const Classified classified,
             classify_file(options.model, options.recordings[0], options.recipe, options.override_fit,
                           kCalibrations.value_of(options.calibration)));
  EEGATE_CHECK(put_out(classified, options));
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

// The ending decides the format of the results, so another one is a mistake of usage.
std::string check_result_ending(const std::string& path) {
  if (kResultFormats.find(ending_of(path))) return {};
  return "ends in none of .csv, .json, .tsv, .edf";
}

// Results of one recording go to a file or to standard output, of several into a folder.
void check_output(ClassifyOptions& options) {
  if (!are_several(options.recordings)) {
    if (options.output == "-") options.output.clear();
    const std::string problem = options.output.empty() ? "" : check_result_ending(options.output);
    if (!problem.empty()) throw CLI::ValidationError("--output", problem);
    if (!options.format.empty())
      throw CLI::ValidationError("--format", "is for several recordings; of one, the end of --output says it");
  } else if (options.output.empty()) {
    throw CLI::RequiredError("--output: a folder for the results of several recordings");
  } else if (check_result_ending(options.output).empty() && !std::filesystem::is_directory(options.output)) {
    throw CLI::ValidationError("--output", "is a folder for several recordings; --format says what is written there");
  } else if (options.format.empty()) {
    options.format = "tsv";
  }
  const std::string ending = options.format.empty() ? std::string(ending_of(options.output)) : options.format;
  if (!options.events.empty() && ((ending != "tsv" && !ending.empty()) || (options.json && options.output.empty())))
    throw CLI::ValidationError("--events", "is a table: --output that ends in .tsv, or standard output without --json");
}

}  // namespace

Result<std::vector<std::byte>> result_bytes(const Classified& classified, ResultFormat format,
                                            const ClassifyOptions& options) {
  if (options.events.empty()) return write_results(classified.plan, classified.probabilities, format);
  EEGATE_TRY(const std::string table, event_table(classified.plan, classified.probabilities, options.events));
  const auto bytes = std::as_bytes(std::span(table));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

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
  for (const Warnings& some : {recording->recording.warnings(), model->warnings, plan.warnings(),
                               compatibility_warnings(plan.compatibility())})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

void add_classify(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ClassifyOptions>();
  CLI::App* sub =
      add_command(app, chosen, "classify", "A recording through a model: one row per epoch", options, &classify);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("recordings", options->recordings, "recordings, or folders of recordings")->required();
  sub->add_option(
      "-o,--output", options->output,
      ".csv, .json, .tsv (BIDS events) or .edf (EDF+ annotations); default: CSV on standard output. Of several "
      "recordings the folder for a file of each, in the folders that they are in");
  sub->add_option("--format", options->format, "of the results of several recordings (default: tsv)")
      ->check(CLI::IsMember({"csv", "json", "tsv", "edf"}));
  sub->add_option("--events", options->events,
                  "CLASS or CLASS=TYPE: windows of this class, joined to events, instead of a row per epoch (HED-SCORE "
                  "as SzCORE reads it: seizure=sz)");
  sub->parse_complete_callback([options] { check_output(*options); });
  sub->add_option("--recipe", options->recipe, "JSON file; default: the recipe in the model");
  sub->add_flag("--override", options->override_fit,
                "classify even if the recording does not fit the model; stamped on the output");
  add_calibration(*sub, options->calibration,
                  "median or recentre: by all epochs of the recording; stamped on the output",
                  {"none", "median", "recentre"});
  sub->add_flag("--json", options->json, "JSON on standard output");
}

void add_predict(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<PredictOptions>();
  CLI::App* sub =
      add_command(app, chosen, "predict", "Arrays [B, C, T] through a model: logits float32 [B, L]", options, &predict);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("input", options->input, ".npy file of prepared epochs")->required();
  sub->add_option("-o,--output", options->output, "the .npy file to write")->required();
  sub->add_flag("--json", options->json, "what was written, as JSON");
}

}  // namespace eegate::cli
