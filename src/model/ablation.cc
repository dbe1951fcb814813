#include "model/ablation.h"

#include <algorithm>
#include <string>

#include "model/transformer_config.h"

namespace eegate {
namespace {

Error no_such_part(std::string message, std::size_t block, std::string found, std::string expected) {
  return Error{.code = "ABLATE_PART",
               .message = std::move(message),
               .field = "ablate",
               .place = "block " + std::to_string(block),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Result<> check_block(const BlockAblation& part, std::size_t block, std::size_t n_heads, bool gated) {
  const auto last = std::find(part.silent.rbegin(), part.silent.rend(), true);
  const auto n = static_cast<std::size_t>(part.silent.rend() - last);
  if (n > n_heads) {
    return no_such_part("The block has no such head", block, "head " + std::to_string(n - 1),
                        "0 to " + std::to_string(n_heads - 1));
  }
  if (!gated && (part.attention == Forced::kOpen || part.feed_forward == Forced::kOpen))
    return no_such_part("A block with plain residuals has no gate to open", block, "open", "closed");
  return {};
}

}  // namespace

Result<> check_ablation(const Ablation& ablation, const ModelConfig& config) {
  const std::optional<TransformerConfig> encoder = encoder_of(config);
  if (!encoder) {
    return Error{.code = "ABLATE_MODEL",
                 .message = "Only transformers have heads and gates to switch off",
                 .field = "config.architecture",
                 .found = config.architecture,
                 .expected = "transformer"};
  }
  if (ablation.blocks.size() > encoder->n_blocks) {
    return no_such_part("The model has no such block", ablation.blocks.size() - 1, {},
                        "0 to " + std::to_string(encoder->n_blocks - 1));
  }
  for (std::size_t i = 0; i < ablation.blocks.size(); ++i) {
    const std::size_t n_heads = encoder->at_stage(encoder->stage_of(i)).n_heads;
    EEGATE_CHECK(check_block(ablation.blocks[i], i, n_heads, encoder->block == BlockKind::kGated));
  }
  return {};
}

}  // namespace eegate
