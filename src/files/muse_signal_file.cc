// Reads CSV recordings of the Muse headband from muse-lsl (timestamps, channels, markers) and Mind Monitor.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/numbers_as_text.h"
#include "base/sort.h"
#include "files/header_text.h"
#include "files/sample_text.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxMuseMarkers = std::size_t{1} << 18;
constexpr std::size_t kMaxMuseColumns = 64;
constexpr std::size_t kPacketSamples = 12;  // samples that the headband sends at once

struct MuseRows {
  std::vector<std::string> labels;
  std::vector<std::byte> floats;
  std::vector<double> times_s;                                 // of the rows, relative to the first
  std::vector<std::pair<std::uint64_t, std::string>> markers;  // (row, text)
  RecordingStart start;
  std::uint64_t n_dropped = 0;
  bool is_mind_monitor = false;
};

// Tables of muse-lsl for its other sensors: acceleration and rotation, or light.
bool is_other_sensor(const MuseRows& rows) {
  const auto is_other = [](const std::string& label) {
    return label == "X" || label == "Y" || label == "Z" || label.starts_with("PPG");
  };
  return !rows.labels.empty() && std::all_of(rows.labels.begin(), rows.labels.end(), is_other);
}

// "2017-11-02 12:33:05.090" in seconds.
std::optional<double> parse_clock(std::string_view text, RecordingStart& start) {
  start = written_start(text);
  const auto fraction = parse_decimal(text.size() > 20 ? "0" + std::string(text.substr(19)) : "0");
  if (start.year == 0 || !fraction) return std::nullopt;
  return static_cast<double>(days_since_1970(start)) * 86400 + start.hour * 3600 + start.minute * 60 + start.second +
         *fraction;
}

std::optional<double> parse_unix(std::string_view text, RecordingStart& start) {
  const auto seconds = parse_decimal(text);
  if (!seconds || !(std::abs(*seconds) < 1e11)) return std::nullopt;
  start = unix_start(*seconds);
  return seconds;
}

class MuseReader {
 public:
  Result<> take(std::string_view line) {
    line = trimmed(without_byte_order_mark(line));
    if (line.empty()) return {};
    const std::vector<std::string_view> fields = trimmed_fields(line);
    if (n_columns_ == 0) return take_names(fields), Result<>();
    take_row(fields);
    return {};
  }
  MuseRows finish() { return std::move(rows_); }

 private:
  void take_names(const std::vector<std::string_view>& names) {
    n_columns_ = names.size();
    rows_.is_mind_monitor = names[0] == "TimeStamp";
    for (std::size_t i = 1; i < std::min(names.size(), kMaxMuseColumns); ++i) {
      const bool is_marker = rows_.is_mind_monitor ? names[i] == "Elements" : names[i].starts_with("Marker");
      const bool is_raw = names[i].starts_with("RAW_");
      if (is_marker) {
        marker_columns_.push_back(i);
      } else if (!rows_.is_mind_monitor || is_raw) {
        columns_.push_back(i);
        rows_.labels.emplace_back(names[i].substr(is_raw && rows_.is_mind_monitor ? 4 : 0));
      }
    }
  }

  void take_row(const std::vector<std::string_view>& fields) {
    RecordingStart start;
    const auto time_s = rows_.is_mind_monitor ? parse_clock(fields[0], start) : parse_unix(fields[0], start);
    std::vector<float> values;
    for (const std::size_t column : columns_) {
      const auto value = column < fields.size() ? parse_sample(fields[column]) : std::nullopt;
      if (value) values.push_back(as_float(*value));
    }
    const bool is_whole = time_s && !columns_.empty() && values.size() == columns_.size();
    take_markers(fields, rows_.times_s.size());
    if (!is_whole) {
      rows_.n_dropped += marked_ ? 0 : 1;  // event rows of Mind Monitor contain nothing else
      return;
    }
    if (rows_.times_s.empty()) {
      first_s_ = *time_s;
      rows_.start = start;
    }
    rows_.times_s.push_back(*time_s - first_s_);
    const auto bytes = std::as_bytes(std::span(values));
    rows_.floats.insert(rows_.floats.end(), bytes.begin(), bytes.end());
  }

  void take_markers(const std::vector<std::string_view>& fields, std::uint64_t row) {
    marked_ = false;
    for (const std::size_t column : marker_columns_) {
      const std::string_view text = column < fields.size() ? fields[column] : std::string_view();
      if (text.empty() || parse_decimal(text) == 0.0) continue;
      marked_ = true;
      if (rows_.markers.size() < kMaxMuseMarkers) rows_.markers.emplace_back(row, utf8_or_latin1(text));
    }
  }

  MuseRows rows_;
  std::vector<std::size_t> columns_, marker_columns_;
  std::size_t n_columns_ = 0;
  double first_s_ = 0;
  bool marked_ = false;
};

double median_step_s(const std::vector<double>& times_s, std::size_t n_rows) {
  std::vector<double> steps;
  for (std::size_t i = n_rows; i < times_s.size(); ++i)
    steps.push_back((times_s[i] - times_s[i - n_rows]) / static_cast<double>(n_rows));
  if (steps.empty()) return 0;
  sort_stable(steps);
  return steps[steps.size() / 2];
}

// Rows have even times, or those at which their packets arrived: then packets may be late and come at once, so that
// rows are missing only if all that follow stay late.
class RowTimes {
 public:
  explicit RowTimes(const std::vector<double>& times_s) : times_s_(times_s) {
    step_s_ = median_step_s(times_s, std::clamp<std::size_t>(n() / 48 * kPacketSamples, 1, 4 * kPacketSamples));
    are_arrivals_ = median_step_s(times_s, 1) < step_s_ / 2;
  }

  std::size_t n() const { return times_s_.size(); }
  bool are_arrivals() const { return are_arrivals_; }
  double step_s(std::size_t row) const { return times_s_[row] - times_s_[row - 1]; }

  // How long the rows lasted that are missing before a row; negative if the clock goes backwards.
  std::optional<double> gap_s(std::size_t row) const {
    double late_s = step_s(row) - step_s_;
    const double most_s = static_cast<double>(are_arrivals_ ? 2 * kPacketSamples : kPacketSamples - 1) * step_s_;
    if (step_s(row) < -(are_arrivals_ ? most_s : step_s_)) return late_s;
    const std::size_t end = are_arrivals_ ? std::min(n(), row + 8 * kPacketSamples) : row;
    for (std::size_t i = row + 1; i < end && late_s > most_s; ++i)
      late_s = std::min(late_s, times_s_[i] - times_s_[row - 1] - static_cast<double>(i - row + 1) * step_s_);
    return step_s_ > 0 && late_s > most_s ? std::optional(late_s) : std::nullopt;
  }

 private:
  const std::vector<double>& times_s_;
  double step_s_ = 0;
  bool are_arrivals_ = false;
};

// The clock has a resolution of milliseconds, so the rate is estimated over many rows; headbands use 256 or 220 Hz.
double rate_of(const RowTimes& times, Diagnostics& diagnostics) {
  double span_s = 0;
  for (std::size_t i = 1; i < times.n(); ++i) span_s += times.step_s(i) - times.gap_s(i).value_or(0);
  const auto n = static_cast<double>(times.n() - 1);
  const double rate = span_s > 0 ? n / span_s : 0;
  const double tolerance = 0.02 + (times.are_arrivals() ? static_cast<double>(kPacketSamples) / n : 0);
  for (const double known : {256.0, 220.0}) {
    if (std::abs(rate - known) < tolerance * known) return known;
  }
  const bool can_be = rate > 1e-3 && rate < 1e6;
  diagnostics.remark("MUSE_RATE",
                     !can_be      ? "The timestamps give no sampling rate"
                     : rate < 100 ? "The rows are a slow log, not the samples of the headband"
                                  : "The sampling rate is not that of a headband; it is estimated from the timestamps",
                     can_be ? significant(rate, 6) + " Hz" : "no usable timestamps; 256 Hz is assumed");
  return can_be ? rate : 256;
}

std::vector<Segment> segments_of_rows(const RowTimes& times, double sfreq, Diagnostics& diagnostics) {
  std::vector<Segment> segments = {{}};
  std::size_t begin = 0;
  const auto end_at = [&](std::size_t i) { segments.back().duration_s = static_cast<double>(i - begin) / sfreq; };
  for (std::size_t i = 1; i < times.n(); ++i) {
    const auto gap_s = times.gap_s(i);
    if (!gap_s) continue;
    end_at(i);
    begin = i;
    // If the clock goes backwards, the length of the gap is unknown.
    const double end_s = segments.back().onset_s + segments.back().duration_s;
    segments.push_back(
        {.onset_s = end_s + std::clamp(*gap_s, 0.0, 1e9), .sample_onset_s = static_cast<double>(i) / sfreq});
  }
  end_at(times.n());
  if (segments.size() > 1)
    diagnostics.remark("MUSE_GAP", "Rows are missing; nothing is computed across the gaps",
                       counted(segments.size() - 1, "gap", "gaps"));
  return segments;
}

std::vector<Annotation> annotations_of_rows(const MuseRows& rows, const std::vector<Segment>& segments, double sfreq) {
  std::vector<Annotation> annotations;
  std::size_t segment = 0;
  for (const auto& [row, text] : rows.markers) {
    const double at_s = static_cast<double>(std::min<std::uint64_t>(row, rows.times_s.size() - 1)) / sfreq;
    while (segment + 1 < segments.size() && segments[segment + 1].sample_onset_s <= at_s) ++segment;
    const Segment& of = segments[segment];
    annotations.push_back({.onset_s = of.onset_s + at_s - of.sample_onset_s, .text = text});
  }
  return annotations;
}

bool is_muse(std::span<const std::byte> beginning) {
  const std::string_view text = without_byte_order_mark(text_of_bytes(beginning));
  return text.starts_with("timestamps,") || text.starts_with("TimeStamp,");
}

// Errors: MUSE_ROWS, IO_READ.
Result<std::unique_ptr<SignalFile>> open_muse(std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
  MuseReader reader;
  EEGATE_CHECK(each_line(*source, [&](std::string_view line) { return reader.take(line); }));
  MuseRows rows = reader.finish();
  if (is_other_sensor(rows)) {
    return Error{.code = "MUSE_ROWS",
                 .message = "The table holds another sensor of the headband, not its EEG",
                 .found = rows.labels[0],
                 .hint = "Open the table of the EEG instead"};
  }
  if (rows.times_s.empty()) {
    return Error{.code = "MUSE_ROWS",
                 .message = "There is no row of samples",
                 .field = "rows",
                 .found = std::to_string(rows.n_dropped) + " other rows",
                 .expected = "a time and the channels, between commas",
                 .hint = "Of Mind Monitor save the raw values, too (RAW_TP9 ...)"};
  }
  Diagnostics diagnostics(false);
  if (rows.n_dropped > 0)
    diagnostics.remark("MUSE_ROW", "Rows with text or without values are left out", std::to_string(rows.n_dropped));
  const RowTimes times(rows.times_s);
  const double sfreq = rate_of(times, diagnostics);
  TableRecording recording =
      recording_of_rows(std::move(rows.labels), std::move(rows.floats), rows.times_s.size(), sfreq);
  for (FileChannel& channel : recording.channels) {
    if (channel.label.find("AUX") != std::string::npos) channel.type = "MISC";  // an input that is open in most cases
  }
  recording.segments = segments_of_rows(times, sfreq, diagnostics);
  recording.annotations = annotations_of_rows(rows, recording.segments, sfreq);
  recording.header.format = rows.is_mind_monitor ? "Mind Monitor" : "Muse";
  recording.header.start = rows.start;
  recording.header.duplicate_label = "MUSE_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "MUSE_NOT_FINITE", .range = "MUSE_RANGE"};
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace

extern const SignalFormat kMuseFormat = {"Muse", "", is_muse, open_muse};

}  // namespace eegate
