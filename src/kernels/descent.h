// Element-wise work of a step of gradient descent. Products and sums are never fused here and sums have one order, so
// that every target gives the same bits.
#pragma once

#include <span>

namespace eegate {

// m <- beta1 m + share1 g,  v <- beta2 v + share2 g^2,  next = keep theta - rate m / (sqrt(v) root + epsilon)
// with g = scale times the gradient. `next` may be theta itself.
struct AdamStep {
  float scale = 1, beta1 = 0, share1 = 1, beta2 = 0, share2 = 1;
  float keep = 1, rate = 0, root = 1, epsilon = 0;
};
void adam_step(const AdamStep& step, std::span<float> next, std::span<const float> theta, std::span<float> m,
               std::span<float> v, std::span<const float> gradient);

// b <- momentum b + scale g,  next = theta - rate b
void momentum_step(float momentum, float scale, float rate, std::span<float> next, std::span<const float> theta,
                   std::span<float> b, std::span<const float> gradient);

// In double.
double sum_of_squares(std::span<const float> x);

bool finite_everywhere(std::span<const float> x);

// sum += x
void add_to(std::span<float> sum, std::span<const float> x);

}  // namespace eegate
