#include "kernels/attention.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "support/close_to.h"
#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace attention_test {

namespace {

struct Case {
  AttentionShape shape;
  double scale;
};

// Reference implementation in double.
std::vector<double> reference(const AttentionShape& s, const std::vector<float>& q, const std::vector<float>& k,
                              const std::vector<float>& v, const AttentionDropout* dropout) {
  const std::size_t n_keys = s.n_heads * s.key_dim, n_values = s.n_heads * s.value_dim;
  std::vector<double> out(s.n_tokens * n_values, 0.0);
  for (std::size_t h = 0; h < s.n_heads; ++h) {
    for (std::size_t i = 0; i < s.n_tokens; ++i) {
      std::vector<double> scores;
      const std::size_t n_seen = s.causal ? i + 1 : s.n_tokens;
      for (std::size_t j = 0; j < n_seen; ++j) {
        double dot = 0;
        for (std::size_t c = 0; c < s.key_dim; ++c) {
          dot += static_cast<double>(q[i * n_keys + h * s.key_dim + c]) *
                 static_cast<double>(k[j * n_keys + h * s.key_dim + c]);
        }
        scores.push_back(dot / std::sqrt(static_cast<double>(s.key_dim)));
      }
      double highest = scores[0], total = 0;
      for (const double score : scores) highest = std::max(highest, score);
      for (double& score : scores) total += score = std::exp(score - highest);
      std::vector<float> factors(n_seen, 1.0F);
      if (dropout != nullptr) dropout->apply(factors, s, h, i, 0);
      for (std::size_t j = 0; j < n_seen; ++j) {
        scores[j] *= static_cast<double>(factors[j]);
        for (std::size_t c = 0; c < s.value_dim; ++c) {
          out[i * n_values + h * s.value_dim + c] +=
              scores[j] / total * static_cast<double>(v[j * n_values + h * s.value_dim + c]);
        }
      }
    }
  }
  return out;
}

void check_case(const Case& c, const AttentionDropout* dropout = nullptr) {
  const AttentionShape& s = c.shape;
  CAPTURE(s.n_tokens, s.n_heads, s.key_dim, s.value_dim, s.causal, c.scale);
  const std::size_t n_keys = s.n_heads * s.key_dim, n_values = s.n_heads * s.value_dim;
  const auto q = random_values(s.n_tokens * n_keys, "q", c.scale), k = random_values(s.n_tokens * n_keys, "k", c.scale);
  const auto v = random_values(s.n_tokens * n_values, "v");
  std::vector<float> out(s.n_tokens * n_values, NAN), scratch(attention_scratch_floats(s));
  attention({out.data(), s.n_tokens, n_values}, {q.data(), s.n_tokens, n_keys}, {k.data(), s.n_tokens, n_keys},
            {v.data(), s.n_tokens, n_values}, s, scratch, {}, dropout);
  const std::vector<double> want = reference(s, q, k, v, dropout);
  CHECK(eegate::test::largest_difference(out, want) < (c.scale > 10 ? 2e-4 : 3e-6));
}

}  // namespace

TEST_CASE("attention equals the formula at odd sizes, over several key blocks, with and without a causal mask",
          "[kernels]") {
  on_every_target([] {
    for (const bool causal : {false, true}) {
      check_case({{1, 1, 1, 1, causal}, 1});
      check_case({{3, 2, 3, 5, causal}, 1});
      check_case({{25, 3, 4, 4, causal}, 1});
      check_case({{127, 1, 8, 8, causal}, 2});
      check_case({{128, 1, 8, 33, causal}, 2});
      check_case({{129, 2, 7, 17, causal}, 2});
      check_case({{300, 2, 16, 16, causal}, 3});
    }
  });
}

TEST_CASE("dropped attention equals the formula with its mask; without a share to drop it stays as it is",
          "[kernels]") {
  const AttentionDropout dropout{DropoutMask(Rng(4, "dropout"), 0.3), 11};
  on_every_target([&] {
    for (const bool causal : {false, true}) {
      check_case({{1, 3, 1, 1, causal}, 1}, &dropout);
      check_case({{25, 3, 4, 4, causal}, 1}, &dropout);
      check_case({{129, 2, 7, 17, causal}, 2}, &dropout);
      check_case({{300, 2, 16, 16, causal}, 3}, &dropout);
    }
    const AttentionShape shape{131, 2, 3, 3, false};
    const AttentionDropout nothing{DropoutMask(Rng(4, "dropout"), 0), 0};
    const auto q = random_values(131 * 6, "q"), k = random_values(131 * 6, "k"), v = random_values(131 * 6, "v");
    std::vector<float> plain(131 * 6), dropped(131 * 6), scratch(attention_scratch_floats(shape));
    const ConstMatrix qs(q.data(), 131, 6), ks(k.data(), 131, 6), vs(v.data(), 131, 6);
    attention({plain.data(), 131, 6}, qs, ks, vs, shape, scratch);
    attention({dropped.data(), 131, 6}, qs, ks, vs, shape, scratch, {}, &nothing);
    CHECK(plain == dropped);
  });
}

TEST_CASE("huge scores give no NaN but a one-hot distribution", "[kernels]") {
  on_every_target([] {
    const AttentionShape shape{2, 1, 1, 1, false};
    const std::vector<float> q = {100, -100}, k = {100, -100}, v = {1, 2};
    std::vector<float> out(2), scratch(attention_scratch_floats(shape));
    attention({out.data(), 2, 1}, {q.data(), 2, 1}, {k.data(), 2, 1}, {v.data(), 2, 1}, shape, scratch);
    CHECK(out == std::vector<float>{1, 2});
  });
}

// Scores of short queries are bounded and need no maximum; longer queries use it. As `length` grows, some queries
// change from the first to the second case.
TEST_CASE("attention equals the formula on both sides of the bound of its scores", "[kernels]") {
  on_every_target([] {
    const std::size_t n = 263, width = 6;
    const AttentionShape shape{n, 2, 3, 3, false};
    const auto k = random_values(n * width, "k", 4), v = random_values(n * width, "v");
    auto q = random_values(n * width, "q");
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < width; ++j) q[i * width + j] *= 0.25F * static_cast<float>(i);
    std::vector<float> out(n * width, NAN), scratch(attention_scratch_floats(shape));
    attention({out.data(), n, width}, {q.data(), n, width}, {k.data(), n, width}, {v.data(), n, width}, shape, scratch);
    CHECK(eegate::test::largest_difference(out, reference(shape, q, k, v, nullptr)) < 2e-4);
  });
}

TEST_CASE("attention propagates NaN and scores without a finite value", "[kernels]") {
  on_every_target([] {
    for (const std::size_t n : {std::size_t{3}, std::size_t{150}, std::size_t{300}}) {
      const AttentionShape shape{n, 1, 2, 1, false};
      for (const std::size_t at : {std::size_t{0}, n / 2, n - 1}) {
        std::vector<float> q(n * 2, 1e30F), k(n * 2, -1e-30F), v(n, 1), out(n, 0.0F);
        std::vector<float> scratch(attention_scratch_floats(shape));
        const auto attend = [&] {
          attention({out.data(), n, 1}, {q.data(), n, 2}, {k.data(), n, 2}, {v.data(), n, 1}, shape, scratch);
        };
        k[at * 2] = 1e30F;  // infinity minus infinity
        k[at * 2 + 1] = -1e30F;
        CAPTURE(n, at);
        attend();
        for (const float value : out) CHECK(std::isnan(value));
        std::fill(k.begin(), k.end(), -1e30F);  // minus infinity everywhere else
        k[at * 2] = 1e30F;
        attend();
        for (const float value : out) CHECK(std::isnan(value));
        k[at * 2] = -1e30F;
        attend();
        for (const float value : out) CHECK(std::isnan(value));
        k[at * 2] = k[at * 2 + 1] = 1e-30F;  // a single finite score has all the weight
        attend();
        for (const float value : out) CHECK(value == 1);
      }
    }
  });
}

TEST_CASE("attention weights are a probability for each query", "[kernels]") {
  const AttentionShape shape{9, 2, 3, 3, true};
  const auto q = random_values(9 * 6, "q"), k = random_values(9 * 6, "k");
  std::vector<float> weights(2 * 9 * 9);
  attention_weights(weights, {q.data(), 9, 6}, {k.data(), 9, 6}, shape);
  for (std::size_t row = 0; row < 18; ++row) {
    double sum = 0;
    for (std::size_t j = 0; j < 9; ++j) {
      if (j > row % 9) CHECK(weights[row * 9 + j] == 0);
      sum += static_cast<double>(weights[row * 9 + j]);
    }
    CHECK(std::abs(sum - 1) < 1e-6);
  }
}

}  // namespace attention_test
