#include "model/architecture.h"

namespace eegate {

// Alone in this file: a program that defines it otherwise does not take it from the library.
std::span<const Architecture* const> known_architectures() {
  static constexpr const Architecture* kAll[] = {
      &architectures::kTransformer, &architectures::kEegnet,      &architectures::kCnn,
      &architectures::kSyncnet,     &architectures::kBilstmAttn,  &architectures::kEegChannelnet,
      &architectures::kCram,        &architectures::kMeshCascade, &architectures::kBandPower,
  };
  return kAll;
}

}  // namespace eegate
