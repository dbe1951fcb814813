#include "kernels/softmax.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/softmax.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

float row_max(const float* x, std::size_t n) {
  float highest = x[0];
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  if (n >= lanes) {
    auto highs = hn::LoadU(d, x);
    for (i = lanes; i + lanes <= n; i += lanes) highs = larger(highs, hn::LoadU(d, x + i));
    highest = largest_lane(d, highs);
  }
  for (; i < n; ++i) highest = std::max(highest, x[i]);
  return highest;
}

void softmax_row(float* x, std::size_t n) {
  const float highest = row_max(x, n);
  if (highest == -std::numeric_limits<float>::infinity()) {
    const bool has_nan = std::any_of(x, x + n, [](float value) { return std::isnan(value); });
    std::fill_n(x, n, has_nan ? std::numeric_limits<float>::quiet_NaN() : 0.0F);
    return;
  }
  const hn::ScalableTag<float> d;
  auto sums = hn::Zero(d);
  float tail = 0;
  for_each_vector(n, [&](auto tag, std::size_t i) HWY_ATTR {
    const auto e = exp_below_zero(tag, hn::Sub(hn::LoadU(tag, x + i), hn::Set(tag, highest)));
    hn::StoreU(e, tag, x + i);
    if constexpr (hn::MaxLanes(decltype(tag)()) > 1) {
      sums = hn::Add(sums, e);
    } else {
      tail += hn::GetLane(e);
    }
  });
  const float scale = 1.0F / (sum_lanes(d, sums) + tail);
  for_each_vector(n, [&](auto tag, std::size_t i)
                         HWY_ATTR { hn::StoreU(hn::Mul(hn::LoadU(tag, x + i), hn::Set(tag, scale)), tag, x + i); });
}

void softmax_matrix(Matrix x) {
  for (std::size_t i = 0; i < x.rows; ++i) softmax_row(x.data + i * x.stride, x.cols);
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(softmax_matrix);

void softmax_rows(Matrix x) {
  if (x.cols > 0) HWY_DYNAMIC_DISPATCH(softmax_matrix)(x);
}

}  // namespace eegate
#endif
