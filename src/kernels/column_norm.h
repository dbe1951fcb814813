// Column statistics and normalisation for batch normalisation (Ioffe and Szegedy 2015), forward and backward. Sums over
// rows are taken in double.
#pragma once

#include <span>

#include "base/tensor.h"

namespace eegate {

// sums[w] = sum over rows of x[i, w]
void column_sums(std::span<double> sums, ConstMatrix x);
// sums[w] = sum over rows of (x[i, w] - mean[w])^2
void column_squares(std::span<double> sums, ConstMatrix x, std::span<const double> mean);
// sums[w] = sum over rows of x[i, w] y[i, w]
void column_products(std::span<double> sums, ConstMatrix x, ConstMatrix y);

// normed = (u - mean) inverse,  u = normed scale + shift
void normalize_columns(Matrix u, Matrix normed, std::span<const float> mean, std::span<const float> inverse,
                       std::span<const float> scale, std::span<const float> shift);
// dy = factor (dy - mean_dy - normed mean_product)
void normalize_columns_gradient(Matrix dy, ConstMatrix normed, std::span<const float> factor,
                                std::span<const float> mean_dy, std::span<const float> mean_product);

}  // namespace eegate
