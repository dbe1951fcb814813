// Element-wise activation functions. Absolute errors of tanh, sigmoid and erf are below 2e-7; relative errors of exp
// and exp2 below 3e-7 and 2e-7 (simd-inl.h).
#pragma once

#include <span>

namespace eegate {

enum class Activation {
  kNone,
  kRelu,      // max(0, x)
  kGelu,      // x Phi(x) (Hendrycks and Gimpel 2016), Phi the normal distribution function
  kGeluTanh,  // x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2, its approximation
  kElu,       // x > 0 ? x : e^x - 1
  kTanh,
  kSigmoid,
  kExp,
  kErf,
  kExp2,  // 2^x for x < 127
};

// values[i] = f(values[i])
void activate(Activation activation, std::span<float> values);

// The same for kGelu and kGeluTanh, and derivatives[i] = f'(values[i]) of the old values. Both together cost little
// more than one.
void activate_with_derivatives(Activation activation, std::span<float> values, std::span<float> derivatives);

// dy *= f'(x), x being the argument of the activation; for kTanh and kSigmoid its result. kExp, kExp2 and kErf are not
// supported.
void activation_gradient(Activation activation, std::span<float> dy, std::span<const float> x);

}  // namespace eegate
