#include <algorithm>
#include <vector>

#include "explain/methods.h"
#include "model/forward_trace.h"
#include "model/layers/gates.h"
#include "model/transformer_config.h"

namespace eegate {
namespace {

// Samples first ... end - 1, those that a token depends on.
struct Samples {
  std::size_t first = 0, end = 0;
};

// The samples of token `index`, class token not counted.
Samples samples_of(const EmbeddingConfig& e, std::size_t index, std::size_t n_times) {
  if (e.kind == EmbeddingKind::kPatch) {
    const std::size_t per_group = (n_times - e.patch_times) / e.stride_times + 1;
    const std::size_t first = index % per_group * e.stride_times;
    return {first, first + e.patch_times};
  }
  if (e.kind == EmbeddingKind::kConvStem) {
    const std::size_t first = index * e.pool_stride, end = first + e.pool_times + e.kernel_times - 1;
    const std::size_t padding = e.same_padding ? (e.kernel_times - 1) / 2 : 0;
    return {first - std::min(first, padding), std::min(end - padding, n_times)};
  }
  return {index, index + 1};
}

class AttentionRollout final : public RelevanceQuery {
 public:
  AttentionRollout(const ExplainedTrial& trial, const ModelConfig& config)
      : trial_(trial), config_(transformer_config(config)), shares_(trial.x.cols) {}
  Pass pass() const override { return Pass::kTrace; }
  std::size_t size() const override { return 1; }
  void write(std::size_t, Matrix input) const override { std::ranges::copy(trial_.x.flat(), input.data); }
  void finish(Matrix relevance) override { std::ranges::copy(shares_, relevance.data); }

  // A vector of shares is propagated backwards block by block, so that no products of matrices are needed.
  void take(std::size_t, const Answer& answer) override {
    const std::size_t n_times = trial_.x.cols, last = config_.stages.size() - 1;
    std::vector<double> shares = read_at_the_end(config_.n_tokens(last, n_times));
    std::size_t block = config_.n_blocks;
    for (std::size_t stage = last + 1; stage-- > 0;) {
      if (stage < last) shares = before_merge(shares, config_.n_tokens(stage, n_times));
      for (std::size_t i = 0; i < config_.stages[stage]; ++i)
        shares = before_block(shares, *answer.trace, --block, stage);
    }
    spread(shares, n_times);
  }

 private:
  // Initial shares: 1 for the class token if the pool uses it, else equal for all other tokens.
  std::vector<double> read_at_the_end(std::size_t n_tokens) const {
    const std::size_t n_cls = config_.cls ? 1 : 0;
    std::vector<double> shares(n_tokens,
                               config_.pool == PoolKind::kCls ? 0 : 1.0 / static_cast<double>(n_tokens - n_cls));
    if (config_.cls) shares[0] = config_.pool == PoolKind::kCls ? 1 : 0;
    return shares;
  }

  static std::vector<double> before_merge(const std::vector<double>& merged, std::size_t n_tokens) {
    std::vector<double> shares(n_tokens);
    for (std::size_t i = 0; i < n_tokens; ++i) {
      const bool is_alone = i % 2 == 0 && i + 1 == n_tokens;
      shares[i] = merged[i / 2] * (is_alone ? 1 : 0.5);
    }
    return shares;
  }

  // shares^T (b A + a I): A the mean attention of the heads, a and b the weights of stream and attention for each
  // token.
  std::vector<double> before_block(const std::vector<double>& shares, const ForwardTrace& trace, std::size_t block,
                                   std::size_t stage) const {
    const std::size_t n = shares.size(), n_heads = config_.at_stage(stage).n_heads;
    const std::vector<double> brought = brought_by_attention(trace, block, stage, n);
    const std::vector<float>& attention = trace.attention[block];
    std::vector<double> before(n);
    for (std::size_t i = 0; i < n; ++i) before[i] += (1 - brought[i]) * shares[i];
    for (std::size_t head = 0; head < n_heads; ++head) {
      for (std::size_t i = 0; i < n; ++i) {
        const double weight = shares[i] * brought[i] / static_cast<double>(n_heads);
        const float* row = attention.data() + (head * n + i) * n;
        for (std::size_t j = 0; j < n; ++j) before[j] += weight * static_cast<double>(row[j]);
      }
    }
    return before;
  }

  // The weight of attention in the sum with the stream: 1/2 with a residual connection, 1 without, else from the
  // openness of the gate, averaged over the features.
  std::vector<double> brought_by_attention(const ForwardTrace& trace, std::size_t block, std::size_t stage,
                                           std::size_t n) const {
    if (config_.block != BlockKind::kGated) return std::vector<double>(n, config_.attn_residual ? 0.5 : 1);
    const std::size_t width = config_.at_stage(stage).embedding.dim;
    const std::vector<float>& openness = trace.steps[block].gate1;
    std::vector<double> brought(n);
    for (std::size_t i = 0; i < n; ++i) {
      double open = 0;
      for (std::size_t e = 0; e < width; ++e) open += static_cast<double>(openness[i * width + e]);
      brought[i] = config_.gate->sublayer_share(open / static_cast<double>(width));
    }
    return brought;
  }

  // From tokens to their samples; the remaining share of the class token belongs to no sample.
  void spread(const std::vector<double>& tokens, std::size_t n_times) {
    const std::size_t n_cls = config_.cls ? 1 : 0;
    std::vector<double> times(n_times);
    double total = 0;
    for (std::size_t i = n_cls; i < tokens.size(); ++i) {
      const Samples samples = samples_of(config_.embedding, i - n_cls, n_times);
      for (std::size_t t = samples.first; t < samples.end; ++t)
        times[t] += tokens[i] / static_cast<double>(samples.end - samples.first);
      total += tokens[i];
    }
    for (std::size_t t = 0; t < n_times; ++t) shares_[t] = total == 0 ? 0 : static_cast<float>(times[t] / total);
  }

  ExplainedTrial trial_;
  TransformerConfig config_;
  std::vector<float> shares_;
};

}  // namespace

std::unique_ptr<RelevanceQuery> attention_rollout(const ExplainedTrial& trial, const ModelConfig& config) {
  return std::make_unique<AttentionRollout>(trial, config);
}

}  // namespace eegate
