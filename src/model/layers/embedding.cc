#include "model/layers/embedding.h"

#include <algorithm>
#include <vector>

#include "kernels/matmul.h"
#include "kernels/rows.h"
#include "kernels/standardize.h"
#include "model/layers/batch_norm.h"
#include "model/layers/linear.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

Linear::Part embed_part(const EmbeddingConfig& config) { return {"embed.weight", config.bias ? "embed.bias" : ""}; }

// Token n is sample n.
class IdentityEmbedding final : public Embedding {
 public:
  void set_weights(const Weights&) override {}
  void forward(TokenRows tokens, ConstTensor3 x, const ForwardContext&) const override {
    for (std::size_t b = 0; b < x.d0; ++b) transpose(tokens[b], x[b]);
  }
  void backward(Tensor3 dx, TokenRows dtokens, BackwardContext&) const override {
    if (dx.data == nullptr) return;
    for (std::size_t b = 0; b < dx.d0; ++b) transpose(dx[b], dtokens[b]);
  }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t /*n_times*/) const override {
    return g.transpose(x, {0, 2, 1});
  }
};

// Token n = W x[:, n] + b.
class LinearEmbedding final : public Embedding {
 public:
  LinearEmbedding(const EmbeddingConfig& config, const Weights& weights)
      : linear_(weights, std::vector<Linear::Part>{embed_part(config)}) {}
  void set_weights(const Weights& weights) override { linear_.set_weights(weights); }

  void forward(TokenRows tokens, ConstTensor3 x, const ForwardContext& context) const override {
    for (std::size_t b = 0; b < x.d0; ++b) {
      const ArenaScope scope(context.arena);
      const Matrix samples = context.saved(x.d2, x.d1);
      transpose(samples, x[b]);
      linear_.forward(tokens[b], samples);
    }
  }
  void backward(Tensor3 dx, TokenRows dtokens, BackwardContext& context) const override {
    for (std::size_t b = dtokens.n_trials(); b-- > 0;) {
      const ArenaScope scope(context.arena);
      const ConstMatrix samples = context.tape.pop();
      const Matrix dsamples = dx.data == nullptr ? Matrix() : context.arena.matrix(samples.rows, samples.cols);
      std::fill_n(dsamples.data, dsamples.size(), 0.0F);
      linear_.backward(dsamples, dtokens[b], samples, context);
      if (dx.data != nullptr) transpose(dx[b], dsamples);
    }
  }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t /*n_times*/) const override {
    return onnx::linear(g, g.transpose(x, {0, 2, 1}), "embed");
  }

 private:
  Linear linear_;
};

// Weight [E, 1, chans, times] -> [E, times * chans], the order of a patch in a transposed signal. With n_chans and
// n_times exchanged it is its own inverse.
std::vector<float> time_major(ConstMatrix weight, std::size_t n_chans, std::size_t n_times) {
  std::vector<float> out(weight.size());
  for (std::size_t e = 0; e < weight.rows; ++e) {
    transpose({out.data() + e * weight.cols, n_times, n_chans}, {weight.row(e).data(), n_chans, n_times});
  }
  return out;
}

// Token (g, p) = W (patch p of channel group g) + b. In the transposed signal [T, chans] a patch is contiguous and the
// patches are overlapping rows of a matrix, so that the convolution is one matrix product.
class PatchEmbedding final : public Embedding {
 public:
  PatchEmbedding(const EmbeddingConfig& config, const Weights& weights)
      : config_(config),
        weight_(static_cast<std::size_t>(weights.find("embed.weight"))),
        bias_(weights.find("embed.bias")) {
    set_weights(weights);
  }
  void set_weights(const Weights& weights) override {
    kernel_ = time_major(weights.matrix("embed.weight"), config_.patch_chans, config_.patch_times);
    const ConstMatrix rows = kernel();
    packed_.pack({&rows, 1}, bias_ >= 0 ? weights["embed.bias"] : std::span<const float>());
  }

  void forward(TokenRows tokens, ConstTensor3 x, const ForwardContext& context) const override {
    const std::size_t n_patches = tokens[0].rows / config_.n_groups;
    for (std::size_t b = 0; b < x.d0; ++b) {
      for (std::size_t group = 0; group < config_.n_groups; ++group) {
        const ArenaScope scope(context.arena);
        const Matrix samples = context.saved(x.d2, config_.patch_chans);
        transpose(samples, x[b].slice_rows(group * config_.stride_chans, config_.patch_chans));
        matmul(tokens[b].slice_rows(group * n_patches, n_patches), patches(samples, n_patches), packed_);
      }
    }
  }

  void backward(Tensor3 dx, TokenRows dtokens, BackwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const std::size_t n_patches = dtokens[0].rows / config_.n_groups;
    const Matrix dkernel = context.arena.matrix(config_.dim, patch_size());
    std::fill_n(dkernel.data, dkernel.size(), 0.0F);
    std::fill_n(dx.data, dx.size(), 0.0F);
    for (std::size_t b = dtokens.n_trials(); b-- > 0;) {
      for (std::size_t group = config_.n_groups; group-- > 0;) {
        const ConstMatrix samples = context.tape.pop(), delta = dtokens[b].slice_rows(group * n_patches, n_patches);
        weight_gradient(dkernel, delta, patches(samples, n_patches), context.arena);
        if (bias_ >= 0) bias_gradient(context.gradients.values(static_cast<std::size_t>(bias_)), delta);
        if (dx.data != nullptr) add_input_gradient(dx[b], delta, group, context.arena);
      }
    }
    add_scaled(context.gradients.values(weight_), time_major(dkernel, config_.patch_times, config_.patch_chans), 1.0F);
  }

  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const override {
    const onnx::Ints strides = {onnx::extent(config_.stride_chans), onnx::extent(config_.stride_times)};
    const onnx::Value maps = onnx::convolution(g, g.unsqueeze(x, 1), "embed", {.strides = strides});
    const onnx::Value patches = g.transpose(maps, {0, 2, 3, 1});  // [B, groups, patches of a group, E]
    return g.reshape(patches, {0, onnx::extent(config_.n_tokens(n_times)), onnx::extent(config_.dim)});
  }

 private:
  std::size_t patch_size() const { return config_.patch_times * config_.patch_chans; }
  ConstMatrix kernel() const { return {kernel_.data(), config_.dim, patch_size()}; }
  ConstMatrix patches(ConstMatrix samples, std::size_t n_patches) const {
    return {samples.data, n_patches, patch_size(), config_.stride_times * config_.patch_chans};
  }
  // Where patches or groups overlap, their gradients are summed.
  void add_input_gradient(Matrix dx, ConstMatrix delta, std::size_t group, Arena& arena) const {
    const ArenaScope scope(arena);
    const Matrix dpatches = arena.matrix(delta.rows, patch_size()),
                 transposed = arena.matrix(patch_size(), config_.dim);
    transpose(transposed, kernel());
    matmul(dpatches, delta, PackedMatrix(ConstMatrix(transposed), {}));
    for (std::size_t p = 0; p < delta.rows; ++p) {
      for (std::size_t t = 0; t < config_.patch_times; ++t) {
        for (std::size_t c = 0; c < config_.patch_chans; ++c) {
          dx.row(group * config_.stride_chans + c)[p * config_.stride_times + t] +=
              dpatches.row(p)[t * config_.patch_chans + c];
        }
      }
    }
  }

  EmbeddingConfig config_;
  std::size_t weight_;
  std::ptrdiff_t bias_;
  std::vector<float> kernel_;  // [E, times * chans]
  PackedMatrix packed_;
};

}  // namespace

void list_embedding_tensors(TensorList& list, const EmbeddingConfig& e, std::size_t n_chans) {
  switch (e.kind) {
    case EmbeddingKind::kIdentity:
      return;
    case EmbeddingKind::kLinear:
      list.add_linear("embed", {e.dim, n_chans}, e.bias);
      return;
    case EmbeddingKind::kPatch:
      list.add_linear("embed", {e.dim, 1, e.patch_chans, e.patch_times}, e.bias);
      if (e.channel_embedding) list.add("embed.chan", {e.n_groups, e.dim}, draw_alike(Draw::kNormal, 0.02));
      return;
    case EmbeddingKind::kConvStem:
      list.add_linear("embed.temporal", {e.filters, 1, 1, e.kernel_times}, e.conv_bias);
      list.add_linear("embed.spatial", {e.stem_width(), e.depthwise ? 1 : e.filters, n_chans, 1}, e.conv_bias);
      BatchNorm::list_tensors(list, "embed.bn", e.stem_width(), e.bn_momentum);
      if (e.projection) list.add_linear("embed.proj", {e.dim, e.stem_width()}, e.bias);
      return;
  }
}

std::unique_ptr<Embedding> make_embedding(const EmbeddingConfig& config, const Weights& weights) {
  switch (config.kind) {
    case EmbeddingKind::kIdentity:
      return std::make_unique<IdentityEmbedding>();
    case EmbeddingKind::kLinear:
      return std::make_unique<LinearEmbedding>(config, weights);
    case EmbeddingKind::kPatch:
      return std::make_unique<PatchEmbedding>(config, weights);
    case EmbeddingKind::kConvStem:
      return make_conv_stem(config, weights);
  }
  abort_on_internal_error();
}

}  // namespace eegate
