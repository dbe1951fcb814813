// The error type of the whole program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eegate {

// Why a file or a request cannot be used. `code` is stable and part of the interface; the other texts may change.
struct Error {
  std::string_view code;          // e.g. "EDF_BAD_NS"; always a string literal
  std::string message;            // one sentence, no final full stop
  std::string field;              // header field, tensor, configuration field or option; may be empty
  std::string place;              // "byte 252", "record 7", "position.alpha"; may be empty
  std::string found;              // the invalid value, shortened; may be empty
  std::string expected;           // what is allowed; may be empty
  std::string hint;               // what the user can do about it; may be empty
  std::int64_t byte_offset = -1;  // byte offset in the file, -1 where it does not apply
};

// A problem that was repaired, or an assumption that was made, while reading.
struct Warning {
  std::string_view code;
  std::string message;
  std::int64_t byte_offset = -1;
};

using Warnings = std::vector<Warning>;

// With the place "byte N", unless `byte_offset` is negative.
Error file_error(std::string_view code, std::string message, std::string field = {}, std::string found = {},
                 std::string expected = {}, std::int64_t byte_offset = -1);

// "message (field, place, found ..., expected ...)": the line that the command line and the page show.
std::string describe(const Error& error);

// Text from a file, safe for a message: in quotes, control characters escaped, cut after `max_bytes`.
std::string quoted(std::string_view text, std::size_t max_bytes = 40);

}  // namespace eegate
