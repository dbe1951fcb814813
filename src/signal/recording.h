// Recording: a file seen as channels of microvolts on one time axis, whatever its format. Reads by ranges;
// keeps nothing but the header, the annotations and the clock.
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
#include "files/signal_file.h"

namespace eegate {

inline constexpr std::uint64_t kFirstAnnotationBytes = std::uint64_t{1} << 19;

struct Channel {
  std::string label;         // as written in the file, trimmed
  std::string name;          // canonical name ("Fp1", "Cz"); unique in the recording, "-0", "-1" appended
                             // to duplicates
  std::string reference;     // what the label said after the dash ("REF", "LE"), empty if nothing
  std::string unit;          // as written
  std::string prefiltering;  // as written
  double sfreq = 0;          // Hz
  std::uint64_t n_samples = 0;
  bool is_voltage = false;                         // the unit is known and the range is not empty: values are in uV
  bool calibrated = true;                          // false: empty physical or digital range, values are digital
  bool is_trigger = false;                         // BDF Status: unsigned words, never scaled
  std::optional<std::array<double, 3>> direction;  // see FileChannel
  std::string type;                                // "EEG", "EOG", as a BIDS data set says; empty if nothing does
  bool is_bad = false;                             // marked so in the file or its data set
};

class Recording {
 public:
  // Reads the header and, up to `annotation_budget_bytes`, the annotations, or whatever it takes to know where the gaps
  // are. `files` are those beside it, where a recording of several files finds its parts. Errors: those of the file's
  // format, FORMAT_* for files that are something else.
  static Result<Recording> open(std::shared_ptr<ByteSource> source, std::string file_name,
                                std::uint64_t annotation_budget_bytes = kFirstAnnotationBytes,
                                const FileSet& files = {});
  // A file that is open already.
  static Result<Recording> of(std::unique_ptr<SignalFile> file, std::string file_name,
                              std::uint64_t annotation_budget_bytes = kFirstAnnotationBytes);
  Recording(Recording&&) noexcept;
  Recording& operator=(Recording&&) noexcept;
  ~Recording();

  SignalFile& file() const;
  const SignalHeader& header() const { return file().header(); }
  const std::string& file_name() const;
  const std::vector<Channel>& channels() const;
  const Warnings& warnings() const;  // grows while annotations and samples are read
  double duration_s() const;         // from the first sample to the end of the last, gaps included
  const std::vector<Segment>& segments() const { return file().segments(); }
  bool is_contiguous() const { return segments().size() == 1; }

  const std::vector<Annotation>& annotations() const;  // those read so far, ascending onset, file order among equals
  bool annotations_complete() const;
  // Reads on for about `budget_bytes` of the file.
  Result<> read_annotations(std::uint64_t budget_bytes);
  // What the side files of a BIDS data set say, of which the recording has the name: events take the place of the
  // annotations, channels get type, state and direction. Files of other names are not looked at. Error: IO_READ.
  Result<> use_bids_sides(const FileSet& files);
  // Instead of those of the file, in any order; nothing more is read of those.
  void set_annotations(std::vector<Annotation> annotations);

  // Microvolts of samples [first, first + out.size()) of one channel, counted over the stored
  // samples.
  Result<> read(std::size_t channel, std::uint64_t first, std::span<float> out) const;
  // The same for several channels of one rate in one pass over the file: out is [channels.size(),
  // n] row-major.
  Result<> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n, float* out) const;

  // Channels at the rate that most voltage channels have (ties: the higher rate), in file order.
  std::vector<std::size_t> main_channels() const;
  // Index of the channel with this name, compared after normalisation; -1 if there is none.
  std::ptrdiff_t find(std::string_view name) const;
  // Trailing samples in which each of these channels keeps its last value (a record padded after
  // the last sample); 0 when that is true of the last sample only. Reads backwards until something
  // changes.
  Result<std::uint64_t> padded_tail(std::span<const std::size_t> channels) const;

 private:
  struct State;
  explicit Recording(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace eegate
