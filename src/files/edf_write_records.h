// Planning of the records of an EDF+ file: their duration and the samples of each segment in them. Internal to
// src/files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "files/edf_write.h"

namespace eegate {

struct EdfOutRecords {
  std::string duration;  // s, as written to the header
  std::int64_t duration_ns = 0;
  std::vector<std::uint64_t> samples_per_record;  // of each signal
  std::vector<EdfOutRun> runs;
  std::uint64_t n_records = 0;
  std::uint64_t n_repeated = 0;  // padding samples of the first signal in incomplete records

  std::vector<std::int64_t> clocks_ns() const;  // start time of each record
};

// For one segment, a common record duration is used and the last record may be incomplete. For several segments, the
// duration that leaves the fewest incomplete records and preserves all gaps. Errors: EDF_WRITE_RATE,
// EDF_WRITE_SEGMENTS.
Result<EdfOutRecords> plan_edf_records(std::span<const EdfOutShape> signals, std::span<const Segment> segments);

}  // namespace eegate
