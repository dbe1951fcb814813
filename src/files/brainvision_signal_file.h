// BrainVision as a SignalFile: a header (.vhdr) that names a file of samples (.eeg, .dat) and one of markers (.vmrk).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/file_set.h"
#include "files/signal_file.h"

namespace eegate {

// The first line of a header.
bool is_brainvision(std::span<const std::byte> beginning);

// Errors: BV_*, TEXT_* of the file rules. What can be repaired is a warning.
Result<std::unique_ptr<SignalFile>> open_brainvision(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                     const FileSet& files);

}  // namespace eegate
