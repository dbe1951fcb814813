#include "kernels/matmul_int8.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::random_values;

namespace matmul_int8_test {

namespace {

// Every target of the tests, and the target that this kernel selects itself, which may be a wider one.
template <class Check>
void on_each_target(const Check& check) {
#ifdef __wasm__
  if (!int8_product_is_exact()) SKIP("this WebAssembly computes such products wrongly");
#else
  REQUIRE(int8_product_is_exact());
#endif
  eegate::test::on_every_target(check);
  check();
}

struct Weights8 {
  std::vector<std::int8_t> values;
  std::vector<float> scales, bias;
  Int8Matrix matrix(std::size_t n_out, std::size_t n_in) const { return {values.data(), scales.data(), n_out, n_in}; }
};

Weights8 random_weights(std::size_t n_out, std::size_t n_in) {
  Weights8 w{{}, random_values(n_out, "scales"), random_values(n_out, "bias")};
  for (const float value : random_values(n_out * n_in, "weights"))
    w.values.push_back(static_cast<std::int8_t>(std::lround(std::clamp(100 * value, -127.0F, 127.0F))));
  for (float& scale : w.scales) scale = std::abs(scale) + 0.01F;
  return w;
}

// The definition in matmul_int8.h, value by value.
struct RoundedRow {
  std::vector<std::int32_t> q;
  float scale = 0;
  std::int32_t zero = 0;
};

RoundedRow round_plainly(const float* x, std::size_t n) {
  float low = 0, high = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (!std::isfinite(x[k])) return {std::vector<std::int32_t>(n), NAN, 0};
    low = std::min(low, x[k]);
    high = std::max(high, x[k]);
  }
  const float range = high - low;
  if (range < 1e-30F) return {std::vector<std::int32_t>(n), 0, 0};
  const float inverse = 127.0F / range;
  RoundedRow row{{}, range / 127.0F, static_cast<std::int32_t>(std::nearbyint(-low * inverse))};
  for (std::size_t k = 0; k < n; ++k)
    row.q.push_back(std::min(127, static_cast<std::int32_t>(std::nearbyint(x[k] * inverse)) + row.zero));
  return row;
}

std::vector<float> plain_product(const std::vector<float>& a, std::size_t n_rows, const Weights8& w, std::size_t n_out,
                                 std::size_t n_in) {
  std::vector<float> out;
  for (std::size_t i = 0; i < n_rows; ++i) {
    const RoundedRow row = round_plainly(a.data() + i * n_in, n_in);
    for (std::size_t j = 0; j < n_out; ++j) {
      std::int64_t sum = 0;
      for (std::size_t k = 0; k < n_in; ++k) sum += (row.q[k] - row.zero) * w.values[j * n_in + k];
      REQUIRE(std::abs(sum) <= std::numeric_limits<std::int32_t>::max());
      const float scale = row.scale * w.scales[j], product = static_cast<float>(static_cast<std::int32_t>(sum)) * scale;
      out.push_back(product + w.bias[j]);
    }
  }
  return out;
}

std::vector<float> product(const std::vector<float>& a, std::size_t n_rows, const Weights8& w, std::size_t n_out,
                           std::size_t n_in, const Epilogue& epilogue = {}) {
  PackedInt8 packed;
  const Int8Matrix matrix = w.matrix(n_out, n_in);
  packed.pack({&matrix, 1}, w.bias);
  std::vector<float> out(n_rows * n_out, NAN);
  matmul({out.data(), n_rows, n_out}, {a.data(), n_rows, n_in}, packed, epilogue);
  return out;
}

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return std::ranges::equal(a, b, [](float x, float y) {
    return (std::isnan(x) && std::isnan(y)) || std::bit_cast<std::uint32_t>(x) == std::bit_cast<std::uint32_t>(y);
  });
}

}  // namespace

TEST_CASE("8-bit products equal the definition to the bit, for every remainder", "[kernels]") {
  on_each_target([] {
    const Weights8 wide = random_weights(1100, 9);  // which are computed a few rows at a time
    const std::vector<float> rows = random_values(13 * 9, "rows");
    CHECK(same_bits(product(rows, 13, wide, 1100, 9), plain_product(rows, 13, wide, 1100, 9)));
    for (const std::size_t M : {1, 2, 3, 4, 5, 7, 8, 9, 49, 101}) {
      for (const std::size_t N : {1, 7, 16, 17, 31, 33, 64, 70}) {
        for (const std::size_t K : {1, 2, 3, 4, 5, 15, 16, 33, 130}) {
          CAPTURE(M, N, K);
          const std::vector<float> a = random_values(M * K, "a");
          const Weights8 w = random_weights(N, K);
          CHECK(same_bits(product(a, M, w, N, K), plain_product(a, M, w, N, K)));
        }
      }
    }
  });
}

TEST_CASE("8-bit sums do not saturate, whatever the values", "[kernels]") {
  on_each_target([] {
    for (const std::size_t K : {4, 31, 512, static_cast<int>(kMaxInt8Inputs)}) {
      CAPTURE(K);
      const std::size_t M = 5, N = 6;
      Weights8 w = random_weights(N, K);
      std::vector<float> a(M * K);
      for (std::size_t k = 0; k < K; ++k) {
        const float sign = k % 2 == 0 ? 1.0F : -1.0F;
        a[k] = 127;                                        // all at the maximum
        a[K + k] = -127;                                   // all at the minimum
        a[2 * K + k] = sign * 63.5F;                       // 64 + 64: clipped to 127
        a[3 * K + k] = k == 0 ? 1e30F : 1e-30F;            // a single large value
        a[4 * K + k] = std::nextafter(sign, 2.0F * sign);  // both ends
        w.values[k] = 127;
        w.values[K + k] = -127;
        w.values[2 * K + k] = static_cast<std::int8_t>(127 * sign);
      }
      CHECK(same_bits(product(a, M, w, N, K), plain_product(a, M, w, N, K)));
    }
  });
}

TEST_CASE("8-bit rows of zeros and tiny values give the bias, constant rows their value", "[kernels]") {
  on_each_target([] {
    const std::size_t N = 9, K = 37;
    const Weights8 w = random_weights(N, K);
    std::vector<float> a(4 * K, 0.0F);
    for (std::size_t k = 0; k < K; ++k) {
      a[K + k] = -0.0F;
      a[2 * K + k] = k % 2 == 0 ? 1e-40F : -1e-38F;
      a[3 * K + k] = -2.5F;
    }
    const std::vector<float> out = product(a, 4, w, N, K);
    CHECK(same_bits(out, plain_product(a, 4, w, N, K)));
    for (std::size_t j = 0; j < N; ++j) {
      for (std::size_t i = 0; i < 3; ++i) CHECK(out[i * N + j] == w.bias[j]);
      int sum = 0;
      for (std::size_t k = 0; k < K; ++k) sum += w.values[j * K + k];
      CHECK(std::abs(out[3 * N + j] - (w.bias[j] - 2.5F * static_cast<float>(sum) * w.scales[j])) < 1e-3F);
    }
  });
}

TEST_CASE("an 8-bit row that is not finite gives NaN without affecting other rows", "[kernels]") {
  on_each_target([] {
    const std::size_t N = 20, K = 50;
    const Weights8 w = random_weights(N, K);
    for (const float odd : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                            -std::numeric_limits<float>::infinity()}) {
      for (const std::size_t place : {0, 17, 49}) {
        std::vector<float> a = random_values(3 * K, "a");
        a[K + place] = odd;
        const std::vector<float> out = product(a, 3, w, N, K);
        CHECK(same_bits(out, plain_product(a, 3, w, N, K)));
        for (std::size_t j = 0; j < N; ++j) CHECK((std::isfinite(out[j]) && std::isnan(out[N + j])));
      }
    }
  });
}

TEST_CASE("8-bit products support residuals, activations, concatenation and parts as products of floats do",
          "[kernels]") {
  on_each_target([] {
    const std::size_t M = 53, K = 40, N = 90;
    const std::vector<float> a = random_values(M * K, "a"), residual = random_values(M * N, "residual");
    const Weights8 w = random_weights(N, K);
    const std::vector<float> plain = product(a, M, w, N, K);
    std::vector<float> sum = product(a, M, w, N, K, {.residual = ConstMatrix(residual.data(), M, N)});
    const std::vector<float> relu = product(a, M, w, N, K, {.activation = Activation::kRelu});
    std::vector<float> gelu = plain;
    for (std::size_t i = 0; i < M; ++i) activate(Activation::kGelu, std::span(gelu).subspan(i * N, N));
    CHECK(same_bits(product(a, M, w, N, K, {.activation = Activation::kGelu}), gelu));
    for (std::size_t i = 0; i < M * N; ++i) {
      REQUIRE(sum[i] == plain[i] + residual[i]);
      REQUIRE(relu[i] == std::max(0.0F, plain[i]));
    }

    const std::size_t n_first = 33;
    PackedInt8 stack;
    const Int8Matrix parts[] = {{w.values.data(), w.scales.data(), n_first, K},
                                {w.values.data() + n_first * K, w.scales.data() + n_first, N - n_first, K}};
    stack.pack(parts, w.bias);
    std::vector<float> out(M * N, NAN);
    const Matrix whole(out.data(), M, N);
    const ConstMatrix x(a.data(), M, K);
    matmul(whole, x, stack);
    CHECK(same_bits(out, plain));
    std::ranges::fill(out, NAN);
    for (std::size_t first = 0; first < N; first += stack.panel_width())
      matmul_outputs(whole.slice_cols(first, std::min(stack.panel_width(), N - first)), x, stack, first);
    CHECK(same_bits(out, plain));
    std::ranges::fill(out, NAN);
    for (std::size_t i = 0; i < M; ++i) matmul(whole.slice_rows(i, 1), x.slice_rows(i, 1), stack);
    CHECK(same_bits(out, plain));
  });
}

}  // namespace matmul_int8_test
