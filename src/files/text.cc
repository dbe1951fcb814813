#include "files/text.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "files/json.h"

namespace eegate {
namespace {

constexpr std::int64_t kMaxSeconds = (std::int64_t{1} << 61) / 1'000'000'000;

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

std::size_t skip_digits(std::string_view text, std::size_t i) {
  while (i < text.size() && is_ascii_digit(text[i])) ++i;
  return i;
}

}  // namespace

std::string_view trimmed(std::string_view text, bool nul_too) {
  const auto blank = [&](char c) { return c == ' ' || c == '\t' || (nul_too && c == '\0'); };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

namespace {

// Windows-1252 from 0x80 to 0x9F, where Latin-1 has control characters; five of them are undefined.
constexpr std::uint16_t kWindows1252[32] = {0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                            0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
                                            0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                            0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};

}  // namespace

std::string latin1_to_utf8(std::string_view text) {
  std::string out;
  for (const char c : text) append_utf8(out, static_cast<unsigned char>(c));
  return out;
}

std::string windows1252_to_utf8(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    append_utf8(out, byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80] : byte);
  }
  return out;
}

std::string utf8_or_latin1(std::string_view text) { return is_utf8(text) ? std::string(text) : latin1_to_utf8(text); }

// Converted to JSON syntax, which is stricter, and parsed by the JSON parser, so that there is only one conversion to
// the nearest double.
std::optional<double> parse_decimal(std::string_view text) {
  if (text.empty() || text.size() >= 64) return std::nullopt;
  std::size_t i = text[0] == '+' || text[0] == '-' ? 1 : 0;
  std::string json(text[0] == '-' ? "-0" : "0");
  std::size_t n_digits = skip_digits(text, i) - i;
  while (n_digits > 0 && text[i] == '0' && i + 1 < text.size() && is_ascii_digit(text[i + 1])) ++i;
  if (n_digits > 0) json.pop_back();
  const auto copy_digits = [&] {
    const std::size_t end = skip_digits(text, i);
    json += text.substr(i, end - i);
    return end - std::exchange(i, end);
  };
  copy_digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    json += ".0";
    if (skip_digits(text, i) > i) json.pop_back();
    n_digits += copy_digits();
  }
  if (n_digits == 0) return std::nullopt;
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    json += text[i++];
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) json += text[i++];
    if (copy_digits() == 0) return std::nullopt;
  }
  if (i != text.size()) return std::nullopt;
  const auto document = JsonDocument::parse(json);
  return document.ok() ? std::optional(document->root().number()) : std::nullopt;
}

std::optional<std::int64_t> parse_nanoseconds(std::string_view digits) {
  std::size_t i = 0;
  std::int64_t seconds = 0;
  for (; i < digits.size() && is_ascii_digit(digits[i]); ++i) {
    seconds = seconds * 10 + (digits[i] - '0');
    if (seconds >= kMaxSeconds) return std::nullopt;
  }
  if (i == 0) return std::nullopt;
  std::int64_t fraction = 0;
  if (i < digits.size()) {
    if (digits[i++] != '.') return std::nullopt;
    std::int64_t scale = 100'000'000;
    for (; i < digits.size() && is_ascii_digit(digits[i]); ++i, scale /= 10) {
      fraction += scale > 0 ? scale * (digits[i] - '0') : 0;
      if (scale == 0) {  // the tenth decimal decides, later ones have no effect
        fraction += digits[i] >= '5' ? 1 : 0;
        i = skip_digits(digits, i);
        break;
      }
    }
    if (i != digits.size()) return std::nullopt;
  }
  return seconds * 1'000'000'000 + fraction;
}

}  // namespace eegate
