// Reads CSV recordings of the Muse headband from muse-lsl (timestamps, channels, markers) and Mind Monitor.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

bool is_muse(std::span<const std::byte> beginning);

// Errors: MUSE_ROWS, IO_READ.
Result<std::unique_ptr<SignalFile>> open_muse(std::shared_ptr<ByteSource> source);

}  // namespace eegate
