// Transformers whose options fit together: every kind of embedding, position, block, gate, norm and pooling.
#include <array>

#include "files/json.h"
#include "model/layers/gates.h"
#include "semantic/made.h"
#include "semantic/members.h"

namespace eegate::test::semantic {
namespace {

template <class Words>
std::string word(Choices& choices, const Words& words) {
  return "\"" + std::string(choices.of(words)) + "\"";
}

std::string made_embedding(Choices& choices, std::size_t dim) {
  constexpr std::array kPatchTimes = {4, 8, 16};
  const std::string size = member("dim", std::to_string(dim));
  switch (choices.below(3)) {
    case 0:
      return R"({"kind":"linear",)" + size + "}";
    case 1:
      return R"({"kind":"patch",)" + size + "," + member("patch_times", std::to_string(choices.of(kPatchTimes))) + "}";
    default:
      return R"({"kind":"conv_stem","filters":6,"kernel_times":5,"pool_times":8,"pool_stride":4,"projection":true,)" +
             size + "}";
  }
}

std::string made_transformer_config(Choices& choices) {
  constexpr std::array kPositions = {R"({"kind":"none"})", R"({"kind":"sin_interleaved"})",
                                     R"({"kind":"sin_concat_parity"})", R"({"kind":"rel_shaw","max_distance":4})",
                                     R"({"kind":"rel_bias","alpha":2,"beta":4,"gamma":8})"};
  constexpr std::array kTimes = {32, 64, 160};
  const std::size_t n_heads = std::size_t{1} << choices.below(3), dim = n_heads * 4 * choices.between(1, 3);
  const bool is_binary = choices.one_of(4);
  Members config;
  config.add(member("architecture", "\"transformer\""));
  config.add(member("n_chans", std::to_string(choices.between(1, 4))));
  config.add(member("n_times", std::to_string(choices.of(kTimes))));
  config.add(member("task", is_binary ? "\"binary\"" : "\"classify\""));
  config.add(member("n_outputs", std::to_string(is_binary ? 1 : choices.between(2, 4))));
  config.add(member("embedding", made_embedding(choices, dim)));
  config.add(member("position", choices.of(kPositions)));
  config.add(member("n_heads", std::to_string(n_heads)));
  config.add(member("n_blocks", std::to_string(choices.between(1, 2))));
  config.add(member("ffn_dim", std::to_string(choices.between(1, 40))));
  config.add(member("block", word(choices, std::array{"post_ln", "pre_ln", "gated"})));
  config.add(member("gate", word(choices, kGates.names)));
  config.add(member("activation", word(choices, std::array{"relu", "gelu", "gelu_tanh"})));
  config.add(member("norm", word(choices, std::array{"layer", "layer", "batch"})));
  config.add(member("pool", word(choices, std::array{"flatten", "mean", "attention"})));
  config.add(member("standardize", word(choices, std::array{"none", "zscore", "zscore_trial"})));
  if (choices.one_of(4)) config.add(R"("attention":{"kind":"full","causal":true})");
  return config.object();
}

}  // namespace

std::vector<std::byte> made_transformer(Choices& choices) {
  const auto document = JsonDocument::parse(made_transformer_config(choices));
  expect(document.ok(), "a transformer was made that is no JSON");
  const auto config = read_config(document->root());
  if (!config.ok() || !is_quick(*config)) return {};
  return model_file(choices, *config);
}

}  // namespace eegate::test::semantic
