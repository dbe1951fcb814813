// Headers that are text files: their characters, their lines, and sections of key=value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"

namespace eegate {

// The whole of a text file as UTF-8 without byte order mark. What is not UTF-8 is taken for Windows-1252, warning
// TEXT_LATIN1. Errors: IO_READ, IO_TOO_LARGE.
Result<std::string> read_header_text(ByteSource& source, std::uint64_t max_bytes, std::string_view file_name,
                                     Diagnostics& diagnostics);

// Lines that end with LF, CRLF or CR.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}
  bool next();
  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }  // the first one is 1

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

// The lines of a text of any length, a window at a time; of a line of more than 4 KiB the beginning. A last line
// without an end counts. Errors: those of `take`, IO_READ.
Result<> each_line(ByteSource& source, const std::function<Result<>(std::string_view line)>& take);

// The fields between commas, without blanks around them.
std::vector<std::string_view> trimmed_fields(std::string_view line);

struct IniValue {
  std::string_view text;
  std::size_t line = 0;  // 0: the key is not there
};

// Sections of key=value. Lines that are neither, empty ones and comments (;) are passed over.
class IniReader {
 public:
  explicit IniReader(std::string_view text) : lines_(text) {}
  // Goes to the next key=value; false at the end and at a section [Comment], behind which stands free text.
  bool next();
  bool is_in(std::string_view section) const;
  bool has_key(std::string_view key) const;
  // N of a key such as Ch12 or Mk3; 0 if the key is another.
  std::size_t numbered(std::string_view prefix) const;
  IniValue value() const { return {value_, lines_.number()}; }

 private:
  TextLines lines_;
  std::string_view section_, key_, value_;
};

// The fields between commas; a comma inside one stands as \1.
std::vector<std::string> comma_fields(std::string_view text);

// Whole numbers of at most 15 digits, nothing around them.
std::optional<std::uint64_t> parse_count(std::string_view text);

}  // namespace eegate
