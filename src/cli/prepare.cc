// eegate prepare: epochs of several recordings, with labels and subjects.
#include <map>
#include <memory>
#include <string>

#include "base/numbers_as_text.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/open/dataset.h"
#include "session/output/json_out.h"
#include "session/train/training_recipe.h"
#include "session/train/training_request.h"

namespace eegate::cli {
namespace {

struct PrepareOptions {
  std::vector<std::string> recordings;
  std::string recipe, output, labels, subjects, runs, epochs_tsv, setup;
  bool json = false;
};

std::map<std::string, std::size_t> count_labels(const Dataset& dataset) {
  std::map<std::string, std::size_t> counts;
  for (const DatasetEpoch& epoch : dataset.epochs) ++counts[epoch.label];
  return counts;
}

std::string text_report(const Dataset& dataset) {
  std::string text = std::to_string(dataset.epochs.size()) + " epochs of " + std::to_string(dataset.ch_names.size()) +
                     " channels x " + std::to_string(dataset.n_times) + " samples at " + number_text(dataset.sfreq) +
                     " Hz\n";
  Table table({{"label"}, {"number", true}, {"epochs", true}});
  auto counts = count_labels(dataset);
  for (std::size_t i = 0; i < dataset.label_names.size(); ++i) {
    table.add({dataset.label_names[i], std::to_string(i), std::to_string(counts[dataset.label_names[i]])});
  }
  if (!dataset.label_names.empty()) text += table.text();
  for (const LeftOut& entry : dataset.left_out)
    text += "left out: " + std::to_string(entry.count) + " (" + entry.reason + ")\n";
  return text;
}

std::string json_report(const Dataset& dataset) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().count("n_epochs", dataset.epochs.size()).strings("ch_names", dataset.ch_names);
  json.count("n_times", dataset.n_times).member("sfreq", dataset.sfreq).key("labels").begin_array();
  auto counts = count_labels(dataset);
  for (const std::string& label : dataset.label_names) {
    json.begin_object().member("label", label).count("n_epochs", counts[label]).end_object();
  }
  json.end_array().key("files").begin_array();
  for (std::size_t i = 0; i < dataset.file_names.size(); ++i) {
    const auto subject = static_cast<std::int64_t>(dataset.subjects[i]);
    json.begin_object().member("file", dataset.file_names[i]).member("subject", subject).end_object();
  }
  json.end_array().key("left_out").begin_array();
  for (const LeftOut& entry : dataset.left_out) {
    json.begin_object().member("reason", entry.reason).count("count", entry.count).end_object();
  }
  json.end_array().end_object();
  return json.take() + "\n";
}

// What the arrays do not contain, as a file that `train` takes in place of a configuration.
Result<std::string> setup_of(const Dataset& dataset, const Recipe& recipe) {
  EEGATE_TRY(const Recipe for_model, training_recipe(recipe_json(recipe)));
  EEGATE_TRY(const Recipe shared, shared_recipe({for_model}));
  const DataFacts facts{.ch_names = dataset.ch_names,
                        .classes = dataset.label_names,
                        .sfreq = dataset.sfreq,
                        .recipe_json = recipe_json(shared)};
  return setup_without_model(facts) + "\n";
}

Result<> write_all(const Dataset& dataset, const Recipe& recipe, const PrepareOptions& options) {
  Outputs outputs;
  if (!options.labels.empty()) {
    EEGATE_TRY(const auto labels, labels_npy(dataset));
    EEGATE_CHECK(outputs.add(options.labels, labels));
  }
  EEGATE_CHECK(outputs.add(options.output, epochs_npy(dataset)));
  if (!options.subjects.empty()) EEGATE_CHECK(outputs.add(options.subjects, subjects_npy(dataset)));
  if (!options.runs.empty()) EEGATE_CHECK(outputs.add(options.runs, runs_npy(dataset)));
  if (!options.setup.empty()) {
    EEGATE_TRY(const std::string setup, setup_of(dataset, recipe));
    EEGATE_CHECK(outputs.add(options.setup, setup));
  }
  if (!options.epochs_tsv.empty()) EEGATE_CHECK(outputs.add(options.epochs_tsv, epochs_tsv(dataset)));
  return outputs.finish();
}

Result<> prepare(const PrepareOptions& options) {
  EEGATE_TRY(const Recipe recipe, read_recipe_file(options.recipe));
  EEGATE_TRY(const std::vector<std::string> recordings, recordings_of(options.recordings));
  Dataset dataset;
  Warnings warnings;
  {
    ProgressBar bar("preparing");
    for (const std::string& path : recordings) {
      EEGATE_TRY(OpenRecording open, open_recording_file(path));
      auto appended = append_recording(dataset, open, recipe);
      if (!appended.ok()) {
        Error error = std::move(appended).error();
        if (error.place.empty()) error.place = base_name(path);
        return error;
      }
      for (Warning warning : open.recording.warnings()) {
        warning.message = open.recording.file_name() + ": " + warning.message;
        warnings.push_back(std::move(warning));
      }
      bar.show(static_cast<double>(dataset.file_names.size()) / static_cast<double>(recordings.size()));
    }
  }
  if (recipe_labels(recipe).empty()) dataset.sort_labels();
  EEGATE_CHECK(write_all(dataset, recipe, options));
  options.json ? print_data(json_report(dataset)) : print(text_report(dataset));
  print_warnings(warnings);
  return {};
}

}  // namespace

void add_prepare(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<PrepareOptions>();
  CLI::App* sub =
      add_command(app, chosen, "prepare", "Epochs of recordings by a recipe: float32 uV [n, C, T]", options, &prepare);
  sub->add_option("recordings", options->recordings, "recordings, or folders of recordings")->required();
  sub->add_option("--recipe", options->recipe, "JSON file with the steps")->required();
  sub->add_option("-o,--output", options->output, "the .npy file to write")->required();
  sub->add_option("--labels", options->labels, ".npy file for int64 labels");
  sub->add_option("--subjects", options->subjects, ".npy file for int32 subject numbers");
  sub->add_option("--runs", options->runs, ".npy file for int32 numbers of the recordings, from 0");
  sub->add_option("--epochs-tsv", options->epochs_tsv, "table of the epochs: file, onset_s, duration_s, label");
  sub->add_option("--setup", options->setup,
                  ".json file for channels, rate, classes and recipe, for train to take with --preset");
  sub->add_flag("--json", options->json, "JSON instead of a table");
}

}  // namespace eegate::cli
