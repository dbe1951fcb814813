// Problems found by a parser. The mode decides which are warnings and which end the reading. Warnings with the same
// code are combined, so that 64 channels with the same problem result in one line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace eegate {

class Diagnostics {
 public:
  explicit Diagnostics(bool strict) : strict_(strict) {}

  // An error in both modes. Only the first one is stored, because later ones are often its consequences.
  void refuse(Error error);
  // A problem that can be repaired: a warning in tolerant mode, an error in strict mode.
  void repair(Error error);
  // A warning in both modes.
  void remark(Error error);
  void remark(std::string_view code, std::string_view message, std::string found, std::string expected = {});
  // The same, unless this code was reported before.
  void remark_once(Error error);

  bool strict() const { return strict_; }
  bool failed() const { return error_.has_value(); }
  const Error& error() const { return *error_; }
  Warnings warnings() const;

 private:
  struct Entry {
    Warning warning;
    std::uint64_t count = 1;
  };
  bool strict_;
  std::optional<Error> error_;
  std::vector<Entry> entries_;
};

// An error in a field of a header, or another part of a file.
Error error_in_field(std::string_view code, std::string_view message, std::string_view field, std::string_view found,
                     std::string_view expected, std::string_view hint);

// An error at a byte of a file.
Error error_at_byte(std::string_view code, std::string_view message, std::uint64_t at, std::string_view found,
                    std::string_view expected, std::string_view hint);

}  // namespace eegate
