#include "files/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <string>

namespace eegate {
namespace {

constexpr std::uint64_t kInflateWindowBytes = std::uint64_t{1} << 16;
constexpr std::size_t kFirstOutBytes = std::size_t{1} << 16;

// What inflateInit gave is given back.
struct Inflation {
  z_stream stream{};
  bool is_begun = false;
  Inflation() { is_begun = inflateInit(&stream) == Z_OK; }
  ~Inflation() {
    if (is_begun) inflateEnd(&stream);
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
};

Error inflate_error(std::uint64_t at, const char* why) {
  Error e;
  e.code = "INFLATE_DATA";
  e.message = "Compressed data are damaged";
  e.place = "byte " + std::to_string(at);
  e.found = why == nullptr ? "no end" : why;
  e.expected = "a stream of zlib";
  e.hint = "The file may be cut off: get it again, or save it again without compression";
  e.byte_offset = static_cast<std::int64_t>(at);
  return e;
}

// Room for more, as much as there is already, at most up to what is wanted: a size that a file only claims takes none.
void grow(std::vector<std::byte>& out, std::size_t n, std::uint64_t n_wanted) {
  if (n < out.size()) return;
  const std::uint64_t larger = std::max<std::uint64_t>(kFirstOutBytes, std::uint64_t{n} * 2);
  out.resize(static_cast<std::size_t>(std::min(larger, n_wanted)));
}

}  // namespace

Result<std::vector<std::byte>> inflated(ByteSource& source, std::uint64_t offset, std::uint64_t n_bytes,
                                        std::uint64_t n_wanted) {
  Inflation inflation;
  if (!inflation.is_begun) return inflate_error(offset, "no memory for it");
  z_stream& stream = inflation.stream;
  std::vector<std::byte> window, out;
  std::size_t n_out = 0;
  int state = Z_OK;
  for (std::uint64_t done = 0; state != Z_STREAM_END && n_out < n_wanted;) {
    if (stream.avail_in == 0) {
      if (done == n_bytes) return inflate_error(offset + done, nullptr);
      window.resize(static_cast<std::size_t>(std::min(kInflateWindowBytes, n_bytes - done)));
      EEGATE_CHECK(source.read(offset + done, window));
      done += window.size();
      stream.next_in = reinterpret_cast<Bytef*>(window.data());
      stream.avail_in = static_cast<uInt>(window.size());
    }
    grow(out, n_out, n_wanted);
    const std::size_t room = std::min<std::size_t>(out.size() - n_out, std::numeric_limits<uInt>::max());
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + n_out);
    stream.avail_out = static_cast<uInt>(room);
    state = inflate(&stream, Z_NO_FLUSH);
    n_out += room - stream.avail_out;
    const bool goes_on = state == Z_OK || state == Z_STREAM_END || state == Z_BUF_ERROR;
    if (!goes_on) return inflate_error(offset + done - stream.avail_in, stream.msg);
  }
  out.resize(n_out);
  return out;
}

}  // namespace eegate
