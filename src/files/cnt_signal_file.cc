// Reads continuous Neuroscan recordings (.cnt).
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/numbers_as_text.h"
#include "files/header_text.h"
#include "files/little_endian.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kSetupBytes = 900, kElectrodeBytes = 75;
constexpr std::uint64_t kMaxCntChannels = 4096, kMaxCntEvents = std::uint64_t{1} << 18;
constexpr std::uint64_t kCntWindowBytes = std::uint64_t{1} << 17, kCntWrap = std::uint64_t{1} << 32;

std::string_view cnt_text(std::span<const std::byte> bytes, std::size_t at, std::size_t n) {
  const std::string_view text = text_of_bytes(bytes.subspan(at, n));
  return trimmed(text.substr(0, text.find('\0')));
}

Error cnt_error(std::string_view message, std::string_view field, std::string_view found, std::string_view expected) {
  return error_in_field("CNT_FIELD", message, field, found, expected,
                        "The file may be cut off or damaged: get it again");
}

struct CntChannel {
  std::string label;
  double factor = 1, offset = 0;  // microvolts = number * factor + offset
};

// Layout of the samples: blocks that contain some samples of each channel in turn; with blocks of one sample,
// multiplexed.
struct CntLayout {
  std::uint64_t begin = 0, end = 0;  // bytes of the samples
  std::uint64_t n_channels = 0, n_samples = 0, block = 1;
  NumberType type = NumberType::kInt16;
  std::uint64_t frame_bytes() const { return n_channels * bytes_of(type); }
};

// The time only: the order of day and month in the date is not defined.
RecordingStart read_cnt_start(std::span<const std::byte> setup) {
  RecordingStart start;
  const std::string_view time = cnt_text(setup, 235, 12);
  if (time.size() < 8 || time[2] != ':' || time[5] != ':') return start;
  const auto part = [&](std::size_t at) { return static_cast<int>(parse_count(time.substr(at, 2)).value_or(99)); };
  if (part(0) > 23 || part(3) > 59 || part(6) > 59) return start;
  start.hour = part(0);
  start.minute = part(3);
  start.second = part(6);
  return start;
}

Result<std::vector<CntChannel>> read_cnt_channels(ByteSource& source, std::uint64_t n) {
  std::vector<std::byte> bytes(static_cast<std::size_t>(n * kElectrodeBytes));
  EEGATE_CHECK(source.read(kSetupBytes, bytes));
  std::vector<CntChannel> channels;
  for (std::size_t i = 0; i < n; ++i) {
    const auto electrode = std::span(bytes).subspan(i * kElectrodeBytes, kElectrodeBytes);
    CntChannel channel{.label = utf8_or_latin1(cnt_text(electrode, 0, 10))};
    channel.factor =
        static_cast<double>(little<float>(electrode, 59)) * static_cast<double>(little<float>(electrode, 71)) / 204.8;
    if (!(std::abs(channel.factor) > 1e-12) || !(std::abs(channel.factor) < 1e12)) channel.factor = 0;
    channel.offset = -static_cast<double>(little<std::int16_t>(electrode, 47)) * channel.factor;
    channels.push_back(std::move(channel));
  }
  return channels;
}

// How far a channel goes from sample to sample, relative to how far all numbers reach: about 1 of numbers in disorder.
double roughness(std::span<const std::byte> bytes, std::size_t n_channels, std::size_t width) {
  const auto value = [&](std::size_t i) {
    return static_cast<double>(width == 2 ? little<std::int16_t>(bytes, 2 * i) : little<std::int32_t>(bytes, 4 * i));
  };
  double steps = 0, sizes = 1e-9;
  for (std::size_t i = n_channels; i < bytes.size() / width; ++i) {
    steps += std::abs(value(i) - value(i - n_channels));
    sizes += std::abs(value(i));
  }
  return steps / sizes;
}

// The number of samples in the header is unreliable, so it is only used to decide between 16 and 32 bits. Where it does
// not, because it fits neither or the file is cut inside a sample, the smoother signal does.
Result<CntLayout> find_layout(ByteSource& source, std::span<const std::byte> setup, Diagnostics& diagnostics) {
  CntLayout layout;
  layout.n_channels = little<std::uint16_t>(setup, 370);
  layout.begin = kSetupBytes + layout.n_channels * kElectrodeBytes;
  const std::uint64_t announced = little<std::uint32_t>(setup, 864), pair = 2 * layout.n_channels;
  std::uint64_t table = little<std::uint32_t>(setup, 886);
  // Of its position the file has 32 bits: in a larger one it is where the announced samples end.
  for (std::uint64_t at = table; at <= source.size(); at += kCntWrap) {
    if (at == layout.begin + announced * pair || at == layout.begin + 2 * announced * pair) table = at;
  }
  layout.end = table > layout.begin && table <= source.size() ? table : source.size();
  const std::uint64_t bytes = layout.end > layout.begin ? layout.end - layout.begin : 0;
  const double width =
      announced == 0 ? 0
                     : 2 * static_cast<double>(bytes) / (static_cast<double>(announced) * static_cast<double>(pair));
  bool is_wide = std::abs(width - 4) < 0.6;
  const bool is_sure = std::abs(width - 2) < 0.3 || (is_wide && bytes % (2 * pair) == 0);
  if (!is_sure && bytes >= 16 * pair) {
    std::vector<std::byte> first(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, 1 << 15)));
    EEGATE_CHECK(source.read(layout.begin, first));
    const double narrow = roughness(first, layout.n_channels, 2), wide = roughness(first, layout.n_channels, 4);
    is_wide = is_wide ? narrow > 0.5 * wide : wide < 0.5 * narrow;
  }
  layout.type = is_wide ? NumberType::kInt32 : NumberType::kInt16;
  if (!is_sure)
    diagnostics.remark("CNT_WIDTH", "The number of bits per sample is uncertain",
                       is_wide ? "32 bits are taken" : "16 bits are taken");
  layout.n_samples = bytes / layout.frame_bytes();
  if (layout.n_samples == 0)
    return cnt_error("There is no complete sample", "samples", std::to_string(bytes) + " bytes",
                     "samples of all channels");
  if (announced != 0 && announced != layout.n_samples)
    diagnostics.remark("CNT_SIZE_MISMATCH", "The file has another length than its header says; what is there is read",
                       std::to_string(layout.n_samples), std::to_string(announced));
  return layout;
}

// Mean absolute difference between numbers that would be consecutive samples of a channel, at the beginning of the
// samples.
double mean_step(const CntLayout& layout, std::span<const float> numbers, std::uint64_t block) {
  double sum = 0;
  std::uint64_t n = 0;
  const std::uint64_t distance = block == 1 ? layout.n_channels : 1;
  for (std::uint64_t i = 0; i + distance < numbers.size(); ++i) {
    if (block > 1 && i % block == block - 1) continue;  // the next one belongs to another channel
    sum += std::abs(static_cast<double>(numbers[i + distance]) - static_cast<double>(numbers[i]));
    ++n;
  }
  return n == 0 ? 0 : sum / static_cast<double>(n);
}

// The header field for blocks is also set in files without them, so the layout in which the signal is smoother is used.
Result<> find_blocks(ByteSource& source, std::span<const std::byte> setup, CntLayout& layout,
                     Diagnostics& diagnostics) {
  const std::int64_t offset = little<std::int32_t>(setup, 894);
  const auto width = static_cast<std::int64_t>(bytes_of(layout.type));
  if (offset <= width || offset / width > 65536) return {};
  const auto block = static_cast<std::uint64_t>(offset / width);
  std::vector<std::byte> bytes(
      static_cast<std::size_t>(std::min<std::uint64_t>(std::uint64_t{1} << 16, layout.end - layout.begin)));
  EEGATE_CHECK(source.read(layout.begin, bytes));
  std::vector<float> numbers(bytes.size() / static_cast<std::size_t>(width));
  const NumberColumn column{.out = numbers.data()};
  (void)decode_numbers(
      {.type = layout.type, .bytes = bytes.data(), .stride = static_cast<std::size_t>(width), .n = numbers.size()},
      {&column, 1});
  const double one_by_one = mean_step(layout, numbers, 1), in_blocks = mean_step(layout, numbers, block);
  if (in_blocks < one_by_one) {
    layout.block = block;
    layout.n_samples -= layout.n_samples % block;
    if (layout.n_samples == 0)
      return cnt_error("There is no complete block of samples", "samples", "fewer samples", std::to_string(block));
    return {};
  }
  diagnostics.remark("CNT_BLOCK_LAYOUT", "The header announces blocks of samples, but the samples are multiplexed",
                     "blocks of " + std::to_string(block));
  return {};
}

// Reads windows of whole blocks and decodes the numbers of each channel.
Result<std::uint64_t> read_cnt(ByteSource& source, const CntLayout& layout, const std::vector<CntChannel>& described,
                               std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                               float* out) {
  const std::size_t width = bytes_of(layout.type);
  const std::uint64_t block_bytes = layout.block * layout.frame_bytes();
  const std::uint64_t per_window = std::max<std::uint64_t>(1, kCntWindowBytes / block_bytes);
  std::vector<std::byte> window;
  std::vector<NumberColumn> columns(channels.size());
  for (std::uint64_t block = first / layout.block; n > 0 && block * layout.block < first + n;) {
    const std::uint64_t n_blocks = std::min(per_window, (first + n - 1) / layout.block + 1 - block);
    window.resize(static_cast<std::size_t>(n_blocks * block_bytes));
    EEGATE_CHECK(source.read(layout.begin + block * block_bytes, window));
    // Blocks of one sample are decoded as one run.
    const std::uint64_t run = layout.block == 1 ? n_blocks : layout.block;
    const std::size_t stride = layout.block == 1 ? static_cast<std::size_t>(layout.frame_bytes()) : width;
    for (std::uint64_t at = 0; at < n_blocks * layout.block; at += run) {
      const std::uint64_t begin = block * layout.block + at, from = std::max(first, begin),
                          to = std::min(first + n, begin + run);
      if (from >= to) continue;
      for (std::size_t i = 0; i < channels.size(); ++i) {
        const CntChannel& channel = described[channels[i]];
        const bool is_calibrated = channel.factor != 0;
        columns[i] = {.byte = static_cast<std::size_t>(channels[i] * layout.block * width),
                      .factor = is_calibrated ? channel.factor : 1,
                      .offset = is_calibrated ? channel.offset : 0,
                      .out = out + i * n + (from - first)};
      }
      (void)decode_numbers({.type = layout.type,
                            .bytes = window.data() + at * layout.frame_bytes() + (from - begin) * stride,
                            .stride = stride,
                            .n = static_cast<std::size_t>(to - from)},
                           columns);
    }
    block += n_blocks;
  }
  return std::uint64_t{0};
}

struct CntEvents {
  std::vector<Annotation> annotations;
  std::vector<std::uint64_t> boundaries;  // samples after which the recording was paused
};

Result<CntEvents> read_cnt_events(ByteSource& source, const CntLayout& layout, double sfreq, Diagnostics& diagnostics) {
  CntEvents events;
  if (layout.end + 9 > source.size()) return events;
  std::vector<std::byte> head(9);
  EEGATE_CHECK(source.read(layout.end, head));
  const auto type = std::to_integer<unsigned>(head[0]);
  const std::uint64_t bytes = little<std::uint32_t>(head, 1), each = type == 1 ? 8 : 19;
  const std::uint64_t there = std::min(bytes, source.size() - layout.end - 9);
  if (type < 1 || type > 3) {
    diagnostics.remark("CNT_EVENTS", "The event table is of an unknown kind and is left out", std::to_string(type));
    return events;
  }
  const std::uint64_t n = std::min(there / each, kMaxCntEvents);
  if (n * each != bytes)
    diagnostics.remark("CNT_EVENTS", "The event table is truncated; complete events are read",
                       std::to_string(there) + " bytes", std::to_string(bytes));
  std::vector<std::byte> table(static_cast<std::size_t>(n * each));
  EEGATE_CHECK(source.read(layout.end + 9, table));
  std::uint64_t wraps = 0, before = 0;
  for (std::size_t at = 0; at < table.size(); at += static_cast<std::size_t>(each)) {
    std::uint64_t offset = little<std::uint32_t>(table, at + 4);
    // In files of more than 4 GiB, offsets that fall back go on in the next 4 GiB.
    if (type != 3 && before > offset + kCntWrap / 2 && layout.end > wraps + kCntWrap) wraps += kCntWrap;
    before = offset;
    offset += wraps;
    const double sample = type == 3 ? static_cast<double>(static_cast<std::int32_t>(offset))
                                    : (static_cast<double>(offset) - static_cast<double>(layout.begin)) /
                                          static_cast<double>(layout.frame_bytes());
    if (sample < 0 || sample > static_cast<double>(layout.n_samples))
      diagnostics.remark("CNT_EVENT_RANGE", "An event lies outside the samples", significant(sample, 10));
    const auto kind = std::to_integer<unsigned>(table[at + 3]), key = kind & 15;
    events.annotations.push_back({.onset_s = sample / sfreq,
                                  .text = (key == 0 ? "" : "KeyPad Response ") +
                                          std::to_string(key == 0 ? little<std::uint16_t>(table, at) : key)});
    if (kind >> 4 == 14 && sample > 0 && sample < static_cast<double>(layout.n_samples))
      events.boundaries.push_back(static_cast<std::uint64_t>(sample));
  }
  return events;
}

bool is_neuroscan(std::span<const std::byte> beginning) {
  const std::string_view text = text_of_bytes(beginning);
  return text.starts_with("Version 3.") && beginning.size() > 378;
}

// Epochs (.eeg) and averages (.avg) have the same header. Each epoch begins with 13 bytes, each channel of an average
// with 5; deviations may follow the averages.
bool is_epoched(std::span<const std::byte> setup, std::uint64_t n_bytes, std::uint64_t n_channels) {
  const std::uint64_t n_sweeps = little<std::uint16_t>(setup, 362), n_points = little<std::uint16_t>(setup, 368);
  const std::uint64_t n_values = n_points * n_channels;
  if (n_values == 0) return false;
  const bool are_epochs = n_bytes == n_sweeps * (13 + 2 * n_values) || n_bytes == n_sweeps * (13 + 4 * n_values);
  return are_epochs || n_bytes == 5 * n_channels + 4 * n_values || n_bytes == 5 * n_channels + 8 * n_values;
}

// Errors: CNT_FIELD, IO_READ.
Result<std::unique_ptr<SignalFile>> open_neuroscan(std::shared_ptr<ByteSource> source, const std::string&,
                                                   const FileSet&) {
  Diagnostics diagnostics(false);
  if (source->size() < kSetupBytes)
    return cnt_error("The file ends inside its header", "header", std::to_string(source->size()) + " bytes",
                     "900 bytes, and 75 for each channel");
  std::vector<std::byte> setup(kSetupBytes);
  EEGATE_CHECK(source->read(0, setup));
  const std::uint64_t n_channels = little<std::uint16_t>(setup, 370);
  const double sfreq = little<std::uint16_t>(setup, 376);
  if (n_channels == 0 || n_channels > kMaxCntChannels || kSetupBytes + n_channels * kElectrodeBytes > source->size())
    return cnt_error("The number of channels cannot be", "channels", std::to_string(n_channels),
                     "1 to 4096 that are described");
  if (is_epoched(setup, source->size() - kSetupBytes - n_channels * kElectrodeBytes, n_channels)) {
    Error e = cnt_error("The file contains epochs or an average", "samples", "epochs or an average",
                        "a continuous recording");
    e.hint = "Open the continuous recording (.cnt)";
    return e;
  }
  if (sfreq == 0) return cnt_error("The sampling rate cannot be used", "rate", "0", "Hz above 0");
  EEGATE_TRY(std::vector<CntChannel> described, read_cnt_channels(*source, n_channels));
  EEGATE_TRY(CntLayout layout, find_layout(*source, setup, diagnostics));
  EEGATE_CHECK(find_blocks(*source, setup, layout, diagnostics));
  EEGATE_TRY(CntEvents events, read_cnt_events(*source, layout, sfreq, diagnostics));
  TableRecording recording;
  for (const CntChannel& channel : described) {
    const bool is_calibrated = channel.factor != 0;
    if (!is_calibrated)
      diagnostics.remark("CNT_CALIBRATION", "A channel has no calibration and keeps its numbers",
                         quoted(channel.label));
    add_channel(recording, channel.label, "uV", sfreq, layout.n_samples, is_calibrated).calibrated = is_calibrated;
  }
  recording.segments =
      segments_between(std::move(events.boundaries), layout.n_samples, sfreq, diagnostics, "CNT_DISCONTINUOUS",
                       "The recording was paused; nothing is computed across the pauses");
  recording.annotations = std::move(events.annotations);
  recording.header.format = "Neuroscan";
  recording.header.start = read_cnt_start(setup);
  recording.header.duplicate_label = "CNT_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "CNT_NOT_FINITE", .range = "CNT_RANGE"};
  recording.reader =
      sample_reader([source, layout, described = std::move(described)](
                        std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) {
        return read_cnt(*source, layout, described, channels, first, n, out);
      });
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace

extern const SignalFormat kNeuroscanFormat = {"Neuroscan", ".cnt", is_neuroscan, open_neuroscan};

}  // namespace eegate
