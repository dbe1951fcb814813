#include "files/edf_annotations.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "files/edf_samples.h"

namespace eegate {
namespace {

// If the blocks of consecutive records are closer, reading everything is faster than skipping.
constexpr std::uint64_t kWorthSkipping = std::uint64_t{1} << 14;

// A damaged file may have an annotation block of several megabytes in the record that is needed here.
constexpr std::uint64_t kClockBytes = 4096;

bool is_scanned(const EdfSignal& s) { return s.kind != EdfSignalKind::ordinary && s.samples_per_record > 0; }

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
std::uint64_t EdfAnnotationScan::records_per_window(std::uint64_t budget_bytes) const {
  const std::uint64_t n_left = header_.n_records - next_record_;
  if (header_.record_bytes - bytes_per_record_ >= kWorthSkipping) {
    // In a browser each read takes about 0.4 ms: one read to the end is faster than one for each record.
    return n_left <= kEdfWindowBytes / header_.record_bytes ? n_left : 0;
  }
  if (header_.record_bytes > kEdfWindowBytes) return 0;
  const std::uint64_t n = std::min(budget_bytes, kEdfWindowBytes) / header_.record_bytes;
  return std::min(std::max<std::uint64_t>(n, 1), n_left);
}

Result<> EdfAnnotationScan::advance(ByteSource& source, std::uint64_t budget_bytes, std::vector<EdfAnnotation>& out) {
  for (std::uint64_t spent = 0; !done() && spent < budget_bytes;) {
    const std::uint64_t n_records = records_per_window(budget_bytes - spent);
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

}  // namespace eegate
