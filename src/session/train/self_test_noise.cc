#include "session/train/self_test_noise.h"

#include <cmath>

#include "base/rng.h"

namespace eegate {
namespace {

constexpr std::size_t kTrials = 2;
// Few different numbers, so that compressed files stay small: steps of 10 uV, about 20 uV spread.
constexpr double kSpread_uV = 20, kStep_uV = 10;

}  // namespace

SelfTestNoise self_test_noise(const ModelConfig& config, std::uint64_t seed) {
  const Rng rng(seed, "self-test");
  SelfTestNoise noise{.n_trials = kTrials, .n_chans = config.n_chans, .n_times = config.n_times};
  noise.values.resize(kTrials * config.n_chans * config.n_times);
  for (std::size_t i = 0; i < noise.values.size(); ++i)
    noise.values[i] = static_cast<float>(std::nearbyint(rng.normal(i) * kSpread_uV / kStep_uV) * kStep_uV);
  return noise;
}

}  // namespace eegate
