// eegate hypnogram: contents of a scoring, sleep statistics, and agreement with another scoring.
#include "session/sleep/hypnogram.h"

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/open/describe.h"
#include "session/open/samples.h"

namespace eegate::cli {
namespace {

struct HypnogramCommandOptions {
  std::string file, compare, recording, output;
  std::string events;                // a channel of the recording
  std::string codes, compare_codes;  // names in kStageCodes; empty: those of the file
  double epoch_s = 0;
  std::string lights_off, lights_on;  // seconds or clock times; empty: those of the file
  bool json = false;
};

struct Compared {
  HypnogramFile other;
  StageAgreement agreement;
  Warnings warnings;
};

Result<HypnogramFile> open_hypnogram(const std::string& path, const std::string& codes, double epoch_s,
                                     const std::optional<OpenRecording>& recording) {
  EEGATE_TRY(auto source, FileSource::open(path));
  HypnogramOptions options;
  if (!codes.empty()) options.codes = kStageCodes.value_of(codes);
  options.epoch_s = epoch_s;
  EEGATE_TRY(HypnogramFile file, read_hypnogram(std::move(source), base_name(path), options, files_beside(path)));
  if (recording) EEGATE_CHECK(bring_onto(*recording, file));
  return file;
}

// Options take precedence over the file.
Result<> set_lights(Hypnogram& hypnogram, const HypnogramCommandOptions& options, const RecordingStart& start) {
  if (!options.lights_off.empty()) {
    EEGATE_TRY(hypnogram.lights.off_s, time_of_night(options.lights_off, start, hypnogram.end_s()));
  }
  if (!options.lights_on.empty()) {
    EEGATE_TRY(hypnogram.lights.on_s, time_of_night(options.lights_on, start, hypnogram.end_s()));
  }
  return {};
}

// "47.5 min", "12.0 %"
std::string tenths(double value, const std::string& unit) {
  const std::string text = decimal_text(std::llround(value * 10), 1);
  return text + (text.find('.') == std::string::npos ? ".0 " : " ") + unit;
}
std::string minutes(const std::optional<double>& value) { return value ? tenths(*value, "min") : "none"; }

std::string summary(const HypnogramFile& file, const std::string& name) {
  const Hypnogram& hypnogram = file.hypnogram;
  return one_line(name) + ": " + file.source + ", " + std::to_string(hypnogram.stages.size()) + " epochs of " +
         number_text(hypnogram.epoch_s) + " s from " + number_text(hypnogram.start_s) + " s\n";
}

std::string lights_text(const Lights& lights) {
  std::string text;
  if (lights.off_s) text += "lights off: " + number_text(*lights.off_s) + " s\n";
  if (lights.on_s) text += "lights on:  " + number_text(*lights.on_s) + " s\n";
  return text;
}

std::string statistics_table(const SleepStatistics& s) {
  Table table({{"measure"}, {"value", true}});
  table.add({"time in bed (TIB)", minutes(s.time_in_bed_min)});
  table.add({"total sleep time (TST)", minutes(s.total_sleep_min)});
  table.add({"sleep efficiency (TST/TIB)", tenths(s.sleep_efficiency, "%")});
  table.add({"sleep onset latency (SOL)", minutes(s.sleep_latency_min)});
  table.add({"REM latency from sleep onset", minutes(s.rem_latency_min)});
  table.add({"wake after sleep onset (WASO)", minutes(s.wake_after_onset_min)});
  table.add({"sleep period (SPT)", minutes(s.sleep_period_min)});
  table.add({"wake within the sleep period", minutes(s.wake_in_period_min)});
  table.add({"sleep maintenance (TST/SPT)", tenths(s.sleep_maintenance, "%")});
  table.add({"without a stage", minutes(s.unscored_min)});
  table.add({"awakenings", std::to_string(s.n_awakenings)});
  table.add({"stage shifts", std::to_string(s.n_stage_shifts)});
  return table.text();
}

std::string stage_table(const SleepStatistics& s) {
  Table table({{"stage"}, {"minutes", true}, {"per cent", true}, {"of"}});
  for (std::size_t i = 0; i < kScoredStages; ++i) {
    table.add({std::string(kStageNames[i]), tenths(s.stage_min[i], "min"), tenths(s.stage_percent[i], "%"),
               i == 0 ? "TIB" : "TST"});
  }
  return table.text();
}

// Rows and columns W to R.
std::string matrix_table(const std::string& title, const StageMatrix& matrix) {
  std::vector<Table::Column> columns = {{title}};
  for (std::size_t i = 0; i < kScoredStages; ++i) columns.push_back({std::string(kStageNames[i]), true});
  Table table(std::move(columns));
  for (std::size_t i = 0; i < kScoredStages; ++i) {
    std::vector<std::string> row = {std::string(kStageNames[i])};
    for (const std::uint64_t n : matrix[i]) row.push_back(std::to_string(n));
    table.add(std::move(row));
  }
  return table.text();
}

std::string agreement_text(const StageAgreement& agreement) {
  std::string text = "agreement:   " + tenths(100 * agreement.agreement, "%") + " of " +
                     std::to_string(agreement.n_compared) + " epochs that both scored (" +
                     std::to_string(agreement.n_left_out) + " left out)\n";
  text += "Cohen kappa: " + (agreement.kappa ? significant(*agreement.kappa, 3) : "none (one stage only)") + "\n";
  Table table({{"stage"}, {"kappa", true}});
  for (std::size_t i = 0; i < kScoredStages; ++i) {
    const auto& kappa = agreement.stage_kappa[i];
    table.add({std::string(kStageNames[i]), kappa ? significant(*kappa, 3) : "none"});
  }
  return text + "\n" + table.text() + "\n" + matrix_table("first \\ second", agreement.confusion);
}

Result<std::optional<SleepEventSearch>> search_events(const HypnogramCommandOptions& options, const HypnogramFile& file,
                                                      const std::optional<OpenRecording>& recording) {
  if (options.events.empty() || !recording) return std::optional<SleepEventSearch>();
  EEGATE_TRY(const auto channels, find_channels(recording->recording, {options.events}));
  EEGATE_TRY(SleepEventSearch search, SleepEventSearch::open(recording->recording, channels[0], file.hypnogram));
  ProgressBar bar("spindles and slow waves");
  for (double done = 0; done < 1; bar.show(done)) {
    EEGATE_TRY(done, search.advance());
  }
  return std::optional(std::move(search));
}

std::string events_table(const SleepEventSearch& search, const std::string& channel) {
  Table table(
      {{"in N2 and N3 of " + channel}, {"number", true}, {"per minute", true}, {"mean uV", true}, {"mean Hz", true}});
  const auto add = [&](const std::string& name, const std::vector<SleepEvent>& events) {
    double amplitude_uv = 0, frequency_hz = 0;
    for (const SleepEvent& event : events) {
      amplitude_uv += event.amplitude_uv / static_cast<double>(events.size());
      frequency_hz += event.frequency_hz / static_cast<double>(events.size());
    }
    table.add({name, std::to_string(events.size()),
               significant(static_cast<double>(events.size()) / search.searched_min(), 3), significant(amplitude_uv, 3),
               significant(frequency_hz, 3)});
  };
  add("spindles", search.spindles());
  add("slow waves", search.slow_waves());
  return table.text();
}

std::string as_json(const HypnogramFile& file, const SleepStatistics& statistics,
                    const std::optional<Compared>& compared, const std::optional<SleepEventSearch>& events) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object();
  write_hypnogram_file(json, file);
  json.key("statistics").begin_object();
  write_statistics(json, statistics);
  json.end_object();
  if (compared) {
    json.key("comparison").begin_object();
    write_agreement(json, compared->agreement);
    json.end_object();
  }
  if (events) {
    json.key("events").begin_object();
    write_sleep_events(json, *events);
    json.end_object();
  }
  write_warnings(json, file.warnings);
  json.end_object();
  return json.take() + "\n";
}

Result<> write_output(const std::string& path, const HypnogramFile& file,
                      const std::optional<OpenRecording>& recording) {
  const auto format = kHypnogramFormats.find(ending_of(path));
  if (!format) {
    return Error{.code = "RESULT_FORMAT",
                 .message = "A hypnogram is not written in this format",
                 .field = "output",
                 .found = eegate::quoted(path),
                 .expected = "a name that ends with ." + alternatives(kHypnogramFormats.names)};
  }
  const RecordingStart start = recording ? recording->recording.header().start : file.start;
  EEGATE_TRY(const auto bytes, write_hypnogram(file.hypnogram, *format, start));
  return write_file(path, bytes);
}

Result<std::optional<Compared>> compare_with(const HypnogramCommandOptions& options, const HypnogramFile& file,
                                             const std::optional<OpenRecording>& recording) {
  if (options.compare.empty()) return std::optional<Compared>();
  const std::string& codes = options.compare_codes.empty() ? options.codes : options.compare_codes;
  EEGATE_TRY(HypnogramFile other, open_hypnogram(options.compare, codes, options.epoch_s, recording));
  if (const auto shift = recording ? std::nullopt : seconds_between(file.start, other.start))
    other.hypnogram.move_by(*shift);
  Warnings warnings;
  EEGATE_TRY(const StageAgreement agreement, compare_stages(file.hypnogram, other.hypnogram, warnings));
  return std::optional(Compared{std::move(other), agreement, std::move(warnings)});
}

Result<> hypnogram(const HypnogramCommandOptions& options) {
  std::optional<OpenRecording> recording;
  if (!options.recording.empty()) {
    EEGATE_TRY(recording, open_recording_file(options.recording));
  }
  EEGATE_TRY(HypnogramFile file, open_hypnogram(options.file, options.codes, options.epoch_s, recording));
  const bool has_clock = recording && recording->recording.header().start.hour >= 0;
  EEGATE_CHECK(set_lights(file.hypnogram, options, has_clock ? recording->recording.header().start : file.start));
  EEGATE_TRY(const SleepStatistics statistics, sleep_statistics(file.hypnogram));
  keep_lights_within(file.hypnogram, file.warnings);
  EEGATE_TRY(const auto compared, compare_with(options, file, recording));
  EEGATE_TRY(const auto events, search_events(options, file, recording));
  if (!options.output.empty()) EEGATE_CHECK(write_output(options.output, file, recording));
  if (options.json) {
    print_data(as_json(file, statistics, compared, events));
  } else {
    print(summary(file, base_name(options.file)) + lights_text(file.hypnogram.lights) + "\n" +
          statistics_table(statistics) + "\n" + stage_table(statistics) + "\n" +
          matrix_table("from \\ to", statistics.transitions));
    if (compared) {
      print("\n" + summary(compared->other, base_name(options.compare)) + "\n" + agreement_text(compared->agreement));
    }
    if (events) print("\n" + events_table(*events, options.events));
    print("\nNot a medical device: for research and teaching.\n");
  }
  print_warnings(file.warnings);
  if (compared) {
    print_warnings(compared->other.warnings);
    print_warnings(compared->warnings);
  }
  return {};
}

}  // namespace

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
      ->check(positive_number());
  sub->add_option("--lights-off,--lights-off-s", options->lights_off,
                  "beginning of the time in bed, 23:10 or seconds (default: that of the file, or the first epoch)");
  sub->add_option("--lights-on,--lights-on-s", options->lights_on,
                  "end of the time in bed (default: that of the file, or the last epoch)");
  sub->add_option("-o,--output", options->output, "write the stages to a .csv, .tsv (BIDS events) or .edf (EDF+) file");
  sub->add_flag("--json", options->json, "JSON instead of tables");
}

}  // namespace eegate::cli
