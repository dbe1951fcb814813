#include "kernels/layer_norm.h"

#include <cassert>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/layer_norm.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

// In double, because the difference of a few values that are nearly equal has few digits of theirs.
void normalize_narrow_row(float* out, const float* x, const float* weight, const float* bias, std::size_t n,
                          float eps) {
  double mean = 0, square = 0;
  for (std::size_t i = 0; i < n; ++i) mean += static_cast<double>(x[i]) / static_cast<double>(n);
  for (std::size_t i = 0; i < n; ++i) square += (static_cast<double>(x[i]) - mean) * (static_cast<double>(x[i]) - mean);
  const double scale = 1 / std::sqrt(square / static_cast<double>(n) + static_cast<double>(eps));
  for (std::size_t i = 0; i < n; ++i) {
    const auto y = static_cast<float>((static_cast<double>(x[i]) - mean) * scale);
    out[i] = weight == nullptr ? y : y * weight[i] + bias[i];
  }
}

// Sums are float, which is accurate enough for rows of at most 8192 values.
void normalize_row(float* out, const float* x, const float* weight, const float* bias, std::size_t n, float eps) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d), whole = n / lanes * lanes;
  auto sums = hn::Zero(d);
  for (std::size_t i = 0; i < whole; i += lanes) sums = hn::Add(sums, hn::LoadU(d, x + i));
  float sum = sum_lanes(d, sums);
  for (std::size_t i = whole; i < n; ++i) sum += x[i];
  const float mean = sum / static_cast<float>(n);

  auto squares = hn::Zero(d);
  for (std::size_t i = 0; i < whole; i += lanes) {
    const auto centered = hn::Sub(hn::LoadU(d, x + i), hn::Set(d, mean));
    squares = mul_add(centered, centered, squares);
  }
  float square = sum_lanes(d, squares);
  for (std::size_t i = whole; i < n; ++i) square += (x[i] - mean) * (x[i] - mean);
  const float scale = 1.0F / std::sqrt(square / static_cast<float>(n) + eps);

  for_each_vector(n, [&](auto tag, std::size_t i) HWY_ATTR {
    auto y = hn::Mul(hn::Sub(hn::LoadU(tag, x + i), hn::Set(tag, mean)), hn::Set(tag, scale));
    if (weight != nullptr) y = mul_add(y, hn::LoadU(tag, weight + i), hn::LoadU(tag, bias + i));
    hn::StoreU(y, tag, out + i);
  });
}

void normalize_rows(Matrix out, ConstMatrix x, const float* weight, const float* bias, float eps) {
  const auto normalize = x.cols <= kNarrowNorm ? normalize_narrow_row : normalize_row;
  for (std::size_t i = 0; i < x.rows; ++i) {
    normalize(out.data + i * out.stride, x.data + i * x.stride, weight, bias, x.cols, eps);
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(normalize_rows);

void layer_norm(Matrix out, ConstMatrix x, std::span<const float> weight, std::span<const float> bias, float eps) {
  assert(out.rows == x.rows && out.cols == x.cols);
  assert(weight.empty() || (weight.size() == x.cols && bias.size() == x.cols));
  HWY_DYNAMIC_DISPATCH(normalize_rows)(out, x, weight.empty() ? nullptr : weight.data(), bias.data(), eps);
}

}  // namespace eegate
#endif
