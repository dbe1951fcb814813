// eegate: reads EEG recordings, prepares them, and classifies them with transformer models.
#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <new>
#include <string>
#include <system_error>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/recordings.h"
#include "cli/self_description.h"
#include "cli/usage.h"
#include "cli/writer.h"
#include "session/classify/results.h"
#include "session/output/cpu_target.h"
#include "session/output/version.h"

namespace eegate::cli {
namespace {

// The ending decides the format of the results, so another one is a mistake of usage.
std::string check_result_ending(const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  const bool has_ending = dot != std::string::npos && path[dot] == '.';
  if (has_ending && kResultFormats.find(path.substr(dot + 1))) return {};
  return "ends in none of .csv, .json, .tsv, .edf";
}

// Results of one recording go to a file or to standard output, of several into a folder.
void check_output(ClassifyOptions& options) {
  if (!are_several(options.recordings)) {
    if (options.output == "-") options.output.clear();
    const std::string problem = options.output.empty() ? "" : check_result_ending(options.output);
    if (!problem.empty()) throw CLI::ValidationError("--output", problem);
  } else if (options.output.empty()) {
    throw CLI::RequiredError("--output: a folder for the results of several recordings");
  }
}

void add_info(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* sub = add_command(app, chosen, "info", "What a recording or a model file holds", options, &info);
  sub->add_option("files", options->files, "recordings, folders of recordings, or models (.safetensors)")->required();
  CLI::Option* json = sub->add_flag("--json", options->json, "JSON instead of tables");
  sub->add_flag("--patterns", options->patterns, "of a classifier of covariances: its sources on the head, as JSON")
      ->excludes(json);
}

void add_hypnogram(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<HypnogramCommandOptions>();
  CLI::App* sub = add_command(app, chosen, "hypnogram",
                              "Statistics of a night from its sleep stages, and agreement of two", options, &hypnogram);
  sub->add_option("file", options->file, "stages as EDF+ annotations, BIDS events, text, CSV, XML or WFDB")->required();
  sub->add_option("--compare", options->compare, "another scoring of the night: agreement, kappa, confusion");
  sub->add_option("--recording", options->recording, "the recording that was scored: its clock and its length");
  sub->add_option("--events", options->events, "spindles and slow waves of this channel of the recording")
      ->needs(sub->get_option("--recording"));
  const auto codes = {"yasa", "nsrr", "dreams"};
  sub->add_option("--codes", options->codes, "whose numbers the stages are")->check(CLI::IsMember(codes));
  CLI::Option* compare = sub->get_option("--compare");
  sub->add_option("--compare-codes", options->compare_codes, "of the other scoring (default: those of --codes)")
      ->check(CLI::IsMember(codes))
      ->needs(compare);
  sub->add_option("--epoch-s", options->epoch_s, "length of an epoch (default: that of the file, otherwise 30)")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_option("--lights-off,--lights-off-s", options->lights_off,
                  "beginning of the time in bed, 23:10 or seconds (default: that of the file, or the first epoch)");
  sub->add_option("--lights-on,--lights-on-s", options->lights_on,
                  "end of the time in bed (default: that of the file, or the last epoch)");
  sub->add_option("-o,--output", options->output, "write the stages to a .csv, .tsv (BIDS events) or .edf (EDF+) file");
  sub->add_flag("--json", options->json, "JSON instead of tables");
}

void add_read(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ReadOptions>();
  CLI::App* sub =
      add_command(app, chosen, "read", "Samples of a recording as they are: float32 uV [C, T]", options, &read);
  sub->add_option("recording", options->recording, "EDF or BDF file")->required();
  sub->add_option("-o,--output", options->output, "the .npy file to write")->required();
  sub->add_option("--channels", options->channels, "names, separated by commas (default: all at the most common rate)")
      ->delimiter(',')
      ->allow_extra_args(false);
  sub->add_option("--start-s", options->start_s, "start in seconds (default: 0)")
      ->check(finite_number() & CLI::NonNegativeNumber);
  sub->add_option("--duration-s", options->duration_s, "length in seconds (default: to the end)")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_flag("--json", options->json, "JSON instead of a line of text");
}

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

void add_predict(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<PredictOptions>();
  CLI::App* sub =
      add_command(app, chosen, "predict", "Arrays [B, C, T] through a model: logits float32 [B, L]", options, &predict);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("input", options->input, ".npy file of prepared epochs")->required();
  sub->add_option("-o,--output", options->output, "the .npy file to write")->required();
  sub->add_flag("--json", options->json, "what was written, as JSON");
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
      "recordings the folder for a file of each");
  sub->add_option("--format", options->format, "of the results of several recordings (default: tsv)")
      ->check(CLI::IsMember({"csv", "json", "tsv", "edf"}));
  sub->parse_complete_callback([options] { check_output(*options); });
  sub->add_option("--recipe", options->recipe, "JSON file; default: the recipe in the model");
  sub->add_flag("--override", options->override_fit,
                "classify even if the recording does not fit the model; stamped on the output");
  add_calibration(*sub, options->calibration,
                  "median or recentre: by all epochs of the recording; stamped on the output",
                  {"none", "median", "recentre"});
  sub->add_flag("--json", options->json, "JSON on standard output");
}

void add_bids(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<BidsOptions>();
  CLI::App* sub =
      add_command(app, chosen, "bids", "A BIDS data set, recording by recording, and a table of all", options, &bids);
  sub->add_option("bids_dir", options->folder, "the data set: the folder of dataset_description.json")->required();
  sub->add_option("output_dir", options->output, "the folder for results")->required();
  sub->add_option("analysis_level", options->level,
                  "participant: a record of each recording, and results by --model; group: the table of all")
      ->required()
      ->check(CLI::IsMember({"participant", "group"}));
  sub->add_option("--participant-label,--participant_label", options->participants,
                  "of these participants alone, with or without sub-");
  sub->add_option("--session-label,--session_label", options->sessions, "of these sessions alone");
  sub->add_option("--task-label,--task_label", options->tasks, "of these tasks alone");
  CLI::Option* model = sub->add_option("--model", options->model, "model file that classifies every recording");
  sub->add_option("--recipe", options->recipe, "JSON file; default: the recipe in the model")->needs(model);
  sub->add_flag("--override", options->override_fit, "as classify does")->needs(model);
  add_calibration(*sub, options->calibration, "median or recentre, as classify does", {"none", "median", "recentre"});
  sub->add_option("--shard", options->shard, "i/n: only every n-th recording from the i-th on");
  sub->add_flag("--json", options->json, "JSON instead of a table");
}

void add_stage(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<StageCommandOptions>();
  CLI::App* sub = add_command(app, chosen, "stage", "Stages of sleep, for every 30 s one row; not a medical device",
                              options, &stage);
  sub->add_option("recording", options->recording, "the night")->required();
  sub->add_option("--model", options->models, "model file of a stager; several answer with their mean")
      ->required()
      ->allow_extra_args(false);
  sub->add_option("--channels", options->channels, "labels, separated by commas (default: all EEG and EOG)")
      ->delimiter(',')
      ->allow_extra_args(false);
  sub->add_option("--edges", options->edges, "inside (default), or zeros around the record")
      ->check(CLI::IsMember({"inside", "zeros"}));
  sub->add_option("--stride", options->stride, "epochs between windows: 1 (default) is exact, 7 is fast")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_option("-o,--output", options->output, "the .csv file to write (default: standard output)");
  sub->add_flag("--json", options->json, "all of it as JSON");
}

void add_sample(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<SampleOptions>();
  CLI::App* sub = add_command(app, chosen, "sample", "A simulated recording: eyes open, then closed", options, &sample);
  sub->add_option("-o,--output", options->output, "the .edf file to write")->required();
  sub->add_option("--seed", options->seed, "the same seed gives the same bytes (default: 1)");
  sub->add_flag("--night", options->night, "a night instead, with its stages of sleep as annotations");
  sub->add_option("--duration-s", options->duration_s, "length in seconds (default: 120; of a night 28800)")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_flag("--json", options->json, "what was written, as JSON");
}

void add_deidentify(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<DeidentifyOptions>();
  CLI::App* sub = add_command(app, chosen, "deidentify", "A copy of a recording without patient, recording and date",
                              options, &deidentify);
  sub->add_option("recording", options->recording, "EDF or BDF file; it stays as it is")->required();
  sub->add_option("-o,--output", options->output, "the copy to write")->required();
  sub->add_option("--keep", options->keep, "fields to leave: patient, recording, date")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"patient", "recording", "date"}));
  sub->add_flag("--remove-time", options->remove_time, "the start time, too");
  sub->add_flag("--json", options->json, "JSON instead of lines of text");
}

void add_convert(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ConvertCommandOptions>();
  CLI::App* sub =
      add_command(app, chosen, "convert", "A recording as EDF+ or BrainVision, without identity", options, &convert);
  sub->add_option("recording", options->recording, "a recording of any format; it stays as it is")->required();
  sub->add_option("output", options->output, "the .edf file, or the .vhdr with its .eeg and .vmrk, to write")
      ->required()
      ->check([](const std::string& path) -> std::string {
        const bool is_known = path == "-" || path.ends_with(".edf") || path.ends_with(".vhdr");
        if (!is_known) return "ends in neither .edf nor .vhdr";
        return path.ends_with(".vhdr") ? problem_of_linked_name(base_name(path)) : "";
      });
  sub->add_option("--keep", options->keep, "fields to leave: date")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::IsMember({"date"}));
  sub->add_flag("--remove-time", options->remove_time, "the start time, too");
  sub->add_flag("--json", options->json, "JSON instead of lines of text");
}

void add_report(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* sub = add_command(app, chosen, "report", "A methods report of a classification: one HTML page, for print",
                              options, &report);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("recording", options->recording, "EDF or BDF file")->required();
  sub->add_option("-o,--output", options->output, "the .html file to write")->required();
  sub->add_option("--recipe", options->recipe, "JSON file; default: the recipe in the model");
  sub->add_flag("--override", options->override_fit, "even if the recording does not fit the model; stamped on it");
  add_calibration(*sub, options->calibration, "median or recentre, as classify does; stamped on it",
                  {"none", "median", "recentre"});
  sub->add_flag("--json", options->json, "what was written, as JSON");
}

void add_grad(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<GradOptions>();
  CLI::App* sub =
      add_command(app, chosen, "grad", "Gradient of the mean loss by every parameter and by the input", options, &grad);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("input", options->input, ".npy file of prepared epochs")->required();
  sub->add_option("labels", options->labels, ".npy file of labels")->required();
  sub->add_option("-o,--output", options->output, "the .safetensors file to write")->required();
  sub->add_flag("--train-mode", options->batch_statistics,
                "batch norms use the statistics of these epochs, as in training");
  sub->add_flag("--json", options->json, "what was written, as JSON");
}

void add_explain(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ExplainCommandOptions>();
  CLI::App* sub = add_command(app, chosen, "explain", "Which parts of the signal are evidence for a class, with checks",
                              options, &explain);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("input", options->input, ".npy file of prepared epochs")->required();
  sub->add_option("--target", options->target, "number of the class, from 0")->required();
  sub->add_option("--method", options->method, "how to explain (default: integrated_gradients)")
      ->check(CLI::IsMember(
          {"gradient_input", "integrated_gradients", "occlusion_channel", "occlusion_time", "attention_rollout"}));
  sub->add_option("-o,--output", options->output, "the .npy file of relevances to write")->required();
  sub->add_option("--checks", options->checks, "the .json file of the checks to write");
  sub->add_flag("--no-checks", options->no_checks, "explain without checking");
  sub->add_option("--steps", options->n_steps,
                  "of integrated gradients (default: 32, and more until the parts add up within 1 %)")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_option("--baseline", options->baseline,
                  "in place of what is taken away: zero (default), channel_mean, or surrogate: random phases "
                  "with the mean spectrum of all epochs of the input")
      ->check(CLI::IsMember({"zero", "channel_mean", "surrogate"}));
  sub->add_option("--window-s", options->window_s, "length of what time occlusion takes away (default: 0.2)")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_option("--step-s", options->step_s, "from one window to the next (default: half a window)")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_option("--seed", options->seed,
                  "of random orders and weights of the checks, and of surrogates (default: 0)");
  sub->add_flag("--json", options->json, "the checks as JSON instead of a verdict");
}

void add_export(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* sub = add_command(app, chosen, "export", "A model as ONNX, for other runtimes", options, &export_model);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("-o,--output", options->output, "the .onnx file to write")->required();
  sub->add_option("--n-times", options->n_times, "samples of a window, if not those the model was trained with")
      ->check(finite_number() & CLI::PositiveNumber);
  sub->add_flag("--json", options->json, "JSON instead of a line of text");
}

void add_import(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* sub = add_command(app, chosen, "import", "A model from weights that were trained elsewhere", options,
                              &import_weights_file);
  sub->add_option("weights", options->weights, "the weights (.safetensors)")->required();
  sub->add_option("--config", options->config,
                  "what they are: our configuration, or braindecode's config.json; not needed for published stagers of "
                  "sleep");
  sub->add_option("-o,--output", options->output, "the model file to write")->required();
  sub->add_flag("--json", options->json, "JSON instead of a line of text");
}

void add_schema(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<SchemaOptions>();
  CLI::App* sub =
      add_command(app, chosen, "schema", "Recipes and configurations as TypeScript types", options, &schema);
  sub->add_option("-o,--output", options->output, "the .ts file to write (default: standard output)");
}

// Too little memory, or no further thread, is an error of the data or the machine, reported like any other.
Result<> within_memory(const Chosen& command) {
  Error error{.code = "OUT_OF_MEMORY",
              .message = "There is not enough memory for this",
              .hint = "Close other programs, or take fewer or shorter recordings."};
  try {
    return command();
  } catch (const std::bad_alloc&) {
    return error;
  } catch (const std::system_error&) {
    return error;
  }
}

// Results that are written, but not of every epoch, are neither a success nor a failure.
int exit_code_of(const Error& error) {
  if (error.code == kTrainInterrupted) return kStoppedBySignal;
  if (error.code == kImportNeedsConfig) return kBadUsage;
  return error.code == "RESULT_NO_ANSWER" ? kNoAnswer : kBadData;
}

// Reports the error; if the command itself is misspelt, there is no other output.
bool is_misspelt(const CLI::App& app, int argc, const char* const* argv) {
  const std::string meant = did_you_mean(app, argc, argv);
  const bool is_all = !meant.empty() && app.get_subcommands().empty();
  std::cerr << meant << (is_all ? "Run with --help for more information.\n" : "");
  return is_all;
}

int run(int argc, char** argv) {
  remove_parts_on_signals();
  CLI::App app{"Reads EEG recordings, prepares them, and classifies them with transformer models.", "eegate"};
  app.set_version_flag("--version", std::string("eegate ") + std::string(kVersion));
  app.require_subcommand(1);
  Chosen chosen;
  for (const auto add : {add_info,     add_hypnogram,  add_read,       add_prepare, add_predict, add_classify,
                         add_stage,    add_deidentify, add_report,     add_sample,  add_train,   add_evaluate,
                         add_compare,  add_tune,       add_benchmark,  add_grad,    add_explain, add_export,
                         add_quantize, add_import,     add_experiment, add_schema,  add_bids,    add_convert})
    add(app, chosen);
  add_self_description(app, chosen);
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    command->add_flag_callback("-q,--quiet", &be_quiet, "neither warnings nor progress");
  try {
    app.parse(argc, argv);
    const CLI::App& command = *app.get_subcommands().front();
    for (const std::string& problem : {problem_of_empty_values(command), problem_of_streams(command)})
      if (!problem.empty()) throw CLI::ParseError(problem, CLI::ExitCodes::ValidationError);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() != 0 && is_misspelt(app, argc, argv)) return kBadUsage;
    if (app.exit(problem) != 0) return kBadUsage;
    const bool is_told = static_cast<bool>(std::cout.flush());
    if (is_told && finish_stdout().ok()) return 0;
    print_error({.code = "IO_WRITE", .message = "Standard output cannot be written"});
    return kBadData;
  }
  if (const char* target = std::getenv("EEGATE_TARGET"); target != nullptr && *target != '\0') {
    if (const Result<> known = choose_cpu_target(target); !known.ok()) {
      print_error(known.error());
      return kBadUsage;
    }
  }
  const Result<> outcome = within_memory(chosen);
  const Result<> printed = finish_stdout();
  for (const Result<>* problem : {&outcome, &printed}) {
    if (!problem->ok()) print_error(problem->error());
  }
  return !outcome.ok() ? exit_code_of(outcome.error()) : printed.ok() ? 0 : kBadData;
}

}  // namespace
}  // namespace eegate::cli

int main(int argc, char** argv) { return eegate::cli::run(argc, argv); }
