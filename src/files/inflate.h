// Decompression of zlib streams (RFC 1950) and gzip files (RFC 1952).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "files/diagnostics.h"

namespace eegate {

// The first `n_wanted` decompressed bytes, or fewer if the stream ends before, of the stream in [offset, offset +
// n_bytes). Errors: INFLATE_DATA, IO_READ.
Result<std::vector<std::byte>> inflated(ByteSource& source, std::uint64_t offset, std::uint64_t n_bytes,
                                        std::uint64_t n_wanted);

// Whether a file, or the content of a gzip file, begins with `text`.
bool begins_with(std::span<const std::byte> beginning, std::string_view text);
// The decompressed content of a gzip file; other files are returned unchanged. Warning INFLATE_CHECKSUM; errors:
// INFLATE_LIMIT (more than 5 times the file and 40 MiB), and those of inflated().
Result<std::shared_ptr<ByteSource>> unpacked(std::shared_ptr<ByteSource> source, Diagnostics& diagnostics);

}  // namespace eegate
