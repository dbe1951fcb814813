#include "files/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "files/diagnostics.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr std::uint64_t kInflateWindowBytes = std::uint64_t{1} << 16;
constexpr std::size_t kFirstOutBytes = std::size_t{1} << 16;

// Calls inflateEnd in the destructor.
struct Inflation {
  z_stream stream{};
  bool is_begun = false;
  explicit Inflation(int window_bits) { is_begun = inflateInit2(&stream, window_bits) == Z_OK; }
  ~Inflation() {
    if (is_begun) inflateEnd(&stream);
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
};

Error inflate_error(std::uint64_t at, const char* why) {
  return error_at_byte("INFLATE_DATA", "Compressed data are damaged", at, why == nullptr ? "no end" : why,
                       "a stream of zlib",
                       "The file may be cut off: get it again, or save it again without compression");
}

// Doubles the output, at most up to `n_wanted`, so that memory is not allocated by a size that the file merely claims.
void grow(std::vector<std::byte>& out, std::size_t n, std::uint64_t n_wanted) {
  if (n < out.size()) return;
  const std::uint64_t larger = std::max<std::uint64_t>(kFirstOutBytes, std::uint64_t{n} * 2);
  out.resize(static_cast<std::size_t>(std::min(larger, n_wanted)));
}

constexpr int kRawWindowBits = -MAX_WBITS;  // without zlib header and checksum

Result<std::vector<std::byte>> inflated_as(int window_bits, ByteSource& source, std::uint64_t offset,
                                           std::uint64_t n_bytes, std::uint64_t n_wanted) {
  Inflation inflation(window_bits);
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
    const std::size_t available = std::min<std::size_t>(out.size() - n_out, std::numeric_limits<uInt>::max());
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + n_out);
    stream.avail_out = static_cast<uInt>(available);
    state = inflate(&stream, Z_NO_FLUSH);
    n_out += available - stream.avail_out;
    const bool goes_on = state == Z_OK || state == Z_STREAM_END || state == Z_BUF_ERROR;
    if (!goes_on) return inflate_error(offset + done - stream.avail_in, stream.msg);
  }
  out.resize(n_out);
  return out;
}

// The fixed header of 10 bytes is followed by optional fields according to its flags.
std::optional<std::size_t> gzip_head_bytes(std::span<const std::byte> bytes) {
  const auto byte = [&](std::size_t i) { return std::to_integer<unsigned>(bytes[i]); };
  if (bytes.size() < 18 || byte(2) != 8) return std::nullopt;
  std::size_t at = 10;
  if ((byte(3) & 4U) != 0) at += 2 + byte(10) + 256 * byte(11);
  for (const unsigned text : {8U, 16U}) {
    if ((byte(3) & text) == 0) continue;
    while (at < bytes.size() && byte(at) != 0) ++at;
    ++at;
  }
  if ((byte(3) & 2U) != 0) at += 2;
  return at < bytes.size() ? std::optional(at) : std::nullopt;
}

std::uint32_t crc_of(std::span<const std::byte> bytes) {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    table[i] = i;
    for (int k = 0; k < 8; ++k) table[i] = (table[i] >> 1) ^ ((table[i] & 1) != 0 ? 0xEDB88320U : 0);
  }
  std::uint32_t crc = ~0U;
  for (const std::byte b : bytes) crc = (crc >> 8) ^ table[(crc ^ std::to_integer<std::uint32_t>(b)) & 0xFF];
  return ~crc;
}

bool is_gzip(std::span<const std::byte> beginning) {
  return beginning.size() > 1 && beginning[0] == std::byte{0x1F} && beginning[1] == std::byte{0x8B};
}

// The first `n_wanted` decompressed bytes of a gzip file, or all if it is shorter.
Result<std::vector<std::byte>> inflated_gzip(ByteSource& source, std::uint64_t n_wanted) {
  std::vector<std::byte> beginning(static_cast<std::size_t>(std::min(kInflateWindowBytes, source.size())));
  EEGATE_CHECK(source.read(0, beginning));
  const auto head = gzip_head_bytes(beginning);
  if (!head) return inflate_error(0, "a head that is no gzip's");
  return inflated_as(kRawWindowBits, source, *head, source.size() - *head, n_wanted);
}

}  // namespace

Result<std::vector<std::byte>> inflated(ByteSource& source, std::uint64_t offset, std::uint64_t n_bytes,
                                        std::uint64_t n_wanted) {
  return inflated_as(MAX_WBITS, source, offset, n_bytes, n_wanted);
}

bool begins_with(std::span<const std::byte> beginning, std::string_view text) {
  if (text_of_bytes(beginning).starts_with(text)) return true;
  if (!is_gzip(beginning)) return false;
  MemorySource source(std::vector<std::byte>(beginning.begin(), beginning.end()));
  const auto inside = inflated_gzip(source, text.size());
  return inside.ok() && text_of_bytes(*inside) == text;
}

Result<std::shared_ptr<ByteSource>> unpacked(std::shared_ptr<ByteSource> source, Diagnostics& diagnostics) {
  std::array<std::byte, 2> beginning{};
  if (source->size() >= beginning.size()) EEGATE_CHECK(source->read(0, beginning));
  if (!is_gzip(beginning)) return source;
  // While growing, up to 1.5 times the result is allocated: at most 8 times the file and 64 MiB.
  const std::uint64_t limit = source->size() * 5 + (std::uint64_t{40} << 20);
  EEGATE_TRY(auto bytes, inflated_gzip(*source, limit + 1));
  if (bytes.size() > limit) {
    Error e = inflate_error(0, "more");
    e.code = "INFLATE_LIMIT";
    e.message = "The decompressed file is too large";
    e.expected = "at most " + std::to_string(limit) + " bytes";
    e.hint = "Unpack it with gzip, and open what was inside";
    return e;
  }
  std::array<std::uint32_t, 2> sums{};  // CRC and length of the content
  EEGATE_CHECK(source->read(source->size() - 8, std::as_writable_bytes(std::span(sums))));
  if (sums[0] != crc_of(bytes) || sums[1] != static_cast<std::uint32_t>(bytes.size()))
    diagnostics.remark("INFLATE_CHECKSUM", "The compressed file is damaged: its checksum is wrong", {});
  return std::shared_ptr<ByteSource>(std::make_shared<MemorySource>(std::move(bytes)));
}

}  // namespace eegate
