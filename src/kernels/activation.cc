#include "kernels/activation.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/activation.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

template <class D>
HWY_INLINE hn::Vec<D> relu(D d, hn::Vec<D> x) {
  return larger(hn::Zero(d), x);
}

template <class D>
HWY_INLINE hn::Vec<D> gelu_tanh(D d, hn::Vec<D> x) {
  const auto cube = hn::Mul(hn::Mul(x, x), x);
  const auto inner = hn::Mul(hn::Set(d, 0.79788456F), mul_add(hn::Set(d, 0.044715F), cube, x));
  const auto half_x = hn::Mul(x, hn::Set(d, 0.5F));
  return mul_add(half_x, tanh_fast(d, inner), half_x);
}

// e^x - 1 loses digits near 0, where a Taylor polynomial is used instead.
template <class D>
HWY_INLINE hn::Vec<D> elu(D d, hn::Vec<D> x) {
  static constexpr float kTail[] = {0.5F, 0.166666667F, 0.0416666667F, 0.00833333333F, 0.00138888889F};
  const auto negative = smaller(hn::Zero(d), x);
  const auto small = mul_add(hn::Mul(negative, negative), polynomial(d, negative, kTail), negative);
  const auto large = hn::Sub(exp_fast(d, negative), hn::Set(d, 1.0F));
  const auto below = hn::IfThenElse(hn::Gt(negative, hn::Set(d, -0.25F)), small, large);
  return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), x, below);
}

template <class F>
HWY_INLINE void map(float* values, std::size_t n, const F& f) {
  for_each_vector(n,
                  [&](auto d, std::size_t i) HWY_ATTR { hn::StoreU(f(d, hn::LoadU(d, values + i)), d, values + i); });
}

void activate_values(Activation activation, float* values, std::size_t n) {
  switch (activation) {
    case Activation::kNone:
      return;
    case Activation::kRelu:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return relu(d, x); });
    case Activation::kGelu:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return gelu(d, x); });
    case Activation::kGeluTanh:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return gelu_tanh(d, x); });
    case Activation::kElu:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return elu(d, x); });
    case Activation::kTanh:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return tanh_fast(d, x); });
    case Activation::kSigmoid:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return sigmoid_fast(d, x); });
    case Activation::kExp:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return exp_fast(d, x); });
    case Activation::kExp2:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return PowersOf2(d)(x); });
    case Activation::kErf:
      return map(values, n, [](auto d, auto x) HWY_ATTR { return erf_fast(d, x); });
  }
}

void values_and_derivatives(Activation activation, float* values, float* derivatives, std::size_t n) {
  const bool by_tanh = activation == Activation::kGeluTanh;
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto x = hn::LoadU(d, values + i);
    auto derivative = x;
    const auto y = by_tanh ? gelu_tanh_and_derivative(d, x, derivative) : gelu_and_derivative(d, x, derivative);
    hn::StoreU(y, d, values + i);
    hn::StoreU(derivative, d, derivatives + i);
  });
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(activate_values);
HWY_EXPORT(values_and_derivatives);

void activate(Activation activation, std::span<float> values) {
  HWY_DYNAMIC_DISPATCH(activate_values)(activation, values.data(), values.size());
}

void activate_with_derivatives(Activation activation, std::span<float> values, std::span<float> derivatives) {
  assert(values.size() == derivatives.size());
  assert(activation == Activation::kGelu || activation == Activation::kGeluTanh);
  HWY_DYNAMIC_DISPATCH(values_and_derivatives)(activation, values.data(), derivatives.data(), values.size());
}

}  // namespace eegate
#endif
