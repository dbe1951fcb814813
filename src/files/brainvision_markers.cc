#include "files/brainvision_markers.h"

#include <algorithm>
#include <utility>

#include "files/header_text.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxMarkers = std::size_t{1} << 18;

Error marker_error(std::string_view code, std::string_view message, const IniValue& value) {
  Error e;
  e.code = code;
  e.message = message;
  e.place = "line " + std::to_string(value.line) + " of the marker file";
  e.found = quoted(value.text);
  return e;
}

// YYYYMMDDhhmmss and microseconds. Zeros mean unknown.
void read_start(std::string_view date, RecordingStart& start) {
  const auto part = [&](std::size_t at, std::size_t n) {
    return static_cast<int>(parse_count(date.substr(std::min(at, date.size()), n)).value_or(0));
  };
  const int year = part(0, 4), month = part(4, 2), day = part(6, 2);
  const int hour = part(8, 2), minute = part(10, 2), second = part(12, 2);
  if (date.size() < 14 || year == 0 || month < 1 || month > 12 || day < 1 || day > 31) return;
  if (hour > 23 || minute > 59 || second > 59) return;
  start = {.year = year, .month = month, .day = day, .hour = hour, .minute = minute, .second = second};
}

class MarkerReader {
 public:
  MarkerReader(double sfreq, std::uint64_t n_samples, Diagnostics& diagnostics)
      : sfreq_(sfreq), n_samples_(n_samples), diagnostics_(diagnostics) {}

  // Type, description, position, size, channel, date. Positions count from 1.
  void take(const IniValue& value, BrainVisionMarkers& markers) {
    auto fields = comma_fields(value.text);
    fields.resize(std::max<std::size_t>(fields.size(), 6));
    const auto position = parse_count(trimmed(fields[2]));
    if (!position) {
      Error e = marker_error("BV_MARKER", "A marker has no position and is left out", value);
      e.expected = "type, description, position, size, channel";
      return diagnostics_.remark(std::move(e));
    }
    if (*position == 0 || *position > n_samples_) {
      Error e = marker_error("BV_MARKER_RANGE", "A marker lies outside the samples", value);
      e.expected = "a position from 1 to " + std::to_string(n_samples_);
      diagnostics_.remark(std::move(e));
    }
    const std::uint64_t sample = std::max<std::uint64_t>(*position, 1) - 1;
    if (fields[0] == "New Segment") {
      if (!std::exchange(has_start_, true)) read_start(trimmed(fields[5]), markers.start);
      if (sample > 0 && sample < n_samples_) markers.segment_begins.push_back(sample);
    }
    const std::uint64_t n = parse_count(trimmed(fields[3])).value_or(0);
    markers.annotations.push_back({.onset_s = static_cast<double>(sample) / sfreq_,
                                   .duration_s = static_cast<double>(n) / sfreq_,
                                   .text = std::move(fields[1].empty() ? fields[0] : fields[1])});
  }

 private:
  double sfreq_;
  std::uint64_t n_samples_;
  Diagnostics& diagnostics_;
  bool has_start_ = false;
};

}  // namespace

BrainVisionMarkers parse_brainvision_markers(std::string_view text, double sfreq, std::uint64_t n_samples,
                                             Diagnostics& diagnostics) {
  BrainVisionMarkers markers;
  MarkerReader reader(sfreq, n_samples, diagnostics);
  for (IniReader ini(text); ini.next();) {
    if (ini.is_in("Common Infos") && ini.has_key("DataFile")) markers.data_file = ini.value().text;
    if (!ini.is_in("Marker Infos") || ini.numbered("Mk") == 0) continue;
    if (markers.annotations.size() < kMaxMarkers) {
      reader.take(ini.value(), markers);
    } else {
      Error e = marker_error("BV_TOO_MANY_MARKERS", "There are too many markers; the rest is left out", ini.value());
      e.expected = "at most " + std::to_string(kMaxMarkers);
      diagnostics.remark(std::move(e));
      break;
    }
  }
  return markers;
}

}  // namespace eegate
