#include "files/brainvision_header.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/portable_math.h"
#include "files/header_text.h"
#include "files/text.h"

namespace eegate {
namespace {

// The values of the file before validation.
struct WrittenHeader {
  IniValue data_file, marker_file, format, orientation, type, n_channels, interval, points, segmentation,
      segment_points, number, big_endian, decimal, skip_lines, skip_columns;
  std::vector<IniValue> channels, coordinates;  // indexed by channel number
};

struct HeaderKey {
  std::string_view section, key;
  IniValue WrittenHeader::* value;
};

constexpr HeaderKey kHeaderKeys[] = {{"Common Infos", "DataFile", &WrittenHeader::data_file},
                                     {"Common Infos", "MarkerFile", &WrittenHeader::marker_file},
                                     {"Common Infos", "DataFormat", &WrittenHeader::format},
                                     {"Common Infos", "DataOrientation", &WrittenHeader::orientation},
                                     {"Common Infos", "DataType", &WrittenHeader::type},
                                     {"Common Infos", "NumberOfChannels", &WrittenHeader::n_channels},
                                     {"Common Infos", "SamplingInterval", &WrittenHeader::interval},
                                     {"Common Infos", "DataPoints", &WrittenHeader::points},
                                     {"Common Infos", "SegmentationType", &WrittenHeader::segmentation},
                                     {"Common Infos", "SegmentDataPoints", &WrittenHeader::segment_points},
                                     {"Binary Infos", "BinaryFormat", &WrittenHeader::number},
                                     {"Binary Infos", "UseBigEndianOrder", &WrittenHeader::big_endian},
                                     {"ASCII Infos", "DecimalSymbol", &WrittenHeader::decimal},
                                     {"ASCII Infos", "SkipLines", &WrittenHeader::skip_lines},
                                     {"ASCII Infos", "SkipColumns", &WrittenHeader::skip_columns}};

void keep_numbered(std::vector<IniValue>& values, std::size_t number, IniValue value) {
  if (number == 0 || number > kMaxBrainVisionChannels) return;
  if (values.size() < number) values.resize(number);
  values[number - 1] = value;
}

WrittenHeader read_written(std::string_view text) {
  WrittenHeader written;
  for (IniReader ini(text); ini.next();) {
    if (ini.is_in("Channel Infos")) {
      keep_numbered(written.channels, ini.numbered("Ch"), ini.value());
    } else if (ini.is_in("Coordinates")) {
      keep_numbered(written.coordinates, ini.numbered("Ch"), ini.value());
    }
    for (const HeaderKey& key : kHeaderKeys) {
      if (ini.has_key(key.key) && ini.is_in(key.section)) written.*key.value = ini.value();
    }
  }
  return written;
}

Error header_error(std::string_view code, std::string_view message, std::string_view field, const IniValue& value,
                   std::string_view expected) {
  Error e = error_in_field(code, message, field, value.line > 0 ? quoted(value.text) : "no such line", expected,
                           "Export the recording again, or compare its header with one that opens");
  if (value.line > 0) e.place = "line " + std::to_string(value.line);
  return e;
}

struct WordChoice {
  std::string_view word;
  int meaning;
};

Result<int> chosen_word(const IniValue& value, std::string_view field, std::span<const WordChoice> choices) {
  std::string words;
  for (const WordChoice& choice : choices) {
    if (equal_ignoring_case(value.text, choice.word)) return choice.meaning;
    words += (words.empty() ? "" : ", ") + std::string(choice.word);
  }
  return header_error("BV_FIELD", "The header does not contain the storage format of the recording", field, value,
                      "one of " + words);
}

constexpr WordChoice kDataFormats[] = {{"BINARY", 0}, {"ASCII", 1}};
constexpr WordChoice kOrientations[] = {{"MULTIPLEXED", 0}, {"VECTORIZED", 1}};
constexpr WordChoice kBinaryFormats[] = {{"INT_16", static_cast<int>(NumberType::kInt16)},
                                         {"UINT_16", static_cast<int>(NumberType::kUint16)},
                                         {"INT_32", static_cast<int>(NumberType::kInt32)},
                                         {"IEEE_FLOAT_32", static_cast<int>(NumberType::kFloat32)},
                                         {"IEEE_FLOAT_64", static_cast<int>(NumberType::kFloat64)}};

Result<> read_storage(const WrittenHeader& written, BrainVisionHeader& header) {
  if (written.data_file.text.empty()) {
    return header_error("BV_FIELD", "The header does not name the file of the samples", "DataFile", written.data_file,
                        "the name of an .eeg or .dat file");
  }
  if (written.type.line > 0 && !equal_ignoring_case(written.type.text, "TIMEDOMAIN")) {
    return header_error("BV_DATATYPE", "These are not samples in time", "DataType", written.type, "TIMEDOMAIN");
  }
  EEGATE_TRY(const int is_text, chosen_word(written.format, "DataFormat", kDataFormats));
  EEGATE_TRY(const int is_by_channel, chosen_word(written.orientation, "DataOrientation", kOrientations));
  header.is_text = is_text != 0;
  header.is_by_channel = is_by_channel != 0;
  if (header.is_text) {
    header.text = {.has_decimal_comma = written.decimal.text == ",",
                   .skip_lines = parse_count(written.skip_lines.text).value_or(0),
                   .skip_columns = parse_count(written.skip_columns.text).value_or(0)};
    return {};
  }
  EEGATE_TRY(const int number, chosen_word(written.number, "BinaryFormat", kBinaryFormats));
  header.number = static_cast<NumberType>(number);
  header.is_big_endian = equal_ignoring_case(written.big_endian.text, "YES");
  return {};
}

Result<> read_sizes(const WrittenHeader& written, BrainVisionHeader& header) {
  const auto n_channels = parse_count(written.n_channels.text);
  if (!n_channels || *n_channels == 0 || *n_channels > kMaxBrainVisionChannels) {
    return header_error("BV_FIELD", "The number of channels cannot be used", "NumberOfChannels", written.n_channels,
                        "1 to " + std::to_string(kMaxBrainVisionChannels));
  }
  header.channels.resize(static_cast<std::size_t>(*n_channels));
  const auto interval_us = parse_decimal(written.interval.text);
  if (!interval_us || *interval_us < 1e-3 || *interval_us > 1e10) {
    return header_error("BV_FIELD", "The sampling interval cannot be used", "SamplingInterval", written.interval,
                        "microseconds, 0.001 to 10000000000");
  }
  header.sfreq = 1e6 / *interval_us;
  header.n_samples = parse_count(written.points.text).value_or(0);
  if (equal_ignoring_case(written.segmentation.text, "MARKERBASED") ||
      equal_ignoring_case(written.segmentation.text, "FIXTIME")) {
    header.segment_samples = parse_count(written.segment_points.text).value_or(0);
  }
  return {};
}

// Parses radius and angles in degrees (from the vertex and from the right ear). Radius 0 means unknown.
std::optional<std::array<double, 3>> parse_direction(std::string_view text) {
  const auto fields = comma_fields(text);
  if (fields.size() < 3) return std::nullopt;
  const auto radius = parse_decimal(trimmed(fields[0])), theta = parse_decimal(trimmed(fields[1])),
             phi = parse_decimal(trimmed(fields[2]));
  if (!radius || !theta || !phi || *radius <= 0) return std::nullopt;
  const double from_vertex = *theta / 360, around = *phi / 360;  // in turns
  const double height = portable::cos_turns(from_vertex), width = portable::sin_turns(from_vertex);
  return std::array<double, 3>{width * portable::cos_turns(around), width * portable::sin_turns(around), height};
}

// Parses "name,reference,resolution,unit"; all except the name may be missing.
void parse_channel(const IniValue& value, BrainVisionChannel& channel, Diagnostics& diagnostics) {
  auto fields = comma_fields(value.text);
  fields.resize(std::max<std::size_t>(fields.size(), 4));
  channel.label = trimmed(fields[0]);
  channel.reference = trimmed(fields[1]);
  channel.unit = trimmed(fields[3]);
  const std::string_view resolution = trimmed(fields[2]);
  if (!resolution.empty()) {
    const auto number = parse_decimal(resolution);
    if (number && *number != 0 && std::abs(*number) <= 1e20) {
      channel.resolution = *number;
    } else {
      Error e = header_error("BV_RESOLUTION", "The resolution is invalid; 1 is used", channel.label, value,
                             "a number other than 0");
      e.found = quoted(resolution);
      diagnostics.remark(std::move(e));
    }
  }
  channel.microvolts = channel.unit.empty() ? 1.0 : microvolts_per_unit(channel.unit);
  if (channel.microvolts) return;
  Error e = header_error("BV_UNIT_UNKNOWN", "The unit is not a known voltage; values are unchanged", channel.label,
                         value, "uV, mV, V or nV");
  e.found = quoted(channel.unit);
  diagnostics.remark(std::move(e));
}

void read_channels(const WrittenHeader& written, BrainVisionHeader& header, Diagnostics& diagnostics) {
  std::size_t n_written = 0;
  for (std::size_t i = 0; i < written.channels.size(); ++i) n_written += written.channels[i].line > 0 ? 1 : 0;
  for (std::size_t i = 0; i < header.channels.size(); ++i) {
    BrainVisionChannel& channel = header.channels[i];
    if (i < written.channels.size() && written.channels[i].line > 0) {
      parse_channel(written.channels[i], channel, diagnostics);
    } else {
      channel.microvolts = 1;
    }
    if (channel.label.empty()) channel.label = "Ch" + std::to_string(i + 1);
    if (i < written.coordinates.size()) channel.direction = parse_direction(written.coordinates[i].text);
  }
  if (n_written == header.channels.size() && written.channels.size() == n_written) return;
  Error e = header_error("BV_CHANNEL_COUNT", "The described channels differ from the number of channels",
                         "Channel Infos", written.n_channels, std::to_string(header.channels.size()) + " lines");
  e.found = std::to_string(n_written) + " lines";
  diagnostics.remark(std::move(e));
}

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
    const auto position = parse_decimal(trimmed(fields[2]));  // a fraction after a change of the sampling rate
    if (!position || *position > 0x1p53) {
      Error e = marker_error("BV_MARKER", "A marker has no position and is left out", value);
      e.expected = "type, description, position, size, channel";
      return diagnostics_.remark(std::move(e));
    }
    if (!(*position >= 1 && *position < static_cast<double>(n_samples_) + 1)) {
      Error e = marker_error("BV_MARKER_RANGE", "A marker lies outside the samples", value);
      e.expected = "a position from 1 to " + std::to_string(n_samples_);
      diagnostics_.remark(std::move(e));
    }
    const double sample = std::max(*position, 1.0) - 1;
    if (fields[0] == "New Segment") {
      if (!std::exchange(has_start_, true)) read_start(trimmed(fields[5]), markers.start);
      if (sample >= 1 && sample < static_cast<double>(n_samples_)) {
        markers.segment_begins.push_back(static_cast<std::uint64_t>(sample));
      }
    }
    const std::uint64_t n = parse_count(trimmed(fields[3])).value_or(0);
    markers.annotations.push_back({.onset_s = sample / sfreq_,
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

bool is_brainvision_header(std::string_view first_line) {
  first_line = without_byte_order_mark(first_line);
  const bool is_brainvision = first_line.starts_with("Brain Vision") || first_line.starts_with("BrainVision");
  return is_brainvision && first_line.find("Header File") != std::string_view::npos;
}

std::string linked_name(std::string_view link, std::string_view stem) {
  std::string name(link);
  if (const std::size_t at = name.find("$b"); at != std::string::npos) name.replace(at, 2, stem);
  return name;
}

Result<BrainVisionHeader> parse_brainvision_header(std::string_view text, std::string_view stem,
                                                   Diagnostics& diagnostics) {
  const WrittenHeader written = read_written(text);
  BrainVisionHeader header;
  EEGATE_CHECK(read_storage(written, header));
  EEGATE_CHECK(read_sizes(written, header));
  header.data_file = linked_name(written.data_file.text, stem);
  header.marker_file = linked_name(written.marker_file.text, stem);
  header.has_extra_column = text.substr(0, text.find_first_of("\r\n")).find("V-Amp") != std::string_view::npos;
  read_channels(written, header, diagnostics);
  return header;
}

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
