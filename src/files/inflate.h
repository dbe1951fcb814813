// Streams that zlib compressed, and files of gzip.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"
#include "files/diagnostics.h"

namespace eegate {

// The first `n_wanted` bytes, or fewer where the stream ends before, of the stream that lies in [offset, offset +
// n_bytes). Errors: INFLATE_DATA, IO_READ.
Result<std::vector<std::byte>> inflated(ByteSource& source, std::uint64_t offset, std::uint64_t n_bytes,
                                        std::uint64_t n_wanted);

bool is_gzip(std::span<const std::byte> beginning);
// The first `n_wanted` bytes of what gzip compressed, or all where it is shorter. Errors: as inflated.
Result<std::vector<std::byte>> inflated_gzip(ByteSource& source, std::uint64_t n_wanted);
// All of it. Warning INFLATE_CHECKSUM; errors: INFLATE_LIMIT (more than 5 times the file and 40 MiB), and as inflated.
Result<std::vector<std::byte>> unpacked_gzip(ByteSource& source, Diagnostics& diagnostics);

}  // namespace eegate
