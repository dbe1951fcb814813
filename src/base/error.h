// One shape of failure for the whole program: what went wrong, where, what stood there, what was expected.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eegate {

// Why a file or a request cannot be used. `code` is stable and part of the interface; the prose may improve.
struct Error {
  std::string_view code;          // e.g. "EDF_BAD_NS"; always a string literal
  std::string message;            // one sentence, no final full stop
  std::string field;              // header field, tensor, configuration field or option; may be empty
  std::string place;              // "byte 252", "record 7", "position.alpha"; may be empty
  std::string found;              // what stood there, shortened; may be empty
  std::string expected;           // what is allowed; may be empty
  std::string hint;               // what the user can do about it; may be empty
  std::int64_t byte_offset = -1;  // where in the file, -1 when the place is not a byte
};

// Something that was repaired or assumed; reading went on.
struct Warning {
  std::string_view code;
  std::string message;
  std::int64_t byte_offset = -1;
};

using Warnings = std::vector<Warning>;

// "message (field, place, found ..., expected ...)": the line that the command line and the page show.
std::string describe(const Error& error);

// Text from a file made fit for a message: control characters escaped, cut after `max_bytes`, in quotes.
std::string quoted(std::string_view text, std::size_t max_bytes = 40);

}  // namespace eegate
