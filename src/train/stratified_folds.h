// sklearn.model_selection.StratifiedKFold(shuffle=True), exactly the same folds; used by the within-session evaluation
// of MOABB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace eegate {

// The fold of each trial, 0 ... n_folds - 1; `seed` is random_state.
std::vector<std::size_t> stratified_folds(std::span<const int> labels, std::size_t n_folds, std::uint32_t seed);

}  // namespace eegate
