// A recording as its file gives it, whatever the format: header, channels, segments, annotations, samples by ranges.
// Each format is a reader (EDF and BDF: edf_signal_file.h) and a line in signal_formats.cc.
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
  std::string patient, recording;  // fields of identity, as written
  RecordingStart start;
  std::uint64_t n_records = 0;  // of one length each, in formats that have records
  double record_duration_s = 0;
  std::string_view duplicate_label = "EDF_DUPLICATE_LABEL";  // code of the warning for channels of one name
};

struct FileChannel {
  std::string label;         // as written in the file, trimmed
  std::string reference;     // as written, in formats that have a place for it
  std::string unit;          // as written
  std::string prefiltering;  // "HP:0.1Hz LP:75Hz", as written
  double sfreq = 0;          // Hz
  std::uint64_t n_samples = 0;
  bool is_voltage = false;  // the unit is known and the range is not empty: values are in uV
  bool calibrated = true;   // false: empty physical or digital range, values are digital
  bool is_trigger = false;  // unsigned words, never scaled
  // Where the electrode sits, seen from the middle of the head, of length 1: x to the right ear, y to the nose, z to
  // the vertex. Nothing if the file does not say.
  std::optional<std::array<double, 3>> direction;
  bool is_bad = false;  // marked so by whoever looked at the recording
};

// Times are seconds after the first sample of the recording.
struct Annotation {
  double onset_s = 0;
  double duration_s = 0;  // 0 if none was written
  std::string text;
  bool is_trigger = false;  // read from a trigger channel, where nobody wrote a text
};

// A run of samples without a gap. A contiguous recording has one.
struct Segment {
  double onset_s = 0;
  double duration_s = 0;
  double sample_onset_s = 0;  // seconds of stored data before this segment: sample index = sample_onset_s * sfreq
};

// What a copy without identity leaves out.
struct IdentityFields {
  bool patient = true;     // code, sex, birth date, name
  bool recording = true;   // code, technician, equipment
  bool start_date = true;  // wherever it stands
  bool start_time = false;
};

// A field of the header whose bytes are others in the copy.
struct ChangedField {
  std::string_view name;
  std::size_t byte_offset = 0, n_bytes = 0;
};

// A copy is these bytes, and after them all others of the file.
struct HeaderWithoutIdentity {
  std::vector<std::byte> bytes;
  std::vector<ChangedField> changed;  // fields that were clean already are not here
  // Words of the removed texts that may tell who it was, wherever else they stand: three letters or more, lower case.
  std::vector<std::string> words;
  std::vector<std::string> numbers;  // parts of identifiers: four digits or more that are no year
};

class SignalFile {
 public:
  virtual ~SignalFile() = default;

  virtual const SignalHeader& header() const = 0;
  virtual const std::vector<FileChannel>& channels() const = 0;  // those that hold samples, in file order
  // At least one segment, even for a file of annotations alone. Known for sure after the first read_annotations.
  virtual const std::vector<Segment>& segments() const = 0;
  virtual Warnings warnings() const = 0;  // grow while annotations and samples are read

  // Reads on for about `budget_bytes` of the file and appends what it finds, in the order of the file, also when it
  // fails. The first call reads whatever it takes to know the segments.
  virtual Result<> read_annotations(std::uint64_t budget_bytes, std::vector<Annotation>& out) = 0;
  virtual bool annotations_complete() const = 0;

  // Microvolts of samples [first, first + n) of several channels of one rate, counted over the stored samples, in one
  // pass over the file: out is [channels.size(), n] row-major.
  virtual Result<> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) = 0;

  // The first bytes of a copy without these fields. Error IO_READ, and those of the format.
  virtual Result<HeaderWithoutIdentity> remove_identity(const IdentityFields& removed) = 0;
  // Where texts of the file other than annotations hold a name, for people who will read the copy: warnings DEID_NAME,
  // which do not repeat it. `header` is what remove_identity answered. Error IO_READ.
  using HoldsName = std::function<bool(std::string_view text)>;
  virtual Result<Warnings> find_names(const HeaderWithoutIdentity& header, const HoldsName& holds_name) = 0;
};

}  // namespace eegate
