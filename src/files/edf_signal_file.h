// EDF, EDF+, BDF and BDF+ as a SignalFile.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

// The version field of EDF or BDF.
bool is_edf(std::span<const std::byte> beginning);

// Errors: EDF_*, BDF_* of the file rules, FORMAT_* for files that are something else. What can be repaired is a
// warning.
Result<std::unique_ptr<SignalFile>> open_edf(std::shared_ptr<ByteSource> source, const std::string& file_name);

}  // namespace eegate
