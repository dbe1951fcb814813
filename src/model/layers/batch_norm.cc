#include "model/layers/batch_norm.h"

#include <cmath>

namespace eegate {
namespace {

std::vector<float> copy_of(std::span<const float> values) { return {values.begin(), values.end()}; }

// Population mean and variance of each column, in double.
void column_statistics(ConstMatrix u, Matrix mean, Matrix variance) {
  const double n = static_cast<double>(u.rows);
  for (std::size_t w = 0; w < u.cols; ++w) {
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < u.rows; ++i) sum += static_cast<double>(u.data[i * u.stride + w]);
    for (std::size_t i = 0; i < u.rows; ++i) {
      const double centered = static_cast<double>(u.data[i * u.stride + w]) - sum / n;
      squares += centered * centered;
    }
    mean.row(0)[w] = static_cast<float>(sum / n);
    variance.row(0)[w] = static_cast<float>(squares / n);
  }
}

}  // namespace

BatchNorm::BatchNorm(const Weights& weights, const std::string& prefix, float eps)
    : weight_(static_cast<std::size_t>(weights.find(prefix + ".weight"))),
      bias_(static_cast<std::size_t>(weights.find(prefix + ".bias"))),
      mean_(static_cast<std::size_t>(weights.find(prefix + ".running_mean"))),
      variance_(static_cast<std::size_t>(weights.find(prefix + ".running_var"))),
      scale_(copy_of(weights.values(weight_))),
      shift_(copy_of(weights.values(bias_))),
      running_mean_(copy_of(weights.values(mean_))),
      running_variance_(copy_of(weights.values(variance_))),
      eps_(eps) {}

void BatchNorm::forward(Matrix u, const ForwardContext& context) const {
  const Matrix mean = context.kept(1, u.cols), variance = context.kept(1, u.cols),
               normed = context.kept(u.rows, u.cols);
  if (context.batch_statistics) {
    column_statistics(u, mean, variance);
  } else {
    std::copy(running_mean_.begin(), running_mean_.end(), mean.data);
    std::copy(running_variance_.begin(), running_variance_.end(), variance.data);
  }
  for (std::size_t i = 0; i < u.rows; ++i) {
    for (std::size_t w = 0; w < u.cols; ++w) {
      const float value = (u.row(i)[w] - mean.data[w]) / std::sqrt(variance.data[w] + eps_);
      normed.row(i)[w] = value;
      u.row(i)[w] = value * scale_[w] + shift_[w];
    }
  }
}

// With batch statistics the derivative goes through them: du = (dy g - mean(dy g) - xhat mean(dy g xhat)) / deviation.
void BatchNorm::backward(Matrix dy, BackwardContext& context) const {
  const ConstMatrix normed = context.tape.pop(), variance = context.tape.pop(), mean = context.tape.pop();
  const double n = static_cast<double>(dy.rows);
  for (std::size_t w = 0; w < dy.cols; ++w) {
    double sum = 0, product = 0;
    for (std::size_t i = 0; i < dy.rows; ++i) {
      sum += static_cast<double>(dy.row(i)[w]);
      product += static_cast<double>(dy.row(i)[w]) * static_cast<double>(normed.row(i)[w]);
    }
    context.gradients.values(weight_)[w] += static_cast<float>(product);
    context.gradients.values(bias_)[w] += static_cast<float>(sum);
    const float factor = scale_[w] / std::sqrt(variance.data[w] + eps_);
    const float mean_dy = context.batch_statistics ? static_cast<float>(sum / n) : 0.0F;
    const float mean_product = context.batch_statistics ? static_cast<float>(product / n) : 0.0F;
    for (std::size_t i = 0; i < dy.rows; ++i)
      dy.row(i)[w] = factor * (dy.row(i)[w] - mean_dy - normed.row(i)[w] * mean_product);
    if (!context.batch_statistics) continue;
    context.gradients.values(mean_)[w] = mean.data[w];
    context.gradients.values(variance_)[w] = variance.data[w] * static_cast<float>(dy.rows > 1 ? n / (n - 1) : 1.0);
  }
}

}  // namespace eegate
