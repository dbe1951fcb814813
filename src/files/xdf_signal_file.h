// Reads XDF recordings (.xdf, .xdfz) of LabRecorder (lab streaming layer).
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

bool is_xdf(std::span<const std::byte> beginning);

// Opens one stream of samples, with the markers of the other streams as annotations. Errors: XDF_*, IO_READ, and
// INFLATE_DATA, INFLATE_LIMIT of gzip.
Result<std::unique_ptr<SignalFile>> open_xdf(std::shared_ptr<ByteSource> source);

}  // namespace eegate
