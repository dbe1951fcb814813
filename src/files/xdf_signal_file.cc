// Reads XDF recordings (.xdf, .xdfz) of LabRecorder (lab streaming layer).
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
#include "files/inflate.h"
#include "files/signal_file.h"
#include "files/signal_formats.h"
#include "files/table_signal_file.h"
#include "files/text.h"
#include "files/xdf_clock.h"
#include "files/xdf_file.h"

namespace eegate {
namespace {

constexpr std::string_view kXdfMagic = "XDF:";
constexpr std::uint64_t kRunSamples = 1024;  // distance of the index entries from which samples are searched
constexpr std::size_t kMaxXdfEvents = std::size_t{1} << 18;
constexpr double kMaxXdfTime_s = 1e9, kXdfUneven_s = 0.01;
constexpr std::size_t kXdfReadBytes = std::size_t{1} << 17, kXdfBlockBytes = std::size_t{1} << 14;

// An index entry: the position of some samples of the stream.
struct XdfRun {
  std::uint64_t first_sample = 0, byte = 0;
  std::uint64_t end = 0;  // end of the chunk
};

struct XdfSignal {
  std::uint32_t stream = 0;
  NumberType form = NumberType::kFloat32;
  std::uint64_t n_samples = 0, row_bytes = 0;
  std::vector<XdfRun> runs;
  std::vector<XdfSegment> segments;
  double begin_s() const { return segments[0].begin_s; }
};

bool is_signal(const XdfStream& stream) { return stream.is_number() && stream.sfreq > 0 && stream.n_samples > 0; }

// Marker streams: irregular strings or integers of one channel.
bool is_marker(const XdfStream& stream) {
  return !stream.is_number() || (stream.sfreq == 0 && stream.is_whole_number() && stream.n_channels == 1);
}

// Chooses a stream of type EEG, or the first one.
Result<std::uint32_t> choose_stream(const XdfFile& file, Diagnostics& diagnostics) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t i = 0; i < file.streams.size(); ++i) {
    if (is_signal(file.streams[i])) found.push_back(i);
  }
  if (found.empty()) {
    return error_in_field("XDF_NO_SIGNAL", "The file contains no samples at a constant rate", "streams",
                          std::to_string(file.streams.size()) + " other or empty streams",
                          "a stream of numbers with a sampling rate",
                          "Select the stream of the amplifier when you record");
  }
  const auto is_eeg = [&](std::uint32_t i) { return equal_ignoring_case(file.streams[i].type, "EEG"); };
  const auto first = std::find_if(found.begin(), found.end(), is_eeg);
  const std::uint32_t chosen = first == found.end() ? found[0] : *first;
  std::string others;
  for (std::uint32_t i = 0; i < file.streams.size(); ++i) {
    const XdfStream& stream = file.streams[i];
    if (i == chosen || stream.n_samples == 0 || is_marker(stream) || others.size() > 200) continue;
    others += (others.empty() ? "" : ", ") + quoted(stream.name);
  }
  if (!others.empty()) {
    diagnostics.remark("XDF_CHOOSE", "One of several streams of samples is read", "also " + others,
                       quoted(file.streams[chosen].name));
  }
  return chosen;
}

// Reads all samples of the stream once.
Result<XdfSignal> scan_signal(ByteSource& source, const XdfFile& file, std::uint32_t index, Diagnostics& diagnostics) {
  const XdfStream& stream = file.streams[index];
  XdfSignal signal{.stream = index, .form = *stream.form, .row_bytes = stream.n_channels * bytes_of(*stream.form)};
  XdfSamples samples(source, file, index);
  XdfClock clock(stream.offsets);
  XdfSegmenter line(stream.sfreq);
  std::size_t chunk = SIZE_MAX;
  for (;; ++signal.n_samples) {
    EEGATE_TRY(const bool is_there, samples.next());
    if (!is_there) break;
    if (samples.chunk != chunk || signal.n_samples - signal.runs.back().first_sample == kRunSamples) {
      chunk = samples.chunk;
      signal.runs.push_back({signal.n_samples, samples.begin, file.chunks[chunk].end});
    }
    line.take(clock.corrected(samples.time_s));
  }
  if (samples.n_damaged > 0)
    diagnostics.remark("XDF_CHUNK", "Chunks of samples are damaged; complete samples are read",
                       std::to_string(samples.n_damaged) + " chunks");
  signal.segments = line.finish();
  if (signal.n_samples == 0)
    return error_in_field("XDF_NO_SIGNAL", "There is no complete sample", "stream " + quoted(stream.name),
                          "damaged chunks", "samples of all channels", "The file may be damaged: get it again");
  return signal;
}

// The measured rate by the clock, or the nominal one if it is nearly equal. Annotations are then placed by
// interpolation between samples, unless both methods differ by less than half a sample.
struct XdfRate {
  double sfreq = 0;
  bool is_by_sample = false;
};
XdfRate rate_of_signal(const XdfStream& stream, const XdfSignal& signal, Diagnostics& diagnostics) {
  double n = 0, span_s = 0, longest = 0, deviation_s = kXdfUneven_s;
  for (const XdfSegment& segment : signal.segments) {
    n += static_cast<double>(segment.n_samples - 1);
    span_s += segment.end_s() - segment.begin_s;
    longest = std::max(longest, static_cast<double>(segment.n_samples - 1));
    deviation_s = std::max(deviation_s, segment.deviation_s);
  }
  // So are those of wireless amplifiers, but also where samples were lost for less than a second.
  if (deviation_s > kXdfUneven_s && deviation_s * stream.sfreq > 1)
    diagnostics.remark("XDF_UNEVEN", "The times of the samples are uneven; samples may be missing",
                       significant(deviation_s * 1e3, 2) + " ms off an even rate");
  const double found = n > 0 && span_s > 0 ? n / span_s : stream.sfreq, off = std::abs(found / stream.sfreq - 1);
  if (off > 0.1)
    diagnostics.remark("XDF_RATE", "The samples did not arrive at the rate of their stream's header",
                       significant(found, 6) + " Hz", significant(stream.sfreq, 6) + " Hz");
  if (off > 0.005 && found > 1e-3 && found < 1e9) return {found, false};
  return {stream.sfreq, off * longest > 0.5};
}

std::vector<Segment> segments_of_signal(const XdfSignal& signal, double sfreq, Diagnostics& diagnostics) {
  std::vector<Segment> segments;
  for (const XdfSegment& segment : signal.segments) {
    const double end_s = segments.empty() ? 0 : segments.back().onset_s + segments.back().duration_s;
    segments.push_back({.onset_s = std::clamp(segment.begin_s - signal.begin_s(), end_s, end_s + kMaxXdfTime_s),
                        .duration_s = static_cast<double>(segment.n_samples) / sfreq,
                        .sample_onset_s = static_cast<double>(segment.first_sample) / sfreq});
  }
  if (segments.size() > 1)
    diagnostics.remark("XDF_GAP", "Samples are missing; nothing is computed across the gaps",
                       counted(segments.size() - 1, "gap", "gaps"));
  return segments;
}

// Markers of all streams on the time axis of the recording.
class XdfMarkers {
 public:
  XdfMarkers(const XdfSignal& signal, XdfRate rate, std::vector<Segment> segments)
      : signal_(signal), rate_(rate), segments_(std::move(segments)) {}
  Result<> take(ByteSource& source, const XdfFile& file, std::uint32_t stream);
  std::vector<Annotation> finish(Diagnostics& diagnostics);

 private:
  double onset_s(double time_s) const;
  double end_s() const { return segments_.back().onset_s + segments_.back().duration_s; }
  const XdfSignal& signal_;
  XdfRate rate_;
  std::vector<Segment> segments_;
  std::vector<Annotation> found_;
  std::uint64_t n_left_out_ = 0, n_outside_ = 0;
};

double XdfMarkers::onset_s(double time_s) const {
  if (!rate_.is_by_sample) return time_s - signal_.begin_s();
  const auto is_before = [](double time, const XdfSegment& segment) { return time < segment.begin_s; };
  const auto behind = std::upper_bound(signal_.segments.begin() + 1, signal_.segments.end(), time_s, is_before);
  const auto i = static_cast<std::size_t>(behind - signal_.segments.begin()) - 1;
  const XdfSegment& segment = signal_.segments[i];
  return segments_[i].onset_s + (time_s - segment.begin_s) / segment.step_s / rate_.sfreq;
}

Result<> XdfMarkers::take(ByteSource& source, const XdfFile& file, std::uint32_t stream) {
  XdfSamples samples(source, file, stream);
  XdfClock clock(file.streams[stream].offsets);
  for (;;) {
    EEGATE_TRY(const bool is_there, samples.next());
    if (!is_there) return {};
    if (found_.size() == kMaxXdfEvents) {
      ++n_left_out_;
      continue;
    }
    const double at_s = onset_s(clock.corrected(samples.time_s));
    n_outside_ += at_s >= 0 && at_s <= end_s() ? 0 : 1;
    if (!(std::abs(at_s) < kMaxXdfTime_s)) continue;
    EEGATE_TRY(std::string text, samples.text());
    found_.push_back({.onset_s = at_s, .text = std::move(text)});
  }
}

std::vector<Annotation> XdfMarkers::finish(Diagnostics& diagnostics) {
  if (n_outside_ > 0)
    diagnostics.remark("XDF_EVENT_RANGE", "Markers lie outside the samples", std::to_string(n_outside_) + " markers");
  if (n_left_out_ > 0)
    diagnostics.remark("XDF_TOO_MANY_EVENTS", "There are too many markers; the rest is left out",
                       std::to_string(n_left_out_), "at most " + std::to_string(kMaxXdfEvents));
  return std::move(found_);
}

void report_stream(const XdfFile& file, const XdfStream& stream, std::uint64_t n_samples, Diagnostics& diagnostics) {
  if (!stream.n_footer) {
    diagnostics.remark("XDF_NO_FOOTER", "The stream has no end: the recording was not finished", quoted(stream.name));
  } else if (*stream.n_footer != n_samples) {
    diagnostics.remark("XDF_FOOTER", "There are not as many samples as the end of the stream says",
                       std::to_string(n_samples), std::to_string(*stream.n_footer));
  }
  if (stream.offsets.empty() && file.streams.size() > 1)
    diagnostics.remark("XDF_CLOCK", "The clocks of the streams were not compared; their times may not fit together",
                       quoted(stream.name));
}

void add_xdf_channels(TableRecording& recording, const XdfStream& stream, std::uint64_t n_samples, double sfreq,
                      Diagnostics& diagnostics) {
  const XdfChannel none;
  for (std::size_t i = 0; i < stream.n_channels; ++i) {
    const bool is_described = stream.channels.size() == stream.n_channels;
    const XdfChannel& channel = is_described ? stream.channels[i] : none;
    const std::string label = channel.label.empty() ? "ch" + std::to_string(i + 1) : channel.label;
    const bool is_trigger = channel.type == "TRIG";
    const auto microvolts = is_trigger ? std::nullopt : microvolts_per_unit(channel.unit);
    if (!microvolts && !is_trigger)
      diagnostics.remark("XDF_UNIT_UNKNOWN", "The unit is not a known voltage; values are unchanged",
                         quoted(label) + " in " + quoted(channel.unit));
    FileChannel& added =
        add_channel(recording, label, channel.unit, sfreq, n_samples, microvolts.has_value(), microvolts.value_or(1));
    added.type = channel.type;
    added.is_trigger = is_trigger;
  }
}

// Collects samples of chunks, each of which may be preceded by a time stamp, as a table and decodes them together.
class XdfBlock {
 public:
  XdfBlock(const XdfSignal& signal, std::span<const double> factors, std::span<const std::size_t> channels,
           std::uint64_t n, float* out)
      : type_(signal.form),
        row_bytes_(static_cast<std::size_t>(signal.row_bytes)),
        bytes_(row_bytes_ * static_cast<std::size_t>(std::clamp<std::uint64_t>(kXdfBlockBytes / row_bytes_, 1, n))) {
    for (std::size_t i = 0; i < channels.size(); ++i)
      columns_.push_back({.byte = channels[i] * bytes_of(type_), .factor = factors[channels[i]], .out = out + i * n});
  }
  void take(const std::byte* row) {
    std::byte* const to = bytes_.data() + end_;
    std::size_t at = 0;
    for (; at + 16 <= row_bytes_; at += 16)
      std::memcpy(to + at, row + at, 16);  // rows are short: faster than a call of memcpy
    for (; at < row_bytes_; ++at) to[at] = row[at];
    end_ += row_bytes_;
    if (end_ == bytes_.size()) flush();
  }
  std::uint64_t finish() {
    flush();
    return n_replaced_;
  }

 private:
  void flush() {
    const std::size_t n = end_ / row_bytes_;
    n_replaced_ += decode_numbers({.type = type_, .bytes = bytes_.data(), .stride = row_bytes_, .n = n}, columns_);
    for (NumberColumn& column : columns_) column.out += n;
    end_ = 0;
  }
  NumberType type_;
  std::size_t row_bytes_;
  std::vector<std::byte> bytes_;
  std::size_t end_ = 0;
  std::vector<NumberColumn> columns_;
  std::uint64_t n_replaced_ = 0;
};

Result<std::uint64_t> read_xdf(ByteSource& source, const XdfSignal& signal, std::span<const double> factors,
                               std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                               float* out) {
  if (n == 0) return std::uint64_t{0};
  ByteWindow window(source, kXdfReadBytes);
  XdfBlock block(signal, factors, channels, n, out);
  const auto is_behind = [](std::uint64_t sample, const XdfRun& run) { return sample < run.first_sample; };
  auto run = std::upper_bound(signal.runs.begin(), signal.runs.end(), first, is_behind) - 1;
  std::uint64_t byte = run->byte;
  for (std::uint64_t at = run->first_sample; at < first + n;) {
    const std::uint64_t end = run + 1 == signal.runs.end() ? signal.n_samples : run[1].first_sample;
    if (at == end) {
      byte = (++run)->byte;
      continue;
    }
    const auto least = static_cast<std::size_t>(std::min<std::uint64_t>(9 + signal.row_bytes, run->end - byte));
    EEGATE_TRY(const auto bytes, window.at(byte, least));
    const std::uint64_t last = std::min(end, first + n);
    std::size_t used = 0;  // bytes of the complete samples in the window
    const auto take_run = [&](std::byte stamp) {
      const std::size_t head = 1 + std::to_integer<std::size_t>(stamp), each = head + signal.row_bytes;
      for (; at < last && bytes.size() - used >= each && bytes[used] == stamp; ++at, used += each)
        if (at >= first) block.take(bytes.data() + used + head);
    };
    for (std::size_t before = SIZE_MAX; used != before;) {  // runs of equal length are faster to skip
      before = used;
      take_run(std::byte{8});
      take_run(std::byte{0});
    }
    byte += used;
    if (used > 0) continue;
    return error_at_byte("XDF_CHUNK", "The file has changed since it was opened", byte, {}, {}, "Open it again");
  }
  return block.finish();
}

bool is_xdf(std::span<const std::byte> beginning) { return begins_with(beginning, kXdfMagic); }

// Opens one stream of samples, with the markers of the other streams as annotations. Errors: XDF_*, IO_READ, and
// INFLATE_DATA, INFLATE_LIMIT of gzip.
Result<std::unique_ptr<SignalFile>> open_xdf(std::shared_ptr<ByteSource> source, const std::string&, const FileSet&) {
  Diagnostics diagnostics(false);
  EEGATE_TRY(source, unpacked(std::move(source), diagnostics));
  EEGATE_TRY(const XdfFile file, read_xdf_file(*source, diagnostics));
  EEGATE_TRY(const std::uint32_t index, choose_stream(file, diagnostics));
  const XdfStream& stream = file.streams[index];
  EEGATE_TRY(XdfSignal signal, scan_signal(*source, file, index, diagnostics));
  report_stream(file, stream, signal.n_samples, diagnostics);
  TableRecording recording;
  const XdfRate rate = rate_of_signal(stream, signal, diagnostics);
  recording.segments = segments_of_signal(signal, rate.sfreq, diagnostics);
  XdfMarkers markers(signal, rate, recording.segments);
  for (std::uint32_t i = 0; i < file.streams.size(); ++i) {
    if (is_marker(file.streams[i])) EEGATE_CHECK(markers.take(*source, file, i));
  }
  recording.annotations = markers.finish(diagnostics);
  add_xdf_channels(recording, stream, signal.n_samples, rate.sfreq, diagnostics);
  recording.header.format = "XDF";
  recording.header.start = file.start;
  recording.header.duplicate_label = "XDF_DUPLICATE_LABEL";
  recording.codes = {.not_finite = "XDF_NOT_FINITE", .range = "XDF_RANGE"};
  recording.reader =
      sample_reader([source, signal = std::move(signal), factors = recording.factors](
                        std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) {
        return read_xdf(*source, signal, factors, channels, first, n, out);
      });
  return table_signal_file(std::move(recording), std::move(diagnostics));
}

}  // namespace

extern const SignalFormat kXdfFormat = {"XDF", ".xdf .xdfz", is_xdf, open_xdf};

}  // namespace eegate
