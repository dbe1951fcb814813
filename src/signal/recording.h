// Recording: the content of a file of any format as channels in microvolts on a common time axis. Samples are read by
// ranges; only header, annotations and clock are in memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "base/result.h"
#include "files/bids_sidecars.h"
#include "files/diagnostics.h"
#include "files/signal_file.h"

namespace eegate {

inline constexpr std::uint64_t kFirstAnnotationBytes = std::uint64_t{1} << 19;

struct Channel {
  std::string label;         // as in the file, trimmed
  std::string name;          // canonical name ("Fp1", "Cz"), unique in the recording: equal ones end with "-0", "-1"
  std::string reference;     // the part of the label after the dash ("REF", "LE"), may be empty
  std::string unit;          // as written
  std::string prefiltering;  // as written
  double sfreq = 0;          // Hz
  std::uint64_t n_samples = 0;
  bool is_voltage = false;                         // the unit is known and the range not empty: values are in uV
  bool calibrated = true;                          // false: empty physical or digital range, values are digital
  bool is_trigger = false;                         // BDF Status: unsigned words, never scaled
  std::optional<std::array<double, 3>> direction;  // see FileChannel
  std::string type;                                // "EEG", "EOG", of the file or its data set; empty if unknown
  bool is_bad = false;                             // marked as bad in the file or its data set
};

class Recording {
 public:
  // Opens a recording: reads the header and annotations up to `annotation_budget_bytes`, or as much as is needed to
  // find the gaps. `files` are those in which the parts of a recording of several files are looked up. Errors: those of
  // the file format, FORMAT_* for files of other kinds.
  static Result<Recording> open(std::shared_ptr<ByteSource> source, std::string file_name,
                                std::uint64_t annotation_budget_bytes = kFirstAnnotationBytes,
                                const FileSet& files = {});
  // The recording of a file that is already open.
  static Result<Recording> of(std::unique_ptr<SignalFile> file, std::string file_name,
                              std::uint64_t annotation_budget_bytes = kFirstAnnotationBytes);
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;
  ~Recording();

  SignalFile& file() const;
  const SignalHeader& header() const { return file().header(); }
  const std::string& file_name() const;
  const std::vector<Channel>& channels() const;
  const Warnings& warnings() const;  // may grow while annotations and samples are read
  double duration_s() const;         // from the first sample to the end of the last, including gaps
  const std::vector<Segment>& segments() const { return file().segments(); }
  bool is_contiguous() const { return segments().size() == 1; }

  const std::vector<Annotation>& annotations() const;  // those read so far, by ascending onset, then in file order
  bool annotations_complete() const;
  // Continues reading annotations for about `budget_bytes` of the file.
  Result<> read_annotations(std::uint64_t budget_bytes);
  // The annotations from this index on are new or have moved since the last call, or since the recording was opened.
  std::size_t take_first_changed() const;
  // Applies the sidecar files of a BIDS data set: events replace the annotations, channels get type, status and
  // direction. Files of other recordings are ignored. Error: IO_READ.
  Result<> use_bids_sidecars(const FileSet& files);
  // Replaces the annotations of the file, in any order; no more are read from it.
  void set_annotations(std::vector<Annotation> annotations);

  // Reads samples [first, first + out.size()) of one channel in microvolts, counted over the stored samples.
  Result<> read(std::size_t channel, std::uint64_t first, std::span<float> out) const;
  // The same for several channels of one rate in one pass over the file: out is [channels.size(), n], row-major.
  Result<> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) const;

  // The channels at the most common sampling rate of voltage channels (ties: the higher rate), in file order.
  std::vector<std::size_t> main_channels() const;
  // Index of the channel with this name, compared after normalisation; -1 if not found.
  std::ptrdiff_t find(std::string_view name) const;
  // Number of trailing samples in which each of these channels repeats its last value (padding of the last record); 0
  // if only the last sample has it. Reads backwards until a value differs.
  Result<std::uint64_t> padded_tail(std::span<const std::size_t> channels) const;

 private:
  struct State;
  explicit Recording(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The channels of a file with canonical, unique names. Warning: SignalHeader::duplicate_label.
std::vector<Channel> named_channels(const SignalFile& file, Diagnostics& diagnostics);

// Sets types, bad channels and electrode directions. Warnings: BIDS_CHANNELS (the names in channels.tsv and the
// recording differ), BIDS_UNIT, BIDS_BAD_CHANNELS.
void use_bids_channels(const BidsSidecars& sidecars, std::vector<Channel>& channels, Diagnostics& diagnostics);

// Warning BIDS_JSON_MISMATCH if sampling rate or duration in _eeg.json differ from the recording.
void check_bids_numbers(const BidsSidecars& sidecars, const Recording& recording, Diagnostics& diagnostics);

}  // namespace eegate
