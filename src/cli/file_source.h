// Files of the operating system that are read: ranges of a recording, small files whole. cli/writer.h writes.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/file_set.h"
#include "base/result.h"

namespace eegate::cli {

// In place of a path: standard input, or standard output.
inline constexpr std::string_view kStandardStream = "-";

class FileSource final : public ByteSource {
 public:
  // "-" is standard input, which is read to its end before. Errors: IO_OPEN, IO_READ.
  static Result<std::shared_ptr<FileSource>> open(const std::string& path);
  ~FileSource() override;
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override;

 private:
  FileSource(int descriptor, std::uint64_t size) : descriptor_(descriptor), size_(size) {}
  int descriptor_;
  std::uint64_t size_;
};

// Errors: IO_OPEN, IO_READ, IO_TOO_LARGE (above 4 GiB).
Result<std::vector<std::byte>> read_file(const std::string& path);

// The files of the folder in which this one lies (none for standard input), each opened when it is asked for.
FileSet files_beside(const std::string& path);

// "dir/S001R02.edf" -> "S001R02.edf", "-" -> "standard input"
std::string base_name(const std::string& path);

inline std::string lower_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

// "csv" of "results/a.CSV"; empty if there is none.
inline std::string ending_of(const std::string& path) {
  const std::size_t dot = path.find_last_of("./");
  return dot == std::string::npos || path[dot] == '/' ? std::string() : lower_case(path.substr(dot + 1));
}

}  // namespace eegate::cli
