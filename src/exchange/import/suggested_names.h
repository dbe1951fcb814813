// Which tensor of a file could be which of a model, where neither a dialect nor the user says so.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/foreign_weights.h"

namespace eegate {

std::vector<std::size_t> without_ones(const std::vector<std::size_t>& shape);

// Whether neighbouring extents of `fine` multiply to those of `coarse`.
bool merges_into(const std::vector<std::size_t>& fine, const std::vector<std::size_t>& coarse);

struct WantedTensor {
  std::string name;  // ours
  std::vector<std::size_t> shape;
  std::vector<std::string_view> tried;  // what dialects call it
};

// For each that is wanted the tensor whose shape suits and whose name has most in common with ours or with those that
// were tried; where the names tell nothing, the only one of its shape; empty where nothing tells. None is named twice.
std::vector<std::string> suggest_names(const std::vector<WantedTensor>& wanted,
                                       const std::vector<const ForeignTensor*>& left);

}  // namespace eegate
