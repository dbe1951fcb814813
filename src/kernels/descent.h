// Parameter updates of gradient descent. Products and sums are never fused and sums have one order, so that every
// target computes the same bits.
#pragma once

#include <span>

namespace eegate {

// One step of Adam or AdamW (Kingma and Ba 2015; Loshchilov and Hutter 2019), with g = scale * gradient:
//   m <- beta1 m + share1 g,  v <- beta2 v + share2 g^2,  next = keep theta - rate m / (sqrt(v) root + epsilon)
// `next` may be `theta`.
struct AdamStep {
  float scale = 1, beta1 = 0, share1 = 1, beta2 = 0, share2 = 1;
  float keep = 1, rate = 0, root = 1, epsilon = 0;
};
void adam_step(const AdamStep& step, std::span<float> next, std::span<const float> theta, std::span<float> m,
               std::span<float> v, std::span<const float> gradient);

// Stochastic gradient descent with momentum: b <- momentum b + scale gradient,  next = theta - rate b
void momentum_step(float momentum, float scale, float rate, std::span<float> next, std::span<const float> theta,
                   std::span<float> b, std::span<const float> gradient);

// Summed in double.
double sum_of_squares(std::span<const float> x);

bool finite_everywhere(std::span<const float> x);

// sum += x
void add_to(std::span<float> sum, std::span<const float> x);

}  // namespace eegate
