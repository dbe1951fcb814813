// Attention with relative positions, forward and backward, compared with plain double arithmetic.
#include <cmath>
#include <functional>
#include <vector>

#include "base/arena.h"
#include "kernels/attention.h"
#include "kernels/attention_gradient.h"
#include "support/close_to.h"
#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::filled;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace relative_attention_test {

namespace {

using Values = std::vector<double>;

Values wide(const std::vector<float>& values) { return {values.begin(), values.end()}; }

enum Input { kQueries, kKeys, kValues, kKeyTable, kValueTable, kBiases, kInputs };

struct Problem {
  AttentionShape shape;
  std::size_t reach = 0;
  bool keys = false, values = false, biases = false, per_head = false;
  std::size_t n_per_group = 0;  // tokens that share positions with those of other groups; 0: one group

  std::vector<std::int32_t> positions = {};
  std::vector<std::uint32_t> run_lengths = {};
  std::vector<float> inputs[kInputs] = {};

  void fill() {
    const std::size_t n = shape.n_tokens, period = n_per_group == 0 ? n : n_per_group;
    for (std::size_t i = 0; i < n; ++i) {
      positions.push_back(static_cast<std::int32_t>(i % period));
      run_lengths.push_back(static_cast<std::uint32_t>(std::min(period - i % period, n - i)));
    }
    const std::size_t slots = 2 * reach + 1, tables = per_head ? shape.n_heads : 1;
    inputs[kQueries] = random_values(n * shape.n_heads * shape.key_dim, "q");
    inputs[kKeys] = random_values(n * shape.n_heads * shape.key_dim, "k");
    inputs[kValues] = random_values(n * shape.n_heads * shape.value_dim, "v");
    if (keys) inputs[kKeyTable] = random_values(tables * slots * shape.key_dim, "table k");
    if (values) inputs[kValueTable] = random_values(tables * slots * shape.value_dim, "table v");
    if (biases) inputs[kBiases] = random_values(shape.n_heads * slots, "biases");
  }
  RelativeTerms terms() const {
    RelativeTerms t{.positions = positions, .run_lengths = run_lengths, .reach = reach};
    if (keys) t.keys = inputs[kKeyTable].data();
    if (values) t.values = inputs[kValueTable].data();
    if (biases) t.biases = inputs[kBiases].data();
    if (per_head) t.keys_of_head = t.n_slots() * shape.key_dim;
    if (per_head) t.values_of_head = t.n_slots() * shape.value_dim;
    return t;
  }
  ConstMatrix matrix(Input input) const {
    return {inputs[input].data(), shape.n_tokens, inputs[input].size() / shape.n_tokens};
  }
};

// Probabilities [m, N, N] and outputs [N, m d] by the formula.
struct Result {
  Values probabilities, out;
};

Result in_double(const Problem& p, const Values (&in)[kInputs], const AttentionDropout* dropout) {
  const AttentionShape& s = p.shape;
  const std::size_t N = s.n_tokens, q = s.key_dim, d = s.value_dim, nk = s.n_heads * q, nv = s.n_heads * d;
  const std::size_t slots = 2 * p.reach + 1;
  const RelativeTerms t = p.terms();
  Result r{Values(s.n_heads * N * N, 0.0), Values(N * nv, 0.0)};
  for (std::size_t h = 0; h < s.n_heads; ++h) {
    const std::size_t table = p.per_head ? h * slots : 0;
    for (std::size_t i = 0; i < N; ++i) {
      double* row = r.probabilities.data() + (h * N + i) * N;
      const std::size_t n_seen = s.causal ? i + 1 : N;
      double total = 0;
      for (std::size_t j = 0; j < n_seen; ++j) {
        const std::size_t u = t.slot(i, j);
        double score = 0;
        for (std::size_t c = 0; c < q; ++c) {
          const double key = in[kKeys][j * nk + h * q + c] + (p.keys ? in[kKeyTable][(table + u) * q + c] : 0.0);
          score += in[kQueries][i * nk + h * q + c] * key;
        }
        score = score / std::sqrt(static_cast<double>(q)) + (p.biases ? in[kBiases][h * slots + u] : 0.0);
        total += row[j] = std::exp(score);
      }
      std::vector<float> factors(n_seen, 1.0F);
      if (dropout != nullptr) dropout->apply(factors, s, h, i, 0);
      for (std::size_t j = 0; j < n_seen; ++j) {
        row[j] /= total;
        for (std::size_t c = 0; c < d; ++c) {
          const double value =
              in[kValues][j * nv + h * d + c] + (p.values ? in[kValueTable][(table + t.slot(i, j)) * d + c] : 0.0);
          r.out[i * nv + h * d + c] += row[j] * static_cast<double>(factors[j]) * value;
        }
      }
    }
  }
  return r;
}

void check_close(const std::vector<float>& got, const Values& want, double tolerance) {
  // The scores of a single token have no gradient, only rounding errors of values around 1.
  const double scale = std::max(1e-2, eegate::test::largest_magnitude(want));
  CHECK(eegate::test::largest_difference(got, want) < tolerance * scale);
}

struct Forward {
  std::vector<float> out, row_sums;
};

Forward forward(const Problem& p, const AttentionDropout* dropout) {
  const AttentionShape& s = p.shape;
  const RelativeTerms terms = p.terms();
  Forward f{std::vector<float>(s.n_tokens * s.n_heads * s.value_dim, NAN), std::vector<float>(s.n_row_sums())};
  std::vector<float> scratch(attention_scratch_floats(s, &terms));
  attention({f.out.data(), s.n_tokens, s.n_heads * s.value_dim}, p.matrix(kQueries), p.matrix(kKeys), p.matrix(kValues),
            s, scratch, f.row_sums, dropout, &terms);
  return f;
}

void check_forward(Problem p, const AttentionDropout* dropout = nullptr) {
  p.fill();
  CAPTURE(p.shape.n_tokens, p.shape.n_heads, p.shape.causal, p.reach, p.keys, p.values, p.biases, p.per_head);
  Values in[kInputs];
  for (int i = 0; i < kInputs; ++i) in[i] = wide(p.inputs[i]);
  const Result want = in_double(p, in, dropout);
  check_close(forward(p, dropout).out, want.out, 3e-6);
  const RelativeTerms terms = p.terms();
  std::vector<float> weights(want.probabilities.size());
  attention_weights(weights, p.matrix(kQueries), p.matrix(kKeys), p.shape, &terms);
  check_close(weights, want.probabilities, 3e-6);
}

void check_backward(Problem p, const AttentionDropout* dropout = nullptr) {
  p.fill();
  CAPTURE(p.shape.n_tokens, p.shape.n_heads, p.shape.causal, p.reach, p.keys, p.values, p.biases, p.per_head);
  const AttentionShape& s = p.shape;
  const std::size_t N = s.n_tokens, nk = s.n_heads * s.key_dim, nv = s.n_heads * s.value_dim;
  const auto dout = random_values(N * nv, "dout");
  const Forward f = forward(p, dropout);
  const RelativeTerms terms = p.terms();
  std::vector<float> g[kInputs];
  for (int i = 0; i < kInputs; ++i) g[i].assign(p.inputs[i].size(), 0.0F);
  Arena arena;
  attention_gradient({g[kQueries].data(), N, nk}, {g[kKeys].data(), N, nk}, {g[kValues].data(), N, nv},
                     {dout.data(), N, nv}, p.matrix(kQueries), p.matrix(kKeys), p.matrix(kValues),
                     {f.out.data(), N, nv}, f.row_sums, s, arena, dropout, &terms,
                     {g[kKeyTable].data(), g[kValueTable].data(), g[kBiases].data()});
  Values in[kInputs];
  for (int i = 0; i < kInputs; ++i) in[i] = wide(p.inputs[i]);
  const auto loss = [&] {
    const Values out = in_double(p, in, dropout).out;
    double sum = 0;
    for (std::size_t i = 0; i < out.size(); ++i) sum += out[i] * static_cast<double>(dout[i]);
    return sum;
  };
  for (int input = 0; input < kInputs; ++input) {
    CAPTURE(input);
    Values want(in[input].size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      const double kept = in[input][i], step = 1e-5;
      in[input][i] = kept + step;
      const double above = loss();
      in[input][i] = kept - step;
      want[i] = (above - loss()) / (2 * step);
      in[input][i] = kept;
    }
    check_close(g[input], want, 3e-5);
  }
}

std::vector<Problem> every_kind(const AttentionShape& shape, std::size_t reach, std::size_t n_per_group = 0) {
  const auto problem = [&](bool keys, bool values, bool biases, bool per_head) {
    return Problem{.shape = shape,
                   .reach = reach,
                   .keys = keys,
                   .values = values,
                   .biases = biases,
                   .per_head = per_head,
                   .n_per_group = n_per_group};
  };
  return {problem(true, false, false, false), problem(true, true, false, true), problem(false, false, true, false),
          problem(true, true, true, false)};
}

}  // namespace

TEST_CASE("attention with relative positions equals the formula, whatever the reach, in groups, with a causal mask",
          "[kernels]") {
  const AttentionDropout dropout{DropoutMask(Rng(4, "dropout"), 0.3), 11};
  on_every_target([&] {
    for (const bool causal : {false, true}) {
      for (const Problem& p : every_kind({1, 2, 3, 5, causal}, 0)) check_forward(p);
      for (const Problem& p : every_kind({25, 3, 4, 4, causal}, 3)) check_forward(p);
      for (const Problem& p : every_kind({131, 2, 7, 17, causal}, 130)) check_forward(p);
      for (const Problem& p : every_kind({300, 1, 16, 8, causal}, 40)) check_forward(p);
      for (const Problem& p : every_kind({150, 2, 8, 8, causal}, 21, 37)) check_forward(p);
      for (const Problem& p : every_kind({129, 2, 3, 3, causal}, 9)) check_forward(p, &dropout);
    }
  });
}

TEST_CASE("the gradient of attention with relative positions equals finite differences", "[kernels]") {
  const AttentionDropout dropout{DropoutMask(Rng(4, "dropout"), 0.3), 5};
  on_every_target([&] {
    for (const bool causal : {false, true}) {
      for (const Problem& p : every_kind({1, 2, 3, 2, causal}, 0)) check_backward(p);
      for (const Problem& p : every_kind({5, 2, 3, 5, causal}, 20)) check_backward(p);
      for (const Problem& p : every_kind({13, 2, 2, 3, causal}, 4, 5)) check_backward(p);
      for (const Problem& p : every_kind({27, 1, 2, 2, causal}, 7)) check_backward(p, &dropout);
    }
  });
}

TEST_CASE("the gradient of attention with relative positions holds over several key blocks", "[kernels]") {
  check_backward({.shape = {131, 1, 1, 1, false}, .reach = 12, .keys = true, .values = true, .biases = true});
  check_backward({.shape = {131, 1, 1, 1, true}, .reach = 130, .keys = true, .n_per_group = 126});
}

TEST_CASE("relative positions (Shaw et al. 2018) give the reference probabilities and results", "[kernels]") {
  Problem p{.shape = {3, 1, 4, 4, false}, .reach = 1, .keys = true, .values = true};
  p.fill();
  for (int i = 0; i < kBiases; ++i) p.inputs[i] = filled(12, 0.1 * (i + 1));
  const double probabilities[] = {0.46744417736828797, 0.3131531419389479, 0.21940268069276425,
                                  0.3974373994842578,  0.4342394926290532, 0.16832310788668906,
                                  0.2720229794623017,  0.2927844467312717, 0.4351925738064267};
  const double row[] = {0.3403392114259509, 0.22182135547127751, 0.07328101966458672, -0.08517755837690208};
  const RelativeTerms terms = p.terms();
  on_every_target([&] {
    std::vector<float> weights(9);
    attention_weights(weights, p.matrix(kQueries), p.matrix(kKeys), p.shape, &terms);
    for (std::size_t i = 0; i < 9; ++i) CHECK(std::abs(static_cast<double>(weights[i]) - probabilities[i]) < 3e-7);
    const std::vector<float> out = forward(p, nullptr).out;
    for (std::size_t i = 0; i < 4; ++i) CHECK(std::abs(static_cast<double>(out[i]) - row[i]) < 3e-7);
  });
}

}  // namespace relative_attention_test
