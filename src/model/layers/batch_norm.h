// Batch normalisation (Ioffe and Szegedy 2015; torch.nn.BatchNorm1d) of the columns of a matrix: the maps of a
// convolution or the features of tokens.
#pragma once

#include <string>
#include <vector>

#include "model/network.h"
#include "model/weights.h"

namespace eegate {

class BatchNorm {
 public:
  // prefix.weight (with_scale), .bias (with_shift), .running_mean, .running_var, all [n]. `momentum` is the weight of
  // the new batch in the running statistics.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n, double momentum,
                           bool with_scale = true, bool with_shift = true);
  // Scale and shift are used if the list has them.
  BatchNorm(const Weights& weights, const std::string& prefix, float eps);
  void set_weights(const Weights& weights);

  // y = (u - mean) / sqrt(variance + eps) * weight + bias for u [rows, n], in place. Mean and (population) variance are
  // those of the rows if context.batch_statistics, else the running ones. Saves the normalised rows and the statistics.
  void forward(Matrix u, const ForwardContext& context) const;
  // dy, the gradient of y, is replaced by that of u.
  void backward(Matrix dy, BackwardContext& context) const;

  // The same for a caller that still has u in the backward pass: only the statistics are saved. y may be u.
  static constexpr std::size_t kSavedByNormalize = 2;
  void normalize(Matrix y, ConstMatrix u, const ForwardContext& context) const;
  void normalize_backward(Matrix dy, ConstMatrix u, BackwardContext& context) const;

 private:
  struct Statistics {
    Matrix mean, variance;
  };
  Statistics statistics_of(ConstMatrix u, const ForwardContext& context) const;
  std::vector<float> inverse_deviation(ConstMatrix variance) const;
  void gradient(Matrix dy, ConstMatrix normed, ConstMatrix mean, ConstMatrix variance, BackwardContext& context) const;
  std::ptrdiff_t weight_, bias_;  // indices in the list of tensors, -1: not there
  std::size_t mean_, variance_;
  std::vector<float> scale_, shift_, running_mean_, running_variance_;
  float eps_;
};

}  // namespace eegate
