// eegate prepare: epochs of several recordings, with labels and subjects.
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/numbers_as_text.h"
#include "cli/classified.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/classify/model_inputs.h"
#include "session/open/dataset.h"
#include "session/open/recipe_choice.h"
#include "session/output/json_out.h"
#include "session/train/training_recipe.h"
#include "session/train/training_request.h"

namespace eegate::cli {
namespace {

struct PrepareOptions {
  std::vector<std::string> recordings;
  std::string recipe, model, output, labels, subjects, runs, epochs_tsv, setup;
  bool json = false;
};

// What the recordings become, and what is said of them.
struct Prepared {
  Dataset dataset;
  Recipe recipe;
  std::set<std::string> texts;  // of all annotations
  Warnings warnings;
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

std::string quoted_texts(const std::set<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) all.push_back(eegate::quoted(text, 40));
  return all.empty() ? "none" : some_of(all);
}

// An array of nothing would be taken for one of data by what reads it next.
Result<> check_epochs(const Prepared& prepared) {
  if (!prepared.dataset.epochs.empty()) return {};
  std::set<std::string> wanted;
  for (const auto& [text, label] : epoch_labels(prepared.recipe)) wanted.insert(text);
  return Error{.code = "PLAN_NO_EPOCHS",
               .message = "The recipe cuts no epoch from " +
                          counted(prepared.dataset.file_names.size(), "recording", "recordings"),
               .found = "annotations: " + quoted_texts(prepared.texts),
               .expected = wanted.empty() ? "" : quoted_texts(wanted),
               .hint = "Check the recipe's `epochs`, and the length of the recordings."};
}

// A label without an epoch is probably a text that is misspelt.
void warn_of_labels(Prepared& prepared) {
  std::map<std::string, std::set<std::string>> texts_of;
  for (const auto& [text, label] : epoch_labels(prepared.recipe)) texts_of[label].insert(text);
  const auto counts = count_labels(prepared.dataset);
  for (auto& [label, texts] : texts_of) {
    if (counts.contains(label)) continue;
    std::erase_if(texts, [&](const std::string& text) { return prepared.texts.contains(text); });
    prepared.warnings.push_back({.code = "PREPARE_LABEL_EMPTY",
                                 .message = "No epoch has the label " + eegate::quoted(label) +
                                            (texts.empty() ? ""
                                                           : ": no recording has an annotation " + quoted_texts(texts) +
                                                                 "; there are " + quoted_texts(prepared.texts))});
  }
}

// Several recordings of a person would be several subjects, and people whose recordings have one name a single one.
void warn_of_subjects(Prepared& prepared) {
  const Dataset& dataset = prepared.dataset;
  std::vector<std::string> unknown, shared;
  for (const NamedSubject& one : dataset.named) {
    if (!one.is_given) unknown.push_back(one.name);
  }
  std::set<std::pair<std::string, std::int32_t>> seen;
  for (std::size_t i = 0; i < dataset.file_names.size(); ++i) {
    if (!seen.emplace(dataset.file_names[i], dataset.subjects[i]).second) shared.push_back(dataset.file_names[i]);
  }
  if (!unknown.empty() && dataset.file_names.size() > 1)
    prepared.warnings.push_back(
        {.code = "PREPARE_SUBJECTS",
         .message = "Recordings whose names tell no subject, as S007R04.edf or sub-07_task-rest_eeg.edf do, count as "
                    "one subject each: " +
                    some_of(unknown)});
  if (!shared.empty())
    prepared.warnings.push_back(
        {.code = "PREPARE_SUBJECTS",
         .message = "Recordings of one name in different folders count as one subject: " + some_of(shared)});
}

void add_warnings(Prepared& prepared, const std::string& file_name, const Warnings& warnings) {
  for (Warning warning : warnings) {
    warning.message = file_name + ": " + warning.message;
    prepared.warnings.push_back(std::move(warning));
  }
}

// With a model: its inputs, as classify computes them. Otherwise the channels are those of the recipe.
Result<> append_file(Prepared& prepared, const std::string& path, const std::shared_ptr<OpenModel>& model,
                     const Recipe* given) {
  EEGATE_TRY(OpenRecording opened, open_recording_file(path));
  const auto open = std::make_shared<OpenRecording>(std::move(opened));
  const std::string& file_name = open->recording.file_name();
  if (model) {
    EEGATE_TRY(Plan plan, Plan::make(model, open, given, false));
    EEGATE_CHECK(append_inputs(prepared.dataset, plan));
    if (prepared.dataset.file_names.size() == 1) prepared.recipe = plan.recipe();
    add_warnings(prepared, file_name, compatibility_warnings(plan.compatibility()));
  } else {
    EEGATE_CHECK(append_recording(prepared.dataset, *open, prepared.recipe));
  }
  add_warnings(prepared, file_name, open->recording.warnings());
  for (const Annotation& annotation : open->recording.annotations()) prepared.texts.insert(annotation.text);
  return {};
}

Result<Prepared> prepare_all(const PrepareOptions& options) {
  Prepared prepared;
  if (!options.recipe.empty()) {
    EEGATE_TRY(prepared.recipe, read_recipe_file(options.recipe));
  }
  const Recipe given = prepared.recipe;
  std::shared_ptr<OpenModel> model;
  if (!options.model.empty()) {
    EEGATE_TRY(OpenModel opened, open_model_file(options.model));
    model = std::make_shared<OpenModel>(std::move(opened));
    prepared.warnings = model->warnings;
  }
  EEGATE_TRY(const std::vector<std::string> recordings, recordings_of(options.recordings));
  ProgressBar bar("preparing");
  for (const std::string& path : recordings) {
    auto appended = append_file(prepared, path, model, options.recipe.empty() ? nullptr : &given);
    if (!appended.ok()) {
      Error error = std::move(appended).error();
      if (error.place.empty()) error.place = base_name(path);
      return error;
    }
    bar.show(static_cast<double>(prepared.dataset.file_names.size()) / static_cast<double>(recordings.size()));
  }
  const Warnings& more = prepared.dataset.warnings;
  prepared.warnings.insert(prepared.warnings.end(), more.begin(), more.end());
  return prepared;
}

Result<> prepare(const PrepareOptions& options) {
  EEGATE_TRY(Prepared prepared, prepare_all(options));
  Dataset& dataset = prepared.dataset;
  EEGATE_CHECK(check_epochs(prepared));
  warn_of_labels(prepared);
  if (!options.subjects.empty()) warn_of_subjects(prepared);
  if (options.model.empty() && recipe_labels(prepared.recipe).empty()) dataset.sort_labels();
  EEGATE_CHECK(write_all(dataset, prepared.recipe, options));
  options.json ? print_data(json_report(dataset)) : print(text_report(dataset));
  print_warnings(prepared.warnings);
  return {};
}

}  // namespace

void add_prepare(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<PrepareOptions>();
  CLI::App* sub =
      add_command(app, chosen, "prepare", "Epochs of recordings by a recipe: float32 uV [n, C, T]", options, &prepare);
  sub->add_option("recordings", options->recordings, "recordings, or folders of recordings")->required();
  sub->add_option("--recipe", options->recipe, "JSON file with the steps; with --model the default is the model's");
  sub->add_option("--model", options->model,
                  "model file that the epochs are for: its channels in its order, its rate, its numbers of classes");
  sub->add_option("-o,--output", options->output, "the .npy file to write")->required();
  sub->add_option("--labels", options->labels, ".npy file for int64 labels");
  sub->add_option("--subjects", options->subjects, ".npy file for int32 subject numbers");
  sub->add_option("--runs", options->runs, ".npy file for int32 numbers of the recordings, from 0");
  sub->add_option("--epochs-tsv", options->epochs_tsv, "table of the epochs: file, onset_s, duration_s, label");
  sub->add_option("--setup", options->setup,
                  ".json file for channels, rate, classes and recipe, for train to take with --preset");
  sub->add_flag("--json", options->json, "JSON instead of a table");
  sub->parse_complete_callback([sub] {
    if (sub->count("--recipe") + sub->count("--model") == 0) throw CLI::RequiredError("--recipe or --model");
  });
}

}  // namespace eegate::cli
