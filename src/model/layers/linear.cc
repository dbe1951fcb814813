#include "model/layers/linear.h"

namespace eegate {

Linear::Linear(const Weights& weights, const std::vector<std::string>& prefixes) {
  std::vector<ConstMatrix> matrices;
  std::vector<float> bias;
  for (const std::string& prefix : prefixes) {
    matrices.push_back(weights.matrix(prefix + ".weight"));
    const std::span<const float> part = bias_of(weights, prefix);
    bias.insert(bias.end(), part.begin(), part.end());
  }
  packed_ = PackedMatrix(matrices, bias);
}

}  // namespace eegate
