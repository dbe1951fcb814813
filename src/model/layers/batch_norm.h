// Batch normalisation of columns (the maps of a convolution, the features of tokens), training form: all trials of a
// batch at once, forward and backward.
#pragma once

#include <string>
#include <vector>

#include "model/network.h"
#include "model/weights.h"

namespace eegate {

class BatchNorm {
 public:
  // prefix.weight (unless without scale), .bias, .running_mean, .running_var [W]; `momentum` is the share of a new
  // batch in the last two.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n, double momentum,
                           bool with_scale = true, bool with_shift = true);
  // Scale and shift where the list has them.
  BatchNorm(const Weights& weights, const std::string& prefix, float eps);
  void set_weights(const Weights& weights);

  // y = (u - mean) / sqrt(variance + eps) * weight + bias for u [rows, W], in place. Mean and variance are those of the
  // rows (context.batch_statistics) or the running ones. Keeps the normalised rows and the statistics.
  void forward(Matrix u, const ForwardContext& context) const;
  // dy becomes du.
  void backward(Matrix dy, BackwardContext& context) const;

  // The same for a caller who still has u when it comes to the gradient: only the statistics are kept. y may be u.
  static constexpr std::size_t kKeptByNormalize = 2;
  void normalize(Matrix y, ConstMatrix u, const ForwardContext& context) const;
  void normalize_backward(Matrix dy, ConstMatrix u, BackwardContext& context) const;

 private:
  struct Statistics {
    Matrix mean, variance;
  };
  Statistics statistics_of(ConstMatrix u, const ForwardContext& context) const;
  std::vector<float> inverse_deviation(ConstMatrix variance) const;
  void gradient(Matrix dy, ConstMatrix normed, ConstMatrix mean, ConstMatrix variance, BackwardContext& context) const;
  std::ptrdiff_t weight_, bias_;  // places in the list of tensors, -1: not there
  std::size_t mean_, variance_;
  std::vector<float> scale_, shift_, running_mean_, running_variance_;
  float eps_;
};

}  // namespace eegate
