// Streams that zlib compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace eegate {

// The first `n_wanted` bytes, or fewer where the stream ends before, of the stream that lies in [offset, offset +
// n_bytes). Errors: INFLATE_DATA, IO_READ.
Result<std::vector<std::byte>> inflated(ByteSource& source, std::uint64_t offset, std::uint64_t n_bytes,
                                        std::uint64_t n_wanted);

}  // namespace eegate
