// When each data record was recorded. Only the runs without a gap are kept, not every record.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "files/diagnostics.h"
#include "files/edf.h"

namespace eegate {

// Records from `first_record` on follow each other without a gap.
struct EdfRun {
  std::uint64_t first_record = 0;
  std::int64_t onset_ns = 0;  // of its first sample, after the start time of the header
};

class EdfClock {
 public:
  explicit EdfClock(const EdfHeader& header);

  // The clock of the next record, as its first annotation list tells it. Without one, the record is
  // taken to follow the one before. A jump of more than half a sample begins a new run.
  void add(std::optional<std::int64_t> clock_ns, std::uint64_t byte_offset, Diagnostics& diagnostics);

  std::uint64_t n_records() const { return n_records_; }
  std::int64_t first_ns() const { return runs_.empty() ? 0 : runs_.front().onset_ns; }
  std::int64_t last_ns() const { return last_ns_; }  // of the last record that was added
  const std::vector<EdfRun>& runs() const { return runs_; }

  // Half a sample at the highest rate, but at least a microsecond: onsets are rounded decimals.
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
