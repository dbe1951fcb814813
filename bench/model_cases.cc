#include "bench/cases.h"
#include "files/json.h"
#include "model/config.h"
#include "model/quantize.h"
#include "train/init.h"
#include "train/save.h"

namespace eegate::bench {
namespace {

#define EEGATE_SEEDLIKE                                                                                                               \
  R"({"architecture":"transformer","n_chans":32,"n_times":200,"n_outputs":2,"standardize":"zscore","embedding":{"kind":"identity"},)" \
  R"("n_blocks":1,"block":"post_ln","n_heads":8,"ffn_dim":2048,"activation":"relu","norm_eps":1e-6,"pool":"flatten",)"

constexpr std::array<ModelCase, 4> kModels = {{
    {"M1", EEGATE_SEEDLIKE R"("key_dim":512})", 917.5},
    {"M1b", EEGATE_SEEDLIKE R"("key_dim":4})", 59.2, 64},
    {"M2",
     R"({"architecture":"transformer","n_chans":64,"n_times":656,"n_outputs":5,"standardize":"none",)"
     R"("embedding":{"kind":"linear","dim":128},"n_blocks":2,"block":"gated","gate":"gru","n_heads":8,"ffn_dim":512,)"
     R"("activation":"gelu","pool":"mean"})",
     1483.2, 16},
    {"M3",
     R"({"architecture":"transformer","n_chans":32,"n_times":200,"n_outputs":2,"standardize":"none",)"
     R"("embedding":{"kind":"patch","dim":64,"patch_times":10},"n_blocks":2,"block":"pre_ln","n_heads":4,"ffn_dim":256,)"
     R"("activation":"gelu","pool":"mean"})",
     4.993, 32},
}};

#undef EEGATE_SEEDLIKE

std::vector<std::string> numbered(const char* stem, std::size_t n) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= n; ++i) names.push_back(stem + std::to_string(i));
  return names;
}

}  // namespace

const std::array<ModelCase, 4>& model_cases() { return kModels; }

namespace {

Result<std::vector<std::byte>> model_of(const ModelCase& model, bool in_8_bits) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(model.config_json));
  EEGATE_TRY(const ModelConfig config, read_config(document.root()));
  ModelContract contract;
  contract.ch_names = numbered("E", config.n_chans);
  contract.classes = numbered("class ", config.n_classes());
  contract.sfreq = 160;
  Weights weights = initial_weights(config, 1);
  if (in_8_bits) {
    EEGATE_TRY(weights, quantized(weights));
  }
  return write_model(config, weights, contract, {});
}

}  // namespace

Result<std::vector<std::byte>> seeded_model(const ModelCase& model) { return model_of(model, false); }
Result<std::vector<std::byte>> seeded_int8_model(const ModelCase& model) { return model_of(model, true); }

}  // namespace eegate::bench
