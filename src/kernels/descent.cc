#include "kernels/descent.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/descent.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

void adam_values(const AdamStep& s, float* next, const float* theta, float* m, float* v, const float* gradient,
                 std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto set = [d](float value) HWY_ATTR { return hn::Set(d, value); };
    const auto g = hn::Mul(set(s.scale), hn::LoadU(d, gradient + i));
    const auto first = hn::Add(hn::Mul(set(s.beta1), hn::LoadU(d, m + i)), hn::Mul(set(s.share1), g));
    const auto second = hn::Add(hn::Mul(set(s.beta2), hn::LoadU(d, v + i)), hn::Mul(set(s.share2), hn::Mul(g, g)));
    const auto divisor = hn::Add(hn::Mul(hn::Sqrt(second), set(s.root)), set(s.epsilon));
    const auto move = hn::Div(hn::Mul(set(s.rate), first), divisor);
    hn::StoreU(first, d, m + i);
    hn::StoreU(second, d, v + i);
    hn::StoreU(hn::Sub(hn::Mul(set(s.keep), hn::LoadU(d, theta + i)), move), d, next + i);
  });
}

void momentum_values(float momentum, float scale, float rate, float* next, const float* theta, float* b,
                     const float* gradient, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto moved = hn::Add(hn::Mul(hn::Set(d, momentum), hn::LoadU(d, b + i)),
                               hn::Mul(hn::Set(d, scale), hn::LoadU(d, gradient + i)));
    hn::StoreU(moved, d, b + i);
    hn::StoreU(hn::Sub(hn::LoadU(d, theta + i), hn::Mul(hn::Set(d, rate), moved)), d, next + i);
  });
}

// Eight partial sums for any vector length: value i is added to sum i mod 8.
double gradient_squares(const float* x, std::size_t n) {
  constexpr std::size_t kSums = 8;
  const hn::CappedTag<double, kSums> d;
  const hn::Rebind<float, decltype(d)> half;
  constexpr std::size_t kVectors = kSums / hn::MaxLanes(d);
  HWY_ALIGN double sums[kSums];
  hn::Vec<decltype(d)> sum[kVectors];
  for (auto& part : sum) part = hn::Zero(d);
  std::size_t i = 0;
  for (; i + kSums <= n; i += kSums) {
    for (std::size_t k = 0; k < kVectors; ++k) {
      const auto value = hn::PromoteTo(d, hn::LoadU(half, x + i + k * hn::MaxLanes(d)));
      sum[k] = hn::Add(sum[k], hn::Mul(value, value));
    }
  }
  for (std::size_t k = 0; k < kVectors; ++k) hn::Store(sum[k], d, sums + k * hn::MaxLanes(d));
  for (; i < n; ++i) sums[i % kSums] += static_cast<double>(x[i]) * static_cast<double>(x[i]);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

bool finite_values(const float* x, std::size_t n) {
  bool finite = true;
  for_each_vector(
      n, [&](auto d, std::size_t i) HWY_ATTR { finite = finite && hn::AllTrue(d, hn::IsFinite(hn::LoadU(d, x + i))); });
  return finite;
}

void add_values(float* sum, const float* x, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i)
                         HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(d, sum + i), hn::LoadU(d, x + i)), d, sum + i); });
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(adam_values);
HWY_EXPORT(momentum_values);
HWY_EXPORT(gradient_squares);
HWY_EXPORT(finite_values);
HWY_EXPORT(add_values);

void adam_step(const AdamStep& step, std::span<float> next, std::span<const float> theta, std::span<float> m,
               std::span<float> v, std::span<const float> gradient) {
  assert(next.size() == theta.size() && theta.size() == m.size() && m.size() == v.size() &&
         v.size() == gradient.size());
  HWY_DYNAMIC_DISPATCH(adam_values)(step, next.data(), theta.data(), m.data(), v.data(), gradient.data(), theta.size());
}

void momentum_step(float momentum, float scale, float rate, std::span<float> next, std::span<const float> theta,
                   std::span<float> b, std::span<const float> gradient) {
  assert(next.size() == theta.size() && theta.size() == b.size() && b.size() == gradient.size());
  HWY_DYNAMIC_DISPATCH(momentum_values)(momentum, scale, rate, next.data(), theta.data(), b.data(), gradient.data(),
                                        theta.size());
}

double sum_of_squares(std::span<const float> x) { return HWY_DYNAMIC_DISPATCH(gradient_squares)(x.data(), x.size()); }

bool finite_everywhere(std::span<const float> x) { return HWY_DYNAMIC_DISPATCH(finite_values)(x.data(), x.size()); }

void add_to(std::span<float> sum, std::span<const float> x) {
  assert(sum.size() == x.size());
  HWY_DYNAMIC_DISPATCH(add_values)(sum.data(), x.data(), x.size());
}

}  // namespace eegate
#endif
