#include "base/numbers_as_text.h"

#include <algorithm>
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "base/sort.h"

using namespace eegate;

namespace numbers_as_text_test {

namespace {

std::string printed(double value, int n_digits) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*g", n_digits, value);
  return text.data();
}

}  // namespace

TEST_CASE("numbers are formatted as by C's %g", "[base]") {
  const double limit = std::numeric_limits<double>::max();
  for (const double value : {0.0,
                             -0.0,
                             1.0,
                             -1.0,
                             0.5,
                             2.5,
                             3.5,
                             0.1,
                             1e-5,
                             0.0001,
                             123456.0,
                             999999.5,
                             9.9999995,
                             1e21,
                             -1e-300,
                             limit,
                             std::numeric_limits<double>::denorm_min(),
                             160.0,
                             0.30000000000000004,
                             std::numeric_limits<double>::infinity(),
                             1234567890.5,
                             12345678905.0}) {
    for (const int n : {1, 2, 6, 9, 10, 12, 17}) CHECK(significant(value, n) == printed(value, n));
  }
  const Rng rng(1, "significant");
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const std::uint64_t bits = rng.bits(i);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    if (value != value) continue;
    const int n = 1 + static_cast<int>(i % 17);
    if (significant(value, n) != printed(value, n)) FAIL_CHECK(printed(value, 17));
    const double modest = static_cast<double>(static_cast<std::int64_t>(bits >> 40)) / 512.0;  // many ties
    if (significant(modest, n) != printed(modest, n)) FAIL_CHECK(printed(modest, 17));
  }
}

TEST_CASE("decimal numbers are exact", "[base]") {
  CHECK(decimal_text(0, 0) == "0");
  CHECK(decimal_text(0, 6) == "0");
  CHECK(decimal_text(-1250, 2) == "-12.5");
  CHECK(decimal_text(5, 3) == "0.005");
  CHECK(decimal_text(1200, 2) == "12");
  CHECK(decimal_text(1200, 0) == "1200");
  CHECK(decimal_text(1'000'000'100, 9) == "1.0000001");
}

TEST_CASE("sorting is stable", "[base]") {
  const Rng rng(2, "sort");
  for (const std::size_t n : {0u, 1u, 2u, 3u, 7u, 64u, 1000u}) {
    std::vector<std::pair<int, std::size_t>> values;
    for (std::size_t i = 0; i < n; ++i) values.emplace_back(static_cast<int>(rng.bits(i) % 10), i);
    auto expected = values;
    std::stable_sort(expected.begin(), expected.end(), [](auto& a, auto& b) { return a.first < b.first; });
    sort_stable(values, [](const auto& a, const auto& b) { return a.first < b.first; });
    CHECK(values == expected);
  }
  std::vector<std::string> words = {"c", "a", "b"};
  sort_stable(words);
  CHECK(words == std::vector<std::string>{"a", "b", "c"});
}

}  // namespace numbers_as_text_test
