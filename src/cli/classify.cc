// eegate classify and eegate predict: a recording, or prepared arrays, through a model.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/numbers_as_text.h"
#include "base/result.h"
#include "cli/classified.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/classify/plan.h"
#include "session/classify/results.h"
#include "session/open/arrays.h"
#include "session/open/epoch_checks.h"
#include "session/output/json_out.h"
#include "session/output/table_cells.h"

namespace eegate::cli {
namespace {

// One class of a model's answers as events, in the table that benchmarks of seizure detection read (HED-SCORE in the
// form of SzCORE, https://epilepsybenchmarks.com).
struct Event {
  double onset_s, end_s;
  double confidence;  // sum over the windows until all are known
  std::size_t n_windows;
};

constexpr double kSlackS = 1e-6;  // onsets are multiples of a sample

std::vector<Event> events_of(const Plan& plan, std::span<const float> probabilities, std::size_t which) {
  const std::string& name = plan.model().model.contract().classes[which];
  std::vector<Event> events;
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const auto row = probabilities.subspan(i * plan.n_classes(), plan.n_classes());
    if (plan.label_of(row) != name) continue;
    const Epoch& epoch = plan.epochs()[i];
    if (events.empty() || epoch.onset_s > events.back().end_s + kSlackS) events.push_back({epoch.onset_s, 0, 0, 0});
    Event& last = events.back();
    last.end_s = std::max(last.end_s, epoch.onset_s + epoch.duration_s);
    last.confidence += static_cast<double>(row[which]);
    ++last.n_windows;
  }
  for (Event& event : events) event.confidence /= static_cast<double>(event.n_windows);
  return events;
}

struct Wanted {
  std::size_t which;
  std::string type;
};

// A class may have a "=" in its name, so that the whole text is looked for first.
Result<Wanted> wanted(const Plan& plan, const std::string& events) {
  const auto& classes = plan.model().model.contract().classes;
  const std::size_t split = events.rfind('=');
  for (const std::string& name : {events, events.substr(0, split)}) {
    const auto at = std::ranges::find(classes, name);
    if (at == classes.end() || plan.model().model.config().task == Task::kRegress) continue;
    return Wanted{static_cast<std::size_t>(at - classes.begin()), name == events ? name : events.substr(split + 1)};
  }
  std::string all;
  for (const std::string& name : classes) all += (all.empty() ? "" : ", ") + name;
  return Error{.code = "RESULT_CLASS",
               .message = "The model has no such class",
               .field = "--events",
               .found = events,
               .expected = "one of " + all + ", or CLASS=TYPE"};
}

// `events` is a class of the model, or "CLASS=TYPE" for another text in the table. `probabilities` is
// [plan.epochs().size(), plan.n_classes()]. Windows of this class that overlap or touch are one event. Columns: onset
// and duration (seconds), eventType, confidence (mean probability of the class over the event's windows), channels,
// dateTime (start of the recording) and recordingDuration (seconds). Without an event, one row "bckg" as long as the
// recording. Results of an overridden fit or of a calibration have the columns of results_bids_events() for it.
// Errors: RESULT_CLASS, RESULT_SHAPE.
Result<std::string> event_table(const Plan& plan, std::span<const float> probabilities, const std::string& events) {
  EEGATE_CHECK(check_probabilities(plan, probabilities));
  EEGATE_TRY(const Wanted sought, wanted(plan, events));
  const Recording& recording = plan.recording().recording;
  const RecordingStart& start = recording.header().start;
  const std::string date = start.date_text(), time = start.time_text();
  const std::string length_s = significant(recording.duration_s(), 12);
  const std::string end = "\tall\t" + (date.empty() || time.empty() ? "n/a" : date + " " + time) + "\t" + length_s +
                          result_stamps(plan, '\t');
  std::string tsv = "onset\tduration\teventType\tconfidence\tchannels\tdateTime\trecordingDuration";
  tsv += result_stamp_names(plan, '\t');
  const std::vector<Event> found = events_of(plan, probabilities, sought.which);
  for (const Event& event : found) {
    tsv += significant(event.onset_s, 12) + "\t" + significant(event.end_s - event.onset_s, 12) + "\t" +
           tsv_cell(sought.type) + "\t" + significant(event.confidence, 6) + end;
  }
  if (found.empty()) tsv += "0\t" + length_s + "\tbckg\tn/a" + end;
  return tsv;
}

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
  EEGATE_TRY(const auto input, read_epochs_file(options.input));
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
