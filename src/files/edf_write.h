// Writes EDF+: recordings with annotations, those with gaps as EDF+D, and results as a file of annotations alone. What
// is written passes the strict reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "files/edf.h"
#include "files/signal_file.h"

namespace eegate {

struct EdfOutSignal {
  std::string label;                      // at most 16 printable ASCII characters are kept
  std::string transducer, prefiltering;   // at most 80
  std::string physical_dimension = "uV";  // of `values`
  double sfreq = 0;                       // Hz
  std::span<const float> values;
};

struct EdfOutAnnotation {
  double onset_s = 0;      // after the first sample
  double duration_s = -1;  // negative: none is written
  std::string text;        // UTF-8; bytes that end annotations become spaces
};

struct EdfOutOptions {
  RecordingStart start;      // unknown: 01.01.85 00.00.00, the value for anonymous files, and "X"
  std::string patient_code;  // blank: "X"; spaces become underscores
  std::string equipment = "eegate";
};

// All signals last equally long. A last record that is not full is padded with each signal's last
// value. Errors: EDF_WRITE_RATE, EDF_WRITE_LENGTH, EDF_WRITE_VALUES, EDF_WRITE_ANNOTATION.
Result<std::vector<std::byte>> write_edf_plus(std::span<const EdfOutSignal> signals,
                                              std::span<const EdfOutAnnotation> annotations,
                                              const EdfOutOptions& options = {});

// A signal that is not in memory as a whole: how many values there are, and the range that they keep.
struct EdfOutShape {
  std::string label, transducer, prefiltering;  // see EdfOutSignal
  std::string physical_dimension = "uV";
  double sfreq = 0;  // Hz
  std::uint64_t n_values = 0;
  double min = 0, max = 0;
};

// The records of a segment: those that hold its samples, the last of which need not be full.
struct EdfOutRun {
  std::uint64_t first_record = 0, n_records = 0;
  std::vector<std::uint64_t> first, n_samples;  // of each signal
  std::int64_t onset_ns = 0;
};

// The same file written record by record. More than one segment, between which there is a gap: EDF+D.
class EdfPlusStream {
 public:
  // Errors: EDF_WRITE_RATE, EDF_WRITE_LENGTH, EDF_WRITE_VALUES (the range), EDF_WRITE_ANNOTATION, EDF_WRITE_SEGMENTS.
  static Result<EdfPlusStream> begin(std::span<const EdfOutShape> signals,
                                     std::span<const EdfOutAnnotation> annotations, const EdfOutOptions& options,
                                     std::span<const Segment> segments = {});
  EdfPlusStream(EdfPlusStream&&) noexcept;
  ~EdfPlusStream();

  const std::string& header() const;
  std::uint64_t n_records() const;
  std::uint64_t record_bytes() const;
  std::uint64_t samples_per_record(std::size_t signal) const;
  const std::vector<EdfOutRun>& runs() const;
  // How many samples of the first signal stand at the ends of records only to fill them.
  std::uint64_t n_repeated() const;
  // The samples of a signal in a record: all of them, or in the last one of a run those that are left, after which the
  // last one stands again.
  void append_samples(std::vector<std::byte>& out, std::size_t signal, std::span<const float> values) const;
  // What stands behind the samples of a record.
  void append_annotations(std::vector<std::byte>& out, std::uint64_t record) const;

 private:
  struct State;
  explicit EdfPlusStream(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Records of duration 0 with an annotation signal only.
Result<std::vector<std::byte>> write_edf_annotations(std::span<const EdfOutAnnotation> annotations,
                                                     const EdfOutOptions& options = {});

// A number in at most 8 characters, rounded down (or up) so that a range between two of them never
// shrinks. Empty if it does not fit.
std::string edf_number_down(double value);
std::string edf_number_up(double value);

}  // namespace eegate
