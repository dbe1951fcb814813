#include "model/layers/batch_norm.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "kernels/column_norm.h"

namespace eegate {
namespace {

// Population mean and variance of each column.
void column_statistics(ConstMatrix u, Matrix mean, Matrix variance) {
  const double n = static_cast<double>(u.rows);
  std::vector<double> centre(u.cols), squares(u.cols);
  column_sums(centre, u);
  for (double& value : centre) value /= n;
  column_squares(squares, u, centre);
  for (std::size_t w = 0; w < u.cols; ++w) {
    mean.row(0)[w] = static_cast<float>(centre[w]);
    variance.row(0)[w] = static_cast<float>(squares[w] / n);
  }
}

}  // namespace

void BatchNorm::list_tensors(TensorList& list, const std::string& prefix, std::size_t n, double momentum,
                             bool with_scale, bool with_shift) {
  const std::string mean = prefix + ".running_mean";
  const std::size_t first_of_all = list.size();
  if (with_scale) list.add(prefix + ".weight", {n}, draw_constant(1)).running_mean = mean;
  if (with_shift) list.add(prefix + ".bias", {n}, draw_constant(0)).running_mean = mean;
  for (const auto& [name, first] : {std::pair(".running_mean", 0.0), {".running_var", 1.0}}) {
    TensorSpec& statistic = list.add(prefix + name, {n}, draw_constant(first));
    statistic.is_parameter = false;
    statistic.momentum = momentum;
    if (first > 0) statistic.constraint = Constraint::kNonNegative;
  }
  list.set_role(TensorRole::kNorm, first_of_all);
}

BatchNorm::BatchNorm(const Weights& weights, const std::string& prefix, float eps)
    : weight_(weights.find(prefix + ".weight")),
      bias_(weights.find(prefix + ".bias")),
      mean_(static_cast<std::size_t>(weights.find(prefix + ".running_mean"))),
      variance_(static_cast<std::size_t>(weights.find(prefix + ".running_var"))),
      eps_(eps) {
  set_weights(weights);
}

void BatchNorm::set_weights(const Weights& weights) {
  const auto read = [&](std::vector<float>& into, std::size_t index) {
    into.assign(weights.values(index).begin(), weights.values(index).end());
  };
  read(running_mean_, mean_);
  read(running_variance_, variance_);
  scale_.assign(running_mean_.size(), 1.0F);
  shift_.assign(running_mean_.size(), 0.0F);
  if (weight_ >= 0) read(scale_, static_cast<std::size_t>(weight_));
  if (bias_ >= 0) read(shift_, static_cast<std::size_t>(bias_));
}

BatchNorm::Statistics BatchNorm::statistics_of(ConstMatrix u, const ForwardContext& context) const {
  const Statistics result = {context.saved(1, u.cols), context.saved(1, u.cols)};
  if (context.batch_statistics) {
    column_statistics(u, result.mean, result.variance);
  } else {
    std::copy(running_mean_.begin(), running_mean_.end(), result.mean.data);
    std::copy(running_variance_.begin(), running_variance_.end(), result.variance.data);
  }
  return result;
}

std::vector<float> BatchNorm::inverse_deviation(ConstMatrix variance) const {
  std::vector<float> inverse(variance.cols);
  for (std::size_t w = 0; w < variance.cols; ++w) inverse[w] = 1.0F / std::sqrt(variance.data[w] + eps_);
  return inverse;
}

void BatchNorm::forward(Matrix u, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const auto [mean, variance] = statistics_of(u, context);
  const Matrix normed = context.saved(u.rows, u.cols);
  normalize_columns(u, normed, mean.row(0), inverse_deviation(variance), scale_, shift_);
}

void BatchNorm::backward(Matrix dy, BackwardContext& context) const {
  const ConstMatrix normed = context.tape.pop(), variance = context.tape.pop(), mean = context.tape.pop();
  gradient(dy, normed, mean, variance, context);
}

void BatchNorm::normalize(Matrix y, ConstMatrix u, const ForwardContext& context) const {
  const ArenaScope scope(context.arena);
  const auto [mean, variance] = statistics_of(u, context);
  if (y.data != u.data) std::copy_n(u.data, u.size(), y.data);
  normalize_columns(y, y, mean.row(0), inverse_deviation(variance), scale_, shift_);
}

void BatchNorm::normalize_backward(Matrix dy, ConstMatrix u, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const ConstMatrix variance = context.tape.pop(), mean = context.tape.pop();
  const Matrix normed = context.arena.matrix(u.rows, u.cols);
  std::copy_n(u.data, u.size(), normed.data);
  const std::vector<float> one(u.cols, 1.0F), zero(u.cols, 0.0F);
  normalize_columns(normed, normed, mean.row(0), inverse_deviation(variance), one, zero);
  gradient(dy, normed, mean, variance, context);
}

// With batch statistics the derivative includes that of mean and variance:
//   du = (dy g - mean(dy g) - xhat mean(dy g xhat)) / deviation
void BatchNorm::gradient(Matrix dy, ConstMatrix normed, ConstMatrix mean, ConstMatrix variance,
                         BackwardContext& context) const {
  const double n = static_cast<double>(dy.rows);
  std::vector<double> sums(dy.cols), products(dy.cols);
  column_sums(sums, dy);
  column_products(products, dy, normed);
  std::vector<float> factor(dy.cols), mean_dy(dy.cols, 0.0F), mean_product(dy.cols, 0.0F);
  for (std::size_t w = 0; w < dy.cols; ++w) {
    if (weight_ >= 0) context.gradients.values(static_cast<std::size_t>(weight_))[w] += static_cast<float>(products[w]);
    if (bias_ >= 0) context.gradients.values(static_cast<std::size_t>(bias_))[w] += static_cast<float>(sums[w]);
    factor[w] = scale_[w] / std::sqrt(variance.data[w] + eps_);
    if (!context.batch_statistics) continue;
    mean_dy[w] = static_cast<float>(sums[w] / n);
    mean_product[w] = static_cast<float>(products[w] / n);
    context.gradients.values(mean_)[w] = mean.data[w];
    context.gradients.values(variance_)[w] = variance.data[w] * static_cast<float>(dy.rows > 1 ? n / (n - 1) : 1.0);
  }
  normalize_columns_gradient(dy, normed, factor, mean_dy, mean_product);
}

}  // namespace eegate
