// Reads XDF (.xdf, .xdfz), what LabRecorder writes of streams of the lab streaming layer.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

bool is_xdf(std::span<const std::byte> beginning);

// One stream of samples, and what others sent as markers. Errors: XDF_*, IO_READ, of gzip INFLATE_DATA and
// INFLATE_LIMIT.
Result<std::unique_ptr<SignalFile>> open_xdf(std::shared_ptr<ByteSource> source);

}  // namespace eegate
