// Writes EDF+: recordings with annotations (EDF+D if they have gaps), and files that contain only annotations. Output
// is accepted by the strict reader.
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
  std::string label;                      // truncated to 16 printable ASCII characters
  std::string transducer, prefiltering;   // truncated to 80
  std::string physical_dimension = "uV";  // unit of `values`
  double sfreq = 0;                       // Hz
  std::span<const float> values;
};

struct EdfOutAnnotation {
  double onset_s = 0;      // relative to the first sample
  double duration_s = -1;  // negative: not written
  std::string text;        // UTF-8; bytes that delimit annotations become spaces
};

struct EdfOutOptions {
  RecordingStart start;      // if unknown: 01.01.85 00.00.00, the value for anonymous files, and "X"
  std::string patient_code;  // "X" if empty; spaces become underscores
  std::string equipment = "eegate";
};

// All signals must have the same duration. An incomplete last record is padded with the last value of each signal.
// Errors: EDF_WRITE_RATE, EDF_WRITE_LENGTH, EDF_WRITE_VALUES, EDF_WRITE_ANNOTATION.
Result<std::vector<std::byte>> write_edf_plus(std::span<const EdfOutSignal> signals,
                                              std::span<const EdfOutAnnotation> annotations,
                                              const EdfOutOptions& options = {});

// A signal that is not completely in memory: number and range of its values.
struct EdfOutShape {
  std::string label, transducer, prefiltering;  // see EdfOutSignal
  std::string physical_dimension = "uV";
  double sfreq = 0;  // Hz
  std::uint64_t n_values = 0;
  double min = 0, max = 0;
};

// The records of a segment; the last one may be incomplete.
struct EdfOutRun {
  std::uint64_t first_record = 0, n_records = 0;
  std::vector<std::uint64_t> first, n_samples;  // for each signal
  std::int64_t onset_ns = 0;
};

// Writes the same file record by record. With several segments, which are separated by gaps, it is EDF+D.
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
  // Number of samples of the first signal that pad incomplete records.
  std::uint64_t n_repeated() const;
  // Appends the samples of a signal in a record: all of them, or fewer in the last record of a run, which is padded
  // with the last value.
  void append_samples(std::vector<std::byte>& out, std::size_t signal, std::span<const float> values) const;
  // Appends the annotation signal of a record.
  void append_annotations(std::vector<std::byte>& out, std::uint64_t record) const;

 private:
  struct State;
  explicit EdfPlusStream(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// A file with records of duration 0 that has only an annotation signal.
Result<std::vector<std::byte>> write_edf_annotations(std::span<const EdfOutAnnotation> annotations,
                                                     const EdfOutOptions& options = {});

// A number in at most 8 characters, rounded down (or up), so that a range between two of them is never smaller. Empty
// if it does not fit.
std::string edf_number_down(double value);
std::string edf_number_up(double value);

}  // namespace eegate
