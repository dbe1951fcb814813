// y = x W^T + b on rows of tokens, forward and backward.
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

// Rows that pass through gates and hidden layers at once in inference: what lies between stays in the cache.
inline constexpr std::size_t kInferenceRows = 192;

class Linear {
 public:
  // One weight [out, in] of a file; the bias may be absent, and may enter with a sign (gates).
  struct Part {
    std::string weight;
    std::string bias = {};
    float bias_sign = 1;
  };
  // Several weights of one input as one product, outputs side by side.
  Linear(const Weights& weights, const std::vector<Part>& parts);
  // prefix.weight and, if the file has it, prefix.bias.
  Linear(const Weights& weights, const std::string& prefix)
      : Linear(weights, std::vector<Part>{part_of(weights, prefix)}) {}

  static Part part_of(const Weights& weights, const std::string& prefix) {
    return {prefix + ".weight", weights.has(prefix + ".bias") ? prefix + ".bias" : std::string()};
  }

  void set_weights(const Weights& weights);
  void forward(Matrix out, ConstMatrix x, const Epilogue& epilogue = {}) const {
    in_8_bits() ? matmul(out, x, int8_, epilogue) : matmul(out, x, packed_, epilogue);
  }
  // Parts of it: see matmul_outputs(), matmul_inputs().
  void forward_outputs(Matrix out, ConstMatrix x, std::size_t first) const {
    in_8_bits() ? matmul_outputs(out, x, int8_, first) : matmul_outputs(out, x, packed_, first);
  }
  // Not in 8 bits.
  void forward_inputs(Matrix out, ConstMatrix x, std::size_t first, ConstMatrix residual) const {
    matmul_inputs(out, x, packed_, first, residual);
  }
  bool can_part(std::size_t first) const {
    return first % (in_8_bits() ? int8_.panel_width() : packed_.panel_width()) == 0;
  }
  // The weights may be in 8 bits (Weights::int8): then there is no backward().
  bool in_8_bits() const { return int8_.n_in() > 0; }
  // dx += dy W (unless dx is empty), gradients += ...; x is what forward() was given.
  void backward(Matrix dx, ConstMatrix dy, ConstMatrix x, BackwardContext& context) const;
  // dx += dy W alone.
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
  Lazy<PackedMatrix> turned_;  // W^T, packed at the first backward with these weights
};

}  // namespace eegate
