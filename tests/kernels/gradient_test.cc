// Backward kernels compared with derivatives computed in double.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

#include "base/arena.h"
#include "kernels/activation.h"
#include "kernels/attention.h"
#include "kernels/attention_gradient.h"
#include "kernels/gate.h"
#include "kernels/layer_norm.h"
#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "kernels/standardize.h"
#include "support/close_to.h"
#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace gradient_test {

namespace {

using Values = std::vector<double>;

Values wide(const std::vector<float>& values) { return {values.begin(), values.end()}; }

// d loss / d x by central differences in double.
Values numeric_gradient(Values x, const std::function<double(const Values&)>& loss) {
  Values gradient(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double kept = x[i], step = 1e-5;
    x[i] = kept + step;
    const double above = loss(x);
    x[i] = kept - step;
    const double below = loss(x);
    x[i] = kept;
    gradient[i] = (above - below) / (2 * step);
  }
  return gradient;
}

void check_close(const std::vector<float>& got, const Values& want, double tolerance) {
  REQUIRE(got.size() == want.size());
  const double scale = std::max(1e-3, eegate::test::largest_magnitude(want));
  for (std::size_t i = 0; i < got.size(); ++i) {
    CAPTURE(i, got[i], want[i]);
    CHECK(std::abs(static_cast<double>(got[i]) - want[i]) < tolerance * scale);
  }
}

double dot(const Values& a, const std::vector<float>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * static_cast<double>(b[i]);
  return sum;
}

Values attention_in_double(const AttentionShape& s, const Values& q, const Values& k, const Values& v,
                           const AttentionDropout* dropout = nullptr) {
  const std::size_t nk = s.n_heads * s.key_dim, nv = s.n_heads * s.value_dim;
  Values out(s.n_tokens * nv, 0.0);
  for (std::size_t h = 0; h < s.n_heads; ++h) {
    for (std::size_t i = 0; i < s.n_tokens; ++i) {
      Values p(s.causal ? i + 1 : s.n_tokens);
      double total = 0;
      for (std::size_t j = 0; j < p.size(); ++j) {
        double score = 0;
        for (std::size_t c = 0; c < s.key_dim; ++c)
          score += q[i * nk + h * s.key_dim + c] * k[j * nk + h * s.key_dim + c];
        total += p[j] = std::exp(score / std::sqrt(static_cast<double>(s.key_dim)));
      }
      std::vector<float> factors(p.size(), 1.0F);
      if (dropout != nullptr) dropout->apply(factors, s, h, i, 0);
      for (std::size_t j = 0; j < p.size(); ++j) {
        p[j] *= static_cast<double>(factors[j]);
        for (std::size_t c = 0; c < s.value_dim; ++c)
          out[i * nv + h * s.value_dim + c] += p[j] / total * v[j * nv + h * s.value_dim + c];
      }
    }
  }
  return out;
}

struct AttentionGradients {
  std::vector<float> dq, dk, dv;
};

AttentionGradients gradients_of(const AttentionShape& s, const std::vector<float>& q, const std::vector<float>& k,
                                const std::vector<float>& v, const std::vector<float>& dout,
                                const AttentionDropout* dropout = nullptr) {
  const std::size_t N = s.n_tokens, nk = s.n_heads * s.key_dim, nv = s.n_heads * s.value_dim;
  const auto matrix = [N](const std::vector<float>& x, std::size_t cols) { return ConstMatrix(x.data(), N, cols); };
  std::vector<float> out(N * nv), scratch(attention_scratch_floats(s)), row_sums(s.n_row_sums());
  AttentionGradients g{std::vector<float>(N * nk), std::vector<float>(N * nk), std::vector<float>(N * nv)};
  attention({out.data(), N, nv}, matrix(q, nk), matrix(k, nk), matrix(v, nv), s, scratch, row_sums, dropout);
  Arena arena;
  attention_gradient({g.dq.data(), N, nk}, {g.dk.data(), N, nk}, {g.dv.data(), N, nv}, matrix(dout, nv), matrix(q, nk),
                     matrix(k, nk), matrix(v, nv), matrix(out, nv), row_sums, s, arena, dropout);
  return g;
}

void check_attention(const AttentionShape& s, const AttentionDropout* dropout = nullptr) {
  CAPTURE(s.n_tokens, s.n_heads, s.key_dim, s.value_dim, s.causal);
  const std::size_t N = s.n_tokens, nk = s.n_heads * s.key_dim, nv = s.n_heads * s.value_dim;
  const auto q = random_values(N * nk, "q"), k = random_values(N * nk, "k"), v = random_values(N * nv, "v"),
             dout = random_values(N * nv, "dout");
  const auto [dq, dk, dv] = gradients_of(s, q, k, v, dout, dropout);
  check_close(
      dq,
      numeric_gradient(
          wide(q), [&](const Values& x) { return dot(attention_in_double(s, x, wide(k), wide(v), dropout), dout); }),
      2e-5);
  check_close(
      dk,
      numeric_gradient(
          wide(k), [&](const Values& x) { return dot(attention_in_double(s, wide(q), x, wide(v), dropout), dout); }),
      2e-5);
  check_close(
      dv,
      numeric_gradient(
          wide(v), [&](const Values& x) { return dot(attention_in_double(s, wide(q), wide(k), x, dropout), dout); }),
      2e-5);
}

}  // namespace

TEST_CASE("the gradient of attention equals finite differences at odd sizes, single tokens and with a mask",
          "[kernels]") {
  on_every_target([] {
    for (const bool causal : {false, true}) {
      check_attention({1, 2, 3, 2, causal});
      check_attention({5, 1, 3, 5, causal});
      check_attention({27, 2, 4, 3, causal});
    }
  });
}

TEST_CASE("the gradient of attention with dropout equals finite differences under the same mask", "[kernels]") {
  const AttentionDropout dropout{DropoutMask(Rng(4, "dropout"), 0.3), 5};
  on_every_target([&] {
    for (const bool causal : {false, true}) {
      check_attention({1, 3, 3, 2, causal}, &dropout);
      check_attention({27, 2, 4, 3, causal}, &dropout);
    }
  });
  check_attention({131, 1, 1, 1, false}, &dropout);  // more keys than one block holds
}

TEST_CASE("the gradient of attention holds over several key blocks", "[kernels]") {
  const AttentionShape s{131, 1, 2, 3, false};  // more keys than one block holds
  const auto q = random_values(262, "q"), k = random_values(262, "k"), v = random_values(393, "v"),
             dout = random_values(393, "dout");
  const std::vector<float> dk = gradients_of(s, q, k, v, dout).dk;
  check_close(dk,
              numeric_gradient(wide(k),
                               [&](const Values& x) { return dot(attention_in_double(s, wide(q), x, wide(v)), dout); }),
              2e-5);
}

TEST_CASE("large scores leave probabilities that sum to 1 in the gradient of attention", "[kernels]") {
  on_every_target([] {
    const AttentionShape s{131, 1, 2, 3, false};
    for (const float offset : {300.0F, 3e4F}) {  // of queries and keys: scores of 1e5 and 1e9
      auto q = random_values(262, "q"), k = random_values(262, "k");
      for (float& value : q) value += offset;
      for (float& value : k) value = value / offset + offset;
      const auto v = random_values(393, "v");
      const std::vector<float> dout(393, 1);
      const std::vector<float> dv = gradients_of(s, q, k, v, dout).dv;
      double sum = 0;
      for (const float value : dv) sum += static_cast<double>(value);
      CHECK(std::abs(sum - 393) < 1e-3);
    }
  });
}

TEST_CASE("weight and bias gradients equal their sums at every remainder and are added to existing values",
          "[kernels]") {
  on_every_target([] {
    for (const std::size_t M : {1, 5, 300}) {
      for (const std::size_t N : {1, 7, 33}) {
        for (const std::size_t K : {1, 9, 34}) {
          CAPTURE(M, N, K);
          const auto dy = random_values(M * N, "dy"), x = random_values(M * K, "x");
          std::vector<float> dw(N * K, 1.0F), db(N, 2.0F);
          Arena arena;
          weight_gradient({dw.data(), N, K}, {dy.data(), M, N}, {x.data(), M, K}, arena);
          bias_gradient(db, {dy.data(), M, N});
          for (std::size_t n = 0; n < N; ++n) {
            double sum = 2;
            for (std::size_t m = 0; m < M; ++m) sum += static_cast<double>(dy[m * N + n]);
            CHECK(std::abs(static_cast<double>(db[n]) - sum) < 1e-4);
            for (std::size_t k = 0; k < K; ++k) {
              double want = 1;
              for (std::size_t m = 0; m < M; ++m)
                want += static_cast<double>(dy[m * N + n]) * static_cast<double>(x[m * K + k]);
              CHECK(std::abs(static_cast<double>(dw[n * K + k]) - want) < 1e-4);
            }
          }
        }
      }
    }
  });
}

TEST_CASE("the derivative of each activation equals finite differences", "[kernels]") {
  on_every_target([] {
    std::vector<float> x;
    for (double value = -6; value <= 6; value += 0.0371) x.push_back(static_cast<float>(value));
    const auto check = [&](Activation activation, double (*f)(double)) {
      std::vector<float> dy(x.size(), 1.0F);
      activation_gradient(activation, dy, x);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double at = static_cast<double>(x[i]), want = (f(at + 1e-6) - f(at - 1e-6)) / 2e-6;
        CHECK(std::abs(static_cast<double>(dy[i]) - want) < 1e-6);
      }
    };
    check(Activation::kRelu, [](double v) { return std::max(0.0, v); });
    check(Activation::kGelu, [](double v) { return 0.5 * v * (1 + std::erf(v / std::sqrt(2.0))); });
    check(Activation::kGeluTanh, [](double v) {
      return 0.5 * v * (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (v + 0.044715 * v * v * v)));
    });
    check(Activation::kElu, [](double v) { return v > 0 ? v : std::expm1(v); });
    const auto check_by_result = [&](Activation activation, double (*f)(double)) {
      std::vector<float> dy(x.size(), 1.0F), result;
      for (const float value : x) result.push_back(static_cast<float>(f(static_cast<double>(value))));
      activation_gradient(activation, dy, result);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const double at = static_cast<double>(x[i]), want = (f(at + 1e-6) - f(at - 1e-6)) / 2e-6;
        CHECK(std::abs(static_cast<double>(dy[i]) - want) < 1e-6);
      }
    };
    check_by_result(Activation::kTanh, [](double v) { return std::tanh(v); });
    check_by_result(Activation::kSigmoid, [](double v) { return 1 / (1 + std::exp(-v)); });
  });
}

TEST_CASE("the gradient of layer norm gives the values computed in float64", "[kernels]") {
  on_every_target([] {
    const std::vector<float> x = {1, 2, 3, 5}, weight = {1, 2, 0.5F, -1}, dy = {1, -1, 2, 0.5F};
    std::vector<float> dx(4), dweight(4), dbias(4);
    layer_norm_gradient({dx.data(), 1, 4}, dweight, dbias, {dy.data(), 1, 4}, {x.data(), 1, 4}, weight, 1e-5F);
    check_close(dx, {0.6085103679633166, -1.3329256513003809, 0.7823694796150548, -0.05795419627799042}, 2e-6);
    check_close(dbias, {1, -1, 2, 0.5}, 1e-7);
    check_close(dweight, {-1.1832132521355803, 0.5070913937723915, 0.3380609291895946, 0.7606371405876585}, 2e-6);
  });
}

TEST_CASE(
    "the gradient of layer norm equals float64 arithmetic to six digits in rows of few values, and to five in longer "
    "ones",
    "[kernels]") {
  const auto in_double = [](const std::vector<float>& x, const std::vector<float>& dy) {
    const double n = static_cast<double>(x.size());
    double mean = 0, square = 0, g = 0, gx = 0;
    for (const float v : x) mean += static_cast<double>(v) / n;
    for (const float v : x) square += std::pow(static_cast<double>(v) - mean, 2) / n;
    const double scale = 1 / std::sqrt(square + static_cast<double>(1e-5F));
    const auto normed = [&](std::size_t i) { return (static_cast<double>(x[i]) - mean) * scale; };
    for (std::size_t i = 0; i < x.size(); ++i) {
      g += static_cast<double>(dy[i]) / n;
      gx += static_cast<double>(dy[i]) * normed(i) / n;
    }
    std::vector<double> dx;
    for (std::size_t i = 0; i < x.size(); ++i) dx.push_back(scale * (static_cast<double>(dy[i]) - g - normed(i) * gx));
    return dx;
  };
  on_every_target([&] {
    for (const std::vector<float>& x :
         {std::vector<float>{0.4F, -1.7F}, {3.1F, 2.9F}, {0.4F, -1.7F, 0.6F}, random_values(21, "x")}) {
      const double allowed = x.size() > kNarrowNorm ? 1e-5 : 1e-6;
      const std::vector<float> dy = random_values(x.size(), "dy");
      const std::vector<double> want = in_double(x, dy);
      std::vector<float> dx(x.size());
      layer_norm_gradient({dx.data(), 1, x.size()}, {}, {}, {dy.data(), 1, x.size()}, {x.data(), 1, x.size()}, {},
                          1e-5F);
      for (std::size_t i = 0; i < x.size(); ++i)
        CHECK(std::abs(static_cast<double>(dx[i]) - want[i]) <= allowed * std::abs(want[i]));
    }
  });
}

TEST_CASE("the gradients of gates equal finite differences of their formulas", "[kernels]") {
  on_every_target([] {
    const std::size_t n = 11;
    const auto g = random_values(n, "g", 2), h = random_values(n, "h", 2), x = random_values(n, "x"),
               y = random_values(n, "y"), dout = random_values(n, "dout");
    const auto sigmoid = [](double v) { return 1 / (1 + std::exp(-v)); };
    const auto view = [&](const std::vector<float>& v) { return ConstMatrix(v.data(), 1, n); };
    const auto slot = [&](std::vector<float>& v) { return Matrix(v.data(), 1, n); };
    using Formula = std::function<double(double, double, double, double)>;  // of g, h, x, y
    const auto check = [&](const std::vector<float>& got, const Formula& f, int argument) {
      for (std::size_t i = 0; i < n; ++i) {
        std::array<double, 4> at = {g[i], h[i], x[i], y[i]}, above = at, below = at;
        above[static_cast<std::size_t>(argument)] += 1e-6;
        below[static_cast<std::size_t>(argument)] -= 1e-6;
        const double slope =
            (f(above[0], above[1], above[2], above[3]) - f(below[0], below[1], below[2], below[3])) / 2e-6;
        CHECK(std::abs(static_cast<double>(got[i]) - static_cast<double>(dout[i]) * slope) < 2e-6);
      }
    };
    std::vector<float> a(n), b(n), dx(n), dy(n);
    const auto clear = [&] {
      for (auto* v : {&a, &b, &dx, &dy}) std::fill(v->begin(), v->end(), 0.0F);
    };
    const auto check_gate = [&](const Formula& f) {
      check(a, f, 0);
      check(dx, f, 2);
      check(dy, f, 3);
      clear();
    };
    input_gate_gradient(slot(a), slot(dx), slot(dy), view(dout), view(g), view(x));
    check_gate([&](double vg, double, double vx, double vy) { return sigmoid(vg) * vx + vy; });
    output_gate_gradient(slot(a), slot(dx), slot(dy), view(dout), view(g), view(y));
    check_gate([&](double vg, double, double vx, double vy) { return vx + sigmoid(vg) * vy; });
    highway_gate_gradient(slot(a), slot(dx), slot(dy), view(dout), view(g), view(x), view(y));
    check_gate([&](double vg, double, double vx, double vy) { return sigmoid(vg) * vx + (1 - sigmoid(vg)) * vy; });
    const Formula sigtanh = [&](double vg, double vh, double vx, double) { return vx + sigmoid(vg) * std::tanh(vh); };
    sigtanh_gate_gradient(slot(a), slot(b), slot(dx), view(dout), view(g), view(h));
    check(a, sigtanh, 0);
    check(b, sigtanh, 1);
    check(dx, sigtanh, 2);
    clear();
    const Formula update = [&](double vg, double vh, double vx, double) {
      return (1 - sigmoid(vg)) * vx + sigmoid(vg) * std::tanh(vh);
    };
    gru_update_gradient(slot(a), slot(b), slot(dx), view(dout), view(g), view(h), view(x));
    check(a, update, 0);
    check(b, update, 1);
    check(dx, update, 2);
    clear();
    const Formula reset = [&](double vg, double, double vx, double) { return sigmoid(vg) * vx; };
    gru_reset_gradient(slot(a), slot(dx), view(dout), view(g), view(x));
    check(a, reset, 0);
    check(dx, reset, 2);
  });
}

TEST_CASE("the gradient of standardisation equals finite differences and is zero for a constant channel", "[kernels]") {
  const std::size_t C = 2, T = 13;
  const auto x = random_values(C * T, "x", 20), dy = random_values(C * T, "dy");
  const auto standardized = [&](const Values& v, bool trial) {
    Values out(v.size()), mean(C, 0.0), squares(C, 0.0);
    for (std::size_t i = 0; i < v.size(); ++i) mean[i / T] += v[i] / static_cast<double>(T);
    for (std::size_t i = 0; i < v.size(); ++i) squares[i / T] += (v[i] - mean[i / T]) * (v[i] - mean[i / T]);
    for (std::size_t i = 0; i < v.size(); ++i) {
      const double variance =
          trial ? (squares[0] + squares[1]) / static_cast<double>(C * T) : squares[i / T] / static_cast<double>(T);
      out[i] = (v[i] - mean[i / T]) / (std::sqrt(variance) + 1e-6);
    }
    return out;
  };
  std::vector<float> dx(C * T);
  standardize_channels_gradient({dx.data(), C, T}, {dy.data(), C, T}, {x.data(), C, T}, T, 1e-6);
  check_close(dx, numeric_gradient(wide(x), [&](const Values& v) { return dot(standardized(v, false), dy); }), 1e-5);
  std::fill(dx.begin(), dx.end(), 0.0F);
  standardize_trial_gradient({dx.data(), C, T}, {dy.data(), C, T}, {x.data(), C, T}, 1e-6);
  check_close(dx, numeric_gradient(wide(x), [&](const Values& v) { return dot(standardized(v, true), dy); }), 1e-5);
  const std::vector<float> flat(C * T, 5.0F);
  std::fill(dx.begin(), dx.end(), 0.0F);
  standardize_channels_gradient({dx.data(), C, T}, {dy.data(), C, T}, {flat.data(), C, T}, T, 1e-6);
  CHECK(dx == std::vector<float>(C * T, 0.0F));
}

TEST_CASE("the gradient of a convolution over time equals its sums", "[kernels]") {
  on_every_target([] {
    const std::size_t T = 9, W = 5, k = 4, pad = 1;
    const auto x = random_values(T * W, "x"), kernel = random_values(k * W, "kernel"),
               dout = random_values(T * W, "dout");
    std::vector<float> dx(T * W), dkernel(k * W);
    correlate_rows_gradient({dx.data(), T, W}, {dkernel.data(), k, W}, {dout.data(), T, W}, {x.data(), T, W},
                            {kernel.data(), k, W}, pad);
    Values want_x(T * W, 0.0), want_kernel(k * W, 0.0);
    for (std::size_t t = 0; t < T; ++t) {
      for (std::size_t i = 0; i < k; ++i) {
        if (t + i < pad || t + i - pad >= T) continue;
        for (std::size_t w = 0; w < W; ++w) {
          const double flow = static_cast<double>(dout[t * W + w]);
          want_x[(t + i - pad) * W + w] += flow * static_cast<double>(kernel[i * W + w]);
          want_kernel[i * W + w] += flow * static_cast<double>(x[(t + i - pad) * W + w]);
        }
      }
    }
    check_close(dx, want_x, 2e-6);
    check_close(dkernel, want_kernel, 2e-6);
  });
}

}  // namespace gradient_test
