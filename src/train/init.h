// Initial weights of a model, by the conventions of PyTorch or Keras. Each tensor is drawn from a random stream of its
// own, (seed, name).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/options.h"
#include "base/result.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

enum class InitRule { kTorch, kKeras };

// The names that the metadata of a trained model use.
inline constexpr auto kInitRules = option_table<InitRule>({{"torch", InitRule::kTorch}, {"keras", InitRule::kKeras}});

// The distributions are those of the tensor list (TensorSpec::initial).
Weights initial_weights(const ModelConfig& config, std::uint64_t seed, InitRule rule = InitRule::kTorch);

}  // namespace eegate
