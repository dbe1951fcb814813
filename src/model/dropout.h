// Dropout (Srivastava et al. 2014). Its mask is a function of (seed, step, site, trial, element), so that it does not
// depend on how a batch is split, and backward computes it again instead of storing it. A site is the number of a
// dropout layer in its network.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/dropout_mask.h"
#include "base/tensor.h"

namespace eegate {

class Dropout {
 public:
  // `first_trial`: the position in the batch of the first trial of the forward pass.
  Dropout(std::uint64_t seed, std::uint64_t step, std::size_t first_trial)
      : seed_(seed ^ (step * 0x9E3779B97F4A7C15u)), first_trial_(first_trial) {}

  // Random numbers of a site that masks tokens (masked_patches.h).
  Rng stream(std::uint64_t site) const { return {seed_ + site, "hidden tokens"}; }
  DropoutMask mask(double rate, std::uint64_t site) const { return {Rng(seed_ + site, "dropout"), rate}; }
  // Index of a trial's first value in the mask of a site that has `per_trial` values for each trial.
  std::uint64_t first_value(std::size_t trial, std::size_t per_trial) const {
    return static_cast<std::uint64_t>(first_trial_ + trial) * per_trial;
  }

  // x [n_trials * rows, cols], in place: 0 with probability `rate`, else x / (1 - rate).
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
