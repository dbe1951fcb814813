// The supported recording formats. A new one is a reader, which defines its SignalFormat, and an entry in
// signal_formats.cc.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "files/signal_file.h"

namespace eegate {

struct SignalFormat {
  std::string_view name;
  // Endings of file names by which recordings are found in a folder, separated by blanks: of recordings of several
  // files the one of the file that is opened. None for texts and tables, whose endings are those of many other files.
  std::string_view endings;
  // Whether the first bytes of a file (kMagicBytes, or all of a shorter one) match this format.
  bool (*recognises)(std::span<const std::byte> beginning);
  Result<std::unique_ptr<SignalFile>> (*open)(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                              const FileSet& files);
};

// Whether MAT files of version 7.3 are supported.
extern const bool kReadsHdf5;

// The endings of all formats.
std::vector<std::string_view> recording_endings();

// The format of a file by its first bytes; null if none matches.
const SignalFormat* recognised_format(std::span<const std::byte> beginning);

// Opens a recording. Files of unknown format are opened by the first format, whose error describes the problem. `files`
// are those in which parts of a recording of several files are looked up. Errors: IO_READ, and those of the format.
Result<std::unique_ptr<SignalFile>> open_signal_file(std::shared_ptr<ByteSource> source, const std::string& file_name,
                                                     const FileSet& files = {});

}  // namespace eegate
