#include "model/masked_patches.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "model/architecture.h"
#include "model/layers/linear.h"
#include "model/transformer_network.h"

namespace eegate {

namespace architectures {
extern const Architecture kTransformer;
}

namespace {

// No registered architecture has the name kName.
constexpr std::string_view kName = "masked_patches", kHead = "reconstruct";
constexpr std::uint64_t kHiddenSite = 2000;

// The positions of the patches of a trial.
struct PatchGrid {
  explicit PatchGrid(const ModelConfig& config)
      : patch(transformer_config(config).embedding),
        n_cls(transformer_config(config).cls ? 1 : 0),
        n_patches(patch.n_tokens(config.n_times)) {}
  std::size_t size() const { return patch.patch_chans * patch.patch_times; }
  // Calls function(index in the patch, index in the trial) for every sample of patch `i`.
  template <class Function>
  void for_each(std::size_t i, std::size_t n_times, const Function& function) const {
    const std::size_t per_group = n_patches / patch.n_groups;
    const std::size_t first_chan = i / per_group * patch.stride_chans, first = i % per_group * patch.stride_times;
    std::size_t k = 0;
    for (std::size_t c = 0; c < patch.patch_chans; ++c) {
      for (std::size_t t = 0; t < patch.patch_times; ++t) function(k++, (first_chan + c) * n_times + first + t);
    }
  }

  EmbeddingConfig patch;
  std::size_t n_cls, n_patches;
};

class MaskedPatchNetwork final : public Network {
 public:
  MaskedPatchNetwork(const ModelConfig& config, const Weights& weights)
      : grid_(config),
        n_times_(config.n_times),
        share_(masked_share(config)),
        encoder_(config, weights),
        reconstruct_(weights, std::string(kHead)) {}

  void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const Tensor3 seen = context.arena.tensor3(x.d0, x.d1, x.d2);
    std::copy_n(x.data, x.size(), seen.data);
    const std::vector<bool> hidden = hidden_of(x.d0, context.dropout);
    for_hidden(hidden, [&](std::size_t trial, std::size_t patch) {
      grid_.for_each(patch, n_times_, [&](std::size_t, std::size_t at) { seen[trial].data[at] = 0; });
    });
    const Tensor3 tokens = encoder_.encoded(seen, context);
    context.save(tokens.rows());
    const Matrix errors = context.saved(tokens.d0 * tokens.d1, grid_.size());
    reconstruct_.forward(errors, tokens.rows());
    subtract_targets(errors, x, hidden);
    for (std::size_t b = 0; b < x.d0; ++b) logits.row(b)[0] = root_mean_square(errors, b);
  }

  void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const override {
    const ArenaScope scope(context.arena);
    const std::size_t n = dlogits.rows, n_tokens = grid_.n_cls + grid_.n_patches;
    context.n_trials = n;
    const Matrix errors = context.tape.pop();
    for (std::size_t b = 0; b < n; ++b) {
      const float root = root_mean_square(errors, b), n_values = static_cast<float>(n_hidden() * grid_.size());
      const float factor = root > 0 ? dlogits.row(b)[0] / (n_values * root) : 0.0F;
      for (float& error : rows_of(errors, b).flat()) error *= factor;
    }
    const ConstMatrix tokens = context.tape.pop();
    const Tensor3 dtokens = context.arena.tensor3(n, n_tokens, tokens.cols);
    std::fill_n(dtokens.data, dtokens.size(), 0.0F);
    reconstruct_.backward(dtokens.rows(), errors, tokens, context);
    const Matrix saved_errors = dx.data == nullptr ? Matrix() : context.arena.matrix(errors.rows, errors.cols);
    std::copy_n(errors.data, saved_errors.size(), saved_errors.data);
    encoder_.encoded_backward(dtokens, dx, n_times_, context);
    if (dx.data != nullptr) finish_input_gradient(dx, saved_errors, hidden_of(n, context.dropout));
  }

  void set_weights(const Weights& weights) override {
    encoder_.set_weights(weights);
    reconstruct_.set_weights(weights);
  }
  std::size_t preferred_batch(std::size_t n_times) const override { return encoder_.preferred_batch(n_times); }
  // Pretraining models are not exported.
  onnx::Value to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*x*/, std::size_t /*n_times*/) const override {
    abort_on_internal_error();
  }

 private:
  std::size_t n_hidden() const {
    const auto n = static_cast<std::size_t>(std::lround(share_ * static_cast<double>(grid_.n_patches)));
    return std::clamp<std::size_t>(n, 1, grid_.n_patches - 1);
  }
  // Masks the patches with the smallest random numbers of each trial.
  std::vector<bool> hidden_of(std::size_t n_trials, const Dropout* dropout) const {
    const Dropout fixed(0, 0, 0);
    const Dropout& masks = dropout != nullptr ? *dropout : fixed;
    const Rng rng = masks.stream(kHiddenSite);
    std::vector<bool> hidden(n_trials * grid_.n_patches, false);
    std::vector<std::size_t> order(grid_.n_patches);
    for (std::size_t b = 0; b < n_trials; ++b) {
      const std::uint64_t first = masks.first_value(b, grid_.n_patches);
      std::iota(order.begin(), order.end(), std::size_t{0});
      std::ranges::sort(order, {}, [&](std::size_t patch) { return std::pair(rng.bits(first + patch), patch); });
      for (std::size_t k = 0; k < n_hidden(); ++k) hidden[b * grid_.n_patches + order[k]] = true;
    }
    return hidden;
  }
  template <class Function>
  void for_hidden(const std::vector<bool>& hidden, const Function& function) const {
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      if (hidden[i]) function(i / grid_.n_patches, i % grid_.n_patches);
    }
  }
  std::size_t row_of(std::size_t trial, std::size_t patch) const {
    return trial * (grid_.n_cls + grid_.n_patches) + grid_.n_cls + patch;
  }
  Matrix rows_of(Matrix errors, std::size_t trial) const {
    const std::size_t n = grid_.n_cls + grid_.n_patches;
    return errors.slice_rows(trial * n, n);
  }
  float root_mean_square(Matrix errors, std::size_t trial) const {
    double sum = 0;
    for (const float error : rows_of(errors, trial).flat()) sum += static_cast<double>(error) * error;
    return static_cast<float>(std::sqrt(sum / static_cast<double>(n_hidden() * grid_.size())));
  }
  // Reconstruction - samples for masked patches, 0 for all others; in place.
  void subtract_targets(Matrix given, ConstTensor3 x, const std::vector<bool>& hidden) const {
    for (std::size_t b = 0; b < x.d0; ++b) {
      if (grid_.n_cls > 0) std::ranges::fill(given.row(row_of(b, 0) - 1), 0.0F);
      for (std::size_t patch = 0; patch < grid_.n_patches; ++patch) {
        const std::span<float> row = given.row(row_of(b, patch));
        if (!hidden[b * grid_.n_patches + patch]) {
          std::ranges::fill(row, 0.0F);
          continue;
        }
        grid_.for_each(patch, n_times_, [&](std::size_t k, std::size_t at) { row[k] -= x[b].data[at]; });
      }
    }
  }
  // Masked samples affect the loss only as targets of the reconstruction, not through the encoder.
  void finish_input_gradient(Tensor3 dx, ConstMatrix errors, const std::vector<bool>& hidden) const {
    for_hidden(hidden, [&](std::size_t trial, std::size_t patch) {
      const std::span<const float> row = errors.row(row_of(trial, patch));
      grid_.for_each(patch, n_times_, [&](std::size_t k, std::size_t at) { dx[trial].data[at] = -row[k]; });
    });
  }

  PatchGrid grid_;
  std::size_t n_times_;
  double share_;
  TransformerNetwork encoder_;
  Linear reconstruct_;
};

}  // namespace

bool is_masked(const ModelConfig& config) { return config.architecture == kName; }

// The pretraining model has no head, so the field of the head's dropout rate stores the share.
double masked_share(const ModelConfig& config) { return transformer_config(config).dropout.head; }

Result<ModelConfig> masked_config(const ModelConfig& model, double share) {
  if (!(share >= 0.05 && share <= 0.95)) {
    return config_conflict("The share of patches that are hidden is out of range", "pretrain", std::to_string(share),
                           "0.05 to 0.95");
  }
  if (find_architecture(model.architecture) != &architectures::kTransformer)
    return config_conflict("Hidden patches are given back by a transformer", "architecture", model.architecture,
                           std::string(architectures::kTransformer.name));
  const TransformerConfig t = transformer_config(model);
  if (t.embedding.kind != EmbeddingKind::kPatch) {
    return config_conflict("Only patches can be hidden", "embedding.kind",
                           std::string(kEmbeddingKinds.name_of(t.embedding.kind)), "patch");
  }
  if (t.embedding.stride_times < t.embedding.patch_times || t.embedding.stride_chans < t.embedding.patch_chans)
    return config_conflict("Patches that overlap show what is hidden", "embedding.stride_times",
                           std::to_string(t.embedding.stride_times), "patches side by side");
  if (t.stages.size() > 1)
    return config_conflict("Merged tokens are no patches", "attention.stages", std::to_string(t.stages.size()), "1");
  if (const std::size_t n = t.embedding.n_tokens(model.n_times); n < 2)
    return config_conflict("A window has too few patches to hide some of them", "embedding.patch_times",
                           std::to_string(n) + " patch", "2 or more");
  ModelConfig masked = model;
  masked.architecture = kName;
  masked.task = Task::kRegress;
  masked.n_outputs = 1;
  masked.fields.node("dropout").set("head", share);
  return masked;
}

std::vector<TensorSpec> masked_tensors(const ModelConfig& config) {
  std::vector<TensorSpec> tensors = architectures::kTransformer.tensors(config);
  for (TensorSpec& spec : tensors) {
    if (spec.role != TensorRole::kHead) continue;
    spec.is_parameter = false;
    spec.constraint = Constraint::kFixed;
  }
  const PatchGrid grid(config);
  TensorList list;
  list.add_linear(std::string(kHead), {grid.size(), grid.patch.dim});
  for (TensorSpec& spec : list.take()) tensors.push_back(std::move(spec));
  return tensors;
}

std::unique_ptr<Network> masked_network(const ModelConfig& config, const Weights& weights) {
  return std::make_unique<MaskedPatchNetwork>(config, weights);
}

Weights with_encoder(Weights weights, const Weights& from) {
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    if (spec.role != TensorRole::kHead && from.has(spec.name))
      std::ranges::copy(from[spec.name], weights.values(i).begin());
  }
  return weights;
}

}  // namespace eegate
