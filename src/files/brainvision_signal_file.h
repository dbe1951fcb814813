// Reads BrainVision recordings: a header (.vhdr) that refers to a file of samples (.eeg, .dat) and one of markers
// (.vmrk).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/file_set.h"
#include "files/signal_file.h"

namespace eegate {

// Whether a file begins with the first line of a header.
bool is_brainvision(std::span<const std::byte> beginning);

// Errors: BV_*, TEXT_*; what can be repaired is a warning.
Result<std::unique_ptr<SignalFile>> open_brainvision(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                     const FileSet& files);

}  // namespace eegate
