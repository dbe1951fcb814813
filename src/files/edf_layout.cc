#include <algorithm>
#include <cmath>
#include <utility>

#include "files/edf_parse.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
constexpr std::uint64_t kMaxRecordBytes = 256 * kMebibyte;
constexpr double kMaxRecording_s = 2e9;  // 63 years; sums of times fit into 64-bit nanoseconds

bool has_samples(const EdfHeader& header) {
  for (const EdfSignal& s : header.signals) {
    if (s.kind != EdfSignalKind::annotations && s.samples_per_record > 0) return true;
  }
  return false;
}

void parse_duration(const EdfField& field, const EdfOptions& options, EdfHeader& header, Diagnostics& diagnostics) {
  const bool usable = field.number && *field.number >= 0 && *field.number < kMaxRecording_s;
  if (!usable) {
    diagnostics.refuse(field.error("EDF_BAD_DURATION", "The duration of a data record cannot be used",
                                   "a number of seconds, not negative"));
    return;
  }
  header.record_duration_s = *field.number;
  // The decimal text is exact, the double is not in all cases.
  const auto exact = parse_nanoseconds(field.text);
  header.record_duration_ns = exact ? *exact : std::llround(*field.number * 1e9);
  if (header.record_duration_ns > 0 || !has_samples(header)) return;
  Error e = field.error("EDF_BAD_DURATION", "A data record lasts no time, so there is no sampling rate",
                        "more than 0 beside ordinary signals");
  if (!options.assume_1s_records) {
    diagnostics.refuse(std::move(e));
    return;
  }
  diagnostics.repair(std::move(e));
  header.record_duration_s = 1;
  header.record_duration_ns = 1'000'000'000;
}

// Samples per record have at most 15 digits and there are at most 4096 signals, so the sum fits into 64 bits.
void place_signals(EdfHeader& header, Diagnostics& diagnostics) {
  for (EdfSignal& s : header.signals) {
    s.record_offset = header.record_bytes;
    header.record_bytes += s.samples_per_record * header.bytes_per_sample();
  }
  const std::uint64_t usual = (header.is_bdf ? 15 : 10) * kMebibyte;
  if (header.record_bytes > 0 && header.record_bytes <= usual) return;
  Error e;
  e.code = header.record_bytes == 0 ? "EDF_BAD_NSAMP" : "EDF_RECORD_TOO_LARGE";
  e.message = header.record_bytes == 0 ? "A data record holds no samples at all" : "A data record is unusually large";
  e.field = "samples per record";
  e.found = std::to_string(header.record_bytes) + " bytes";
  e.expected = "1 to " + std::to_string(usual) + " bytes";
  if (header.record_bytes == 0 || header.record_bytes > kMaxRecordBytes) {
    diagnostics.refuse(std::move(e));
  } else {
    diagnostics.repair(std::move(e));
  }
}

Error records_error(const EdfField& field, std::string_view code, std::string message, std::uint64_t n_complete) {
  return field.error(code, std::move(message), std::to_string(n_complete) + ", the complete records that are there");
}

Error no_records_error(const EdfField& field, bool declared) {
  Error e = field.error(declared ? "EDF_SIZE_MISMATCH" : "EDF_RECORDS_UNKNOWN",
                        "The file holds no complete data record", "at least one record after the header");
  e.hint = "There are no data to show; copy or download the file again";
  return e;
}

void report_count(const EdfField& field, std::uint64_t n_declared, std::uint64_t n_complete, std::uint64_t rest,
                  const EdfHeader& header, Diagnostics& diagnostics) {
  if (n_declared == 0) {
    diagnostics.repair(records_error(field, "EDF_RECORDS_UNKNOWN",
                                     "The number of data records is unknown; they were counted", n_complete));
  } else if (n_declared > n_complete) {
    diagnostics.repair(
        records_error(field, "EDF_SIZE_MISMATCH", "The file is shorter than its header says", n_complete));
  } else if (n_declared < n_complete || rest != 0) {
    const std::uint64_t end = header.header_bytes + n_declared * header.record_bytes;
    Error e = field.error("EDF_SIZE_MISMATCH", "Bytes after the last data record are ignored",
                          "the end of the file at byte " + std::to_string(end));
    e.found += " records, but " + std::to_string(header.file_bytes - end) + " bytes after them";
    diagnostics.repair(std::move(e));
  }
  if (rest == 0 || (n_declared > 0 && n_declared <= n_complete)) return;
  Error e =
      records_error(field, "EDF_PARTIAL_RECORD", "The last data record is not complete and is left out", n_complete);
  e.byte_offset = static_cast<std::int64_t>(header.file_bytes - rest);
  e.place = "byte " + std::to_string(e.byte_offset);
  e.found = std::to_string(rest) + " bytes";
  e.expected = std::to_string(header.record_bytes) + " bytes";
  diagnostics.repair(std::move(e));
}

void count_records(const EdfField& field, EdfHeader& header, Diagnostics& diagnostics) {
  const std::uint64_t payload = header.file_bytes - header.header_bytes;
  const std::uint64_t n_complete = payload / header.record_bytes;
  header.declared_records = field.integer().value_or(-1);
  const bool declared = header.declared_records > 0;
  const auto n_declared = static_cast<std::uint64_t>(declared ? header.declared_records : 0);
  header.n_records = declared ? std::min(n_declared, n_complete) : n_complete;
  if (header.n_records == 0) {
    diagnostics.refuse(no_records_error(field, declared));
  } else {
    report_count(field, n_declared, n_complete, payload % header.record_bytes, header, diagnostics);
  }
}

}  // namespace

void check_edf_layout(const EdfField& n_records, const EdfField& duration, const EdfOptions& options, EdfHeader& header,
                      Diagnostics& diagnostics) {
  if (diagnostics.failed()) return;
  parse_duration(duration, options, header, diagnostics);
  place_signals(header, diagnostics);
  if (diagnostics.failed()) return;
  count_records(n_records, header, diagnostics);
  const double total_s = header.record_duration_s * static_cast<double>(header.n_records);
  if (total_s > kMaxRecording_s) {
    diagnostics.refuse(
        duration.error("EDF_BAD_DURATION", "The recording would last for decades", "a shorter data record"));
  }
}

}  // namespace eegate
