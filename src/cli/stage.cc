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

}  // namespace

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

}  // namespace eegate::cli
