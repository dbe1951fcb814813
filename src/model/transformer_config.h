// The configuration of the transformer as typed values, and the sizes that follow from it. docs/MODEL.md explains every
// field. Letters used throughout: B trials, C channels, T samples, N tokens, E token width, m heads, q key width, d
// value width, r hidden width of the feed-forward network, K blocks, L outputs.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

class Gate;

enum class EmbeddingKind { kIdentity, kLinear, kPatch, kConvStem };
enum class PositionKind { kNone, kSinInterleaved, kSinConcatParity, kLearned, kRelShaw, kRelBias };
enum class BlockKind { kPostLn, kPreLn, kGated };
enum class PoolKind { kFlatten, kMean, kCls, kAttention };
enum class FfnActivation { kRelu, kGelu, kGeluTanh };

inline constexpr auto kEmbeddingKinds = option_table<EmbeddingKind>({{"identity", EmbeddingKind::kIdentity},
                                                                     {"linear", EmbeddingKind::kLinear},
                                                                     {"patch", EmbeddingKind::kPatch},
                                                                     {"conv_stem", EmbeddingKind::kConvStem}});
inline constexpr auto kPositionKinds =
    option_table<PositionKind>({{"none", PositionKind::kNone},
                                {"sin_interleaved", PositionKind::kSinInterleaved},
                                {"sin_concat_parity", PositionKind::kSinConcatParity},
                                {"learned", PositionKind::kLearned},
                                {"rel_shaw", PositionKind::kRelShaw},
                                {"rel_bias", PositionKind::kRelBias}});
inline constexpr auto kBlockKinds = option_table<BlockKind>(
    {{"post_ln", BlockKind::kPostLn}, {"pre_ln", BlockKind::kPreLn}, {"gated", BlockKind::kGated}});
inline constexpr auto kPoolKinds = option_table<PoolKind>({{"flatten", PoolKind::kFlatten},
                                                           {"mean", PoolKind::kMean},
                                                           {"cls", PoolKind::kCls},
                                                           {"attention", PoolKind::kAttention}});
inline constexpr auto kFfnActivations = option_table<FfnActivation>(
    {{"relu", FfnActivation::kRelu}, {"gelu", FfnActivation::kGelu}, {"gelu_tanh", FfnActivation::kGeluTanh}});
// Options with two values. Convolutional stem: padding, spatial convolution, activation.
inline constexpr auto kSamePadding = option_table<bool>({{"valid", false}, {"same", true}});
inline constexpr auto kDepthwise = option_table<bool>({{"full", false}, {"depthwise", true}});
inline constexpr auto kSquareLog = option_table<bool>({{"elu", false}, {"square_log", true}});
// Sign of the GRU gate's bias, kind of norm, kind of attention.
inline constexpr auto kGateBiasPlus = option_table<bool>({{"minus", false}, {"plus", true}});
inline constexpr auto kBatchNorm = option_table<bool>({{"layer", false}, {"batch", true}});
inline constexpr auto kWindowed = option_table<bool>({{"full", false}, {"window", true}});

// How a trial [C, T] becomes tokens [N, E].
struct EmbeddingConfig {
  EmbeddingKind kind = EmbeddingKind::kLinear;
  std::size_t dim = 0;  // E
  bool bias = true;

  // patch
  std::size_t patch_chans = 0, patch_times = 0, stride_chans = 0, stride_times = 0;
  bool channel_embedding = false;
  std::size_t n_groups = 1;  // G

  // conv_stem
  std::size_t filters = 0, kernel_times = 0, depth = 1, pool_times = 0, pool_stride = 0;
  bool same_padding = false, conv_bias = false, depthwise = false, square_log = false, projection = false;
  float bn_eps = 1e-5F;
  double bn_momentum = 0;
  std::size_t stem_width() const { return filters * depth; }
  // Length after the temporal convolution; 0 if the trial is shorter than the kernel.
  std::size_t n_convolved(std::size_t n_times) const;

  // Number of tokens of a trial of n_times samples, class token not counted; 0 if it is too short for one.
  std::size_t n_tokens(std::size_t n_times) const;
  // Number of position indices: channel groups with a channel embedding share their positions.
  std::size_t n_positions(std::size_t n_times) const {
    return channel_embedding ? n_tokens(n_times) / n_groups : n_tokens(n_times);
  }
};

// From an `embedding` object with its derived fields set.
EmbeddingConfig embedding_config(const ConfigNode& embedding, std::size_t n_chans);

// Relative positions (layers/relative_positions.h): rel_shaw clips distances to max_distance; rel_bias maps them to
// buckets by alpha, beta and gamma.
struct RelativeConfig {
  std::size_t max_distance = 0;
  bool values = false, per_head = false;
  std::size_t alpha = 0, beta = 0;
  double gamma = 0;
};

struct TransformerConfig {
  EmbeddingConfig embedding;
  PositionKind position = PositionKind::kSinInterleaved;
  std::size_t max_len = 0;  // rows of the learned position table
  RelativeConfig relative;
  bool cls = false;

  std::size_t n_blocks = 0;  // K
  BlockKind block = BlockKind::kGated;
  const Gate* gate = nullptr;  // layers/gates.h
  bool gate_bias_plus = false;
  bool relu_before_gate = false;
  bool attn_residual = true;
  std::size_t n_heads = 0, key_dim = 0, value_dim = 0;  // m, q, d
  bool attention_bias = true;
  bool causal = false;
  std::size_t window = 0;           // M tokens; 0: attention over all tokens
  bool shift = false;               // every second block of a stage shifts its windows by floor(M / 2)
  std::vector<std::size_t> stages;  // blocks of each stage; without windows one stage with all blocks
  std::size_t ffn_dim = 0;          // r
  FfnActivation activation = FfnActivation::kRelu;
  bool batch_norm = false;  // instead of layer norm
  float norm_eps = 1e-5F;
  bool norm_affine = true;
  double norm_momentum = 0;
  bool final_norm = false;
  PoolKind pool = PoolKind::kMean;
  std::size_t pool_dim = 0;

  // Dropout probabilities.
  struct DropoutRates {
    double attn_out = 0, ffn_out = 0, attn_weights = 0, ffn_hidden = 0, embed = 0, head = 0;
  };
  DropoutRates dropout;

  bool is_relative() const { return position == PositionKind::kRelShaw || position == PositionKind::kRelBias; }
  // The same with the widths of a stage: token width, number of heads and hidden width double from stage to stage.
  TransformerConfig at_stage(std::size_t stage) const;
  TransformerConfig at_head() const { return at_stage(stages.size() - 1); }
  std::size_t stage_of(std::size_t block_index) const;
  // Number of tokens at a stage, class token included.
  std::size_t n_tokens(std::size_t stage, std::size_t n_times) const;
};

// From a configuration that the transformer architecture has resolved.
TransformerConfig transformer_config(const ModelConfig& config);
// The encoder configuration of any architecture; empty if it has no transformer encoder.
std::optional<TransformerConfig> encoder_of(const ModelConfig& config);

}  // namespace eegate
