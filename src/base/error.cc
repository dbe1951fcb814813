#include "base/error.h"

#include "base/result.h"
#include "base/utf8.h"

namespace eegate {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

void append_part(std::string& parts, std::string_view label, std::string_view value) {
  if (value.empty()) return;
  if (!parts.empty()) parts += ", ";
  parts += label;
  parts += value;
}

}  // namespace

ErrorBox::ErrorBox(Error&& error) : error_(new Error(std::move(error))) {}
ErrorBox::ErrorBox(const ErrorBox& other) : error_(new Error(*other.error_)) {}
void ErrorBox::free() { delete error_; }

Error file_error(std::string_view code, std::string message, std::string field, std::string found, std::string expected,
                 std::int64_t byte_offset) {
  Error e;
  e.code = code;
  e.message = std::move(message);
  e.field = std::move(field);
  if (byte_offset >= 0) e.place = "byte " + std::to_string(byte_offset);
  e.found = std::move(found);
  e.expected = std::move(expected);
  e.byte_offset = byte_offset;
  return e;
}

std::string describe(const Error& error) {
  std::string parts;
  append_part(parts, "field ", error.field);
  append_part(parts, "at ", error.place);
  append_part(parts, "found ", error.found);
  append_part(parts, "expected ", error.expected);
  return parts.empty() ? error.message : error.message + " (" + parts + ")";
}

std::string quoted(std::string_view text, std::size_t max_bytes) {
  std::string out = "\"";
  std::size_t i = 0;
  while (i < text.size() && out.size() < max_bytes + 1) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t n = utf8_length(text, i);
    if (n == 0 || byte < 0x20 || byte == 0x7F) {
      out += {'\\', 'x', kHex[byte / 16], kHex[byte % 16]};
      i += 1;
    } else {
      out.append(text, i, n);
      i += n;
    }
  }
  out += i < text.size() ? "…\"" : "\"";
  return out;
}

}  // namespace eegate
