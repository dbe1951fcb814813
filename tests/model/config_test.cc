#include "model/config.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "model/architecture.h"
#include "model/layers/gates.h"
#include "model/transformer_config.h"

using namespace eegate;

namespace config_test {

namespace {

Result<ModelConfig> read(const std::string& json) {
  auto document = JsonDocument::parse(json);
  REQUIRE(document.ok());
  return read_config(document->root());
}

// A valid transformer configuration with further members.
Result<ModelConfig> transformer(const std::string& members) {
  return read(R"({"architecture":"transformer","n_chans":8,"n_times":64,"n_outputs":2)" +
              (members.empty() ? "" : "," + members) + "}");
}

std::string code_of(const Result<ModelConfig>& config) {
  return config.ok() ? "accepted" : std::string(config.error().code);
}

std::size_t n_parameters(const ModelConfig& config) {
  std::size_t total = 0;
  for (const TensorSpec& spec : find_architecture(config.architecture)->tensors(config)) {
    if (spec.is_parameter) total += spec.n_values();
  }
  return total;
}

}  // namespace

TEST_CASE("a configuration with only the required fields gets the defaults of the format", "[model]") {
  const auto config = transformer("");
  REQUIRE(config.ok());
  const TransformerConfig t = transformer_config(*config);
  CHECK(t.embedding.kind == EmbeddingKind::kLinear);
  CHECK(t.embedding.dim == 64);
  CHECK(t.position == PositionKind::kSinInterleaved);
  CHECK(t.n_blocks == 2);
  CHECK(t.block == BlockKind::kGated);
  CHECK(t.gate == &gates::kGru);
  CHECK(t.n_heads == 8);
  CHECK(t.key_dim == 8);
  CHECK(t.ffn_dim == 256);
  CHECK(t.final_norm);
  CHECK(t.pool == PoolKind::kMean);
}

TEST_CASE("the resolved configuration reads back as itself", "[model]") {
  const auto config = transformer(
      R"("embedding":{"kind":"conv_stem","filters":4,"kernel_times":5,"pool_times":8,"pool_stride":4},"n_heads":2)");
  REQUIRE(config.ok());
  const auto again = read(config->to_json());
  REQUIRE(again.ok());
  CHECK(again->to_json() == config->to_json());
}

TEST_CASE("null counts as absent and integral numbers as integers", "[model]") {
  CHECK(code_of(transformer(R"("ffn_dim":null,"n_blocks":3.0)")) == "accepted");
  CHECK(code_of(transformer(R"("n_blocks":2.5)")) == "MODEL_CONFIG_TYPE");
  CHECK(code_of(transformer(R"("n_blocks":"2")")) == "MODEL_CONFIG_TYPE");
  CHECK(code_of(transformer(R"("n_blocks":null,"cls":1)")) == "MODEL_CONFIG_TYPE");
}

TEST_CASE("what a configuration does not define is refused with the field's name", "[model]") {
  const auto unknown = transformer(R"("embedding":{"kind":"linear","patch_times":4})");
  REQUIRE(code_of(unknown) == "MODEL_CONFIG_UNKNOWN");
  CHECK(unknown.error().field == "config.embedding.patch_times");
  CHECK(code_of(transformer(R"("F1":8)")) == "MODEL_CONFIG_UNKNOWN");
  CHECK(code_of(transformer(R"("embedding":{"kind":"patch"})")) == "MODEL_CONFIG_MISSING");
  CHECK(code_of(transformer(R"("gate":"gtu")")) == "MODEL_CONFIG_VALUE");
  CHECK(code_of(transformer(R"("n_heads":0)")) == "MODEL_CONFIG_VALUE");
  CHECK(code_of(read(R"({"n_chans":1})")) == "MODEL_CONFIG_MISSING");
  CHECK(code_of(read(R"({"architecture":"resnet"})")) == "MODEL_CONFIG_VALUE");
  CHECK(code_of(read("[]")) == "MODEL_CONFIG_TYPE");
}

TEST_CASE("windows that are too short for an embedding are refused with numbers and a way out", "[model]") {
  const auto refusal = [](const std::string& embedding) {
    return transformer("\"embedding\":{" + embedding + "}").error();
  };
  const Error patch = refusal(R"("kind":"patch","patch_times":65)");
  CHECK(patch.found == "8 x 65");
  CHECK(patch.expected == "at most 8 x 64: longer windows, or a smaller patch");
  const Error stem = refusal(R"("kind":"conv_stem","filters":8,"kernel_times":60,"pool_times":10)");
  CHECK(stem.found == "64");
  CHECK(stem.expected == "at least 69 samples, or a smaller kernel and pool");
  CHECK(transformer(R"("embedding":{"kind":"conv_stem","filters":8,"kernel_times":55,"pool_times":10})").ok());
}

TEST_CASE("fields that do not fit together are a conflict", "[model]") {
  for (const char* members : {
           R"("embedding":{"kind":"identity","dim":9},"n_heads":3)",
           R"("embedding":{"kind":"patch","patch_times":65})",
           R"("embedding":{"kind":"conv_stem","kernel_times":60})",
           R"("embedding":{"kind":"conv_stem","depth":2,"kernel_times":5,"pool_times":9})",
           R"("embedding":{"kind":"conv_stem","filters":4,"projection":false,"dim":5,"kernel_times":5,"pool_times":9})",
           R"("position":{"kind":"learned","max_len":63})",
           R"("position":{"kind":"rel_bias","alpha":9,"beta":8})",
           R"("position":{"kind":"rel_bias","alpha":8,"beta":9,"gamma":8})",
           R"("gate_bias_sign":"plus","gate":"output")",
           R"("attn_residual":false)",
           R"("n_heads":7)",
           R"("attention":{"kind":"window"},"cls":true)",
           R"("attention":{"kind":"window","stages":[1,2]})",
           R"("pool":"cls")",
           R"("task":"binary")",
       }) {
    CAPTURE(members);
    CHECK(code_of(transformer(members)) == "MODEL_CONFIG_CONFLICT");
  }
}

TEST_CASE("every preset resolves and has the parameters of the literature", "[model]") {
  for (const std::string_view name : preset_names()) {
    CAPTURE(name);
    const auto config = preset_config(name, 32, 320, 2);
    INFO((config.ok() ? std::string() : describe(config.error())));
    REQUIRE(config.ok());
    CHECK(config->preset == name);
  }
  CHECK(n_parameters(*preset_config("seed000_keras_fixed", 32, 200, 2)) == 682690);
  CHECK(n_parameters(*preset_config("seed000_torch_copy", 32, 200, 2)) == 150306);
  CHECK(n_parameters(*preset_config("seed001", 128, 100, 1, Task::kRegress)) == 145281);
  CHECK(preset_config("gate_none", 8, 64, 2).error().code == "MODEL_PRESET");
}

TEST_CASE("recurrent models have the parameters that their layers add up to", "[model]") {
  const auto count = [](const char* preset, std::size_t n_chans, std::size_t n_times, std::size_t n_outputs) {
    const auto config = preset_config(preset, n_chans, n_times, n_outputs);
    REQUIRE(config.ok());
    return n_parameters(*config);
  };
  // Two directions of 4 H (in + H + 2), attention A (2 H + 2), head L (2 H + 1).
  CHECK(count("bilstm_attn", 64, 656, 5) == 2 * 4 * 64 * (64 + 64 + 2) + 64 * (128 + 2) + 5 * 129);
  // 40 filters of 64 x 45 with their biases, shift of the norm, LSTMs on 40 x 14 and 64 values, attention, head.
  CHECK(count("cram", 64, 656, 5) ==
        40 * (64 * 45 + 2) + 4 * 64 * (560 + 64 + 2) + 4 * 64 * (64 + 64 + 2) + 512 * (64 + 2) + 5 * 65);
  CHECK(count("mesh_cascade", 64, 656, 5) == 32359941);  // the 32.4 million of Zhang et al. 2018
  CHECK(count("mesh_cascade_small", 64, 656, 5) < 2100000);
}

TEST_CASE("EEGNet has the parameters of its paper", "[model]") {
  const auto count = [](int n_chans, int n_times, int n_outputs) {
    const auto config = read(R"({"architecture":"eegnet","n_chans":)" + std::to_string(n_chans) + R"(,"n_times":)" +
                             std::to_string(n_times) + R"(,"n_outputs":)" + std::to_string(n_outputs) + "}");
    REQUIRE(config.ok());
    return n_parameters(*config);
  };
  CHECK(count(64, 128, 5) == 2453);
  CHECK(count(64, 656, 5) == 3733);
  CHECK(count(128, 440, 40) == 11512);
}

}  // namespace config_test
