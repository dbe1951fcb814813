// The text files of OpenBCI's program and of its converter of SD cards, as a SignalFile.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

// "%OpenBCI" or "%OBCI".
bool is_openbci(std::span<const std::byte> beginning);

// Errors: OPENBCI_* of the file rules.
Result<std::unique_ptr<SignalFile>> open_openbci(std::shared_ptr<ByteSource> source);

}  // namespace eegate
