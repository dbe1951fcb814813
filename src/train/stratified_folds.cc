#include "train/stratified_folds.h"

#include <algorithm>
#include <bit>
#include <random>

namespace eegate {
namespace {

// An integer below a bound as numpy draws it: masked bits, repeated until they are in range.
std::uint32_t at_most(std::mt19937& bits, std::uint32_t highest) {
  const std::uint32_t mask = std::bit_ceil(highest + 1) - 1;
  for (;;) {
    const auto value = static_cast<std::uint32_t>(bits()) & mask;
    if (value <= highest) return value;
  }
}

// numpy.random.RandomState.shuffle.
void shuffle(std::mt19937& bits, std::vector<std::size_t>& values) {
  for (std::size_t i = values.size(); i-- > 1;)
    std::swap(values[i], values[at_most(bits, static_cast<std::uint32_t>(i))]);
}

}  // namespace

std::vector<std::size_t> stratified_folds(std::span<const int> labels, std::size_t n_folds, std::uint32_t seed) {
  // Classes in the order in which they first occur.
  std::vector<int> classes;
  for (const int label : labels) {
    if (std::ranges::find(classes, label) == classes.end()) classes.push_back(label);
  }
  std::vector<std::size_t> sorted;
  for (std::size_t k = 0; k < classes.size(); ++k)
    sorted.insert(sorted.end(), static_cast<std::size_t>(std::ranges::count(labels, classes[k])), k);
  std::mt19937 bits(seed);
  std::vector<std::size_t> fold_of(labels.size());
  for (std::size_t k = 0; k < classes.size(); ++k) {
    // Fold i gets as many of the class as there are among every n-th trial from the i-th on, sorted by class.
    std::vector<std::size_t> folds;
    for (std::size_t fold = 0; fold < n_folds; ++fold) {
      for (std::size_t i = fold; i < sorted.size(); i += n_folds) {
        if (sorted[i] == k) folds.push_back(fold);
      }
    }
    shuffle(bits, folds);
    std::size_t next = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == classes[k]) fold_of[i] = folds[next++];
    }
  }
  return fold_of;
}

}  // namespace eegate
