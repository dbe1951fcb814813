#include "files/fold.h"

#include <cstdint>

#include "files/text.h"

namespace eegate {
namespace {

// U+00C0 to U+017F without accents; a space where a letter has no base letter.
constexpr std::string_view kBase =
    "aaaaaaaceeeeiiiidnooooo ouuuuyts"
    "aaaaaaaceeeeiiiidnooooo ouuuuyty"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkklllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

std::uint32_t next_code(std::string_view text, std::size_t& i) {
  const std::size_t n = utf8_length(text, i);
  const auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i + k])); };
  std::uint32_t code = byte(0);
  if (n > 1) {
    code &= 0x7FU >> n;
    for (std::size_t k = 1; k < n; ++k) code = code << 6 | (byte(k) & 0x3F);
  }
  i += n == 0 ? 1 : n;
  return code;  // a byte that is not UTF-8 is Latin-1
}

// The letter used for comparison; 0 for combining characters.
std::uint32_t plain(std::uint32_t code) {
  if (code >= 0xFF01 && code <= 0xFF5E) code -= 0xFF01 - 0x21;
  if (code >= 'A' && code <= 'Z') return code + 32;
  if (code >= 0x300 && code < 0x370) return 0;  // combining accents
  if (code >= 0xC0 && code < 0xC0 + kBase.size() && kBase[code - 0xC0] != ' ')
    return static_cast<unsigned char>(kBase[code - 0xC0]);
  const bool is_greek_or_cyrillic = (code >= 0x391 && code <= 0x3A9) || (code >= 0x410 && code <= 0x42F);
  if (is_greek_or_cyrillic) return code + 32;
  return code >= 0x400 && code <= 0x40F ? code + 80 : code;
}

}  // namespace

std::string folded(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size();) {
    const std::uint32_t code = plain(next_code(bytes, i));
    if (code == 0) continue;
    const char last = out.empty() ? '\0' : out.back();
    const bool is_second = (code == 'e' && (last == 'a' || last == 'o' || last == 'u')) || (code == 's' && last == 's');
    if (!is_second) append_utf8(out, code);
  }
  return out;
}

}  // namespace eegate
