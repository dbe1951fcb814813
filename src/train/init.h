// First weights of a model (PyTorch's rules, or those of Keras). Each tensor is drawn from the stream of (seed, its
// name) alone.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/options.h"
#include "base/result.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

enum class InitRule { kTorch, kKeras };

// What the metadata of a trained model records.
inline constexpr auto kInitRules = option_table<InitRule>({{"torch", InitRule::kTorch}, {"keras", InitRule::kKeras}});

// Linear maps and convolutions: U(+-1/sqrt(fan_in)) with their biases, or Glorot uniform with zero biases (keras).
// Attention q, k, v: Xavier bound of the stacked matrix, biases 0. Gates: Xavier, b_g 2 (GRU) or 1. Norms: scale 1,
// shift 0. Learned tables: normal(0, 0.02). Class token: 0. LSTM: U(+-1/sqrt(H)), or Glorot, orthogonal and
// forget bias 1 (keras). CRAM: truncated normals of deviation 0.1, the biases of its convolution 0.1.
Weights initial_weights(const ModelConfig& config, std::uint64_t seed, InitRule rule = InitRule::kTorch);

}  // namespace eegate
