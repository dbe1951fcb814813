// A SignalFile whose samples are one table, and whose header and annotations are read when it is opened.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "files/diagnostics.h"
#include "files/signal_file.h"
#include "kernels/interleaved.h"

namespace eegate {

// Samples stored as one table without gaps, one number per sample and column, as in BrainVision, EEGLAB and other
// formats.

struct SampleTable {
  NumberType type = NumberType::kInt16;
  bool is_big_endian = false;
  bool is_by_column = false;     // all samples of the first column, then the second; otherwise multiplexed
  std::uint64_t first_byte = 0;  // position in the file
  std::uint64_t n_columns = 0;   // below 2^32
  std::uint64_t n_samples = 0;
  std::uint64_t frame_bytes() const { return n_columns * bytes_of(type); }
};

// Number of complete samples of the table in `bytes`.
std::uint64_t whole_samples(const SampleTable& table, std::uint64_t bytes);

// Output of samples: those of the i-th requested column start at values + i * pitch.
struct OutputRows {
  float* values = nullptr;
  std::uint64_t pitch = 0;
};

// Reads samples [first, first + n), which must be in the table: float(number * factors[column]). Numbers that are not
// finite and products beyond 1e20 become 0; returns their number. Error IO_READ. `window` is a buffer that can be
// reused between calls.
Result<std::uint64_t> read_table(ByteSource& source, const SampleTable& table, std::span<const double> factors,
                                 std::span<const std::size_t> columns, std::uint64_t first, std::uint64_t n,
                                 OutputRows rows, std::vector<std::byte>& window);

// Reads samples of other layouts than a table; returns the same as read_table().
class SampleReader {
 public:
  virtual ~SampleReader() = default;
  virtual Result<std::uint64_t> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                                     float* out) = 0;
};

struct TableRecording {
  SignalHeader header;
  std::vector<FileChannel> channels;  // columns of the table, from the first on
  std::vector<double> factors;        // for each channel, to microvolts or to its unit
  std::vector<Segment> segments;
  std::vector<Annotation> annotations;
  SampleTable table;
  std::shared_ptr<ByteSource> samples;
  std::unique_ptr<SampleReader> reader;  // used instead of the table, if set
  struct Codes {
    std::string_view not_finite, range;
  } codes;
};

// A reader that calls a function object, which owns what it needs. Smaller than std::function, which can be copied.
template <class Read>
std::unique_ptr<SampleReader> sample_reader(Read read) {
  class Calls final : public SampleReader {
   public:
    explicit Calls(Read function) : read_(std::move(function)) {}
    Result<std::uint64_t> read(std::span<const std::size_t> channels, std::uint64_t first, std::uint64_t n,
                               float* out) override {
      return read_(channels, first, n, out);
    }

   private:
    Read read_;
  };
  return std::make_unique<Calls>(std::move(read));
}

// Adds a channel and its factor. The caller sets the fields that only some formats have.
FileChannel& add_channel(TableRecording& recording, std::string_view label, std::string_view unit, double sfreq,
                         std::uint64_t n_samples, bool is_voltage, double factor = 1);

// Filters before the recording, as EDF writes them: "HP:0.1Hz LP:40Hz", of those that take away a part of the band.
std::string prefilter_text(double highpass_hz, double lowpass_hz, double sfreq);

// A recording of rows of floats in microvolts that were read from a text.
TableRecording recording_of_rows(std::vector<std::string> labels, std::vector<std::byte> floats, std::uint64_t n_rows,
                                 double sfreq);

std::unique_ptr<SignalFile> table_signal_file(TableRecording recording, Diagnostics diagnostics);

// Segments that start at the first sample and at `begins`, in any order, with gaps of unknown length. A warning tells
// of more than one.
std::vector<Segment> segments_between(std::vector<std::uint64_t> begins, std::uint64_t n_samples, double sfreq,
                                      Diagnostics& diagnostics, std::string_view code, std::string_view message);

}  // namespace eegate
