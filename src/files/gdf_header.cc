#include "files/gdf_header.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>
#include <utility>

#include "files/header_text.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kGdfBlock = 256;
constexpr std::uint64_t kMaxGdfChannels = 8192;
constexpr std::size_t kMaxGdfNames = 255;
constexpr std::uint64_t kMaxGdfRecord = std::uint64_t{256} << 20;

Error gdf_error(std::string_view code, std::string_view message, std::string_view field, std::string_view found,
                std::string_view expected) {
  return error_in_field(code, message, field, found, expected, "The file may be cut off or damaged: get it again");
}

class GdfBytes {
 public:
  explicit GdfBytes(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}
  template <class T>
  T get(std::uint64_t at) const {
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);
    return value;
  }
  std::string_view text(std::uint64_t at, std::size_t width) const {
    return trimmed({reinterpret_cast<const char*>(bytes_.data()) + at, width}, true);
  }

 private:
  std::vector<std::byte> bytes_;
};

std::optional<NumberType> number_type(std::uint32_t type) {
  constexpr std::optional<NumberType> kTypes[] = {std::nullopt,        NumberType::kInt8,   NumberType::kUint8,
                                                  NumberType::kInt16,  NumberType::kUint16, NumberType::kInt32,
                                                  NumberType::kUint32, NumberType::kInt64};
  if (type < std::size(kTypes)) return kTypes[type];
  if (type == 16) return NumberType::kFloat32;
  if (type == 17) return NumberType::kFloat64;
  if (type == 255 + 24) return NumberType::kInt24;
  return std::nullopt;
}

// Physical dimension codes of version 2: volts are 4256 plus a decimal prefix.
std::string_view unit_of_code(std::uint16_t code) {
  if (code == 4256) return "V";
  if (code == 4274) return "mV";
  if (code == 4275) return "uV";
  return code == 4276 ? "nV" : "";
}

// Channel fields are stored one after the other, each for all channels.
struct ChannelFields {
  const GdfBytes& bytes;
  std::uint64_t n, i;
  std::uint64_t at(std::uint64_t before, std::uint64_t width) const { return kGdfBlock + before * n + i * width; }
};

void calibrate(const ChannelFields& f, bool is_second, GdfChannel& channel, Diagnostics& diagnostics) {
  const auto low = f.bytes.get<double>(f.at(104, 8)), high = f.bytes.get<double>(f.at(112, 8));
  const auto digital = [&](std::uint64_t before) {
    return is_second ? f.bytes.get<double>(f.at(before, 8))
                     : static_cast<double>(f.bytes.get<std::int64_t>(f.at(before, 8)));
  };
  const double first = digital(120), last = digital(128);
  const double gain = (high - low) / (last - first), offset = low - gain * first;
  const bool is_usable = std::isfinite(gain) && std::isfinite(offset) && gain != 0 && std::abs(offset) <= 1e20;
  channel.calibrated = is_usable;
  if (is_usable) {
    channel.gain = gain;
    channel.offset = offset;
    return;
  }
  diagnostics.remark(gdf_error("GDF_RANGE", "The range of a channel is empty; its values stay digital", channel.label,
                               "an empty range", "a lowest value below a highest"));
}

Result<> read_channel(const ChannelFields& f, GdfHeader& header, Diagnostics& diagnostics) {
  GdfChannel channel;
  channel.label = utf8_or_latin1(f.bytes.text(f.at(0, 16), 16));
  const std::uint64_t width = header.is_second ? 6 : 8;
  channel.unit = utf8_or_latin1(f.bytes.text(f.at(96, width), width));
  if (header.is_second) {  // the codes of all channels follow their texts
    const std::string_view known = unit_of_code(f.bytes.get<std::uint16_t>(f.at(102, 2)));
    if (!known.empty()) channel.unit = known;
    channel.lowpass_hz = f.bytes.get<float>(f.at(204, 4));
    channel.highpass_hz = f.bytes.get<float>(f.at(208, 4));
  }
  const auto type = f.bytes.get<std::uint32_t>(f.at(220, 4));
  const auto known_type = number_type(type);
  if (!known_type) {
    Error e = gdf_error("GDF_TYPE", "The samples are stored as numbers that are not read", channel.label,
                        "type " + std::to_string(type), "whole numbers of 8 to 64 bits, floats or doubles");
    e.hint = "Save it as EDF";
    return e;
  }
  channel.type = *known_type;
  channel.n_per_record = f.bytes.get<std::uint32_t>(f.at(216, 4));
  channel.microvolts = microvolts_per_unit(channel.unit);
  calibrate(f, header.is_second, channel, diagnostics);
  if (!channel.microvolts) {
    diagnostics.remark(gdf_error("GDF_UNIT_UNKNOWN", "The unit is not a known voltage; values are unchanged",
                                 channel.label, quoted(channel.unit), "uV, mV, V or nV"));
  }
  channel.record_offset = header.record_bytes;
  header.record_bytes += channel.n_per_record * bytes_of(channel.type);
  header.channels.push_back(std::move(channel));
  return {};
}

RecordingStart read_gdf_start(const GdfBytes& bytes, bool is_second) {
  RecordingStart start;
  if (is_second) {  // days since year 0 in units of 2^-32 days
    const auto code = bytes.get<std::uint64_t>(168);
    if (code == 0) return start;
    constexpr double kPerDay = 4294967296, kDaysBefore1970 = 719529;
    return unix_start(std::round((static_cast<double>(code) / kPerDay - kDaysBefore1970) * kDay_s));
  }
  const std::string_view text = bytes.text(168, 16);
  const auto part = [&](std::size_t at, std::size_t n) {
    return static_cast<int>(parse_count(text.substr(std::min(at, text.size()), n)).value_or(99));
  };
  const RecordingStart written{part(0, 4), part(4, 2), part(6, 2), part(8, 2), part(10, 2), part(12, 2)};
  const bool is_date = written.year > 99 && written.month >= 1 && written.month <= 12 && written.day >= 1 &&
                       written.day <= 31 && written.hour <= 23 && written.minute <= 59 && written.second <= 59;
  return is_date ? written : start;
}

// Behind the channels are parts, each with a number of one byte and a length of three. Part 1 has the names of the
// types of events: an empty one, those of the types 1, 2, ..., and another empty one, each with a zero at its end.
Result<> read_event_names(ByteSource& source, std::uint64_t begin, GdfHeader& header) {
  std::string rest(header.header_bytes - begin, '\0');  // at most 16 MiB, at once: parts may be many and empty
  EEGATE_CHECK(source.read(begin, std::as_writable_bytes(std::span(rest))));
  for (std::size_t at = 0; at + 4 <= rest.size();) {
    std::uint32_t head = 0;
    std::memcpy(&head, rest.data() + at, sizeof head);
    at += sizeof head;
    const std::size_t n = head >> 8;
    if (head == 0 || n > rest.size() - at) return {};
    for (std::size_t first = at + 1; (head & 0xFF) == 1 && header.event_names.size() < kMaxGdfNames;) {
      const std::size_t end = rest.find('\0', first);
      if (end >= at + n || end == first) break;
      header.event_names.push_back(utf8_or_latin1(std::string_view(rest).substr(first, end - first)));
      first = end + 1;
    }
    at += n;
  }
  return {};
}

}  // namespace

Result<GdfHeader> read_gdf_header(ByteSource& source, Diagnostics& diagnostics) {
  const auto truncated = [&] {
    return gdf_error("GDF_TRUNCATED_HEADER", "The file ends inside its header", "header",
                     std::to_string(source.size()) + " bytes", "256 bytes, and 256 for each channel");
  };
  if (source.size() < kGdfBlock) return truncated();
  std::vector<std::byte> fixed(kGdfBlock);
  EEGATE_CHECK(source.read(0, fixed));
  const GdfBytes begin(fixed);
  const auto version = parse_decimal(begin.text(4, 4));
  if (!version || *version < 1 || *version >= 4)
    return gdf_error("GDF_VERSION", "This version of GDF is unknown", "version", quoted(begin.text(4, 4)), "1 to 3.99");
  GdfHeader header;
  header.is_second = *version >= 1.9;
  header.version = *version >= 3 ? 3 : header.is_second ? 2 : 1;
  header.has_old_events = *version < 1.94;
  header.start = read_gdf_start(begin, header.is_second);
  const std::uint64_t n = header.is_second ? begin.get<std::uint16_t>(252) : begin.get<std::uint32_t>(252);
  header.header_bytes = header.is_second ? begin.get<std::uint16_t>(184) * kGdfBlock : begin.get<std::uint64_t>(184);
  header.record_s = *version >= 2.21  // a number of seconds, before a ratio
                        ? begin.get<double>(244)
                        : static_cast<double>(begin.get<std::uint32_t>(244)) / begin.get<std::uint32_t>(248);
  if (n == 0 || n > kMaxGdfChannels || !(header.record_s > 1e-9 && header.record_s < 1e10)) {
    return gdf_error("GDF_FIELD", "The number of channels or the duration of a record is invalid", "header",
                     std::to_string(n) + " channels", "1 to 8192 channels, and a duration");
  }
  if (header.header_bytes < (n + 1) * kGdfBlock || header.header_bytes > source.size()) return truncated();
  std::vector<std::byte> all((n + 1) * kGdfBlock);
  EEGATE_CHECK(source.read(0, all));
  const GdfBytes bytes(std::move(all));
  for (std::uint64_t i = 0; i < n; ++i) EEGATE_CHECK(read_channel({bytes, n, i}, header, diagnostics));
  if (*version >= 2.1) EEGATE_CHECK(read_event_names(source, (n + 1) * kGdfBlock, header));
  if (header.record_bytes == 0 || header.record_bytes > kMaxGdfRecord) {
    return gdf_error("GDF_FIELD", "Records of this size cannot be used", "samples per record",
                     std::to_string(header.record_bytes) + " bytes", "1 byte to 256 MiB");
  }
  const std::uint64_t present = (source.size() - header.header_bytes) / header.record_bytes;
  const auto announced = begin.get<std::uint64_t>(236);  // negative if unknown
  header.n_records = std::min(present, announced);
  if (header.n_records < announced) {
    header.is_cut = announced <= INT64_MAX;
    diagnostics.remark(gdf_error("GDF_SIZE_MISMATCH",
                                 "The file has another length than its header says; what is there is read", "records",
                                 std::to_string(present), std::to_string(static_cast<std::int64_t>(announced))));
  }
  if (header.n_records > 0) return header;
  return gdf_error("GDF_FIELD", "There is no complete record", "records", "none", "at least one");
}

}  // namespace eegate
