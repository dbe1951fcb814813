#include "model/layers/token_order.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "model/layers/relative_positions.h"
#include "support/model_bytes.h"

using namespace eegate;

namespace token_order_test {

namespace {

TransformerConfig config_of(const std::string& fields) {
  return transformer_config(eegate::test::config_from(
      R"({"architecture":"transformer","n_chans":6,"n_times":20,"n_outputs":2,"n_heads":2,)" + fields + "}"));
}

// Attention windows by their definition: the window number of every token.
std::vector<std::size_t> groups(const AttentionSpans& spans) {
  std::vector<std::size_t> numbers;
  for (std::size_t s = 0; s < spans.size(); ++s) numbers.insert(numbers.end(), spans.list[s].n, s);
  return numbers;
}

}  // namespace

TEST_CASE("windows hold the tokens of one group number, with and without a shift, at any length", "[model]") {
  for (const std::size_t window : {1u, 2u, 4u, 5u, 16u}) {
    for (const std::size_t shift : {std::size_t{0}, window / 2}) {
      for (std::size_t n = 1; n < 40; ++n) {
        CAPTURE(window, shift, n);
        const std::vector<std::size_t> got = groups(AttentionSpans(n, window, shift));
        REQUIRE(got.size() == n);
        for (std::size_t i = 1; i < n; ++i) {
          const auto number = [&](std::size_t k) { return (shift == 0 ? k : k + window - shift) / window; };
          CHECK((got[i] == got[i - 1]) == (number(i) == number(i - 1)));
        }
      }
    }
  }
}

TEST_CASE("distances fall into exact, then logarithmic buckets", "[model]") {
  const RelativeConfig config{.alpha = 8, .beta = 16, .gamma = 64};
  const std::int64_t distances[] = {0, 1, 7, 8, 9, 12, 16, 24, 32, 48, 64, 100, -100};
  const std::int64_t buckets[] = {0, 1, 7, 8, 8, 10, 11, 12, 13, 15, 16, 16, -16};
  for (std::size_t i = 0; i < 13; ++i) CHECK(distance_bucket(distances[i], config) == buckets[i]);
  const RelativeConfig clipped{.alpha = 3, .beta = 3, .gamma = 64};
  CHECK(distance_bucket(2, clipped) == 2);
  CHECK(distance_bucket(-7, clipped) == -3);
}

TEST_CASE("groups of channels share their time positions, the class token stands in front", "[model]") {
  const std::string patch = R"("embedding":{"kind":"patch","dim":4,"patch_chans":3,"patch_times":5},"cls":true,)";
  const TokenOrder order = token_order(config_of(patch + R"("position":{"kind":"rel_shaw"})"), 20);
  CHECK(order.n_tokens == 9);
  CHECK(order.positions == std::vector<std::int32_t>{0, 1, 2, 3, 4, 1, 2, 3, 4});
  CHECK(order.run_lengths == std::vector<std::uint32_t>{5, 4, 3, 2, 1, 4, 3, 2, 1});
  const TokenOrder absolute = token_order(config_of(patch + R"("position":{"kind":"learned"})"), 20);
  CHECK(absolute.n_tokens == 9);
  CHECK(absolute.positions.empty());
}

}  // namespace token_order_test
