#include "kernels/real_rows.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <vector>

#include "base/rng.h"
#include "hwy/highway.h"
#include "hwy/targets.h"

namespace eegate::real_rows_test {
namespace {

std::vector<double> noise(std::size_t n, std::string_view purpose) {
  const Rng rng(11, purpose);
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = rng.symmetric24(i) + 1e-9 * rng.uniform(i);
  return values;
}

TEST_CASE("weighted_row_sum equals two loops to the bit on every CPU target", "[kernels][signal]") {
  const auto target = GENERATE(from_range(hwy::SupportedAndGeneratedTargets()));
  const std::size_t n_cols = GENERATE(range(1, 75)), n_rows = GENERATE(1, 2, 7);
  CAPTURE(hwy::TargetName(target), n_rows, n_cols);
  const std::vector<double> values = noise(n_cols + n_rows * n_rows, "rows"), weights = noise(n_rows, "weights");
  std::vector<const double *> rows(n_rows);
  for (std::size_t k = 0; k < n_rows; ++k) rows[k] = values.data() + k * k;  // rows overlap
  std::vector<double> out(n_cols + 1, 7.0), expected(n_cols + 1, 7.0);
  for (std::size_t j = 0; j < n_cols; ++j) {
    expected[j] = 0;
    for (std::size_t k = 0; k < n_rows; ++k) expected[j] += weights[k] * rows[k][j];
  }
  hwy::SetSupportedTargetsForTest(target);
  weighted_row_sum(std::span(out).first(n_cols), rows, weights);
  hwy::SetSupportedTargetsForTest(0);
  CHECK(out == expected);
}

TEST_CASE("add_real_product equals three loops to the bit on every CPU target", "[kernels][covariance]") {
  const auto target = GENERATE(from_range(hwy::SupportedAndGeneratedTargets()));
  const std::size_t n_rows = GENERATE(1, 3, 4, 9), n_cols = GENERATE(range(1, 53)), n_sums = GENERATE(1, 2, 7);
  const bool is_transposed = GENERATE(false, true);
  CAPTURE(hwy::TargetName(target), n_rows, n_cols, n_sums, is_transposed);
  const std::size_t out_stride = n_cols + 2;
  const std::vector<double> a = noise(n_rows * n_sums, "a"), b = noise(n_sums * (n_cols + 1), "b");
  std::vector<double> out = noise(n_rows * out_stride, "out"), expected = out;
  const RealView view = is_transposed ? RealView{a.data(), 1, n_rows} : RealView{a.data(), n_sums, 1};
  for (std::size_t i = 0; i < n_rows; ++i) {
    for (std::size_t k = 0; k < n_sums; ++k) {
      const double factor = a[i * view.row_stride + k * view.col_stride];
      for (std::size_t j = 0; j < n_cols; ++j) expected[i * out_stride + j] += factor * b[k * (n_cols + 1) + j];
    }
  }
  hwy::SetSupportedTargetsForTest(target);
  add_real_product(out.data(), out_stride, n_rows, n_cols, view, {b.data(), n_cols + 1}, n_sums);
  hwy::SetSupportedTargetsForTest(0);
  CHECK(out == expected);
}

TEST_CASE("add_real_product computes all elements of the lower triangle", "[kernels][covariance]") {
  const auto target = GENERATE(from_range(hwy::SupportedAndGeneratedTargets()));
  const std::size_t n = GENERATE(range(1, 20));
  CAPTURE(hwy::TargetName(target), n);
  constexpr std::size_t kSums = 5;
  const std::vector<double> a = noise(n * kSums, "a"), b = noise(kSums * n, "b");
  std::vector<double> whole(n * n), lower(n * n);
  hwy::SetSupportedTargetsForTest(target);
  add_real_product(whole.data(), n, n, n, {a.data(), kSums}, {b.data(), n}, kSums);
  add_real_product(lower.data(), n, n, n, {a.data(), kSums}, {b.data(), n}, kSums, RealPart::kLower);
  hwy::SetSupportedTargetsForTest(0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) CHECK(lower[i * n + j] == whole[i * n + j]);
  }
}

TEST_CASE("rotate_rows_upwards gives the bits of one rotation after the other on every CPU target",
          "[kernels][covariance]") {
  const auto target = GENERATE(from_range(hwy::SupportedAndGeneratedTargets()));
  const std::size_t n_cols = GENERATE(range(1, 40)), n_rotations = GENERATE(0, 1, 4, 6);
  CAPTURE(hwy::TargetName(target), n_cols, n_rotations);
  constexpr std::size_t kRows = 8, kLast = 6;
  const std::size_t stride = n_cols + 1;
  std::vector<double> rows = noise(kRows * stride, "rows"), expected = rows;
  const std::vector<double> angles = noise(2 * n_rotations, "rotations");
  std::vector<RowRotation> rotations;
  for (std::size_t k = 0; k < n_rotations; ++k) rotations.push_back({angles[2 * k], angles[2 * k + 1]});
  for (std::size_t k = 0; k < n_rotations; ++k) {
    for (std::size_t j = 0; j < n_cols; ++j) {
      double &low = expected[(kLast - 1 - k) * stride + j], &high = expected[(kLast - k) * stride + j];
      const double l = low, h = high;
      high = rotations[k].s * l + rotations[k].c * h;
      low = rotations[k].c * l - rotations[k].s * h;
    }
  }
  hwy::SetSupportedTargetsForTest(target);
  rotate_rows_upwards(rows.data(), stride, n_cols, kLast, rotations);
  hwy::SetSupportedTargetsForTest(0);
  CHECK(rows == expected);
}

}  // namespace
}  // namespace eegate::real_rows_test
