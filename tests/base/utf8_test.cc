#include "base/utf8.h"

#include <catch2/catch_test_macros.hpp>

using namespace eegate;

namespace utf8_test {

TEST_CASE("text for a terminal contains no control sequences", "[base]") {
  CHECK(terminal_text("Fz, µV\n\tend") == "Fz, µV\n\tend");
  CHECK(terminal_text("\x1b[31mred\x1b[0m") == "\\x1b[31mred\\x1b[0m");
  CHECK(terminal_text("a\rb\x07") == "a\\x0db\\x07");
  CHECK(terminal_text("\xC2\x9B"
                      "31m") == "\\x9b31m");  // the same as one C1 character
  CHECK(terminal_text("\x9B"
                      "31m") == "\\x9b31m");  // and as an invalid byte
  CHECK(terminal_text("\xE2\x80\xAE"
                      "fdp.exe") == "\\u202efdp.exe");  // right to left
}

TEST_CASE("invalid UTF-8 becomes the replacement character", "[base]") {
  CHECK(valid_utf8("M\xFCller") == "M\xEF\xBF\xBDller");
  CHECK(valid_utf8("M\xC3\xBCller") == "M\xC3\xBCller");
  CHECK(valid_utf8("\xED\xA0\x80").find("\xED\xA0") == std::string::npos);  // a surrogate
  CHECK(is_utf8(valid_utf8("\xC0\x80\xF5\xFF\xE2\x82")));
}

}  // namespace utf8_test
