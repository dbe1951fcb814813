#include "model/architecture.h"

namespace eegate {

// Alone in this file: a program may link another list.
std::span<const Architecture* const> known_architectures() {
  static constexpr const Architecture* kAll[] = {
      &architectures::kTransformer, &architectures::kEegnet,      &architectures::kCnn,
      &architectures::kSyncnet,     &architectures::kBilstmAttn,  &architectures::kEegChannelnet,
      &architectures::kCram,        &architectures::kMeshCascade, &architectures::kBandPower,
  };
  return kAll;
}

}  // namespace eegate
