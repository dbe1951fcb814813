// Operations on rows of tokens or samples: sums, means and depthwise convolution over time.
#pragma once

#include <cstddef>
#include <span>

#include "base/tensor.h"

namespace eegate {

// sum += x
void add_rows(Matrix sum, ConstMatrix x);

// out [E] = mean over the rows of x [N, E]
void mean_rows(std::span<float> out, ConstMatrix x);

// out [E] = sum_n weights[n] x[n, :]
void weighted_rows(std::span<float> out, ConstMatrix x, std::span<const float> weights);

// out [E] = maximum of `out` and the rows of x [N, E]. NaN is propagated.
void max_rows(std::span<float> out, ConstMatrix x);

// Depthwise convolution over time: out[t, w] = bias[w] + sum_k kernel[k, w] x[t + k - pad_left, w]. x [T, W], kernel
// [k, W]; rows outside x are zero; out has T rows ("same") or T - k + 1 ("valid", pad_left 0).
void correlate_rows(Matrix out, ConstMatrix x, ConstMatrix kernel, std::span<const float> bias, std::size_t pad_left);

// Backward pass of correlate_rows(): dx[t + k - pad_left, w] += kernel[k, w] dout[t, w];  dkernel[k, w] += sum_t dout
// x.
void correlate_rows_gradient(Matrix dx, Matrix dkernel, ConstMatrix dout, ConstMatrix x, ConstMatrix kernel,
                             std::size_t pad_left);

// sum[i] += factor * x[i]
void add_scaled(std::span<float> sum, std::span<const float> x, float factor);

// values[i] *= factors[i]
void multiply(std::span<float> values, std::span<const float> factors);

// values[i] *= values[i]
void square(std::span<float> values);

}  // namespace eegate
