// Reads continuous FIF (.fif, .fif.gz), as MNE and Neuromag write it.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "files/signal_file.h"

namespace eegate {

// Inside of gzip, too.
bool is_fif(std::span<const std::byte> beginning);

// A file that goes on in another one is joined with it; error FIF_DATA_MISSING if that is not among `files`. Other
// errors: FIF_*, IO_READ, of gzip INFLATE_DATA and INFLATE_LIMIT.
Result<std::unique_ptr<SignalFile>> open_fif(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                             const FileSet& files);

}  // namespace eegate
