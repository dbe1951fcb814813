// A dense layer y = x W^T + b on the rows of a matrix (torch.nn.Linear), or several of one input in one product.
#pragma once

#include <string>
#include <vector>

#include "base/lazy.h"
#include "kernels/dense.h"
#include "kernels/matmul.h"
#include "kernels/matmul_int8.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

// Number of rows that gates and hidden layers process at a time in inference, so that intermediate values stay in the
// cache.
inline constexpr std::size_t kInferenceRows = 192;

class Linear {
 public:
  // Names of a weight [out, in] and its bias [out]; empty: no bias. Gates add the bias with a sign.
  struct Part {
    std::string weight;
    std::string bias = {};
    float bias_sign = 1;
  };
  // Several weights with the same input as one product, outputs side by side.
  Linear(const Weights& weights, const std::vector<Part>& parts);
  // prefix.weight and, if the list has it, prefix.bias.
  Linear(const Weights& weights, const std::string& prefix)
      : Linear(weights, std::vector<Part>{part_of(weights, prefix)}) {}

  static Part part_of(const Weights& weights, const std::string& prefix) {
    return {prefix + ".weight", weights.has(prefix + ".bias") ? prefix + ".bias" : std::string()};
  }

  void set_weights(const Weights& weights);
  void forward(Matrix out, ConstMatrix x, const Epilogue& epilogue = {}) const {
    in_8_bits() ? matmul(out, x, int8_, epilogue) : matmul(out, x, packed_, epilogue);
  }
  // A range of the outputs, or of the inputs: see matmul_outputs(), matmul_inputs().
  void forward_outputs(Matrix out, ConstMatrix x, std::size_t first) const {
    in_8_bits() ? matmul_outputs(out, x, int8_, first) : matmul_outputs(out, x, packed_, first);
  }
  // Only for weights in floats.
  void forward_inputs(Matrix out, ConstMatrix x, std::size_t first, ConstMatrix residual) const {
    matmul_inputs(out, x, packed_, first, residual);
  }
  bool can_part(std::size_t first) const {
    return first % (in_8_bits() ? int8_.panel_width() : packed_.panel_width()) == 0;
  }
  // Whether the weights are in 8 bits (Weights::int8); there is no backward() then.
  bool in_8_bits() const { return int8_.n_in() > 0; }
  // dx += dy W (unless dx is empty); adds dy^T x to the gradient of W and the row sums of dy to that of b. x is the
  // input of forward().
  void backward(Matrix dx, ConstMatrix dy, ConstMatrix x, BackwardContext& context) const;
  // dx += dy W, without gradients of the weights.
  void add_input_gradient(Matrix dx, ConstMatrix dy, BackwardContext& context) const;

  std::size_t n_in() const { return in_8_bits() ? int8_.n_in() : packed_.n_in(); }
  std::size_t n_out() const { return in_8_bits() ? int8_.n_out() : packed_.n_out(); }

 private:
  struct Place {
    std::size_t weight = 0, n_out = 0;
    std::ptrdiff_t bias = -1;
    float bias_sign = 1;
  };
  std::vector<ConstMatrix> matrices(const Weights& weights) const;
  void pack_int8(const Weights& weights, std::span<const float> bias);
  std::vector<Place> places_;
  PackedDense packed_;  // or, in 8 bits:
  PackedInt8 int8_;
  Lazy<PackedMatrix> transposed_;  // W^T, packed at the first backward with these weights
};

}  // namespace eegate
