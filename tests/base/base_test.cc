#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "base/arena.h"
#include "base/byte_source.h"
#include "base/dropout_mask.h"
#include "base/result.h"
#include "base/rng.h"
#include "base/utf8.h"

using namespace eegate;

namespace base_test {

namespace {

Result<int> half(int value) {
  if (value % 2 != 0) return Error{.code = "ODD", .message = "The number is odd", .found = std::to_string(value)};
  return value / 2;
}

Result<int> quarter(int value) {
  EEGATE_TRY(const int once, half(value));
  return half(once);
}

}  // namespace

TEST_CASE("an error is returned to the caller unchanged", "[base]") {
  CHECK(quarter(8).value() == 2);
  CHECK(quarter(6).error().code == "ODD");
  CHECK(quarter(6).error().found == "3");
}

TEST_CASE("an error is described in one line with all its fields", "[base]") {
  CHECK(describe(Error{.code = "X", .message = "It failed"}) == "It failed");
  CHECK(describe(Error{.code = "X",
                       .message = "It failed",
                       .field = "ns",
                       .place = "byte 252",
                       .found = "0",
                       .expected = "1 or more"}) == "It failed (field ns, at byte 252, found 0, expected 1 or more)");
}

TEST_CASE("invalid UTF-8 is detected and quoted byte by byte", "[base]") {
  for (const char* text :
       {"", "a", "\xC2\xB5", "\xE2\x82\xAC", "\xED\x9F\xBF", "\xF0\x9F\xA7\xA0", "\xF4\x8F\xBF\xBF"}) {
    CHECK(is_utf8(text));
    CHECK(quoted(text) == "\"" + std::string(text) + "\"");
  }
  // Overlong, a surrogate, above U+10FFFF, truncated, a continuation byte alone, an invalid byte.
  for (const std::string text : {"\xC0\x80", "\xE0\x80\xAF", "\xF0\x80\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                 "\xE4\xBB", "\x80", "\xFF"}) {
    CHECK_FALSE(is_utf8(text));
    CHECK(is_utf8(quoted(text)));
    CHECK(quoted(text).size() == 2 + 4 * text.size());
  }
}

TEST_CASE("text from a file is quoted without control characters and cut at a whole character", "[base]") {
  CHECK(quoted("a\nb\x01") == "\"a\\x0Ab\\x01\"");
  CHECK(quoted("\xC2\xB5V") == "\"\xC2\xB5V\"");
  CHECK(quoted("\xB5V") == "\"\\xB5V\"");
  CHECK(quoted(std::string(50, 'x'), 4) == "\"xxxx…\"");
}

TEST_CASE("a byte source rejects ranges outside itself, however large", "[base]") {
  MemorySource source(std::vector<std::byte>(10));
  std::vector<std::byte> out(4);
  CHECK(source.read(6, out).ok());
  CHECK(source.read(7, out).error().code == "IO_READ");
  CHECK(source.read(~std::uint64_t{0}, out).error().code == "IO_READ");
  CHECK(read_all(source, 9).error().code == "IO_TOO_LARGE");
}

TEST_CASE("an arena returns aligned memory and reuses it after a reset", "[base]") {
  Arena arena;
  std::vector<float*> first;
  for (int round = 0; round < 2; ++round) {
    const ArenaScope scope(arena);
    std::size_t index = 0;
    for (const std::size_t n : {std::size_t{1}, std::size_t{100}, std::size_t{1} << 18, std::size_t{7}}) {
      float* values = arena.floats(n).data();
      CHECK(reinterpret_cast<std::uintptr_t>(values) % 64 == 0);
      values[n - 1] = 1;
      if (round == 0) first.push_back(values);
      if (round == 1) CHECK(values == first[index]);
      ++index;
    }
  }
  const std::size_t capacity = arena.capacity_bytes();
  for (int i = 0; i < 10; ++i) {
    const ArenaScope scope(arena);
    arena.floats(std::size_t{1} << 18);
  }
  CHECK(arena.capacity_bytes() == capacity);
}

TEST_CASE("random numbers depend only on seed, purpose and position", "[base]") {
  const Rng a(1, "init"), b(1, "init"), other_purpose(1, "dropout"), other_seed(2, "init");
  CHECK(a.bits(5) == b.bits(5));
  CHECK(a.bits(5) != other_purpose.bits(5));
  CHECK(a.bits(5) != other_seed.bits(5));
  double sum = 0, square = 0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    const double value = a.normal(static_cast<std::uint64_t>(i));
    sum += value;
    square += value * value;
  }
  CHECK(std::abs(sum / n) < 0.03);
  CHECK(std::abs(square / n - 1) < 0.05);
  CHECK(fnv1a64("a") == 0xAF63DC4C8601EC8C);
}

TEST_CASE("a dropout mask preserves the mean, can be applied in parts, and has no effect at rate 0", "[base]") {
  const std::size_t n = 40001;
  const DropoutMask mask(Rng(3, "dropout"), 0.25);
  std::vector<float> whole(n, 1.0F);
  mask.apply(whole, 7);
  std::size_t n_dropped = 0;
  for (const float value : whole) {
    n_dropped += value == 0 ? 1 : 0;
    CHECK((value == 0 || value == static_cast<float>(1 / 0.75)));
  }
  CHECK(std::abs(static_cast<double>(n_dropped) / n - 0.25) < 0.01);
  std::vector<float> pieces(n, 1.0F);
  for (std::size_t first = 0, size = 1; first < n; first += size, size = size % 17 + 1) {
    mask.apply(std::span(pieces).subspan(first, std::min(size, n - first)), 7 + first);
  }
  CHECK(pieces == whole);
  std::vector<float> untouched(9, 3.0F);
  DropoutMask(Rng(3, "dropout"), 0).apply(untouched, 0);
  CHECK(untouched == std::vector<float>(9, 3.0F));
}

}  // namespace base_test
