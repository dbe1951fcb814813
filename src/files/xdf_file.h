// The chunks of an XDF file (Extensible Data Format, https://github.com/sccn/xdf): streams, clock offsets and positions
// of samples.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "files/byte_window.h"
#include "files/diagnostics.h"
#include "files/recording_start.h"
#include "files/table_signal_file.h"

namespace eegate {

struct XdfChannel {
  std::string label, unit;
  std::string_view type;  // as FileChannel
};

struct XdfOffset {
  double time_s = 0, value_s = 0;  // time on the sender's clock, and the offset to add
};

struct XdfStream {
  std::uint32_t id = 0;
  std::string name, type;
  std::uint64_t n_channels = 0;
  double sfreq = 0;                  // 0: irregular sampling
  std::optional<NumberType> form;    // std::nullopt: strings
  std::vector<XdfChannel> channels;  // as far as described
  std::vector<XdfOffset> offsets;
  std::uint64_t n_samples = 0;            // from the chunks
  std::optional<std::uint64_t> n_footer;  // from the footer
  bool is_number() const { return form.has_value(); }
  bool is_whole_number() const { return is_number() && *form != NumberType::kFloat32 && *form != NumberType::kFloat64; }
};

// A chunk of samples of one stream, without its header.
struct XdfSampleChunk {
  std::uint32_t stream = 0;
  std::uint64_t begin = 0, end = 0;
};

struct XdfFile {
  RecordingStart start;
  std::vector<XdfStream> streams;
  std::vector<XdfSampleChunk> chunks;
};

// Errors: XDF_CHUNK, XDF_XML, XDF_FORMAT, IO_READ. Warnings: XDF_CHUNK, XDF_TRUNCATED, XDF_STREAM_ID.
Result<XdfFile> read_xdf_file(ByteSource& source, Diagnostics& diagnostics);

// A length field: one byte with the number of bytes (1, 4 or 8), then the value. std::nullopt if it is invalid or
// extends beyond `end`.
struct XdfLength {
  std::uint64_t value = 0, next = 0;
};
Result<std::optional<XdfLength>> read_xdf_length(ByteWindow& window, std::uint64_t at, std::uint64_t end);

// Iterates over the samples of a stream.
class XdfSamples {
 public:
  XdfSamples(ByteSource& source, const XdfFile& file, std::uint32_t stream);
  // Continues at a sample that was reached before.
  void seek(std::size_t chunk, std::uint64_t byte, std::uint64_t n_left);
  // Moves to the next sample; false at the end. Data that exceed their chunk are skipped. Error IO_READ.
  Result<bool> next();
  Result<std::string> text();  // of a string sample, or of the first number

  std::size_t chunk = 0;        // chunk of the sample
  std::uint64_t begin = 0;      // first byte of the sample
  std::uint64_t values = 0;     // first byte of its values
  std::uint64_t n_left = 0;     // later samples in its chunk
  double time_s = 0;            // on the sender's clock
  std::uint64_t n_damaged = 0;  // chunks whose content does not match their header

 private:
  Result<bool> next_chunk();
  Result<bool> read_sample();
  ByteWindow window_;
  const XdfFile& file_;
  const XdfStream& stream_;
  std::uint32_t index_;
  std::size_t next_chunk_ = 0;
  std::uint64_t next_ = 0, end_ = 0;
};

}  // namespace eegate
