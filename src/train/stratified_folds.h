// Shuffled folds in which every class has the same share: those of scikit-learn's StratifiedKFold(shuffle=True), which
// MOABB's within-session evaluation uses, trial by trial.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace eegate {

// The fold of each trial, 0 ... n_folds - 1. `seed` as random_state.
std::vector<std::size_t> stratified_folds(std::span<const int> labels, std::size_t n_folds, std::uint32_t seed);

}  // namespace eegate
