// Reads continuous FIF (.fif, .fif.gz), as MNE and Neuromag write it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

// Inside of gzip, too.
bool is_fif(std::span<const std::byte> beginning);

// Errors: FIF_*, IO_READ, of gzip INFLATE_DATA and INFLATE_LIMIT. A file that goes on in another one is read alone,
// warning FIF_SPLIT.
Result<std::unique_ptr<SignalFile>> open_fif(std::shared_ptr<ByteSource> source);

}  // namespace eegate
