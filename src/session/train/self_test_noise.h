// Random trials for the self-test of a model file, so that no recording is stored with the weights.
#pragma once

#include <cstdint>
#include <vector>

#include "base/tensor.h"
#include "model/config.h"

namespace eegate {

struct SelfTestNoise {
  std::vector<float> values;  // uV
  std::size_t n_trials = 0, n_chans = 0, n_times = 0;
  ConstTensor3 trials() const { return {values.data(), n_trials, n_chans, n_times}; }
};

// The same seed gives the same noise.
SelfTestNoise self_test_noise(const ModelConfig& config, std::uint64_t seed);

}  // namespace eegate
