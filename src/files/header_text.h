// Text headers: encoding, lines, and INI sections of key=value, units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "files/diagnostics.h"

namespace eegate {

// Text in UTF-16, lower bytes first.
std::string utf16_to_utf8(std::string_view raw);
// By the mark at its beginning.
inline bool is_utf16(std::string_view text) { return text.starts_with("\xFF\xFE"); }

// A complete text file as UTF-8 without byte order mark, of UTF-8 or UTF-16. Text that is not UTF-8 is decoded as
// Windows-1252 with warning TEXT_LATIN1. Errors: IO_READ, IO_TOO_LARGE.
Result<std::string> read_header_text(ByteSource& source, std::uint64_t max_bytes, std::string_view file_name,
                                     Diagnostics& diagnostics);

// Iterates over lines that end with LF, CRLF or CR.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}
  bool next();
  std::string_view line() const { return line_; }
  std::size_t number() const { return number_; }  // counted from 1

 private:
  std::string_view rest_, line_;
  std::size_t number_ = 0;
};

// Calls `take` for each line of a text of any length. Lines are truncated to 4 KiB; the last line needs no line end.
// Errors: those of `take`, IO_READ.
Result<> each_line(ByteSource& source, const std::function<Result<>(std::string_view line)>& take);

// Comma-separated fields without surrounding blanks.
std::vector<std::string_view> trimmed_fields(std::string_view line);

struct IniValue {
  std::string_view text;
  std::size_t line = 0;  // 0: the key does not exist
};

// Iterates over key=value entries in sections. Empty lines, comments (;) and other lines are skipped.
class IniReader {
 public:
  explicit IniReader(std::string_view text) : lines_(text) {}
  // Moves to the next entry; false at the end and at a section [Comment], which contains free text.
  bool next();
  bool is_in(std::string_view section) const;
  bool has_key(std::string_view key) const;
  // The number N of keys such as Ch12 or Mk3; 0 for other keys.
  std::size_t numbered(std::string_view prefix) const;
  IniValue value() const { return {value_, lines_.number()}; }

 private:
  TextLines lines_;
  std::string_view section_, key_, value_;
};

// Comma-separated fields; \1 represents a comma inside a field.
std::vector<std::string> comma_fields(std::string_view text);

// An integer of at most 15 digits without anything around it.
std::optional<std::uint64_t> parse_count(std::string_view text);

// Microvolts per unit; std::nullopt for units that are not voltages, such as uV/m2.
std::optional<double> microvolts_per_unit(std::string_view unit);
// The type of a channel as BIDS names it, for a word in any case; empty for other words, which may mean EEG.
std::string_view channel_type(std::string_view word);

}  // namespace eegate
