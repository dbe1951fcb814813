#include "explain/methods.h"

#include <string>

#include "model/transformer_config.h"

namespace eegate {
namespace {

// Memory of attention rollout: the attention of all blocks, and the matrices for the shares.
constexpr double kMostAttentionFloats = 64e6;

Result<> check_attention(const ModelConfig& config, std::size_t n_times) {
  const std::optional<TransformerConfig> encoder = encoder_of(config);
  if (!encoder) {
    return Error{.code = "EXPLAIN_NO_ATTENTION",
                 .message = "This network has no attention between tokens that could be followed",
                 .field = "method",
                 .found = config.architecture,
                 .expected = "transformer",
                 .hint = "Use integrated_gradients or occlusion, which suit every network."};
  }
  const double n = static_cast<double>(encoder->n_tokens(0, n_times));
  const double floats = n * n * static_cast<double>(encoder->n_heads * encoder->n_blocks + 4);
  if (floats <= kMostAttentionFloats) return {};
  return Error{.code = "EXPLAIN_MEMORY",
               .message = "There are too many tokens to keep who attends to whom",
               .field = "method",
               .found = std::to_string(static_cast<std::size_t>(n)) + " tokens",
               .hint = "Use shorter windows, or integrated_gradients, which needs little memory."};
}

}  // namespace

Result<> check_explainable(const ModelConfig& config, std::size_t n_times, const ExplainOptions& options) {
  if (options.target >= config.n_classes()) {
    return Error{.code = "EXPLAIN_TARGET",
                 .message = "The model has no such class",
                 .field = "target",
                 .found = std::to_string(options.target),
                 .expected = "0 to " + std::to_string(config.n_classes() - 1)};
  }
  if (options.step > options.window) {
    return Error{.code = "EXPLAIN_OPTION",
                 .message = "The step between two windows is longer than a window: samples would be left out",
                 .field = "step",
                 .found = std::to_string(options.step) + " samples",
                 .expected = "1 to " + std::to_string(options.window)};
  }
  if (options.method != ExplainMethod::kAttentionRollout) return {};
  return check_attention(config, n_times);
}

std::unique_ptr<RelevanceQuery> explain_trial(const ExplainedTrial& trial, const ModelConfig& config,
                                              const ExplainOptions& options) {
  switch (options.method) {
    case ExplainMethod::kGradientInput:
      return gradient_input(trial);
    case ExplainMethod::kIntegratedGradients:
      return integrated_gradients(trial, options.n_steps);
    case ExplainMethod::kOcclusionChannel:
      return occlusion_channel(trial);
    case ExplainMethod::kOcclusionTime:
      return occlusion_time(trial, options.window, options.step);
    case ExplainMethod::kAttentionRollout:
      return attention_rollout(trial, config);
  }
  abort_on_internal_error();
}

}  // namespace eegate
