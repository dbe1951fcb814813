// Reads text recordings of the OpenBCI GUI and its SD card converter.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

// Whether a file begins with "%OpenBCI" or "%OBCI".
bool is_openbci(std::span<const std::byte> beginning);

// Errors: OPENBCI_*, IO_READ.
Result<std::unique_ptr<SignalFile>> open_openbci(std::shared_ptr<ByteSource> source);

}  // namespace eegate
