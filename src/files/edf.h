// EDF, EDF+, BDF and BDF+ headers (Kemp et al. 1992; Kemp and Olivan 2003, https://www.edfplus.info; BioSemi). Fields
// are named as in the specification. Samples are in edf_samples.h, annotations and the clock in edf_annotations.h,
// triggers in edf_annotations.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "files/recording_start.h"

namespace eegate {

// tolerant: problems that can be repaired without guessing at samples are warnings. strict: any deviation from the
// specification is an error.
enum class EdfMode { tolerant, strict };

enum class EdfContinuity {
  plain,          // EDF, BDF: no clock in the file, contiguous by specification
  contiguous,     // EDF+C, BDF+C
  discontinuous,  // EDF+D, BDF+D: each record has its own start time
};

enum class EdfSignalKind {
  ordinary,
  annotations,  // "EDF Annotations", "BDF Annotations"
  status,       // trigger words of BDF files, never scaled
};

struct EdfSignal {
  std::string label, transducer, physical_dimension, prefiltering;  // trimmed, UTF-8
  double physical_min = 0, physical_max = 0;                        // in physical_dimension
  std::int64_t digital_min = 0, digital_max = 0;
  std::uint64_t samples_per_record = 0;  // 0: skipped, because the header specifies no samples
  std::uint64_t record_offset = 0;       // bytes from the start of a record
  EdfSignalKind kind = EdfSignalKind::ordinary;
  bool calibrated = true;            // false: the range is empty and values stay digital
  std::optional<double> microvolts;  // uV per physical_dimension; std::nullopt if it is not a known voltage

  // value = (physical_min + gain (digital - digital_min)) factor, in microvolts for voltages and in physical_dimension
  // otherwise. The digital value if the signal is not calibrated.
  double gain() const;
  double factor() const { return microvolts.value_or(1.0); }
};

struct EdfHeader {
  bool is_bdf = false;
  EdfContinuity continuity = EdfContinuity::plain;
  std::string patient, recording, reserved;  // trimmed, UTF-8
  RecordingStart start;
  std::uint64_t header_bytes = 0;  // 256 * (number of signals + 1)
  std::uint64_t file_bytes = 0;
  std::int64_t declared_records = -1;  // as in the file
  std::uint64_t n_records = 0;         // complete records in the file
  double record_duration_s = 0;
  std::int64_t record_duration_ns = 0;
  std::uint64_t record_bytes = 0;
  std::vector<EdfSignal> signals;  // all signals, including annotation signals
  Warnings warnings;

  unsigned bytes_per_sample() const { return is_bdf ? 3 : 2; }
  std::string_view format_name() const;  // "EDF", "EDF+C", "EDF+D", "BDF", "BDF+C", "BDF+D"
  double sfreq(const EdfSignal& signal) const;
  std::uint64_t n_samples(const EdfSignal& signal) const { return n_records * signal.samples_per_record; }
  bool has_annotation_signal() const;
};

struct EdfOptions {
  EdfMode mode = EdfMode::tolerant;
  std::string file_name;           // only its extension is used
  bool assume_1s_records = false;  // treat a record duration of 0 with ordinary signals as 1 s
};

// Errors: EDF_* and BDF_* of docs/FORMATS.md, FORMAT_* when the bytes are another kind of file.
Result<EdfHeader> parse_edf_header(ByteSource& source, const EdfOptions& options = {});

}  // namespace eegate
