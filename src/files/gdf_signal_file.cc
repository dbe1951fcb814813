// Reads GDF 1.x to 3.x.
#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/numbers_as_text.h"
#include "files/diagnostics.h"
#include "files/gdf_header.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

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

// Positions count from 1; types of events without a name are written in hexadecimal, as usual.
Result<std::vector<Annotation>> read_gdf_events(ByteSource& source, const EventTable& table, const GdfHeader& header,
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
    if (positions[i] == 0 || onset_s > header.duration_s()) {
      diagnostics.remark("GDF_EVENT_RANGE", "An event lies outside the samples", std::to_string(positions[i]));
    }
    const bool is_named = types[i] > 0 && types[i] <= header.event_names.size();
    annotations.push_back({.onset_s = onset_s,
                           .duration_s = table.has_durations ? static_cast<double>(durations[i]) / table.sfreq : 0,
                           .text = is_named ? header.event_names[types[i] - 1U] : "0x" + hexadecimal(types[i], 4)});
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
    FileChannel& added =
        add_channel(recording, channel.label, channel.unit, header.sfreq(channel),
                    header.n_records * channel.n_per_record, channel.calibrated && channel.microvolts.has_value());
    added.calibrated = channel.calibrated;
    added.prefiltering = prefilter_text(channel.highpass_hz, channel.lowpass_hz, header.sfreq(channel));
  }
  EEGATE_TRY(const EventTable table, find_events(*source, header, sfreq, diagnostics));
  EEGATE_TRY(recording.annotations, read_gdf_events(*source, table, header, diagnostics));
  recording.segments = {{.onset_s = 0, .duration_s = header.duration_s(), .sample_onset_s = 0}};
  recording.header.format = "GDF " + std::to_string(header.version);
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
