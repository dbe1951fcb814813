// y = x W^T + b on rows of tokens.
#pragma once

#include <string>
#include <vector>

#include "kernels/matmul.h"
#include "model/weights.h"

namespace eegate {

class Linear {
 public:
  // prefix.weight [out, in] and, if the file has it, prefix.bias.
  Linear(const Weights& weights, const std::string& prefix)
      : packed_(weights.matrix(prefix + ".weight"), bias_of(weights, prefix)) {}
  // Several layers of one input as one product, outputs side by side.
  Linear(const Weights& weights, const std::vector<std::string>& prefixes);

  void forward(Matrix out, ConstMatrix x, const Epilogue& epilogue = {}) const { matmul(out, x, packed_, epilogue); }
  std::size_t n_out() const { return packed_.n_out(); }

 private:
  static std::span<const float> bias_of(const Weights& weights, const std::string& prefix) {
    return weights.has(prefix + ".bias") ? weights[prefix + ".bias"] : std::span<const float>();
  }
  PackedMatrix packed_;
};

}  // namespace eegate
