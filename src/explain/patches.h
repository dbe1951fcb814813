// Pieces of an explanation that are deleted or compared as one: an electrode for a short time, an electrode for all of
// it, or all electrodes for a short time, whichever the method tells apart.
#pragma once

#include <cstddef>
#include <vector>

#include "base/tensor.h"
#include "explain/options.h"

namespace eegate {

class Patches {
 public:
  // `length` samples each.
  Patches(std::size_t n_chans, std::size_t n_times, std::size_t length, ExplainMethod method);

  std::size_t size() const { return n_rows_ * n_columns_; }
  // The relevance [C, T] or [1, T] of each patch: the sum of its samples.
  std::vector<double> sums(ConstMatrix relevance) const;
  // Puts the baseline in place of one.
  void erase(std::size_t patch, Matrix x, ConstMatrix baseline) const;

 private:
  std::size_t n_chans_, n_times_, length_, n_rows_, n_columns_;
};

// Spearman's, with equal values sharing their rank; 0 if all are equal.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace eegate
