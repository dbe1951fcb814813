// Reads GDF 1.x and 2.x.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
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
#include "files/diagnostics.h"
#include "files/header_text.h"
#include "files/recording_start.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

// The header of GDF 1.x and 2.x (Schlogl 2006, arXiv:cs/0608052): as that of EDF, but with binary numbers.
struct GdfChannel {
  std::string label, unit;
  double gain = 1, offset = 0;       // value = gain * number + offset, in the unit
  std::optional<double> microvolts;  // per unit
  bool calibrated = true;
  NumberType type = NumberType::kInt16;
  std::uint64_t n_per_record = 0;
  std::uint64_t record_offset = 0;  // bytes
};

struct GdfHeader {
  bool is_second = false;       // version 2
  bool has_old_events = false;  // their table is that of version 1
  bool is_cut = false;          // fewer records than announced
  std::uint64_t header_bytes = 0, n_records = 0, record_bytes = 0;
  double record_s = 0;
  RecordingStart start;
  std::vector<GdfChannel> channels;
  double sfreq(const GdfChannel& channel) const { return static_cast<double>(channel.n_per_record) / record_s; }
};

constexpr std::uint64_t kGdfBlock = 256;
constexpr std::uint64_t kMaxGdfChannels = 8192;
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
  constexpr std::optional<NumberType> kTypes[] = {std::nullopt,       NumberType::kInt8,   NumberType::kUint8,
                                                  NumberType::kInt16, NumberType::kUint16, NumberType::kInt32,
                                                  NumberType::kUint32};
  if (type < std::size(kTypes)) return kTypes[type];
  if (type == 16) return NumberType::kFloat32;
  if (type == 17) return NumberType::kFloat64;
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
  }
  const auto type = f.bytes.get<std::uint32_t>(f.at(220, 4));
  const auto known_type = number_type(type);
  if (!known_type) {
    Error e = gdf_error("GDF_TYPE", "The samples are stored as numbers that are not read", channel.label,
                        "type " + std::to_string(type), "whole numbers of 8, 16 or 32 bits, floats or doubles");
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

// Errors: GDF_VERSION, GDF_TRUNCATED_HEADER, GDF_FIELD, GDF_TYPE, IO_READ.
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
  if (!version || *version < 1 || *version >= 3)
    return gdf_error("GDF_VERSION", "This version of GDF is unknown", "version", quoted(begin.text(4, 4)), "1 to 2.99");
  GdfHeader header;
  header.is_second = *version >= 1.9;
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

constexpr std::uint64_t kGdfWindowBytes = std::uint64_t{1} << 17;
constexpr std::uint64_t kMaxGdfEvents = std::uint64_t{1} << 18;
// A value of a channel without regular samples, which is stored instead of the duration.
constexpr std::uint16_t kGdfValue = 0x7fff;

// Decodes the numbers of records into rows of the output.
class GdfRows {
 public:
  GdfRows(const GdfHeader& header, std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
          float* out)
      : header_(header), channels_(channels), first_(first), n_(n), out_(out) {}
  // Samples [begin, end) of all channels, after the first `skipped` samples of the record. `stride` is the distance
  // between numbers of a channel; 0: contiguous.
  void take(const std::byte* record, std::uint64_t begin, std::uint64_t end, std::uint64_t skipped,
            std::size_t stride = 0) {
    for (std::size_t i = 0; i < channels_.size();) {  // channels of one type that are stored as a table together
      const NumberType type = channel(i).type;
      const std::size_t width = bytes_of(type);
      columns_.clear();
      do {
        const double factor = channel(i).microvolts.value_or(1);
        columns_.push_back({.byte = static_cast<std::size_t>(channel(i).record_offset + skipped * width),
                            .factor = channel(i).gain * factor,
                            .offset = channel(i).offset * factor,
                            .out = out_ + i * n_ + (begin - first_)});
        ++i;
      } while (stride != 0 && i < channels_.size() && channel(i).type == type);
      n_replaced += decode_numbers({.type = type,
                                    .bytes = record,
                                    .stride = stride == 0 ? width : stride,
                                    .n = static_cast<std::size_t>(end - begin)},
                                   columns_);
    }
  }
  std::uint64_t n_replaced = 0;

 private:
  const GdfChannel& channel(std::size_t i) const { return header_.channels[channels_[i]]; }
  const GdfHeader& header_;
  std::span<const std::size_t> channels_;
  std::uint64_t first_, n_;
  float* out_;
  std::vector<NumberColumn> columns_;
};

// Reads windows of complete records and decodes each channel.
Result<std::uint64_t> read_gdf(ByteSource& source, const GdfHeader& header, std::span<const std::size_t> channels,
                               std::uint64_t first, std::uint64_t n, float* out) {
  if (channels.empty() || n == 0) return std::uint64_t{0};
  const std::uint64_t per_record = header.channels[channels[0]].n_per_record;
  const std::uint64_t end_record = (first + n - 1) / per_record + 1;
  const std::uint64_t window_records = std::max<std::uint64_t>(1, kGdfWindowBytes / header.record_bytes);
  const auto record_bytes = static_cast<std::size_t>(header.record_bytes);
  std::vector<std::byte> window;
  GdfRows rows(header, channels, first, n, out);
  for (std::uint64_t record = first / per_record; record < end_record;) {
    const std::uint64_t n_records = std::min(window_records, end_record - record);
    window.resize(static_cast<std::size_t>(n_records) * record_bytes);
    EEGATE_CHECK(source.read(header.header_bytes + record * record_bytes, window));
    if (per_record == 1) {  // a multiplexed table, decoded column by column
      rows.take(window.data(), record, record + n_records, 0, record_bytes);
      record += n_records;
      continue;
    }
    for (std::uint64_t k = 0; k < n_records; ++k, ++record) {
      const std::uint64_t begin = std::max(first, record * per_record);
      const std::uint64_t end = std::min(first + n, (record + 1) * per_record);
      rows.take(window.data() + k * record_bytes, begin, end, begin - record * per_record);
    }
  }
  return rows.n_replaced;
}

struct EventTable {
  std::uint64_t begin = 0, n = 0;
  double sfreq = 0;
  bool has_durations = false;
};

Result<EventTable> find_events(ByteSource& source, const GdfHeader& header, double sfreq, Diagnostics& diagnostics) {
  EventTable table;
  table.begin = header.header_bytes + header.n_records * header.record_bytes;
  std::array<std::uint32_t, 2> head{};
  if (header.is_cut || source.size() < table.begin + sizeof head) return table;
  EEGATE_CHECK(source.read(table.begin, std::as_writable_bytes(std::span(head))));
  const std::uint32_t low = head[0] >> 8, high = head[1];
  table.n = header.has_old_events ? high : low;
  const auto written =
      static_cast<double>(header.has_old_events ? static_cast<float>(low) : std::bit_cast<float>(high));
  table.sfreq = written > 1e-3 && written < 1e9 ? written : sfreq;  // 0 means the rate of the signals
  // From version 2.5 on the modes 5 and 7 are 1 and 3 with the times of writing behind all that is read here.
  const std::uint32_t mode = head[0] & 0xFB;
  table.has_durations = mode == 3;
  const std::uint64_t available = (source.size() - table.begin - sizeof head) / (table.has_durations ? 12 : 6);
  if ((mode != 1 && mode != 3) || table.n > available || table.n > kMaxGdfEvents) {
    diagnostics.remark("GDF_EVENTS", "Events that cannot be read are left out", std::to_string(table.n) + " events");
    table.n = 0;
  }
  table.begin += sizeof head;
  return table;
}

// Positions count from 1; event types are written in hexadecimal, as usual.
Result<std::vector<Annotation>> read_gdf_events(ByteSource& source, const EventTable& table, double duration_s,
                                                Diagnostics& diagnostics) {
  const auto n = static_cast<std::size_t>(table.n);
  std::vector<std::uint32_t> positions(n), durations(table.has_durations ? n : 0);
  std::vector<std::uint16_t> types(n);
  EEGATE_CHECK(source.read(table.begin, std::as_writable_bytes(std::span(positions))));
  EEGATE_CHECK(source.read(table.begin + n * 4, std::as_writable_bytes(std::span(types))));
  if (table.has_durations) EEGATE_CHECK(source.read(table.begin + n * 8, std::as_writable_bytes(std::span(durations))));
  std::vector<Annotation> annotations;
  for (std::size_t i = 0; i < n; ++i) {
    const double onset_s = static_cast<double>(std::max<std::uint32_t>(positions[i], 1) - 1) / table.sfreq;
    if (types[i] == kGdfValue) {
      diagnostics.remark("GDF_EVENTS", "Events that cannot be read are left out", "0x7fff");
      continue;
    }
    if (positions[i] == 0 || onset_s > duration_s) {
      diagnostics.remark("GDF_EVENT_RANGE", "An event lies outside the samples", std::to_string(positions[i]));
    }
    annotations.push_back({.onset_s = onset_s,
                           .duration_s = table.has_durations ? static_cast<double>(durations[i]) / table.sfreq : 0,
                           .text = "0x" + hexadecimal(types[i], 4)});
  }
  return annotations;
}

bool is_gdf(std::span<const std::byte> beginning) { return text_of_bytes(beginning).starts_with("GDF "); }

// Errors: GDF_*, IO_READ.
Result<std::unique_ptr<SignalFile>> open_gdf(std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
  Diagnostics diagnostics(false);
  EEGATE_TRY(GdfHeader header, read_gdf_header(*source, diagnostics));
  TableRecording recording;
  // Channels without samples are ignored.
  std::erase_if(header.channels, [](const GdfChannel& channel) { return channel.n_per_record == 0; });
  double sfreq = 0;
  for (const GdfChannel& channel : header.channels) {
    sfreq = std::max(sfreq, header.sfreq(channel));
    add_channel(recording, channel.label, channel.unit, header.sfreq(channel), header.n_records * channel.n_per_record,
                channel.calibrated && channel.microvolts.has_value())
        .calibrated = channel.calibrated;
  }
  const double duration_s = static_cast<double>(header.n_records) * header.record_s;
  EEGATE_TRY(const EventTable table, find_events(*source, header, sfreq, diagnostics));
  EEGATE_TRY(recording.annotations, read_gdf_events(*source, table, duration_s, diagnostics));
  recording.segments = {{.onset_s = 0, .duration_s = duration_s, .sample_onset_s = 0}};
  recording.header.format = header.is_second ? "GDF 2" : "GDF 1";
  recording.header.start = header.start;
  recording.header.n_records = header.n_records;
  recording.header.record_duration_s = header.record_s;
  recording.header.duplicate_label = "GDF_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "GDF_NOT_FINITE", .range = "GDF_SAMPLES"};
  recording.samples = source;
  recording.reader = sample_reader(
      [source, header = std::move(header)](std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                                           float* out) { return read_gdf(*source, header, channels, first, n, out); });
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace

extern const SignalFormat kGdfFormat = {"GDF", ".gdf", is_gdf, open_gdf};

}  // namespace eegate
