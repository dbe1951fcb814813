#include "files/edf_fields.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "files/text.h"

namespace eegate {

std::optional<std::int64_t> EdfField::integer() const {
  if (!number || std::trunc(*number) != *number || std::fabs(*number) > 1e15) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

Error EdfField::error(std::string_view code, std::string message, std::string expected) const {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.field = name;
  e.place = "byte " + std::to_string(byte_offset);
  // Messages are shown in pages and logs, so they must not contain fields that identify the subject.
  const bool is_identity = name == "patient" || name == "recording";
  e.found = is_identity ? "text that is not shown, for it may tell who it was"
                        : quoted(raw.substr(0, raw.find_last_not_of(' ') + 1));
  e.expected = std::move(expected);
  e.byte_offset = static_cast<std::int64_t>(byte_offset);
  return e;
}

EdfField EdfFieldReader::take(std::string name, std::size_t width) {
  assert(position_ + width <= header_.size());
  EdfField field;
  field.name = std::move(name);
  field.byte_offset = base_ + position_;
  field.raw = header_.substr(position_, width);
  position_ += width;
  check_characters(field);
  return field;
}

void EdfFieldReader::check_characters(const EdfField& field) {
  const bool clean = std::all_of(field.raw.begin(), field.raw.end(), [](char c) { return c >= 32 && c <= 126; });
  if (clean) return;
  diagnostics_.repair(field.error("EDF_HEADER_CHARS", "The header contains bytes that are not printable ASCII",
                                  "characters 32 to 126"));
}

EdfField EdfFieldReader::text(std::string name, std::size_t width) {
  EdfField field = take(std::move(name), width);
  field.text = utf8_or_latin1(trimmed(field.raw, true));
  return field;
}

EdfField EdfFieldReader::number(std::string name, std::size_t width) {
  EdfField field = take(std::move(name), width);
  std::string digits(field.raw);
  std::replace(digits.begin(), digits.end(), '\0', ' ');
  digits = std::string(trimmed(digits));
  field.text = utf8_or_latin1(digits);
  field.number = parse_decimal(digits);
  if (field.number || digits.find(',') == std::string::npos) return field;
  std::replace(digits.begin(), digits.end(), ',', '.');
  field.number = parse_decimal(digits);
  if (field.number) {
    diagnostics_.repair(
        field.error("EDF_DECIMAL_COMMA", "A number is written with a comma", "a dot before the decimals"));
  }
  return field;
}

}  // namespace eegate
