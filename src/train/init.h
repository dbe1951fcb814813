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

// The layers say how their tensors are drawn (`list_tensors`).
Weights initial_weights(const ModelConfig& config, std::uint64_t seed, InitRule rule = InitRule::kTorch);

}  // namespace eegate
