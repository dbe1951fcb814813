// The transformer of MODEL_FILE 4: embedding, positions, encoder blocks, pool, linear head.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "model/config.h"
#include "model/layers/embedding.h"
#include "model/layers/encoder_block.h"
#include "model/layers/linear.h"
#include "model/layers/norm.h"
#include "model/layers/pool.h"
#include "model/network.h"
#include "model/transformer_config.h"
#include "model/weights.h"

namespace eegate {

class TransformerNetwork final : public Network {
 public:
  TransformerNetwork(const ModelConfig& config, const Weights& weights);
  void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const override;
  std::size_t preferred_batch(std::size_t n_times) const override;
  bool accepts(std::size_t n_times) const override { return config_.embedding.n_tokens(n_times) > 0; }

 private:
  // Tokens of one trial [cls + N, E], positions added.
  void embed(Matrix tokens, ConstMatrix x, ConstMatrix offsets, Arena& arena) const;

  TransformerConfig config_;
  std::size_t trained_n_times_;
  Weights weights_;  // kept for what depends on the length of the input
  std::unique_ptr<Embedding> embedding_;
  std::vector<float> cls_;
  std::vector<float> offsets_;  // of trained_n_times samples
  std::vector<EncoderBlock> blocks_;
  std::optional<LayerNorm> final_norm_;
  Pool pool_;
  Linear head_;
};

}  // namespace eegate
