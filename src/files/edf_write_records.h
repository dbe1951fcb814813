// The records of an EDF+ file that is written: how long they last, and what of each segment they hold. Internal to
// src/files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/edf_write.h"

namespace eegate {

struct EdfOutRecords {
  std::string duration;  // s, as the header says it
  std::int64_t duration_ns = 0;
  std::vector<std::uint64_t> samples_per_record;  // of each signal
  std::vector<EdfOutRun> runs;
  std::uint64_t n_records = 0;
  std::uint64_t n_repeated = 0;  // samples of the first signal that stand in for those that a last record lacks

  std::vector<std::int64_t> clocks_ns() const;  // of each record
};

// Of one segment records are as long as is usual, and the last one may not be full. Of several, those that leave fewest
// records unfilled, and keep every gap. Errors: EDF_WRITE_RATE, EDF_WRITE_SEGMENTS.
Result<EdfOutRecords> plan_edf_records(std::span<const EdfOutShape> signals, std::span<const Segment> segments);

}  // namespace eegate
