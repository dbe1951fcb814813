#include "base/utf8.h"

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

std::uint32_t code_point(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(sequence[i])); };
  if (sequence.size() == 1) return byte(0);
  std::uint32_t code = byte(0) & (0x7FU >> sequence.size());
  for (std::size_t i = 1; i < sequence.size(); ++i) code = code << 6 | (byte(i) & 0x3F);
  return code;
}

bool is_control(std::uint32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7F && code < 0xA0);
}

// Unicode's marks, embeddings, overrides and isolates of direction: with them, text is displayed in another order.
bool changes_direction(std::uint32_t code) {
  return code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

}  // namespace

std::size_t utf8_length(std::string_view text, std::size_t i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned lead = byte(i);
  if (lead < 0x80) return 1;
  const std::size_t n = lead >= 0xC2 && lead <= 0xDF   ? 2
                        : (lead & 0xF0) == 0xE0        ? 3
                        : lead >= 0xF0 && lead <= 0xF4 ? 4
                                                       : 0;
  if (n == 0 || n > text.size() - i) return 0;
  for (std::size_t k = 1; k < n; ++k) {
    if ((byte(i + k) & 0xC0) != 0x80) return 0;
  }
  const unsigned second = byte(i + 1);
  const bool wrong = (lead == 0xE0 && second < 0xA0) || (lead == 0xED && second > 0x9F) ||
                     (lead == 0xF0 && second < 0x90) || (lead == 0xF4 && second > 0x8F);
  return wrong ? 0 : n;
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  const int n_more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  out += static_cast<char>(((0xFF00U >> (n_more + 1)) & 0xFF) | (code >> (6 * n_more)));
  for (int i = n_more - 1; i >= 0; --i) out += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F));
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = utf8_length(text, i);
    if (n == 0) return false;
    i += n;
  }
  return true;
}

std::string valid_utf8(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = utf8_length(text, i);
    out += n == 0 ? kReplacement : text.substr(i, n);
    i += n == 0 ? 1 : n;
  }
  return out;
}

std::string terminal_text(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t n = utf8_length(text, i);
    const std::uint32_t code = n == 0 ? static_cast<unsigned char>(text[i]) : code_point(text.substr(i, n));
    if (n == 0 || is_control(code)) {
      out += "\\x" + hexadecimal(code, 2);
    } else if (changes_direction(code)) {
      out += "\\u" + hexadecimal(code, 4);
    } else {
      out += text.substr(i, n);
    }
    i += n == 0 ? 1 : n;
  }
  return out;
}

}  // namespace eegate
