// Reads annotations, record clocks and triggers in file order, in several calls.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/byte_source.h"
#include "files/bdf_status.h"
#include "files/diagnostics.h"
#include "files/edf.h"
#include "files/edf_clock.h"
#include "files/edf_tal.h"

namespace eegate {

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
  std::uint64_t records_per_window(std::uint64_t budget_bytes) const;
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
