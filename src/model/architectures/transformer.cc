// The transformer architecture: configuration fields, their rules, and tensors. Its network is transformer_network.cc.
#include <algorithm>
#include <numeric>

#include "model/architecture.h"
#include "model/layers/embedding.h"
#include "model/layers/encoder_block.h"
#include "model/layers/gates.h"
#include "model/layers/merge.h"
#include "model/layers/pool.h"
#include "model/memory_limit.h"
#include "model/transformer_config.h"
#include "model/transformer_network.h"

namespace eegate::architectures {
namespace transformer {

constexpr FieldSpec kIdentity[] = {derived_integer("dim", 1, 8192)};
constexpr FieldSpec kLinear[] = {integer_field("dim", 64, 1, 8192), bool_field("bias", true)};
constexpr FieldSpec kPatch[] = {
    integer_field("dim", 64, 1, 8192),        bool_field("bias", true),
    derived_integer("patch_chans", 1, 4096),  required_integer("patch_times"),
    derived_integer("stride_chans", 1, 4096), derived_integer("stride_times"),
    derived_bool("channel_embedding"),
};
constexpr FieldSpec kConvStem[] = {
    derived_integer("dim", 1, 8192),
    bool_field("bias", true),
    integer_field("filters", 40, 1, 4096),
    integer_field("kernel_times", 25, 1, 4096),
    choice_field("padding", "valid", kSamePadding.names),
    bool_field("conv_bias", false),
    choice_field("spatial", "full", kDepthwise.names),
    integer_field("depth", 1, 1, 64),
    choice_field("activation", "elu", kSquareLog.names),
    integer_field("pool_times", 75, 1, 65536),
    integer_field("pool_stride", 15, 1, 65536),
    derived_bool("projection"),
    number_field("bn_eps", 1e-5, 1e-12, 1),
    number_field("bn_momentum", 0.1, 0, 1),
};
constexpr KindSpec kEmbeddings[] = {
    {"identity", kIdentity}, {"linear", kLinear}, {"patch", kPatch}, {"conv_stem", kConvStem}};
static_assert(same_names(kEmbeddings, kEmbeddingKinds));

constexpr FieldSpec kLearned[] = {derived_integer("max_len")};
constexpr FieldSpec kRelShaw[] = {integer_field("max_distance", 32, 1, 65536), bool_field("values", false),
                                  bool_field("per_head", false)};
constexpr FieldSpec kRelBias[] = {integer_field("alpha", 8, 1, 65536), integer_field("beta", 16, 1, 65536),
                                  number_field("gamma", 64, 1, 1e9)};
constexpr KindSpec kPositions[] = {{"none"},
                                   {"sin_interleaved"},
                                   {"sin_concat_parity"},
                                   {"learned", kLearned},
                                   {"rel_shaw", kRelShaw},
                                   {"rel_bias", kRelBias}};
static_assert(same_names(kPositions, kPositionKinds));

constexpr FieldSpec kFull[] = {bool_field("causal", false)};
constexpr FieldSpec kWindow[] = {bool_field("causal", false), integer_field("window", 16, 1, 65536),
                                 bool_field("shift", true), derived_integers("stages", 1, 64)};
constexpr KindSpec kAttentions[] = {{"full", kFull}, {"window", kWindow}};
static_assert(same_names(kAttentions, kWindowed));

constexpr FieldSpec kDropout[] = {
    number_field("attn_out", 0.1, 0, 0.999),   number_field("ffn_out", 0.1, 0, 0.999),
    number_field("attn_weights", 0, 0, 0.999), number_field("ffn_hidden", 0, 0, 0.999),
    number_field("embed", 0, 0, 0.999),        number_field("head", 0, 0, 0.999),
};

constexpr FieldSpec kFields[] = {
    kinds_field("embedding", "linear", kEmbeddings),
    kinds_field("position", "sin_interleaved", kPositions),
    bool_field("cls", false),
    integer_field("n_blocks", 2, 1, 64),
    choice_field("block", "gated", kBlockKinds.names),
    choice_field("gate", "gru", kGates.names),
    choice_field("gate_bias_sign", "minus", kGateBiasPlus.names),
    bool_field("relu_before_gate", false),
    bool_field("attn_residual", true),
    integer_field("n_heads", 8, 1, 1024),
    derived_integer("key_dim", 1, 8192),
    derived_integer("value_dim", 1, 8192),
    bool_field("attention_bias", true),
    kinds_field("attention", "full", kAttentions),
    derived_integer("ffn_dim", 1, 65536),
    choice_field("activation", "relu", kFfnActivations.names),
    choice_field("norm", "layer", kBatchNorm.names),
    number_field("norm_eps", 1e-5, 1e-12, 1),
    bool_field("norm_affine", true),
    number_field("norm_momentum", 0.1, 0, 1),
    derived_bool("final_norm"),
    choice_field("pool", "mean", kPoolKinds.names),
    derived_integer("pool_dim", 1, 8192),
    object_field("dropout", kDropout),
};

std::string text(std::size_t value) { return std::to_string(value); }

Result<> resolve_patch(const ModelConfig& config, ConfigNode& e) {
  e.set_default("patch_chans", static_cast<double>(config.n_chans));
  e.set_default("stride_chans", e.number("patch_chans"));
  e.set_default("stride_times", e.number("patch_times"));
  if (e.size("patch_chans") > config.n_chans || e.size("patch_times") > config.n_times) {
    return config_conflict(
        "A patch is larger than the input", "embedding",
        text(e.size("patch_chans")) + " x " + text(e.size("patch_times")),
        "at most " + text(config.n_chans) + " x " + text(config.n_times) + ": longer windows, or a smaller patch");
  }
  const std::size_t n_groups = (config.n_chans - e.size("patch_chans")) / e.size("stride_chans") + 1;
  e.set_default("channel_embedding", n_groups > 1 ? 1 : 0);
  return {};
}

Result<> resolve_conv_stem(ConfigNode& e) {
  if (!e.option("spatial", kDepthwise) && e.size("depth") != 1) {
    return config_conflict("depth belongs to a depthwise spatial convolution", "embedding.depth", text(e.size("depth")),
                           "1");
  }
  const std::size_t width = e.size("filters") * e.size("depth");
  e.set_default("dim", static_cast<double>(width));
  e.set_default("projection", e.size("dim") != width ? 1 : 0);
  if (e.flag("projection") || e.size("dim") == width) return {};
  return config_conflict("Without a projection the stem's width is the model's", "embedding.dim", text(e.size("dim")),
                         text(width));
}

Result<> resolve_embedding(ModelConfig& config) {
  ConfigNode& e = config.fields.node("embedding");
  const EmbeddingKind kind = e.kind_of(kEmbeddingKinds);
  if (kind == EmbeddingKind::kIdentity) {
    e.set_default("dim", static_cast<double>(config.n_chans));
    if (e.size("dim") != config.n_chans) {
      return config_conflict("Without an embedding the width is the number of channels", "embedding.dim",
                             text(e.size("dim")), text(config.n_chans));
    }
  }
  if (kind == EmbeddingKind::kPatch) EEGATE_CHECK(resolve_patch(config, e));
  if (kind == EmbeddingKind::kConvStem) EEGATE_CHECK(resolve_conv_stem(e));
  return {};
}

Result<> resolve_position(ConfigNode& p, std::size_t n_positions) {
  const PositionKind kind = p.kind_of(kPositionKinds);
  if (kind == PositionKind::kLearned) {
    p.set_default("max_len", static_cast<double>(n_positions));
    if (p.size("max_len") < n_positions) {
      return config_conflict("The table of positions is too short", "position.max_len", text(p.size("max_len")),
                             "at least " + text(n_positions));
    }
  }
  if (kind == PositionKind::kRelBias) {
    if (p.number("beta") < p.number("alpha")) {
      return config_conflict("beta is smaller than alpha", "position.beta", text(p.size("beta")),
                             "at least " + text(p.size("alpha")));
    }
    if (p.number("beta") > p.number("alpha") && p.number("gamma") <= p.number("alpha")) {
      return config_conflict("gamma is not larger than alpha", "position.gamma", {},
                             "more than " + text(p.size("alpha")));
    }
  }
  return {};
}

Result<> resolve_blocks(ModelConfig& config) {
  ConfigNode& f = config.fields;
  const BlockKind block = f.option("block", kBlockKinds);
  const bool either_sign = block == BlockKind::kGated && f.option("gate", kGates)->form.either_bias_sign;
  if (f.option("gate_bias_sign", kGateBiasPlus) && !either_sign) {
    return config_conflict("The plus sign is defined for the GRU gate only", "gate_bias_sign", "plus", "minus");
  }
  if (!f.flag("attn_residual") && block != BlockKind::kPostLn) {
    return config_conflict("Attention without a residual is defined for post_ln only", "attn_residual", "false",
                           "true");
  }
  const std::size_t width = f.node("embedding").size("dim"), heads = f.size("n_heads");
  if (!f.is_set("key_dim")) {
    if (width % heads != 0) {
      return config_conflict("The width is not divisible by the number of heads", "n_heads", text(heads),
                             "a divisor of " + text(width) + ", or key_dim");
    }
    f.set("key_dim", static_cast<double>(width / heads));
  }
  f.set_default("value_dim", f.number("key_dim"));
  f.set_default("ffn_dim", static_cast<double>(4 * width));
  f.set_default("final_norm", block != BlockKind::kPostLn ? 1 : 0);
  return {};
}

Result<> resolve_attention(ModelConfig& config) {
  ConfigNode& f = config.fields;
  ConfigNode& a = f.node("attention");
  if (!a.kind_of(kWindowed)) return {};
  if (f.flag("cls")) return config_conflict("Window attention has no place for a class token", "cls", "true", "false");
  if (!a.is_set("stages")) a.set_list("stages", {static_cast<std::int64_t>(f.size("n_blocks"))});
  const auto& stages = a.list("stages");
  const std::int64_t sum = std::accumulate(stages.begin(), stages.end(), std::int64_t{0});
  if (sum != static_cast<std::int64_t>(f.size("n_blocks"))) {
    return config_conflict("The stages do not add up to the number of blocks", "attention.stages", std::to_string(sum),
                           text(f.size("n_blocks")));
  }
  const ConfigNode& e = f.node("embedding");
  // The width doubles with each stage, so that a configuration could ask for absurd sizes.
  constexpr std::size_t kWidest = std::size_t{1} << 20;
  if (stages.size() > 20 || e.size("dim") << (stages.size() - 1) > kWidest) {
    return Error{.code = "MODEL_TOO_LARGE",
                 .message = "The stages double the width of the tokens too often",
                 .field = "config.attention.stages",
                 .found = text(stages.size()) + " stages from a width of " + text(e.size("dim")),
                 .expected = "at most " + text(kWidest) + " features at the last"};
  }
  if (stages.size() > 1 && e.kind_of(kEmbeddingKinds) == EmbeddingKind::kPatch && e.flag("channel_embedding")) {
    return config_conflict("Stages cannot be combined with a channel embedding", "attention.stages",
                           text(stages.size()), "1");
  }
  return {};
}

// Width of the tokens at the head.
std::size_t head_width(const ConfigNode& f) {
  const std::size_t width = f.node("embedding").size("dim");
  return f.node("attention").kind_of(kWindowed) ? width << (f.node("attention").list("stages").size() - 1) : width;
}

Result<> resolve(ModelConfig& config) {
  ConfigNode& f = config.fields;
  EEGATE_CHECK(resolve_embedding(config));
  const EmbeddingConfig embedding = embedding_config(f.node("embedding"), config.n_chans);
  if (embedding.n_tokens(config.n_times) < 1) {
    std::size_t shortest = config.n_times;
    while (embedding.n_tokens(shortest) < 1) ++shortest;
    return config_conflict("The embedding leaves no token", "n_times", text(config.n_times),
                           "at least " + text(shortest) + " samples, or a smaller kernel and pool");
  }
  const std::size_t n_positions = embedding.n_positions(config.n_times) + (f.flag("cls") ? 1 : 0);
  EEGATE_CHECK(resolve_position(f.node("position"), n_positions));
  EEGATE_CHECK(resolve_blocks(config));
  EEGATE_CHECK(resolve_attention(config));
  if (f.option("pool", kPoolKinds) == PoolKind::kCls && !f.flag("cls")) {
    return config_conflict("The class token is read but not there", "pool", "cls", "cls: true");
  }
  f.set_default("pool_dim", static_cast<double>(head_width(f)));
  return {};
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const TransformerConfig t = transformer_config(config);
  TensorList list;
  list_embedding_tensors(list, t.embedding, config.n_chans);
  if (t.cls) list.add("cls", {t.embedding.dim}, draw_constant(0));
  if (t.position == PositionKind::kLearned)
    list.add("pos.weight", {t.max_len, t.embedding.dim}, draw_alike(Draw::kNormal, 0.02)).is_positions = true;
  std::size_t block = 0;
  for (std::size_t s = 0; s < t.stages.size(); ++s) {
    const TransformerConfig stage = t.at_stage(s);
    for (std::size_t i = 0; i < t.stages[s]; ++i) EncoderBlock::list_tensors(list, block++, stage);
    if (s + 1 < t.stages.size()) Merge::list_tensors(list, "merge." + std::to_string(s), stage.embedding.dim);
  }
  const TransformerConfig head = t.at_head();
  const std::size_t before_norm = list.size();
  if (t.final_norm) Norm::list_tensors(list, "final_norm", head);
  list.depend_on("final_norm", before_norm);
  Pool::list_tensors(list, head);
  const std::size_t n_tokens = t.n_tokens(t.stages.size() - 1, config.n_times) - (t.cls ? 1 : 0);
  list.add_head({config.n_outputs, (t.pool == PoolKind::kFlatten ? n_tokens : 1) * head.embedding.dim});
  return list.take();
}

// Floats that a block needs in addition to its tokens in the forward pass of one trial.
double block_floats(double n_tokens, const TransformerConfig& t) {
  const double per_token =
      4.0 * static_cast<double>(t.embedding.dim) +
      static_cast<double>(t.n_heads) * (2.0 * static_cast<double>(t.key_dim) + 2.0 * static_cast<double>(t.value_dim)) +
      static_cast<double>(t.key_dim + t.value_dim);
  if (!t.is_relative()) return n_tokens * per_token;
  // Positions and run lengths, tables by distance, and their products with a block of queries.
  const double span = t.window == 0 ? n_tokens : std::min(n_tokens, static_cast<double>(t.window));
  const double slots = 2.0 * span + 1.0, widths = static_cast<double>(t.key_dim + t.value_dim);
  return n_tokens * (per_token + 2.0) + slots * (static_cast<double>(t.n_heads) + widths + 48.0);
}

// Estimated number of floats that are alive at once in the forward pass of one trial: its samples twice, and the stage
// of blocks with the largest need. The tokens of a stage stay alive while the next stage runs.
double planned_floats(std::size_t n_chans, std::size_t n_times, const TransformerConfig& t) {
  double tokens = 0, widest = 0;
  for (std::size_t s = 0; s < t.stages.size(); ++s) {
    const TransformerConfig stage = t.at_stage(s);
    const double n_tokens = static_cast<double>(t.n_tokens(s, n_times)) + 1;
    widest = std::max(widest, tokens + block_floats(n_tokens, stage));
    tokens += n_tokens * static_cast<double>(stage.embedding.dim);
  }
  const double samples = static_cast<double>(n_times + t.embedding.kernel_times);
  const double maps = static_cast<double>(n_times) * 2.0 * static_cast<double>(t.embedding.stem_width());
  return widest + samples * 2.0 * static_cast<double>(n_chans) + maps;
}

// A model with a flatten pool has a head for one number of tokens.
bool accepts(const ModelConfig& config, std::size_t n_times) {
  const TransformerConfig t = transformer_config(config);
  return t.pool != PoolKind::kFlatten && t.embedding.n_tokens(n_times) > 0 &&
         fits_engine(planned_floats(config.n_chans, n_times, t));
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  EEGATE_CHECK(check_engine_memory(use, planned_floats(config.n_chans, config.n_times, transformer_config(config)),
                                   "Use shorter windows, or patches instead of single samples as tokens."));
  return std::unique_ptr<Network>(std::make_unique<TransformerNetwork>(config, weights));
}

}  // namespace transformer

extern const Architecture kTransformer = {.name = "transformer",
                                          .fields = transformer::kFields,
                                          .resolve = transformer::resolve,
                                          .tensors = transformer::tensors,
                                          .accepts = transformer::accepts,
                                          .encoder = transformer_config,
                                          .build = transformer::build};

}  // namespace eegate::architectures
