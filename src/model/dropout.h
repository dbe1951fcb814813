// Dropout whose mask depends on (seed, step, site, trial, element) alone: the same for any split of a batch, and
// backward computes it again instead of storing it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/rng.h"
#include "base/tensor.h"

namespace eegate {

class Dropout {
 public:
  // `first_trial` is the position in the batch of the first trial that passes through.
  Dropout(std::uint64_t seed, std::uint64_t step, std::size_t first_trial)
      : seed_(seed ^ (step * 0x9E3779B97F4A7C15u)), first_trial_(first_trial) {}

  // x [n_trials * rows, cols]: a share `rate` of the values becomes 0, the rest grows by 1 / (1 - rate).
  void apply(Matrix x, std::size_t n_trials, double rate, std::uint64_t site) const {
    const Rng rng(seed_ + site, "dropout");
    const std::size_t per_trial = x.size() / n_trials, rows = x.rows / n_trials;
    const float scale = static_cast<float>(1.0 / (1.0 - rate));
    for (std::size_t i = 0; i < x.rows; ++i) {
      const std::uint64_t first = static_cast<std::uint64_t>(first_trial_ + i / rows) * per_trial + i % rows * x.cols;
      for (std::size_t j = 0; j < x.cols; ++j) x.data[i * x.stride + j] *= rng.uniform(first + j) < rate ? 0.0F : scale;
    }
  }

 private:
  std::uint64_t seed_;
  std::size_t first_trial_;
};

}  // namespace eegate
