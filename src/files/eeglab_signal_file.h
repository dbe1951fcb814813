// Reads EEGLAB data sets (.set, with data inside or in .fdt or .dat).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/file_set.h"
#include "files/signal_file.h"

namespace eegate {

// Whether a file begins like a MAT file of version 5 or 7.3.
bool is_mat(std::span<const std::byte> beginning);

// Errors: EEGLAB_*, MAT_*, INFLATE_*; HDF5_* for files of version 7.3.
Result<std::unique_ptr<SignalFile>> open_eeglab(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                const FileSet& files);

}  // namespace eegate
