// Reads annotations, record clocks and triggers in file order, in several calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"
#include "files/edf.h"
#include "files/edf_tal.h"

namespace eegate {

// Start times of the data records. Only runs without a gap are stored, not each record.

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

// Triggers of a BDF recording: events are runs of one non-zero code in the Status channel (BioSemi).

class BdfStatusEvents {
 public:
  // Adds the Status words of one record. An event is appended when it ends; its text is the code in decimal.
  void add_record(std::span<const std::byte> words, const TalPlace& place, std::int64_t record_onset_ns,
                  std::int64_t record_duration_ns, std::vector<EdfAnnotation>& out);
  // After the last record: ends an event that is still active.
  void finish(std::int64_t end_ns, std::vector<EdfAnnotation>& out);

 private:
  void change(std::uint32_t code, std::int64_t now_ns, const TalPlace& place, std::vector<EdfAnnotation>& out);

  std::optional<std::uint32_t> code_;  // code of the previous sample
  std::uint32_t idle_ = 0;             // code without a trigger
  std::optional<EdfAnnotation> event_;
};

class EdfAnnotationScan {
 public:
  // Copies the header.
  explicit EdfAnnotationScan(const EdfHeader& header, EdfMode mode = EdfMode::tolerant);

  // Continues for about `budget_bytes` of the file and appends what it finds. Each read counts as at least
  // kReadCost_bytes, because many small reads take time too. Errors: IO_READ, and EDF_* in strict mode.
  Result<> advance(ByteSource& source, std::uint64_t budget_bytes, std::vector<EdfAnnotation>& out);
  static constexpr std::uint64_t kReadCost_bytes = 1024;

  bool done() const { return next_record_ == header_.n_records; }
  const EdfClock& clock() const { return clock_; }
  // Whether the start time of the last record is consistent with a contiguous recording: one small read instead of
  // reading all records.
  Result<bool> last_record_is_on_time(ByteSource& source) const;
  Warnings warnings() const { return diagnostics_.warnings(); }

 private:
  // Adjacent signals that are read together.
  struct Block {
    std::size_t first_signal = 0, end_signal = 0;
    std::uint64_t offset = 0, n_bytes = 0;  // within a record
  };

  void plan_blocks();
  std::uint64_t records_per_window(std::uint64_t budget_bytes, bool is_small) const;
  std::uint64_t record_byte(std::uint64_t record) const;
  Result<std::uint64_t> read_window(ByteSource& source, std::uint64_t n_records, std::vector<EdfAnnotation>& out);
  Result<std::uint64_t> read_blocks(ByteSource& source, std::vector<EdfAnnotation>& out);
  void parse_record(std::vector<EdfAnnotation>& out);
  void parse_signals(EdfSignalKind kind, std::vector<EdfAnnotation>& out);
  void parse_signal(std::size_t signal_index, std::span<const std::byte> bytes, std::vector<EdfAnnotation>& out);

  EdfHeader header_;
  EdfClock clock_;
  BdfStatusEvents status_;
  Diagnostics diagnostics_;
  std::vector<Block> blocks_;
  std::size_t clock_signal_ = 0;
  std::uint64_t bytes_per_record_ = 0;  // sum over all blocks
  std::uint64_t next_record_ = 0;
  std::vector<std::byte> buffer_;
  std::vector<std::span<const std::byte>> views_;  // blocks of the current record, in buffer_
};

}  // namespace eegate
