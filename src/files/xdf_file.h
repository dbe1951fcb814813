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
#include "files/sample_table.h"

namespace eegate {

struct XdfChannel {
  std::string label, unit;
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

// A number of 1, 4 or 8 bytes behind the byte that says how many. Nothing if it is none or lies behind `end`.
struct XdfLength {
  std::uint64_t value = 0, next = 0;
};
Result<std::optional<XdfLength>> read_xdf_length(ByteWindow& window, std::uint64_t at, std::uint64_t end);

// The samples of a stream, one after the other.
class XdfSamples {
 public:
  XdfSamples(ByteSource& source, const XdfFile& file, std::uint32_t stream);
  // From a sample on that was met before.
  void seek(std::size_t chunk, std::uint64_t byte, std::uint64_t n_left);
  // False at the end. Error IO_READ. What does not fit into its chunk is left out.
  Result<bool> next();
  Result<std::string> text();  // of a sample of strings, or of the first number

  std::size_t chunk = 0;        // in which it is
  std::uint64_t begin = 0;      // its first byte
  std::uint64_t values = 0;     // of its values
  std::uint64_t n_left = 0;     // samples of its chunk behind it
  double time_s = 0;            // by the sender's clock
  std::uint64_t n_damaged = 0;  // chunks that were not what they said

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
