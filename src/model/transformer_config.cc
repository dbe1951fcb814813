#include "model/transformer_config.h"

namespace eegate {
namespace {

EmbeddingKind embedding_kind(std::string_view word) {
  if (word == "identity") return EmbeddingKind::kIdentity;
  if (word == "patch") return EmbeddingKind::kPatch;
  return word == "conv_stem" ? EmbeddingKind::kConvStem : EmbeddingKind::kLinear;
}

PositionKind position_kind(std::string_view word) {
  if (word == "none") return PositionKind::kNone;
  if (word == "sin_concat_parity") return PositionKind::kSinConcatParity;
  if (word == "learned") return PositionKind::kLearned;
  if (word == "rel_shaw") return PositionKind::kRelShaw;
  return word == "rel_bias" ? PositionKind::kRelBias : PositionKind::kSinInterleaved;
}

GateKind gate_kind(std::string_view word) {
  if (word == "input") return GateKind::kInput;
  if (word == "output") return GateKind::kOutput;
  if (word == "highway") return GateKind::kHighway;
  return word == "sigtanh" ? GateKind::kSigTanh : GateKind::kGru;
}

PoolKind pool_kind(std::string_view word) {
  if (word == "flatten") return PoolKind::kFlatten;
  if (word == "cls") return PoolKind::kCls;
  return word == "attention" ? PoolKind::kAttention : PoolKind::kMean;
}

RelativeConfig relative_config(const ConfigNode& p) {
  RelativeConfig r;
  if (p.kind() == "rel_shaw") {
    r.max_distance = p.size("max_distance");
    r.values = p.flag("values");
    r.per_head = p.flag("per_head");
  }
  if (p.kind() == "rel_bias") {
    r.alpha = p.size("alpha");
    r.beta = p.size("beta");
    r.gamma = p.number("gamma");
  }
  return r;
}

void read_attention(TransformerConfig& t, const ConfigNode& a) {
  t.causal = a.flag("causal");
  t.stages = {t.n_blocks};
  if (a.kind() != "window") return;
  t.window = a.size("window");
  t.shift = a.flag("shift");
  t.stages.assign(a.list("stages").begin(), a.list("stages").end());
}

}  // namespace

TransformerConfig TransformerConfig::at_stage(std::size_t stage) const {
  TransformerConfig t = *this;
  t.embedding.dim <<= stage;
  t.n_heads <<= stage;
  t.ffn_dim <<= stage;
  return t;
}

std::size_t TransformerConfig::stage_of(std::size_t block_index) const {
  std::size_t stage = 0;
  for (std::size_t end = stages[0]; block_index >= end && stage + 1 < stages.size();) end += stages[++stage];
  return stage;
}

std::size_t TransformerConfig::n_tokens(std::size_t stage, std::size_t n_times) const {
  std::size_t n = embedding.n_tokens(n_times) + (cls ? 1 : 0);
  for (; stage > 0; --stage) n = (n + 1) / 2;
  return n;
}

EmbeddingConfig embedding_config(const ConfigNode& e, std::size_t n_chans) {
  EmbeddingConfig t;
  t.kind = embedding_kind(e.kind());
  t.dim = e.size("dim");
  if (t.kind != EmbeddingKind::kIdentity) t.bias = e.flag("bias");
  if (t.kind == EmbeddingKind::kPatch) {
    t.patch_chans = e.size("patch_chans");
    t.patch_times = e.size("patch_times");
    t.stride_chans = e.size("stride_chans");
    t.stride_times = e.size("stride_times");
    t.channel_embedding = e.flag("channel_embedding");
    t.n_groups = (n_chans - t.patch_chans) / t.stride_chans + 1;
  }
  if (t.kind == EmbeddingKind::kConvStem) {
    t.filters = e.size("filters");
    t.kernel_times = e.size("kernel_times");
    t.depth = e.size("depth");
    t.pool_times = e.size("pool_times");
    t.pool_stride = e.size("pool_stride");
    t.same_padding = e.word("padding") == "same";
    t.conv_bias = e.flag("conv_bias");
    t.depthwise = e.word("spatial") == "depthwise";
    t.square_log = e.word("activation") == "square_log";
    t.projection = e.flag("projection");
    t.bn_eps = static_cast<float>(e.number("bn_eps"));
  }
  return t;
}

std::size_t EmbeddingConfig::n_convolved(std::size_t n_times) const {
  if (same_padding) return n_times;
  return n_times < kernel_times ? 0 : n_times - kernel_times + 1;
}

std::size_t EmbeddingConfig::n_tokens(std::size_t n_times) const {
  switch (kind) {
    case EmbeddingKind::kIdentity:
    case EmbeddingKind::kLinear:
      return n_times;
    case EmbeddingKind::kPatch:
      return n_times < patch_times ? 0 : n_groups * ((n_times - patch_times) / stride_times + 1);
    case EmbeddingKind::kConvStem:
      return n_convolved(n_times) < pool_times ? 0 : (n_convolved(n_times) - pool_times) / pool_stride + 1;
  }
  return 0;
}

TransformerConfig transformer_config(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  TransformerConfig t;
  t.embedding = embedding_config(f.node("embedding"), config.n_chans);
  t.position = position_kind(f.node("position").kind());
  if (t.position == PositionKind::kLearned) t.max_len = f.node("position").size("max_len");
  t.relative = relative_config(f.node("position"));
  t.cls = f.flag("cls");
  t.n_blocks = f.size("n_blocks");
  t.block = f.word("block") == "post_ln"  ? BlockKind::kPostLn
            : f.word("block") == "pre_ln" ? BlockKind::kPreLn
                                          : BlockKind::kGated;
  t.gate = gate_kind(f.word("gate"));
  t.gate_bias_plus = f.word("gate_bias_sign") == "plus";
  t.relu_before_gate = f.flag("relu_before_gate");
  t.attn_residual = f.flag("attn_residual");
  t.n_heads = f.size("n_heads");
  t.key_dim = f.size("key_dim");
  t.value_dim = f.size("value_dim");
  t.attention_bias = f.flag("attention_bias");
  read_attention(t, f.node("attention"));
  t.ffn_dim = f.size("ffn_dim");
  t.activation = f.word("activation") == "gelu"        ? FfnActivation::kGelu
                 : f.word("activation") == "gelu_tanh" ? FfnActivation::kGeluTanh
                                                       : FfnActivation::kRelu;
  t.batch_norm = f.word("norm") == "batch";
  t.norm_eps = static_cast<float>(f.number("norm_eps"));
  t.norm_affine = f.flag("norm_affine");
  t.final_norm = f.flag("final_norm");
  t.pool = pool_kind(f.word("pool"));
  t.pool_dim = f.size("pool_dim");
  const ConfigNode& rates = f.node("dropout");
  t.dropout = {rates.number("attn_out"),   rates.number("ffn_out"), rates.number("attn_weights"),
               rates.number("ffn_hidden"), rates.number("embed"),   rates.number("head")};
  return t;
}

}  // namespace eegate
