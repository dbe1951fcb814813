// The file formats of recordings. A new one is a SignalFile and a line in signal_formats.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "files/signal_file.h"

namespace eegate {

struct SignalFormat {
  std::string_view name;
  // Whether the first bytes of a file (kMagicBytes, or all of a shorter one) are those of this format.
  bool (*recognises)(std::span<const std::byte> beginning);
  Result<std::unique_ptr<SignalFile>> (*open)(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                              const FileSet& files);
};

// Whether MAT files of version 7.3 are read.
extern const bool kReadsHdf5;

// Null if no format recognises the beginning of a file.
const SignalFormat* recognised_format(std::span<const std::byte> beginning);

// A file that no format recognises is opened as the first one, which says what is wrong with it. `files` are those
// among which a recording of several files finds its parts. Errors: IO_READ, and those of the format.
Result<std::unique_ptr<SignalFile>> open_signal_file(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                     const FileSet& files = {});

}  // namespace eegate
