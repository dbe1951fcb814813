#include "kernels/matmul.h"

#include <cmath>
#include <vector>

#include "support/close_to.h"
#include "support/every_target.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::on_every_target;
using eegate::test::random_values;

namespace matmul_test {

namespace {

// Checks |got - want| relative to the rounding error that a float sum of K products may have.
void check_product(std::size_t M, std::size_t K, std::size_t N) {
  CAPTURE(M, K, N);
  const std::vector<float> a = random_values(M * K, "a"), w = random_values(N * K, "w"),
                           bias = random_values(N, "bias");
  std::vector<float> out(M * N, NAN);
  const PackedMatrix packed({w.data(), N, K}, bias);
  matmul({out.data(), M, N}, {a.data(), M, K}, packed);
  eegate::test::Largest worst;
  for (std::size_t i = 0; i < M; ++i) {
    for (std::size_t j = 0; j < N; ++j) {
      double want = bias[j], magnitude = std::abs(bias[j]);
      for (std::size_t k = 0; k < K; ++k) {
        const double term = static_cast<double>(a[i * K + k]) * static_cast<double>(w[j * K + k]);
        want += term;
        magnitude += std::abs(term);
      }
      worst.take(std::abs(static_cast<double>(out[i * N + j]) - want) / magnitude);
    }
  }
  CHECK(worst.value() < 2e-6);
}

}  // namespace

TEST_CASE("matmul equals the sum of products for every remainder of rows, columns and depth", "[kernels]") {
  on_every_target([] {
    for (const std::size_t M : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 49}) {
      for (const std::size_t N : {1, 2, 4, 7, 8, 15, 16, 17, 31, 33, 64}) {
        for (const std::size_t K : {1, 3, 8, 33}) check_product(M, K, N);
      }
    }
    check_product(101, 320, 70);
  });
}

TEST_CASE("matmul adds a residual, also onto itself, and applies activations after the bias", "[kernels]") {
  on_every_target([] {
    const std::size_t M = 10, K = 9, N = 21;
    const std::vector<float> a = random_values(M * K, "a"), w = random_values(N * K, "w"),
                             bias = random_values(N, "bias");
    const PackedMatrix packed({w.data(), N, K}, bias);
    std::vector<float> plain(M * N), sum = random_values(M * N, "residual"), relu(M * N);
    const std::vector<float> residual = sum;
    matmul({plain.data(), M, N}, {a.data(), M, K}, packed);
    matmul({sum.data(), M, N}, {a.data(), M, K}, packed, {.residual = Matrix(sum.data(), M, N)});
    matmul({relu.data(), M, N}, {a.data(), M, K}, packed, {.activation = Activation::kRelu});
    for (std::size_t i = 0; i < M * N; ++i) {
      CHECK(std::abs(sum[i] - (plain[i] + residual[i])) < 1e-6);
      CHECK(relu[i] == std::max(0.0F, plain[i]));
    }
  });
}

TEST_CASE("concatenated weights give the concatenated outputs", "[kernels]") {
  on_every_target([] {
    const std::vector<float> a = random_values(3 * 5, "a"), w1 = random_values(4 * 5, "w1"),
                             w2 = random_values(6 * 5, "w2");
    std::vector<float> both(3 * 10), one(3 * 4), two(3 * 6);
    const ConstMatrix weights[] = {{w1.data(), 4, 5}, {w2.data(), 6, 5}};
    matmul({both.data(), 3, 10}, {a.data(), 3, 5}, PackedMatrix(weights, {}));
    matmul({one.data(), 3, 4}, {a.data(), 3, 5}, PackedMatrix(weights[0], {}));
    matmul({two.data(), 3, 6}, {a.data(), 3, 5}, PackedMatrix(weights[1], {}));
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 10; ++j) CHECK(both[i * 10 + j] == (j < 4 ? one[i * 4 + j] : two[i * 6 + j - 4]));
    }
  });
}

TEST_CASE("a result does not depend on which rows were computed together", "[kernels]") {
  on_every_target([] {
    const std::size_t M = 53, K = 40, N = 24;
    const std::vector<float> a = random_values(M * K, "a"), w = random_values(N * K, "w");
    const PackedMatrix packed({w.data(), N, K}, {});
    std::vector<float> together(M * N), alone(N);
    matmul({together.data(), M, N}, {a.data(), M, K}, packed);
    for (std::size_t i = 0; i < M; ++i) {
      matmul({alone.data(), 1, N}, {a.data() + i * K, 1, K}, packed);
      for (std::size_t j = 0; j < N; ++j) REQUIRE(alone[j] == together[i * N + j]);
    }
  });
}

TEST_CASE("products of one or two rows have the same bits as those of many rows", "[kernels]") {
  on_every_target([] {
    for (const std::size_t N : {64, 149, 160}) {
      const std::size_t M = 8, K = 40, half = 24;
      CAPTURE(N);
      const std::vector<float> a = random_values(M * K, "a"), w = random_values(N * K, "w"),
                               bias = random_values(N, "bias"), residual = random_values(M * N, "residual");
      const PackedMatrix packed({w.data(), N, K}, bias);
      const ConstMatrix x(a.data(), M, K), rest(residual.data(), M, N);
      std::vector<float> sums(M * N), relu(M * N);
      matmul({sums.data(), M, N}, x, packed, {.residual = rest});
      matmul({relu.data(), M, N}, x, packed, {.activation = Activation::kRelu});
      for (const std::size_t n_rows : {1, 2}) {
        std::vector<float> few(M * N, NAN);
        const Matrix out(few.data(), M, N);
        for (std::size_t i = 0; i < M; i += n_rows)
          matmul(out.slice_rows(i, n_rows), x.slice_rows(i, n_rows), packed, {.residual = rest.slice_rows(i, n_rows)});
        CHECK(few == sums);
        for (std::size_t i = 0; i < M; i += n_rows)
          matmul(out.slice_rows(i, n_rows), x.slice_rows(i, n_rows), packed, {.activation = Activation::kRelu});
        CHECK(few == relu);
        for (std::size_t i = 0; i < M; i += n_rows) {
          const ConstMatrix rows = x.slice_rows(i, n_rows);
          matmul_inputs(out.slice_rows(i, n_rows), rows.slice_cols(0, half), packed, 0, rest.slice_rows(i, n_rows));
          matmul_inputs(out.slice_rows(i, n_rows), rows.slice_cols(half, K - half), packed, half,
                        rest.slice_rows(i, n_rows));
        }
        CHECK(few == sums);
      }
    }
  });
}

TEST_CASE("overlapping rows compute a convolution over time", "[kernels]") {
  const std::vector<float> x = random_values(12 * 3, "x"),
                           w = random_values(5 * 4 * 3, "w");  // 12 samples, 3 channels; 5 filters of 4 samples
  std::vector<float> out(9 * 5);
  matmul({out.data(), 9, 5}, {x.data(), 9, 12, 3}, PackedMatrix(ConstMatrix(w.data(), 5, 12), {}));
  for (std::size_t t = 0; t < 9; ++t) {
    for (std::size_t f = 0; f < 5; ++f) {
      double want = 0;
      for (std::size_t i = 0; i < 12; ++i)
        want += static_cast<double>(x[t * 3 + i]) * static_cast<double>(w[f * 12 + i]);
      CHECK(std::abs(out[t * 5 + f] - want) < 1e-5);
    }
  }
}

TEST_CASE("products with the transpose of concatenated weights are added to existing values", "[kernels]") {
  on_every_target([] {
    for (const std::size_t n_in : {1, 5, 16, 37}) {
      constexpr std::size_t kRows = 51, kFirst = 3, kSecond = 10;
      CAPTURE(n_in);
      const auto w1 = random_values(kFirst * n_in, "w1"), w2 = random_values(kSecond * n_in, "w2"),
                 dy = random_values(kRows * 13, "dy");
      auto out = random_values(kRows * n_in, "out");
      const auto before = out;
      const ConstMatrix stack[] = {{w1.data(), kFirst, n_in}, {w2.data(), kSecond, n_in}};
      PackedMatrix turned;
      turned.pack_transposed(stack);
      CHECK(turned.n_in() == 13);
      CHECK(turned.n_out() == n_in);
      add_matmul({out.data(), kRows, n_in}, {dy.data(), kRows, 13}, turned);
      for (std::size_t i = 0; i < kRows; ++i) {
        for (std::size_t j = 0; j < n_in; ++j) {
          double want = before[i * n_in + j];
          for (std::size_t k = 0; k < 13; ++k) {
            const float weight = k < kFirst ? w1[k * n_in + j] : w2[(k - kFirst) * n_in + j];
            want += static_cast<double>(dy[i * 13 + k]) * static_cast<double>(weight);
          }
          CHECK(std::abs(static_cast<double>(out[i * n_in + j]) - want) < 2e-6);
        }
      }
    }
  });
}

TEST_CASE("packing weights again reuses the memory", "[kernels]") {
  const auto first = random_values(7 * 5, "first"), second = random_values(7 * 5, "second"), a = random_values(15, "a");
  PackedMatrix packed({first.data(), 7, 5}, random_values(7, "bias"));
  const float* place = packed.panel(0);
  const ConstMatrix other(second.data(), 7, 5);
  packed.pack({&other, 1}, {});
  CHECK(packed.panel(0) == place);
  std::vector<float> again(21), fresh(21);
  matmul({again.data(), 3, 7}, {a.data(), 3, 5}, packed);
  matmul({fresh.data(), 3, 7}, {a.data(), 3, 5}, PackedMatrix(other, {}));
  CHECK(again == fresh);
}

TEST_CASE("a product computed in parts has the same bits", "[kernels]") {
  on_every_target([] {
    for (const std::size_t N : {32, 37}) {
      const std::size_t M = 51, K = 40, half = 24;
      CAPTURE(N);
      const std::vector<float> a = random_values(M * K, "a"), w = random_values(N * K, "w"),
                               bias = random_values(N, "bias"), residual = random_values(M * N, "residual");
      const PackedMatrix packed({w.data(), N, K}, bias);
      const ConstMatrix x(a.data(), M, K), rest(residual.data(), M, N);
      std::vector<float> whole(M * N), parts(M * N, NAN);
      matmul({whole.data(), M, N}, x, packed, {.residual = rest});
      matmul_inputs({parts.data(), M, N}, x.slice_cols(0, half), packed, 0, rest);
      matmul_inputs({parts.data(), M, N}, x.slice_cols(half, K - half), packed, half, rest);
      CHECK(parts == whole);
      matmul({whole.data(), M, N}, x, packed);
      const std::size_t first = packed.panel_width();
      const Matrix columns(parts.data(), M, N);
      matmul_outputs(columns.slice_cols(0, first), x, packed, 0);
      if (first < N) matmul_outputs(columns.slice_cols(first, N - first), x, packed, first);
      CHECK(parts == whole);
    }
  });
}

}  // namespace matmul_test
