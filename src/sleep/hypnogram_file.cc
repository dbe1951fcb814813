#include "sleep/hypnogram_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/header_text.h"
#include "files/magic.h"
#include "files/signal_formats.h"
#include "files/text.h"
#include "signal/recording.h"
#include "sleep/hypnogram_parts.h"
#include "sleep/stage_runs.h"

namespace eegate {
namespace hypnogram_parts {

void count_word(HypnogramFile& file, std::string_view word) {
  const auto found = std::ranges::find(file.words, word, &StageWordCount::word);
  if (found != file.words.end()) {
    ++found->n;
  } else if (file.words.size() < 64) {
    file.words.push_back({std::string(word), 1});
  }
}

Error nothing_found(const std::string& file_name) {
  return {.code = "HYP_EMPTY",
          .message = "The file holds no sleep stages",
          .field = file_name,
          .place = {},
          .found = {},
          .expected = "stages such as W, N1, N2, N3, R, \"Sleep stage 2\", or numbers with a known code",
          .hint = "Choose the file that holds the scoring."};
}

namespace {

std::optional<int> number_of(const std::string& token) {
  const auto number = parse_decimal(token);
  if (!number || *number != std::round(*number) || std::abs(*number) > 99) return std::nullopt;
  return static_cast<int>(*number);
}

// "W, 1, 2, 3, 4, R": digits mixed with words are stages of Rechtschaffen and Kales.
constexpr StageCode kDigitsAmongWords[] = {{1, Stage::kN1}, {2, Stage::kN2}, {3, Stage::kN3}, {4, Stage::kN3}};

constexpr std::array<std::string_view, 13> kUnscored = {"-",   "--",   "?",    "u",        "ns", "na", "n/a",
                                                        "nan", "none", "null", "unscored", "l",  "a"};

}  // namespace

void report(const Input& input, std::string_view code, std::string message, std::string place, std::string_view found) {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.field = input.file_name;
  e.place = std::move(place);
  e.found = quoted(found);
  input.diagnostics.remark(std::move(e));
}

bool is_unscored(std::string_view word) {
  return std::ranges::any_of(kUnscored, [&](std::string_view one) { return equal_ignoring_case(word, one); });
}

Result<std::vector<Stage>> stages_of_tokens(std::span<const std::string> tokens, const StageNumbers& numbers,
                                            const Input& input) {
  std::vector<Stage> stages(tokens.size(), Stage::kNone);
  std::vector<int> found;
  std::vector<std::size_t> where;
  bool has_words = false;
  std::size_t n_unknown = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (const auto stage = stage_of_word(tokens[i])) {
      stages[i] = *stage;
      has_words = has_words || is_scored(*stage);
    } else if (const auto number = number_of(tokens[i])) {
      found.push_back(*number);
      where.push_back(i);
    } else if (!is_unscored(tokens[i])) {
      ++n_unknown;
      report(input, "HYP_WORD", "An epoch is left without a stage: its word is unknown",
             "epoch " + std::to_string(i + 1), tokens[i]);
    }
  }
  if (n_unknown * 2 > tokens.size()) return nothing_found(input.file_name);
  if (!found.empty()) {
    StageNumbers given = numbers;
    given.numbers = found;
    given.file_name = input.file_name;
    if (has_words && given.legend.empty()) given.legend = kDigitsAmongWords;
    EEGATE_TRY(const std::vector<Stage> meant, stages_of_numbers(given, input.diagnostics));
    for (std::size_t i = 0; i < where.size(); ++i) stages[where[i]] = meant[i];
  }
  if (std::ranges::none_of(stages, is_scored)) return nothing_found(input.file_name);
  return stages;
}

}  // namespace hypnogram_parts

namespace {

using hypnogram_parts::Input;

Result<HypnogramFile> read_recording(std::shared_ptr<ByteSource> source, const FileSet& files, const Input& input) {
  constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
  EEGATE_TRY(Recording recording, Recording::open(std::move(source), input.file_name, kFirstAnnotationBytes, files));
  while (!recording.annotations_complete()) EEGATE_CHECK(recording.read_annotations(kAll));
  EEGATE_TRY(HypnogramFile out, hypnogram_of_annotations(recording.annotations(), input.file_name, input.options));
  out.start = recording.header().start;
  out.source =
      recording.header().format.substr(0, 3) == "EDF" ? "EDF+ annotations" : recording.header().format + " annotations";
  return out;
}

Result<HypnogramFile> read_other(ByteSource& source, std::span<const std::byte> beginning, const Input& input) {
  if (hypnogram_parts::is_wfdb(beginning)) {
    EEGATE_TRY(const auto bytes, read_all(source, hypnogram_parts::kLargestText_bytes));
    return read_wfdb(bytes, input);
  }
  if (!is_utf16(text_of_bytes(beginning)) && std::ranges::find(beginning, std::byte{0}) != beginning.end()) {
    const auto foreign = recognise(beginning);
    return foreign ? foreign_error(*foreign, beginning, "a hypnogram")
                   : hypnogram_parts::nothing_found(input.file_name);
  }
  EEGATE_TRY(const std::string text,
             read_header_text(source, hypnogram_parts::kLargestText_bytes, input.file_name, input.diagnostics));
  const std::string_view start =
      std::string_view(text).substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return start.starts_with('<') ? read_xml(text, input) : read_text(text, input);
}

Result<> check_epoch(const HypnogramOptions& options, const std::string& file_name) {
  if (options.epoch_s == 0 || (options.epoch_s >= 1 && options.epoch_s <= 120)) return {};
  return Error{.code = "HYP_EPOCH",
               .message = "Epochs of this length are not scored",
               .field = file_name,
               .found = significant(options.epoch_s, 6) + " s",
               .expected = "1 s to 120 s, usually 30 or 20"};
}

}  // namespace

Result<HypnogramFile> read_hypnogram(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                     const HypnogramOptions& options, const FileSet& files) {
  EEGATE_CHECK(check_epoch(options, file_name));
  std::vector<std::byte> beginning(static_cast<std::size_t>(std::min<std::uint64_t>(source->size(), kMagicBytes)));
  EEGATE_CHECK(source->read(0, beginning));
  Diagnostics diagnostics(false);
  const Input input{file_name, options, diagnostics};
  // The mark of UTF-16 begins with the first byte of BDF.
  const bool is_recording = !is_utf16(text_of_bytes(beginning)) && recognised_format(beginning) != nullptr;
  auto read = is_recording ? read_recording(source, files, input) : read_other(*source, beginning, input);
  if (!read.ok()) return read.take_error();
  for (Warning& warning : diagnostics.warnings()) read->warnings.push_back(std::move(warning));
  if (read->hypnogram.epoch_s >= 1 && read->hypnogram.epoch_s <= 120) return read;
  EEGATE_CHECK(check_epoch({.epoch_s = read->hypnogram.epoch_s}, file_name));
  return read;
}

Result<HypnogramFile> hypnogram_of_annotations(std::span<const Annotation> annotations, const std::string& file_name,
                                               const HypnogramOptions& options) {
  HypnogramFile out;
  Diagnostics diagnostics(false);
  std::vector<StageRun> runs;
  for (const Annotation& annotation : annotations) {
    const auto stage = stage_of_word(annotation.text);
    if (!stage || annotation.is_trigger) {
      out.events.push_back(annotation);
      continue;
    }
    hypnogram_parts::count_word(out, annotation.text);
    runs.push_back({annotation.onset_s, annotation.duration_s, *stage});
  }
  const bool any = std::ranges::any_of(runs, [](const StageRun& run) { return is_scored(run.stage); });
  if (!any) return hypnogram_parts::nothing_found(file_name);
  EEGATE_TRY(out.hypnogram, hypnogram_of_runs(std::move(runs), options.epoch_s, file_name, diagnostics));
  out.hypnogram.lights = lights_of(out.events);
  out.source = "annotations";
  out.warnings = diagnostics.warnings();
  return out;
}

namespace {

// Anonymous recordings have the date 1985-01-01 in EDF+, and dates before 1926 in BIDS.
bool has_date(const RecordingStart& start) {
  return start.year > 1925 && (start.year != 1985 || start.month != 1 || start.day != 1);
}

// Letters alone, in lower case: "Lights_Off" is "lightsoff".
std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if (lower >= 'a' && lower <= 'z') letters += lower;
  }
  return letters;
}

double second_of_day(const RecordingStart& start) { return start.hour * 3600.0 + start.minute * 60.0 + start.second; }

}  // namespace

Lights lights_of(std::span<const Annotation> events) {
  Lights lights;
  for (const Annotation& event : events) {
    if (!(std::abs(event.onset_s) <= kMaxTime_s)) continue;
    const std::string letters = letters_of(event.text);
    const bool is_off = letters == "lightsoff" || letters == "lightsout" || letters == "lichtaus";
    if (is_off && event.onset_s < lights.off_s.value_or(HUGE_VAL)) lights.off_s = event.onset_s;
    const bool is_on = letters == "lightson" || letters == "lichtan";
    if (is_on && event.onset_s > lights.on_s.value_or(-HUGE_VAL)) lights.on_s = event.onset_s;
  }
  return lights;
}

std::optional<double> seconds_between(const RecordingStart& from, const RecordingStart& to) {
  if (from.hour < 0 || to.hour < 0) return std::nullopt;
  double seconds = second_of_day(to) - second_of_day(from);
  if (has_date(from) && has_date(to))
    return seconds + kDay_s * static_cast<double>(days_since_1970(to) - days_since_1970(from));
  if (seconds > kDay_s / 2) seconds -= kDay_s;
  if (seconds < -kDay_s / 2) seconds += kDay_s;
  return seconds;
}

}  // namespace eegate
