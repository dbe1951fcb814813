#include "model/transformer_config.h"

#include "model/architecture.h"
#include "model/layers/gates.h"

namespace eegate {
namespace {

RelativeConfig relative_config(const ConfigNode& p) {
  RelativeConfig r;
  switch (p.kind_of(kPositionKinds)) {
    case PositionKind::kRelShaw:
      r.max_distance = p.size("max_distance");
      r.values = p.flag("values");
      r.per_head = p.flag("per_head");
      return r;
    case PositionKind::kRelBias:
      r.alpha = p.size("alpha");
      r.beta = p.size("beta");
      r.gamma = p.number("gamma");
      return r;
    case PositionKind::kNone:
    case PositionKind::kSinInterleaved:
    case PositionKind::kSinConcatParity:
    case PositionKind::kLearned:
      return r;
  }
  abort_on_internal_error();
}

void read_attention(TransformerConfig& t, const ConfigNode& a) {
  t.causal = a.flag("causal");
  t.stages = {t.n_blocks};
  if (!a.kind_of(kWindowed)) return;
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
  t.kind = e.kind_of(kEmbeddingKinds);
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
    t.same_padding = e.option("padding", kSamePadding);
    t.conv_bias = e.flag("conv_bias");
    t.depthwise = e.option("spatial", kDepthwise);
    t.square_log = e.option("activation", kSquareLog);
    t.projection = e.flag("projection");
    t.bn_eps = static_cast<float>(e.number("bn_eps"));
    t.bn_momentum = e.number("bn_momentum");
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
  abort_on_internal_error();
}

TransformerConfig transformer_config(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  TransformerConfig t;
  t.embedding = embedding_config(f.node("embedding"), config.n_chans);
  t.position = f.node("position").kind_of(kPositionKinds);
  if (t.position == PositionKind::kLearned) t.max_len = f.node("position").size("max_len");
  t.relative = relative_config(f.node("position"));
  t.cls = f.flag("cls");
  t.n_blocks = f.size("n_blocks");
  t.block = f.option("block", kBlockKinds);
  t.gate = f.option("gate", kGates);
  t.gate_bias_plus = f.option("gate_bias_sign", kGateBiasPlus);
  t.relu_before_gate = f.flag("relu_before_gate");
  t.attn_residual = f.flag("attn_residual");
  t.n_heads = f.size("n_heads");
  t.key_dim = f.size("key_dim");
  t.value_dim = f.size("value_dim");
  t.attention_bias = f.flag("attention_bias");
  read_attention(t, f.node("attention"));
  t.ffn_dim = f.size("ffn_dim");
  t.activation = f.option("activation", kFfnActivations);
  t.batch_norm = f.option("norm", kBatchNorm);
  t.norm_eps = static_cast<float>(f.number("norm_eps"));
  t.norm_affine = f.flag("norm_affine");
  t.norm_momentum = f.number("norm_momentum");
  t.final_norm = f.flag("final_norm");
  t.pool = f.option("pool", kPoolKinds);
  t.pool_dim = f.size("pool_dim");
  const ConfigNode& rates = f.node("dropout");
  t.dropout = {rates.number("attn_out"),   rates.number("ffn_out"), rates.number("attn_weights"),
               rates.number("ffn_hidden"), rates.number("embed"),   rates.number("head")};
  return t;
}

std::optional<TransformerConfig> encoder_of(const ModelConfig& config) {
  const Architecture* architecture = find_architecture(config.architecture);
  if (architecture == nullptr || architecture->encoder == nullptr) return std::nullopt;
  return architecture->encoder(config);
}

}  // namespace eegate
