#include "kernels/standardize.h"

#include <cassert>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/standardize.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

using DD = hn::ScalableTag<double>;
using DHalf = hn::Rebind<float, DD>;  // as many floats as there are doubles in a vector

// Sum of f(x) in double: with float sums, a constant channel would have a spurious deviation of about 1e-6.
template <class F>
double sum_of(const float* x, std::size_t n, const F& f) {
  const DD d;
  const DHalf half;
  const std::size_t lanes = hn::Lanes(d);
  auto sums = hn::Zero(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) sums = hn::Add(sums, f(d, hn::PromoteTo(d, hn::LoadU(half, x + i))));
  double sum = sum_lanes(d, sums);
  const hn::CappedTag<double, 1> single;
  for (; i < n; ++i) sum += hn::GetLane(f(single, hn::Set(single, static_cast<double>(x[i]))));
  return sum;
}

double row_sum(const float* x, std::size_t n) {
  return sum_of(x, n, [](auto, auto v) HWY_ATTR { return v; });
}

double row_squares(const float* x, std::size_t n, double mean) {
  return sum_of(x, n, [mean](auto d, auto v) HWY_ATTR {
    const auto centered = hn::Sub(v, hn::Set(d, mean));
    return hn::Mul(centered, centered);
  });
}

// (x - mean) * scale; the difference is taken in double, so that a large offset does not cost precision.
void rescale_row(float* out, const float* x, std::size_t n, double mean, double scale) {
  const DD d;
  const DHalf half;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto centered = hn::Sub(hn::PromoteTo(d, hn::LoadU(half, x + i)), hn::Set(d, mean));
    hn::StoreU(hn::DemoteTo(half, hn::Mul(centered, hn::Set(d, scale))), half, out + i);
  }
  for (; i < n; ++i) out[i] = static_cast<float>((static_cast<double>(x[i]) - mean) * scale);
}

void transpose_block(Matrix out, ConstMatrix x) {
  constexpr std::size_t kBlock = 16;  // 16 x 16 floats: 16 cache lines on either side
  for (std::size_t i0 = 0; i0 < x.rows; i0 += kBlock) {
    for (std::size_t j0 = 0; j0 < x.cols; j0 += kBlock) {
      const std::size_t i1 = i0 + kBlock < x.rows ? i0 + kBlock : x.rows;
      const std::size_t j1 = j0 + kBlock < x.cols ? j0 + kBlock : x.cols;
      for (std::size_t j = j0; j < j1; ++j) {
        for (std::size_t i = i0; i < i1; ++i) out.data[j * out.stride + i] = x.data[i * x.stride + j];
      }
    }
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(row_sum);
HWY_EXPORT(row_squares);
HWY_EXPORT(rescale_row);
HWY_EXPORT(transpose_block);

namespace {

double inverse_deviation(double variance, double epsilon) {
  return variance < kFlatVariance ? 0.0 : 1.0 / (std::sqrt(variance) + epsilon);
}

}  // namespace

void standardize_channels(Matrix out, ConstMatrix x, std::size_t divisor, double epsilon) {
  assert(out.rows == x.rows && out.cols == x.cols && divisor > 0);
  for (std::size_t c = 0; c < x.rows; ++c) {
    const float* row = x.row(c).data();
    const double mean = HWY_DYNAMIC_DISPATCH(row_sum)(row, x.cols) / static_cast<double>(x.cols);
    const double variance = HWY_DYNAMIC_DISPATCH(row_squares)(row, x.cols, mean) / static_cast<double>(divisor);
    HWY_DYNAMIC_DISPATCH(rescale_row)(out.row(c).data(), row, x.cols, mean, inverse_deviation(variance, epsilon));
  }
}

void standardize_trial(Matrix out, ConstMatrix x, double epsilon) {
  assert(out.rows == x.rows && out.cols == x.cols);
  double squares = 0;
  for (std::size_t c = 0; c < x.rows; ++c) {
    const float* row = x.row(c).data();
    const double mean = HWY_DYNAMIC_DISPATCH(row_sum)(row, x.cols) / static_cast<double>(x.cols);
    squares += HWY_DYNAMIC_DISPATCH(row_squares)(row, x.cols, mean);
  }
  const double scale = inverse_deviation(squares / static_cast<double>(x.size()), epsilon);
  for (std::size_t c = 0; c < x.rows; ++c) {
    const float* row = x.row(c).data();
    const double mean = HWY_DYNAMIC_DISPATCH(row_sum)(row, x.cols) / static_cast<double>(x.cols);
    HWY_DYNAMIC_DISPATCH(rescale_row)(out.row(c).data(), row, x.cols, mean, scale);
  }
}

void transpose(Matrix out, ConstMatrix x) {
  assert(out.rows == x.cols && out.cols == x.rows);
  HWY_DYNAMIC_DISPATCH(transpose_block)(out, x);
}

}  // namespace eegate
#endif
