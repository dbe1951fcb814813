// The description of an architecture: its configuration fields, its tensors and how its network is built. To add one:
// a file in architectures/ and a line in known_architectures.cc. No other code compares architectures by name.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/config.h"
#include "model/memory_limit.h"
#include "model/network.h"
#include "model/weights.h"

namespace eegate {

struct TransformerConfig;

struct Architecture {
  std::string_view name;
  std::span<const FieldSpec> fields;         // besides those that all architectures have
  Result<> (*resolve)(ModelConfig& config);  // computes derived fields and reports conflicts
  std::vector<TensorSpec> (*tensors)(const ModelConfig& config);
  Result<> (*check_contract)(const std::vector<std::string>& ch_names) = nullptr;  // checks the electrode names
  // Whether the network accepts windows of n_times samples other than config.n_times; null: it never does.
  bool (*accepts)(const ModelConfig& config, std::size_t n_times) = nullptr;
  // The configuration of its transformer encoder, whose heads and gates can be traced and ablated; null: it has none.
  TransformerConfig (*encoder)(const ModelConfig& config) = nullptr;
  // Whether it has recurrent layers, whose gradients can explode (Pascanu et al. 2013): training then clips them.
  bool is_recurrent = false;
  // Why it cannot be exported to ONNX; empty: it can.
  std::string_view not_exported = {};
  // Errors: MODEL_TOO_LARGE if `use` is kRun and the network needs too much memory, MODEL_CHANNELS for electrodes that
  // it cannot lay out.
  Result<std::unique_ptr<Network>> (*build)(const ModelConfig& config, const Weights& weights, NetworkUse use);

  Result<std::unique_ptr<Network>> make(const ModelConfig& config, const Weights& weights) const {
    return build(config, weights, NetworkUse::kRun);
  }
};

// The architectures of this program. It links one of the lists of known_architectures.cc (eegate_all_architectures,
// eegate_transformer_alone in src/CMakeLists.txt); an architecture that is not in the list is not linked.
std::span<const Architecture* const> known_architectures();
// Null for an unknown name.
const Architecture* find_architecture(std::string_view name);
std::vector<std::string_view> architecture_names();
// Error MODEL_TIMES unless the model accepts windows of n_times samples.
Result<> check_length(const ModelConfig& config, std::size_t n_times);
// The common fields, then those of the architecture, in the order in which a configuration is written.
std::span<const FieldSpec> full_schema(const Architecture& architecture);

}  // namespace eegate
