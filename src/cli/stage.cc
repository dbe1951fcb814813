// eegate stage: sleep stages of a night.
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/sleep/stagers.h"
#include "session/sleep/staging.h"
#include "session/sleep/staging_session.h"

namespace eegate::cli {
namespace {

struct StageCommandOptions {
  std::string recording, output, edges = "inside";
  std::vector<std::string> models, channels;
  std::size_t stride = 1;
  bool json = false;
};

constexpr std::string_view kNoMedicalDevice =
    "Not a medical device: stages of a model, which an expert has to check.\n";

// Channels by their labels, in the order in which they were named.
Result<std::vector<std::size_t>> channels_by_label(const Recording& recording, const std::vector<std::string>& names) {
  std::vector<std::size_t> channels;
  for (const std::string& name : names) {
    std::ptrdiff_t found = -1;
    for (std::size_t i = 0; i < recording.channels().size() && found < 0; ++i) {
      if (recording.channels()[i].label == name) found = static_cast<std::ptrdiff_t>(i);
    }
    if (found < 0) found = recording.find(name);
    if (found < 0) {
      return Error{.code = "PICK_MISSING",
                   .message = "The recording has no channel of this name",
                   .field = "--channels",
                   .found = eegate::quoted(name, 80),
                   .hint = "'eegate info' lists the channels."};
    }
    channels.push_back(static_cast<std::size_t>(found));
  }
  return channels;
}

std::string summary_of(const StagedRecord& record) {
  std::string text;
  for (const StagingChannel& channel : record.channels)
    text += one_line(channel.label) + (channel.left_out.empty() ? "" : ": left out, " + channel.left_out) + "\n";
  Table table({{"stage"}, {"epochs", true}});
  for (std::size_t stage = 0; stage < kSleepStages; ++stage) {
    std::size_t n = 0;
    for (const StagedEpoch& epoch : record.epochs) n += epoch.stage == static_cast<int>(stage) ? 1 : 0;
    table.add({std::string(kSleepStageNames[stage]), std::to_string(n)});
  }
  table.add({"none", std::to_string(record.epochs.size() - record.n_staged())});
  return text + "\n" + table.text() + "\n" + std::string(kNoMedicalDevice);
}

Result<> stage(const StageCommandOptions& options) {
  std::vector<std::unique_ptr<OpenStager>> stagers;
  std::vector<SequenceModel*> models;
  for (const std::string& path : options.models) {
    EEGATE_TRY(const auto bytes, read_file(path));
    EEGATE_TRY(OpenStager opened, open_stager(bytes, base_name(path)));
    stagers.push_back(std::make_unique<OpenStager>(std::move(opened)));
    models.push_back(&stagers.back()->model);
  }
  EEGATE_TRY(const OpenRecording open, open_recording_file(options.recording));
  StageOptions wanted{.edges = kStageEdges.value_of(options.edges), .stride = options.stride};
  EEGATE_TRY(wanted.channels, channels_by_label(open.recording, options.channels));
  ProgressBar bar("staging");
  EEGATE_TRY(const StagedRecord record,
             stage_record(open.recording, models, wanted, [&](double fraction) { bar.show(fraction); }));
  const std::string csv = staged_csv(record);
  if (!options.output.empty()) EEGATE_CHECK(write_file(options.output, std::as_bytes(std::span(csv))));
  if (options.json) {
    print_data(describe_staged(record, Keys::kSnake) + "\n");
  } else if (options.output.empty()) {
    print_data(csv);
  } else {
    print(summary_of(record));
  }
  print_warnings(open.recording.warnings());
  for (const auto& stager : stagers) print_warnings(stager->model.warnings());
  const Warnings notice = {
      {"STAGE_NO_DEVICE", "Not a medical device: stages of a model, which an expert has to check"}};
  if (options.output.empty()) print_warnings(notice);
  return {};
}

}  // namespace

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
      ->check(positive_number());
  sub->add_option("-o,--output", options->output, "the .csv file to write (default: standard output)")
      ->check([](const std::string& path) -> std::string {
        return ending_of(path) == "csv" ? "" : "does not end in .csv";
      });
  sub->add_flag("--json", options->json, "all of it as JSON");
}

}  // namespace eegate::cli
