// Reads continuous FIF recordings (.fif, .fif.gz) of MNE and Neuromag.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "files/signal_file.h"

namespace eegate {

// Whether a file begins like FIF, also inside gzip.
bool is_fif(std::span<const std::byte> beginning);

// Split recordings are joined; error FIF_DATA_MISSING if a part is not in `files`. Other errors: FIF_*, IO_READ, and
// INFLATE_DATA, INFLATE_LIMIT of gzip.
Result<std::unique_ptr<SignalFile>> open_fif(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                             const FileSet& files);

}  // namespace eegate
