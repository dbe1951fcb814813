// The interface of all recording formats: header, channels, segments, annotations, samples by ranges. Each format is a
// reader (EDF and BDF: edf_signal_file.cc) and an entry in signal_formats.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "files/recording_start.h"

namespace eegate {

struct SignalHeader {
  std::string format;              // "EDF+C"
  std::string patient, recording;  // identifying fields, as in the file
  RecordingStart start;
  std::uint64_t n_records = 0;  // in formats that have records of equal length
  double record_duration_s = 0;
  std::string_view duplicate_label = "EDF_DUPLICATE_LABEL";  // code of the warning about duplicate channel names
};

struct FileChannel {
  std::string label;         // as in the file, trimmed
  std::string reference;     // as in the file, in formats that have it
  std::string unit;          // as written
  std::string prefiltering;  // "HP:0.1Hz LP:75Hz", as in the file
  double sfreq = 0;          // Hz
  std::uint64_t n_samples = 0;
  bool is_voltage = false;  // the unit is known and the range not empty: values are in uV
  bool calibrated = true;   // false: empty physical or digital range, values are digital
  bool is_trigger = false;  // unsigned words, never scaled
  // Direction of the electrode from the centre of the head, of length 1: x to the right ear, y to the nose, z to the
  // vertex. std::nullopt if the file does not contain it.
  std::optional<std::array<double, 3>> direction;
  std::string_view type;  // "EEG", "EOG", as BIDS names types; empty if the file does not contain it
  bool is_bad = false;    // marked as bad in the file
};

// Times are in seconds relative to the first sample of the recording.
struct Annotation {
  double onset_s = 0;
  double duration_s = 0;  // 0 if not given
  std::string text;
  bool is_trigger = false;  // from a trigger channel, without a written text
};

// A range of samples without a gap. A contiguous recording has one segment.
struct Segment {
  double onset_s = 0;
  double duration_s = 0;
  double sample_onset_s = 0;  // seconds of stored data before this segment: sample index = sample_onset_s * sfreq
};

// Fields that de-identification removes.
struct IdentityFields {
  bool patient = true;     // code, sex, birth date, name
  bool recording = true;   // code, technician, equipment
  bool start_date = true;  // wherever it occurs
  bool start_time = false;
};

// A header field that differs in the copy.
struct ChangedField {
  std::string_view name;
  std::size_t byte_offset = 0, n_bytes = 0;
};

// A de-identified copy consists of these bytes, followed by the rest of the file.
struct HeaderWithoutIdentity {
  std::vector<std::byte> bytes;
  std::vector<ChangedField> changed;  // without fields that were already clean
  // Words of the removed texts that may identify a person elsewhere: at least three letters, lower case.
  std::vector<std::string> words;
  std::vector<std::string> numbers;  // parts of identifiers: at least four digits, not a year
};

class SignalFile {
 public:
  virtual ~SignalFile() = default;

  virtual const SignalHeader& header() const = 0;
  virtual const std::vector<FileChannel>& channels() const = 0;  // those that hold samples, in file order
  // At least one segment, even for a file with only annotations. Final after the first read_annotations().
  virtual const std::vector<Segment>& segments() const = 0;
  virtual Warnings warnings() const = 0;  // may grow while annotations and samples are read

  // Continues for about `budget_bytes` of the file and appends annotations in file order, also if it fails. The first
  // call reads as much as is needed to determine the segments.
  virtual Result<> read_annotations(std::uint64_t budget_bytes, std::vector<Annotation>& out) = 0;
  virtual bool annotations_complete() const = 0;

  // Reads samples [first, first + n) of several channels of one rate in microvolts, counted over the stored samples, in
  // one pass over the file: out is [channels.size(), n], row-major.
  virtual Result<> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) = 0;

  // The header of a copy without these fields. Errors: IO_READ, and those of the format.
  virtual Result<HeaderWithoutIdentity> remove_identity(const IdentityFields& removed) = 0;
  // Finds texts other than annotations that contain a name: warnings DEID_NAME for persons who will use the copy, which
  // do not repeat the name. `header` is the result of remove_identity(). Error IO_READ.
  using HoldsName = std::function<bool(std::string_view text)>;
  virtual Result<Warnings> find_names(const HeaderWithoutIdentity& header, const HoldsName& holds_name) = 0;
};

}  // namespace eegate
