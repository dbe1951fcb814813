#include <array>
#include <cassert>
#include <cmath>

#include "base/options.h"
#include "kernels/activation.h"
#include "kernels/layer_norm.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/elementwise_gradient.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

template <class F>
HWY_INLINE void multiply_by(float* dy, const float* x, std::size_t n, const F& derivative) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Mul(hn::LoadU(d, dy + i), derivative(d, hn::LoadU(d, x + i))), d, dy + i);
  });
}

void multiply_by_derivative(Activation activation, float* dy, const float* x, std::size_t n) {
  switch (activation) {
    case Activation::kRelu:
      return multiply_by(dy, x, n, [](auto d, auto v) HWY_ATTR {
        return hn::IfThenElseZero(hn::Gt(v, hn::Zero(d)), hn::Set(d, 1.0F));
      });
    case Activation::kGelu:
      return multiply_by(dy, x, n, [](auto d, auto v) HWY_ATTR {
        auto derivative = v;
        gelu_and_derivative(d, v, derivative);
        return derivative;
      });
    case Activation::kGeluTanh:
      return multiply_by(dy, x, n, [](auto d, auto v) HWY_ATTR {
        auto derivative = v;
        gelu_tanh_and_derivative(d, v, derivative);
        return derivative;
      });
    case Activation::kElu:
      return multiply_by(dy, x, n, [](auto d, auto v) HWY_ATTR {
        return hn::IfThenElse(hn::Gt(v, hn::Zero(d)), hn::Set(d, 1.0F), exp_fast(d, hn::Min(v, hn::Zero(d))));
      });
    case Activation::kTanh:
      return multiply_by(dy, x, n, [](auto d, auto v) HWY_ATTR { return hn::Sub(hn::Set(d, 1.0F), hn::Mul(v, v)); });
    case Activation::kSigmoid:
      return multiply_by(dy, x, n, [](auto d, auto v) HWY_ATTR { return hn::Mul(v, hn::Sub(hn::Set(d, 1.0F), v)); });
    case Activation::kNone:
      return;
    case Activation::kExp:
    case Activation::kExp2:
    case Activation::kErf:
      break;  // no layer uses them
  }
  abort_on_internal_error();
}

// Two running sums, over even and odd vectors, which hide the latency of the additions.
template <class F>
HWY_INLINE float sum_over(std::size_t n, const F& term) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> single;
  const std::size_t lanes = hn::Lanes(d);
  auto even = hn::Zero(d), odd = hn::Zero(d);
  std::size_t i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    even = hn::Add(even, term(d, i));
    odd = hn::Add(odd, term(d, i + lanes));
  }
  if (i + lanes <= n) {
    even = hn::Add(even, term(d, i));
    i += lanes;
  }
  float sum = sum_lanes(d, hn::Add(even, odd));
  for (; i < n; ++i) sum += hn::GetLane(term(single, i));
  return sum;
}

// The sums of two terms in one loop.
template <class F, class G>
HWY_INLINE void sums_over(std::size_t n, const F& first, const G& second, float& sum_first, float& sum_second) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> single;
  auto a = hn::Zero(d), b = hn::Zero(d);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
    a = hn::Add(a, first(d, i));
    b = hn::Add(b, second(d, i));
  }
  sum_first = sum_lanes(d, a);
  sum_second = sum_lanes(d, b);
  for (; i < n; ++i) {
    sum_first += hn::GetLane(first(single, i));
    sum_second += hn::GetLane(second(single, i));
  }
}

void norm_row(float* dx, float* dweight, float* dbias, const float* dy, const float* x, const float* weight,
              std::size_t n, float eps) {
  const float count = static_cast<float>(n);
  const float mean = sum_over(n, [&](auto d, std::size_t i) HWY_ATTR { return hn::LoadU(d, x + i); }) / count;
  const float square = sum_over(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto centered = hn::Sub(hn::LoadU(d, x + i), hn::Set(d, mean));
    return hn::Mul(centered, centered);
  });
  const float scale = 1.0F / std::sqrt(square / count + eps);
  const auto xhat = [&](auto d, std::size_t i)
                        HWY_ATTR { return hn::Mul(hn::Sub(hn::LoadU(d, x + i), hn::Set(d, mean)), hn::Set(d, scale)); };
  const auto h = [&](auto d, std::size_t i) HWY_ATTR {
    const auto v = hn::LoadU(d, dy + i);
    return weight == nullptr ? v : hn::Mul(v, hn::LoadU(d, weight + i));
  };
  float mean_h = 0, mean_hx = 0;
  sums_over(n, h, [&](auto d, std::size_t i) HWY_ATTR { return hn::Mul(h(d, i), xhat(d, i)); }, mean_h, mean_hx);
  mean_h /= count;
  mean_hx /= count;
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto normed = xhat(d, i);
    const auto rest = hn::Sub(hn::Sub(h(d, i), hn::Set(d, mean_h)), hn::Mul(normed, hn::Set(d, mean_hx)));
    hn::StoreU(mul_add(rest, hn::Set(d, scale), hn::LoadU(d, dx + i)), d, dx + i);
    if (weight == nullptr) return;
    const auto v = hn::LoadU(d, dy + i);
    hn::StoreU(mul_add(v, normed, hn::LoadU(d, dweight + i)), d, dweight + i);
    hn::StoreU(hn::Add(v, hn::LoadU(d, dbias + i)), d, dbias + i);
  });
}

void norm_narrow_row(float* dx, float* dweight, float* dbias, const float* dy, const float* x, const float* weight,
                     std::size_t n, float eps) {
  const double count = static_cast<double>(n);
  double mean = 0, square = 0, mean_h = 0, mean_hx = 0;
  for (std::size_t i = 0; i < n; ++i) mean += static_cast<double>(x[i]) / count;
  std::array<double, kNarrowNorm> normed{}, h{};
  for (std::size_t i = 0; i < n; ++i) {
    normed[i] = static_cast<double>(x[i]) - mean;
    square += normed[i] * normed[i];
  }
  const double scale = 1 / std::sqrt(square / count + static_cast<double>(eps));
  for (std::size_t i = 0; i < n; ++i) {
    normed[i] *= scale;
    h[i] = static_cast<double>(dy[i]) * (weight == nullptr ? 1 : static_cast<double>(weight[i]));
    mean_h += h[i] / count;
    mean_hx += h[i] * normed[i] / count;
  }
  for (std::size_t i = 0; i < n; ++i) {
    dx[i] += static_cast<float>(scale * (h[i] - mean_h - normed[i] * mean_hx));
    if (weight == nullptr) continue;
    dweight[i] += static_cast<float>(static_cast<double>(dy[i]) * normed[i]);
    dbias[i] += dy[i];
  }
}

void norm_rows(Matrix dx, float* dweight, float* dbias, ConstMatrix dy, ConstMatrix x, const float* weight, float eps) {
  const auto norm = x.cols <= kNarrowNorm ? norm_narrow_row : norm_row;
  for (std::size_t i = 0; i < x.rows; ++i) {
    norm(dx.data + i * dx.stride, dweight, dbias, dy.data + i * dy.stride, x.data + i * x.stride, weight, x.cols, eps);
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(multiply_by_derivative);
HWY_EXPORT(norm_rows);

void activation_gradient(Activation activation, std::span<float> dy, std::span<const float> x) {
  assert(dy.size() == x.size());
  HWY_DYNAMIC_DISPATCH(multiply_by_derivative)(activation, dy.data(), x.data(), x.size());
}

void layer_norm_gradient(Matrix dx, std::span<float> dweight, std::span<float> dbias, ConstMatrix dy, ConstMatrix x,
                         std::span<const float> weight, float eps) {
  assert(dx.rows == x.rows && dy.rows == x.rows && dx.cols == x.cols && dy.cols == x.cols);
  assert(weight.size() == dweight.size() && weight.size() == dbias.size());
  HWY_DYNAMIC_DISPATCH(norm_rows)
  (dx, dweight.data(), dbias.data(), dy, x, weight.empty() ? nullptr : weight.data(), eps);
}

}  // namespace eegate
#endif
