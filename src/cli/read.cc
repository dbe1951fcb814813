// eegate read: samples of a recording, unprocessed.
#include <algorithm>
#include <memory>
#include <string>

#include "base/numbers_as_text.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/open/arrays.h"
#include "session/open/samples.h"
#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

struct ReadOptions {
  std::string recording, output;
  std::vector<std::string> channels;
  double start_s = -1, duration_s = -1;  // negative: not given
  bool json = false;
};

Result<PreviewSamples> read_range(const Recording& recording, const std::vector<std::size_t>& channels,
                                  const ReadOptions& options) {
  const bool whole = options.start_s < 0 && options.duration_s < 0;
  if (whole) return read_stored(recording, channels);
  const double start_s = options.start_s < 0 ? 0 : options.start_s;
  const double to_end_s = std::max(0.0, recording.duration_s() - start_s);
  const double duration_s = options.duration_s < 0 ? to_end_s : options.duration_s;
  return read_window(recording, channels, start_s, duration_s);
}

void report(const Recording& recording, const std::vector<std::size_t>& channels, const PreviewSamples& samples,
            bool json) {
  if (!json) {
    print(std::to_string(channels.size()) + " channels x " + std::to_string(samples.n_times) + " samples at " +
          number_text(samples.sfreq) + " Hz from " + number_text(samples.start_s) + " s\n");
    return;
  }
  std::vector<std::string> ch_names;
  for (const std::size_t channel : channels) ch_names.push_back(recording.channels()[channel].name);
  JsonOut out(Keys::kSnake, true);
  out.begin_object().strings("ch_names", ch_names).member("sfreq", samples.sfreq).member("start_s", samples.start_s);
  out.count("n_times", samples.n_times).end_object();
  print_data(out.take() + "\n");
}

Result<> read(const ReadOptions& options) {
  EEGATE_TRY(const OpenRecording open, open_recording_file(options.recording));
  const Recording& recording = open.recording;
  std::vector<std::size_t> channels = recording.main_channels();
  if (!options.channels.empty()) {
    EEGATE_TRY(channels, find_channels(recording, options.channels));
  } else if (channels.empty()) {
    return Error{.code = "CHANNEL_UNKNOWN",
                 .message = "The recording has no signals",
                 .found = "annotations alone",
                 .expected = "channels with samples"};
  }
  EEGATE_TRY(const PreviewSamples samples, read_range(recording, channels, options));
  EEGATE_CHECK(write_file(options.output, samples_npy(samples)));
  report(recording, channels, samples, options.json);
  print_warnings(recording.warnings());
  if (!recording.is_contiguous()) {
    const bool whole = options.start_s < 0 && options.duration_s < 0;
    print_warnings({{.code = "EDF_DISCONTINUOUS",
                     .message = "The recording has " + counted(recording.segments().size() - 1, "gap", "gaps") + "; " +
                                (whole ? "the samples on both sides of a gap follow each other"
                                       : "samples inside gaps are NaN")}});
  }
  return {};
}

}  // namespace

void add_read(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ReadOptions>();
  CLI::App* sub =
      add_command(app, chosen, "read", "Samples of a recording as they are: float32 uV [C, T]", options, &read);
  sub->add_option("recording", options->recording, "a recording of any format")->required();
  sub->add_option("-o,--output", options->output, "the .npy file to write")->required();
  sub->add_option("--channels", options->channels,
                  "names, separated by commas (default: all voltages at the most common rate)")
      ->delimiter(',')
      ->allow_extra_args(false);
  sub->add_option("--start-s", options->start_s, "start in seconds (default: 0)")->check(non_negative_number());
  sub->add_option("--duration-s", options->duration_s, "length in seconds (default: to the end)")
      ->check(positive_number());
  sub->add_flag("--json", options->json, "JSON instead of a line of text");
}

}  // namespace eegate::cli
