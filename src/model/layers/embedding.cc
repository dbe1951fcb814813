#include "model/layers/embedding.h"

#include <vector>

#include "kernels/matmul.h"
#include "kernels/standardize.h"

namespace eegate {
namespace {

std::span<const float> bias_of(const EmbeddingConfig& config, const Weights& weights) {
  return config.bias ? weights["embed.bias"] : std::span<const float>();
}

// Token n is sample n.
class IdentityEmbedding final : public Embedding {
 public:
  void forward(Matrix tokens, ConstMatrix x, Arena&) const override { transpose(tokens, x); }
};

// Token n = W x[:, n] + b.
class LinearEmbedding final : public Embedding {
 public:
  LinearEmbedding(const EmbeddingConfig& config, const Weights& weights)
      : packed_(weights.matrix("embed.weight"), bias_of(config, weights)) {}
  void forward(Matrix tokens, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    const Matrix samples = arena.matrix(x.cols, x.rows);
    transpose(samples, x);
    matmul(tokens, samples, packed_);
  }

 private:
  PackedMatrix packed_;
};

// [E, 1, chans, times] of the file -> [E, times * chans]: the order in which a transposed signal stores a patch.
std::vector<float> time_major(ConstMatrix weight, std::size_t n_chans, std::size_t n_times) {
  std::vector<float> out(weight.size());
  for (std::size_t e = 0; e < weight.rows; ++e) {
    transpose({out.data() + e * weight.cols, n_times, n_chans}, {weight.row(e).data(), n_chans, n_times});
  }
  return out;
}

// Token (g, p) = W (patch p of channel group g) + b. In the transposed signal [T, chans] a patch is one run of memory and
// patches are overlapping rows of it, so that the convolution is a matrix product.
class PatchEmbedding final : public Embedding {
 public:
  PatchEmbedding(const EmbeddingConfig& config, const Weights& weights) : config_(config) {
    const std::vector<float> weight = time_major(weights.matrix("embed.weight"), config.patch_chans, config.patch_times);
    packed_ = PackedMatrix({weight.data(), config.dim, config.patch_chans * config.patch_times}, bias_of(config, weights));
  }
  void forward(Matrix tokens, ConstMatrix x, Arena& arena) const override {
    const ArenaScope scope(arena);
    const std::size_t chans = config_.patch_chans, n_patches = tokens.rows / config_.n_groups;
    const Matrix samples = arena.matrix(x.cols, chans);
    for (std::size_t group = 0; group < config_.n_groups; ++group) {
      transpose(samples, x.slice_rows(group * config_.stride_chans, chans));
      const ConstMatrix patches(samples.data, n_patches, config_.patch_times * chans, config_.stride_times * chans);
      matmul(tokens.slice_rows(group * n_patches, n_patches), patches, packed_);
    }
  }

 private:
  EmbeddingConfig config_;
  PackedMatrix packed_;
};

}  // namespace

std::unique_ptr<Embedding> make_embedding(const EmbeddingConfig& config, const Weights& weights) {
  switch (config.kind) {
    case EmbeddingKind::kIdentity: return std::make_unique<IdentityEmbedding>();
    case EmbeddingKind::kLinear: return std::make_unique<LinearEmbedding>(config, weights);
    case EmbeddingKind::kPatch: return std::make_unique<PatchEmbedding>(config, weights);
    case EmbeddingKind::kConvStem: return make_conv_stem(config, weights);
  }
  return nullptr;
}

}  // namespace eegate
