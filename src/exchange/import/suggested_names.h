// Suggestions for error messages: which tensor of a file could be which tensor of the model, if neither a dialect nor
// the user assigns it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exchange/import/foreign_weights.h"

namespace eegate {

std::vector<std::size_t> without_ones(const std::vector<std::size_t>& shape);

// Whether `coarse` results from joining neighbouring axes of `fine`.
bool merges_into(const std::vector<std::size_t>& fine, const std::vector<std::size_t>& coarse);

struct WantedTensor {
  std::string name;  // ours
  std::vector<std::size_t> shape;
  std::vector<std::string_view> tried;  // its names in the dialects
};

// For each wanted tensor the one of `left` with a suitable shape whose name is most similar to ours or to those that
// were tried; else the only one with a suitable shape; else empty. No tensor is suggested twice.
std::vector<std::string> suggest_names(const std::vector<WantedTensor>& wanted,
                                       const std::vector<const ForeignTensor*>& left);

}  // namespace eegate
