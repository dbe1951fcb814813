// Element-wise activations. Errors of tanh, sigmoid and erf: below 2e-7 absolute; of exp and exp2 relative: 3e-7, 2e-7
// (simd-inl.h).
#pragma once

#include <span>

namespace eegate {

enum class Activation {
  kNone,
  kRelu,      // max(0, x)
  kGelu,      // x Phi(x) by erf
  kGeluTanh,  // x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2
  kElu,       // x > 0 ? x : e^x - 1
  kTanh,
  kSigmoid,
  kExp,
  kErf,
  kExp2,  // 2^x for x < 127
};

// values[i] = f(values[i])
void activate(Activation activation, std::span<float> values);

// The same for kGelu and kGeluTanh, with slopes[i] = f'(values[i]): together they cost little more than one.
void activate_with_slopes(Activation activation, std::span<float> values, std::span<float> slopes);

}  // namespace eegate
