// Options of an explanation.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/options.h"

namespace eegate {

enum class ExplainMethod { kGradientInput, kIntegratedGradients, kOcclusionChannel, kOcclusionTime, kAttentionRollout };

inline constexpr auto kExplainMethods =
    option_table<ExplainMethod>({{"gradient_input", ExplainMethod::kGradientInput},
                                 {"integrated_gradients", ExplainMethod::kIntegratedGradients},
                                 {"occlusion_channel", ExplainMethod::kOcclusionChannel},
                                 {"occlusion_time", ExplainMethod::kOcclusionTime},
                                 {"attention_rollout", ExplainMethod::kAttentionRollout}});

constexpr bool takes_gradients(ExplainMethod method) {
  return method == ExplainMethod::kGradientInput || method == ExplainMethod::kIntegratedGradients;
}

// What replaces the standardised signal where it is deleted. With a z-score, zero is the mean of the channel.
// Surrogates: make_surrogates().
enum class Baseline { kZero, kChannelMean, kSurrogate };

inline constexpr auto kBaselines = option_table<Baseline>(
    {{"zero", Baseline::kZero}, {"channel_mean", Baseline::kChannelMean}, {"surrogate", Baseline::kSurrogate}});

struct ExplainOptions {
  ExplainMethod method = ExplainMethod::kIntegratedGradients;
  std::size_t target = 0;   // class, or output of a regression
  std::size_t n_steps = 0;  // of integrated gradients; 0: 32, and more until completeness is reached
  Baseline baseline = Baseline::kZero;
  std::size_t n_background = 0;  // number of trials, the last ones, that only contribute to the surrogates' spectrum
  std::uint64_t surrogate_seed = 0;  // of the phases of surrogates
  std::size_t window = 0, step = 0;  // samples, of time occlusion and of the patches of the checks; 0: default
};

struct CheckOptions {
  bool wanted = true;
  std::uint64_t seed = 0;
  std::size_t n_orders = 10;    // random orders of deletion
  std::size_t n_networks = 5;   // networks with random weights
  std::size_t n_explained = 2;  // number of these networks that are also explained
  std::size_t n_trials = 4;     // maximum number of trials that are checked
};

}  // namespace eegate
