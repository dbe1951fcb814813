// Dropout whose mask depends on (seed, step, site, trial, element) alone: the same for any split of a batch, and
// backward computes it again instead of storing it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dropout_mask.h"
#include "base/tensor.h"

namespace eegate {

class Dropout {
 public:
  // `first_trial` is the position in the batch of the first trial that passes through.
  Dropout(std::uint64_t seed, std::uint64_t step, std::size_t first_trial)
      : seed_(seed ^ (step * 0x9E3779B97F4A7C15u)), first_trial_(first_trial) {}

  // Random numbers of a site that hides tokens of trials.
  Rng stream(std::uint64_t site) const { return {seed_ + site, "hidden tokens"}; }
  DropoutMask mask(double rate, std::uint64_t site) const { return {Rng(seed_ + site, "dropout"), rate}; }
  // Where the values of a trial begin in the mask of a site that drops `per_trial` values of each.
  std::uint64_t first_value(std::size_t trial, std::size_t per_trial) const {
    return static_cast<std::uint64_t>(first_trial_ + trial) * per_trial;
  }

  // x [n_trials * rows, cols]: a share `rate` of the values becomes 0, the rest grows by 1 / (1 - rate).
  void apply(Matrix x, std::size_t n_trials, double rate, std::uint64_t site) const {
    const DropoutMask values = mask(rate, site);
    const std::size_t rows = x.rows / n_trials;
    for (std::size_t trial = 0; trial < n_trials; ++trial) {
      const std::uint64_t first = first_value(trial, rows * x.cols);
      for (std::size_t row = 0; row < rows; ++row) values.apply(x.row(trial * rows + row), first + row * x.cols);
    }
  }

 private:
  std::uint64_t seed_;
  std::size_t first_trial_;
};

}  // namespace eegate
