#include "files/edf_annotations.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/edf_samples.h"

namespace eegate {
namespace {

// If the blocks of consecutive records are closer, reading everything is faster than skipping: in a browser each read
// takes at least as long as 128 KiB more of it. With a small budget skipping gets further.
constexpr std::uint64_t kWorthSkipping = std::uint64_t{1} << 17, kWorthSkippingIfSmall = std::uint64_t{1} << 14;

// A damaged file may have an annotation block of several megabytes in the record that is needed here.
constexpr std::uint64_t kClockBytes = 4096;

bool is_scanned(const EdfSignal& s) { return s.kind != EdfSignalKind::ordinary && s.samples_per_record > 0; }

constexpr std::size_t kMaxRuns = std::size_t{1} << 20;
constexpr std::int64_t kMicrosecond = 1000;
constexpr std::int64_t kSecond = 1'000'000'000;

std::string seconds_text(std::int64_t ns) { return decimal_text(ns, 9) + " s"; }

}  // namespace

EdfAnnotationScan::EdfAnnotationScan(const EdfHeader& header, EdfMode mode)
    : header_(header), clock_(header), diagnostics_(mode == EdfMode::strict) {
  plan_blocks();
  if (blocks_.empty()) next_record_ = header_.n_records;  // nothing to read
}

void EdfAnnotationScan::plan_blocks() {
  clock_signal_ = header_.signals.size();
  for (std::size_t i = 0; i < header_.signals.size(); ++i) {
    const EdfSignal& s = header_.signals[i];
    if (!is_scanned(s)) continue;
    if (s.kind == EdfSignalKind::annotations) clock_signal_ = std::min(clock_signal_, i);
    const std::uint64_t n_bytes = s.samples_per_record * header_.bytes_per_sample();
    bytes_per_record_ += n_bytes;
    if (!blocks_.empty() && blocks_.back().offset + blocks_.back().n_bytes == s.record_offset) {
      blocks_.back().end_signal = i + 1;
      blocks_.back().n_bytes += n_bytes;
    } else {
      blocks_.push_back({i, i + 1, s.record_offset, n_bytes});
    }
  }
}

std::uint64_t EdfAnnotationScan::record_byte(std::uint64_t record) const {
  return header_.header_bytes + record * header_.record_bytes;
}

// Number of records to read at once; 0: read only the blocks.
std::uint64_t EdfAnnotationScan::records_per_window(std::uint64_t budget_bytes, bool is_small) const {
  const std::uint64_t n_left = header_.n_records - next_record_;
  if (header_.record_bytes - bytes_per_record_ >= (is_small ? kWorthSkippingIfSmall : kWorthSkipping)) {
    // One read to the end is faster than one for each record.
    return n_left <= kEdfWindowBytes / header_.record_bytes ? n_left : 0;
  }
  if (header_.record_bytes > kEdfWindowBytes) return 0;
  const std::uint64_t n = std::min(budget_bytes, kEdfWindowBytes) / header_.record_bytes;
  return std::min(std::max<std::uint64_t>(n, 1), n_left);
}

Result<> EdfAnnotationScan::advance(ByteSource& source, std::uint64_t budget_bytes, std::vector<EdfAnnotation>& out) {
  for (std::uint64_t spent = 0; !done() && spent < budget_bytes;) {
    const std::uint64_t n_records = records_per_window(budget_bytes - spent, budget_bytes < kEdfWindowBytes);
    EEGATE_TRY(const std::uint64_t cost,
               n_records > 0 ? read_window(source, n_records, out) : read_blocks(source, out));
    if (diagnostics_.failed()) return diagnostics_.error();
    spent += std::max(cost, kReadCost_bytes);
  }
  if (done()) {
    const std::int64_t end_ns = clock_.n_records() > 0 ? clock_.last_ns() + header_.record_duration_ns : 0;
    status_.finish(end_ns, out);
    buffer_ = {};
  }
  return {};
}

Result<std::uint64_t> EdfAnnotationScan::read_window(ByteSource& source, std::uint64_t n_records,
                                                     std::vector<EdfAnnotation>& out) {
  buffer_.resize(static_cast<std::size_t>(n_records * header_.record_bytes));
  EEGATE_CHECK(source.read(record_byte(next_record_), buffer_));
  for (std::uint64_t k = 0; k < n_records; ++k) {
    views_.clear();
    for (const Block& block : blocks_) {
      const std::uint64_t at = k * header_.record_bytes + block.offset;
      views_.push_back(
          std::span(buffer_).subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(block.n_bytes)));
    }
    parse_record(out);
  }
  return std::uint64_t{buffer_.size()};
}

Result<std::uint64_t> EdfAnnotationScan::read_blocks(ByteSource& source, std::vector<EdfAnnotation>& out) {
  std::uint64_t cost = 0;
  buffer_.resize(static_cast<std::size_t>(bytes_per_record_));
  views_.clear();
  std::span<std::byte> rest(buffer_);
  for (const Block& block : blocks_) {
    const auto bytes = rest.first(static_cast<std::size_t>(block.n_bytes));
    EEGATE_CHECK(source.read(record_byte(next_record_) + block.offset, bytes));
    views_.push_back(bytes);
    rest = rest.subspan(bytes.size());
    cost += std::max(block.n_bytes, kReadCost_bytes);
  }
  parse_record(out);
  return cost;
}

// The clock is parsed first, because triggers before it in the record need it.
void EdfAnnotationScan::parse_record(std::vector<EdfAnnotation>& out) {
  parse_signals(EdfSignalKind::annotations, out);
  if (clock_.n_records() == next_record_) {  // no annotation signal: records are contiguous
    clock_.add(std::nullopt, record_byte(next_record_), diagnostics_);
  }
  parse_signals(EdfSignalKind::status, out);
  ++next_record_;
}

void EdfAnnotationScan::parse_signals(EdfSignalKind kind, std::vector<EdfAnnotation>& out) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    std::size_t at = 0;
    for (std::size_t i = blocks_[b].first_signal; i < blocks_[b].end_signal; ++i) {
      const EdfSignal& s = header_.signals[i];
      const auto n_bytes = static_cast<std::size_t>(s.samples_per_record * header_.bytes_per_sample());
      if (s.kind == kind && n_bytes > 0) parse_signal(i, views_[b].subspan(at, n_bytes), out);
      at += n_bytes;
    }
  }
}

void EdfAnnotationScan::parse_signal(std::size_t signal_index, std::span<const std::byte> bytes,
                                     std::vector<EdfAnnotation>& out) {
  const EdfSignal& s = header_.signals[signal_index];
  const TalPlace place{next_record_, signal_index, record_byte(next_record_) + s.record_offset};
  if (s.kind == EdfSignalKind::status) {
    status_.add_record(bytes, place, clock_.last_ns(), header_.record_duration_ns, out);
    return;
  }
  const auto clock = parse_tal_block(bytes, place, out, diagnostics_);
  if (signal_index == clock_signal_) clock_.add(clock, place.byte_offset, diagnostics_);
}

Result<bool> EdfAnnotationScan::last_record_is_on_time(ByteSource& source) const {
  if (clock_signal_ == header_.signals.size() || clock_.n_records() == 0) return true;
  const EdfSignal& s = header_.signals[clock_signal_];
  const std::uint64_t last = header_.n_records - 1;
  std::vector<std::byte> block(
      static_cast<std::size_t>(std::min(s.samples_per_record * header_.bytes_per_sample(), kClockBytes)));
  EEGATE_CHECK(source.read(record_byte(last) + s.record_offset, block));
  std::vector<EdfAnnotation> ignored;
  Diagnostics silent(false);
  const auto now = parse_tal_block(block, {}, ignored, silent);
  if (!now) return true;  // records with unreadable clocks count as contiguous
  const double expected = static_cast<double>(clock_.first_ns()) +
                          static_cast<double>(last) * static_cast<double>(header_.record_duration_ns);
  return std::abs(static_cast<double>(*now) - expected) <= static_cast<double>(clock_.tolerance_ns());
}

// The upper eight inputs are high where no cable is connected to them.
constexpr std::uint32_t kOpenUpperInputs = 0xFF00;

void BdfStatusEvents::change(std::uint32_t code, std::int64_t now_ns, const TalPlace& place,
                             std::vector<EdfAnnotation>& out) {
  finish(now_ns, out);
  const bool is_first = !code_;  // when it began is not known
  if (is_first && code == kOpenUpperInputs) idle_ = code;
  code_ = code;
  if (code == 0 || code == idle_ || is_first) return;
  event_ = EdfAnnotation{now_ns, -1, std::to_string(code), place.record_index, place.signal_index};
}

void BdfStatusEvents::add_record(std::span<const std::byte> words, const TalPlace& place, std::int64_t record_onset_ns,
                                 std::int64_t record_duration_ns, std::vector<EdfAnnotation>& out) {
  const std::size_t n = words.size() / 3;
  for (std::size_t i = 0; i < n; ++i) {
    const std::byte* b = words.data() + 3 * i;
    // Bits 16 to 23 are the state of the amplifier.
    const std::uint32_t code = static_cast<std::uint32_t>(b[0]) | static_cast<std::uint32_t>(b[1]) << 8;
    if (code_ && code == *code_) continue;
    const double within = static_cast<double>(i) / static_cast<double>(n) * static_cast<double>(record_duration_ns);
    change(code, record_onset_ns + std::llround(within), place, out);
  }
}

void BdfStatusEvents::finish(std::int64_t end_ns, std::vector<EdfAnnotation>& out) {
  if (!event_) return;
  event_->duration_ns = std::max<std::int64_t>(0, end_ns - event_->onset_ns);
  if (out.size() < kMaxEdfAnnotations) out.push_back(std::move(*event_));
  event_.reset();
}

EdfClock::EdfClock(const EdfHeader& header)
    : continuity_(header.continuity), duration_ns_(header.record_duration_ns), tolerance_ns_(kMicrosecond) {
  std::uint64_t most_samples = 0;
  for (const EdfSignal& s : header.signals) {
    if (s.kind != EdfSignalKind::annotations) most_samples = std::max(most_samples, s.samples_per_record);
  }
  if (most_samples == 0) return;
  tolerance_ns_ = std::max(kMicrosecond, duration_ns_ / 2 / static_cast<std::int64_t>(most_samples));
}

void EdfClock::report(std::string message, std::string found, std::string expected, std::uint64_t byte_offset,
                      Diagnostics& diagnostics) const {
  Error e;
  e.code = "EDF_CLOCK";
  e.message = std::move(message);
  e.field = "clock";
  e.place = "record " + std::to_string(n_records_ + 1);
  e.found = std::move(found);
  e.expected = std::move(expected);
  e.byte_offset = static_cast<std::int64_t>(byte_offset);
  diagnostics.repair(std::move(e));
}

void EdfClock::check_first(std::optional<std::int64_t> clock_ns, std::uint64_t byte_offset, Diagnostics& diagnostics) {
  if (clock_ns && (*clock_ns < 0 || *clock_ns >= kSecond)) {
    report("The first record does not begin within the second of the start time", seconds_text(*clock_ns), "0 to 1 s",
           byte_offset, diagnostics);
  }
  runs_.push_back({0, clock_ns.value_or(0)});
}

void EdfClock::add(std::optional<std::int64_t> clock_ns, std::uint64_t byte_offset, Diagnostics& diagnostics) {
  const std::int64_t expected = runs_.empty() ? 0 : last_ns_ + duration_ns_;
  if (!clock_ns && continuity_ != EdfContinuity::plain) {
    report("A record does not tell its time and is taken to follow the one before", "no clock", seconds_text(expected),
           byte_offset, diagnostics);
  }
  const std::int64_t now = clock_ns.value_or(expected);
  const std::int64_t jump = now - expected;
  if (runs_.empty()) {
    check_first(clock_ns, byte_offset, diagnostics);
  } else if (std::llabs(jump) > tolerance_ns_) {
    // EDF+D allows gaps, but not decreasing times.
    if (continuity_ != EdfContinuity::discontinuous || jump < 0) {
      report("The record's clock jumps", seconds_text(now), seconds_text(expected), byte_offset, diagnostics);
    }
    if (runs_.size() < kMaxRuns) {
      runs_.push_back({n_records_, now});
    } else {
      Error e;
      e.code = "EDF_CLOCK";
      e.message = "The recording has too many gaps";
      e.expected = "at most " + std::to_string(kMaxRuns);
      diagnostics.refuse(std::move(e));
    }
  } else if (continuity_ == EdfContinuity::contiguous && std::llabs(jump) > kMicrosecond) {
    report("The clock of a record is inconsistent with the previous one", seconds_text(now), seconds_text(expected),
           byte_offset, diagnostics);
  }
  last_ns_ = now;
  ++n_records_;
}

}  // namespace eegate
