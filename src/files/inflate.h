// Streams that zlib compressed, and files of gzip.
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

// The first `n_wanted` bytes, or fewer where the stream ends before, of the stream that lies in [offset, offset +
// n_bytes). Errors: INFLATE_DATA, IO_READ.
Result<std::vector<std::byte>> inflated(ByteSource& source, std::uint64_t offset, std::uint64_t n_bytes,
                                        std::uint64_t n_wanted);

// Whether a file begins so, or what gzip made of it.
bool begins_with(std::span<const std::byte> beginning, std::string_view text);
// What is inside of a file of gzip, or any other file itself. Warning INFLATE_CHECKSUM; errors: INFLATE_LIMIT (more
// than 5 times the file and 40 MiB), and as inflated.
Result<std::shared_ptr<ByteSource>> unpacked(std::shared_ptr<ByteSource> source, Diagnostics& diagnostics);

}  // namespace eegate
