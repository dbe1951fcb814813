#include "files/edf_clock.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxRuns = std::size_t{1} << 20;
constexpr std::int64_t kMicrosecond = 1000;
constexpr std::int64_t kSecond = 1'000'000'000;

std::string seconds_text(std::int64_t ns) { return decimal_text(ns, 9) + " s"; }

}  // namespace

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
