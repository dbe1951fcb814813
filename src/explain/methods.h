// The explanation methods, one file each. Relevances refer to the standardised input and have the unit of the logit.
#pragma once

#include <memory>

#include "base/result.h"
#include "explain/options.h"
#include "explain/query_runner.h"
#include "model/config.h"

namespace eegate {

// Gradient times input: x * d logit / d x.
std::unique_ptr<RelevanceQuery> gradient_input(const ExplainedTrial& trial);

// Integrated gradients (Sundararajan et al. 2017): (x - baseline) times the gradient averaged along the line from the
// baseline to x, so that the relevances sum to the difference of the logits. Midpoint rule; with n_steps = 0 the number
// of steps is tripled until the sum is correct to 1 %.
std::unique_ptr<RelevanceQuery> integrated_gradients(const ExplainedTrial& trial, std::size_t n_steps);

// Occlusion (Zeiler and Fergus 2014) of one channel: the decrease of the logit if the channel is replaced by the
// baseline. All samples of the channel have this value.
std::unique_ptr<RelevanceQuery> occlusion_channel(const ExplainedTrial& trial);

// Occlusion of all channels during a window; a sample has the mean over the windows that contain it.
std::unique_ptr<RelevanceQuery> occlusion_time(const ExplainedTrial& trial, std::size_t window, std::size_t step);

// Attention rollout (Abnar and Zuidema 2020), extended by gates: the share of each sample in the tokens that the pool
// uses, through attention, residual connections and gates. Sums to 1. It shows the flow of information, not importance.
// `config` must be that of a transformer.
std::unique_ptr<RelevanceQuery> attention_rollout(const ExplainedTrial& trial, const ModelConfig& config);

// Errors EXPLAIN_NO_ATTENTION, EXPLAIN_TARGET, EXPLAIN_MEMORY, EXPLAIN_OPTION.
Result<> check_explainable(const ModelConfig& config, std::size_t n_times, const ExplainOptions& options);

std::unique_ptr<RelevanceQuery> explain_trial(const ExplainedTrial& trial, const ModelConfig& config,
                                              const ExplainOptions& options);

}  // namespace eegate
