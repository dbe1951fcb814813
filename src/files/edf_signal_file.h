// Reads EDF, EDF+, BDF and BDF+.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/byte_source.h"
#include "files/signal_file.h"

namespace eegate {

// Whether a file begins with the version field of EDF or BDF.
bool is_edf(std::span<const std::byte> beginning);

// Errors: EDF_*, BDF_* (docs/FORMATS.md), FORMAT_* for files of other kinds; what can be repaired is a warning.
Result<std::unique_ptr<SignalFile>> open_edf(std::shared_ptr<ByteSource> source, const std::string& file_name);

}  // namespace eegate
