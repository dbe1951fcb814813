// Start times of the data records. Only runs without a gap are stored, not each record.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "files/diagnostics.h"
#include "files/edf.h"

namespace eegate {

// A run of records without a gap, from `first_record` on.
struct EdfRun {
  std::uint64_t first_record = 0;
  std::int64_t onset_ns = 0;  // of its first sample, relative to the start time of the header
};

class EdfClock {
 public:
  explicit EdfClock(const EdfHeader& header);

  // Adds the start time of the next record, from its first annotation list. Without one, the record is assumed to
  // follow the previous one. A jump of more than half a sample starts a new run.
  void add(std::optional<std::int64_t> clock_ns, std::uint64_t byte_offset, Diagnostics& diagnostics);

  std::uint64_t n_records() const { return n_records_; }
  std::int64_t first_ns() const { return runs_.empty() ? 0 : runs_.front().onset_ns; }
  std::int64_t last_ns() const { return last_ns_; }  // of the last record added
  const std::vector<EdfRun>& runs() const { return runs_; }

  // Half a sample at the highest rate, at least one microsecond, because onsets are rounded decimals.
  std::int64_t tolerance_ns() const { return tolerance_ns_; }

 private:
  void check_first(std::optional<std::int64_t> clock_ns, std::uint64_t byte_offset, Diagnostics& diagnostics);
  void report(std::string message, std::string found, std::string expected, std::uint64_t byte_offset,
              Diagnostics& diagnostics) const;

  EdfContinuity continuity_;
  std::int64_t duration_ns_;
  std::int64_t tolerance_ns_;
  std::uint64_t n_records_ = 0;
  std::int64_t last_ns_ = 0;
  std::vector<EdfRun> runs_;
};

}  // namespace eegate
