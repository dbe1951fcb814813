// What an architecture has to say about itself. A new one is a file in architectures/ and a line in
// known_architectures.cc; no other code asks for an architecture by its name.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/memory_limit.h"
#include "model/network.h"
#include "model/tensor_list.h"
#include "model/weights.h"

namespace eegate {

struct TransformerConfig;

struct Architecture {
  std::string_view name;
  std::span<const FieldSpec> fields;         // its own; the common ones are added
  Result<> (*resolve)(ModelConfig& config);  // derived fields and conflicts
  std::vector<TensorSpec> (*tensors)(const ModelConfig& config);
  Result<> (*check_contract)(const std::vector<std::string>& ch_names) = nullptr;  // rules on electrode names
  // Whether windows of another length than n_times can be taken; null: never.
  bool (*accepts)(const ModelConfig& config, std::size_t n_times) = nullptr;
  // The transformer encoder in it, whose heads and gates can be looked at and switched off; null: it has none.
  TransformerConfig (*encoder)(const ModelConfig& config) = nullptr;
  // Whether gradients pass through many steps of time, where they can grow without bound (Pascanu et al. 2013).
  bool is_recurrent = false;
  // Why it cannot be written as an ONNX graph; empty: it can.
  std::string_view not_exported = {};
  // The network that runs it. Error MODEL_TOO_LARGE if it is to run, and for electrodes without a place MODEL_CHANNELS.
  Result<std::unique_ptr<Network>> (*build)(const ModelConfig& config, const Weights& weights, NetworkUse use);

  Result<std::unique_ptr<Network>> make(const ModelConfig& config, const Weights& weights) const {
    return build(config, weights, NetworkUse::kRun);
  }
};

// Those that this program knows: the list that it links (eegate_all_architectures, eegate_transformer_alone in
// src/CMakeLists.txt). What is not in it is not linked.
std::span<const Architecture* const> known_architectures();
// Null for an unknown name.
const Architecture* find_architecture(std::string_view name);
std::vector<std::string_view> architecture_names();
// MODEL_TIMES unless windows of this length can be classified.
Result<> check_length(const ModelConfig& config, std::size_t n_times);
// Common fields and the architecture's own, in the order in which they are written.
std::span<const FieldSpec> full_schema(const Architecture& architecture);

}  // namespace eegate
