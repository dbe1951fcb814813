// Reads the fixed-width ASCII fields of an EDF header. Each field has its name and position, so that messages refer to
// a place that can be found with a hex viewer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "files/diagnostics.h"

namespace eegate {

struct EdfField {
  std::string name;  // "physical minimum of signal 3"
  std::size_t byte_offset = 0;
  std::string_view raw;  // all bytes
  std::string text;      // trimmed, UTF-8
  std::optional<double> number;

  // The number if it is an integer of at most 15 digits.
  std::optional<std::int64_t> integer() const;
  // An error about this field.
  Error error(std::string_view code, std::string message, std::string expected) const;
};

class EdfFieldReader {
 public:
  // `header` starts at byte `base` of the file and must outlive the reader and its fields.
  EdfFieldReader(std::span<const std::byte> header, std::size_t base, Diagnostics& diagnostics)
      : header_(reinterpret_cast<const char*>(header.data()), header.size()), base_(base), diagnostics_(diagnostics) {}

  EdfField text(std::string name, std::size_t width);
  EdfField number(std::string name, std::size_t width);

 private:
  EdfField take(std::string name, std::size_t width);
  void check_characters(const EdfField& field);

  std::string_view header_;
  std::size_t base_;
  std::size_t position_ = 0;
  Diagnostics& diagnostics_;
};

}  // namespace eegate
