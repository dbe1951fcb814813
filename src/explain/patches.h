// The patches of an explanation, the units that checks delete and compare: a channel during a short time, a whole
// channel, or all channels during a short time, according to the resolution of the method.
#pragma once

#include <cstddef>
#include <vector>

#include "base/tensor.h"
#include "explain/options.h"

namespace eegate {

class Patches {
 public:
  // `length`: samples of a patch.
  Patches(std::size_t n_chans, std::size_t n_times, std::size_t length, ExplainMethod method);

  std::size_t size() const { return n_rows_ * n_columns_; }
  // Relevance [C, T] or [1, T] -> relevance of each patch, the sum over its samples.
  std::vector<double> sums(ConstMatrix relevance) const;
  // Replaces a patch of x by the baseline.
  void erase(std::size_t patch, Matrix x, ConstMatrix baseline) const;

 private:
  std::size_t n_chans_, n_times_, length_, n_rows_, n_columns_;
};

// Spearman's rank correlation; equal values have their mean rank. 0 if all values are equal.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace eegate
