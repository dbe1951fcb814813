// The methods, one file each. All look at the standardised input, and answer in units of the target's logit.
#pragma once

#include <memory>

#include "base/result.h"
#include "explain/inquiry.h"
#include "explain/options.h"
#include "model/config.h"

namespace eegate {

// x * d logit / d x: what a linear model would make of the input.
std::unique_ptr<Explaining> gradient_input(const ExplainedTrial& trial);

// Sundararajan et al. 2017: the same gradient, averaged on the way from the baseline to x, so that the relevances add
// up to the difference of the logits. The midpoint rule; without a number of steps three times as many until the sum is
// right to 1 %.
std::unique_ptr<Explaining> integrated_gradients(const ExplainedTrial& trial, std::size_t n_steps);

// How far the logit falls when an electrode is silent. Every sample of an electrode carries the fall of all of it.
std::unique_ptr<Explaining> occlusion_channel(const ExplainedTrial& trial);

// How far it falls when all electrodes are silent for a window; a sample carries the mean of its windows.
std::unique_ptr<Explaining> occlusion_time(const ExplainedTrial& trial, std::size_t window, std::size_t step);

// Abnar and Zuidema 2020: where the tokens that are read at the end come from, along attention, residuals and gates.
// Shares of the times, 1 in all. It shows routing, not importance. `config` is that of a transformer.
std::unique_ptr<Explaining> attention_rollout(const ExplainedTrial& trial, const ModelConfig& config);

// EXPLAIN_NO_ATTENTION, EXPLAIN_TARGET, EXPLAIN_MEMORY, EXPLAIN_OPTION: what cannot be explained like this.
Result<> check_explainable(const ModelConfig& config, std::size_t n_times, const ExplainOptions& options);

std::unique_ptr<Explaining> explain_trial(const ExplainedTrial& trial, const ModelConfig& config,
                                          const ExplainOptions& options);

}  // namespace eegate
