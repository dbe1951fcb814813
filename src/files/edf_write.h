// Writes EDF+C: recordings with annotations, and results as a file of annotations alone. What is
// written passes the strict reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "files/edf.h"

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

// Records of duration 0 with an annotation signal only.
Result<std::vector<std::byte>> write_edf_annotations(std::span<const EdfOutAnnotation> annotations,
                                                     const EdfOutOptions& options = {});

// A number in at most 8 characters, rounded down (or up) so that a range between two of them never
// shrinks. Empty if it does not fit.
std::string edf_number_down(double value);
std::string edf_number_up(double value);

}  // namespace eegate
