// Presets (docs/MODEL.md, "Presets"): the fields in which they differ from the defaults, as JSON.
#include "model/config.h"

namespace eegate {
namespace {

struct Preset {
  std::string_view name;
  std::string_view fields;  // members of the object, without braces
};

// Shared beginnings: the three models of the 000 and 001 notebooks, and the seven of the gated-transformer paper.
#define EEGATE_SEED \
  R"("architecture":"transformer","embedding":{"kind":"identity"},"n_blocks":1,"block":"post_ln","n_heads":8,"pool":"flatten",)"
#define EEGATE_BASE \
  R"("architecture":"transformer","embedding":{"kind":"linear","dim":64},"n_blocks":2,"n_heads":8,"ffn_dim":256,)"

constexpr Preset kPresets[] = {
    {"seed000_math", EEGATE_SEED
     R"("key_dim":64,"ffn_dim":2048,"standardize":"zscore_math","attention_bias":false,"norm_affine":false)"},
    {"seed000_keras_fixed", EEGATE_SEED
     R"("key_dim":512,"ffn_dim":2048,"standardize":"zscore_keras","position":{"kind":"sin_concat_parity"},"norm_eps":1e-6)"},
    {"seed000_torch_copy", EEGATE_SEED R"("ffn_dim":2048,"standardize":"zscore_torch","attn_residual":false)"},
    {"seed001", EEGATE_SEED R"("ffn_dim":256,"standardize":"none","norm_eps":1e-6)"},
    {"post_ln", EEGATE_BASE R"("block":"post_ln")"},
    {"pre_ln", EEGATE_BASE R"("block":"pre_ln")"},
    {"gate_input", EEGATE_BASE R"("block":"gated","gate":"input")"},
    {"gate_output", EEGATE_BASE R"("block":"gated","gate":"output")"},
    {"gate_highway", EEGATE_BASE R"("block":"gated","gate":"highway")"},
    {"gate_sigtanh", EEGATE_BASE R"("block":"gated","gate":"sigtanh")"},
    {"gate_gru", EEGATE_BASE R"("block":"gated","gate":"gru")"},
    {"gtrxl_compat", EEGATE_BASE R"("block":"gated","gate":"gru","relu_before_gate":true)"},
    {"vit1d",
     R"("architecture":"transformer","embedding":{"kind":"patch","dim":64,"patch_times":16},"position":{"kind":"learned"},"cls":true,"pool":"cls","block":"pre_ln","activation":"gelu","n_blocks":2,"n_heads":8,"ffn_dim":256)"},
    {"swin1d",
     R"("architecture":"transformer","embedding":{"kind":"linear","dim":64},"position":{"kind":"rel_bias","alpha":15,"beta":15},"attention":{"kind":"window","window":16,"shift":true,"stages":[2,2]},"n_blocks":4,"block":"pre_ln","activation":"gelu","n_heads":8,"ffn_dim":256)"},
    {"conv_gated",
     R"("architecture":"transformer","embedding":{"kind":"conv_stem"},"block":"gated","gate":"gru","n_blocks":2,"n_heads":8,"ffn_dim":160)"},
    {"patch_channel",
     R"("architecture":"transformer","embedding":{"kind":"patch","dim":64,"patch_chans":1,"patch_times":80},"position":{"kind":"learned"},"block":"pre_ln","activation":"gelu","n_blocks":2,"n_heads":8,"ffn_dim":256)"},
    // For a few minutes of data of one subject: learned filters measure power, one small block weights time points.
    {"small_gated",
     R"("architecture":"transformer","embedding":{"kind":"conv_stem","filters":8,"depth":2,"spatial":"depthwise","padding":"same","kernel_times":41,"activation":"square_log","pool_times":64,"pool_stride":32},"n_heads":4,"n_blocks":1,"ffn_dim":32,"dropout":{"attn_out":0.2,"ffn_out":0.2,"embed":0.4,"head":0.4},"block":"gated","gate":"gru")"},
    {"band_power", R"("architecture":"band_power","standardize":"none")"},
    {"eegnet", R"("architecture":"eegnet")"},
    {"cnn", R"("architecture":"cnn")"},
    {"syncnet", R"("architecture":"syncnet")"},
    {"eeg_channelnet", R"("architecture":"eeg_channelnet")"},
    {"bilstm_attn", R"("architecture":"bilstm_attn")"},
    {"cram", R"("architecture":"cram")"},
    {"mesh_cascade", R"("architecture":"mesh_cascade")"},
    // A smaller version: 32 million weights are too many to train in a browser.
    {"mesh_cascade_small", R"("architecture":"mesh_cascade","dense":128,"hidden":64,"fc":128)"},
};

#define EEGATE_BANDS R"("bands":[8,12,16,20,24,28,32])"
// Classifiers of covariances with a closed-form fit; the last two with a filter bank.
constexpr Preset kFittedPresets[] = {
    {"tangent_space", R"("architecture":"tangent_space","standardize":"none")"},
    {"fgmdm", R"("architecture":"tangent_space","standardize":"none","fitted_by":"fgmdm")"},
    {"mdm", R"("architecture":"mdm","standardize":"none")"},
    {"csp", R"("architecture":"csp","standardize":"none")"},
    {"fbts", R"("architecture":"tangent_space","standardize":"none",)" EEGATE_BANDS},
    {"fbcsp", R"("architecture":"csp","standardize":"none","n_filters":4,)" EEGATE_BANDS},
};

#undef EEGATE_SEED
#undef EEGATE_BASE
#undef EEGATE_BANDS

std::string_view task_word(Task task) {
  return task == Task::kBinary ? "binary" : task == Task::kRegress ? "regress" : "classify";
}

}  // namespace

Result<std::string_view> preset_fields(std::string_view preset) {
  for (const std::span<const Preset> presets :
       {std::span<const Preset>(kPresets), std::span<const Preset>(kFittedPresets)}) {
    for (const Preset& candidate : presets) {
      if (candidate.name == preset) return candidate.fields;
    }
  }
  std::vector<std::string_view> all = preset_names();
  for (const std::string_view name : fitted_preset_names()) all.push_back(name);
  return Error{.code = "MODEL_PRESET",
               .message = "There is no preset of this name",
               .field = "preset",
               .found = quoted(preset),
               .expected = "one of " + listed(all)};
}

Result<ModelConfig> preset_config(std::string_view preset, std::size_t n_chans, std::size_t n_times,
                                  std::size_t n_outputs, Task task) {
  EEGATE_TRY(const std::string_view fields, preset_fields(preset));
  JsonWriter sizes;
  sizes.begin_object().key("n_chans").value(static_cast<std::uint64_t>(n_chans));
  sizes.key("n_times").value(static_cast<std::uint64_t>(n_times));
  sizes.key("n_outputs").value(static_cast<std::uint64_t>(n_outputs));
  sizes.key("task").value(task_word(task)).key("preset").value(preset).end_object();
  std::string json = sizes.take();
  json.back() = ',';
  json += std::string(fields) + "}";
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  return read_config(document.root());
}

std::vector<std::string_view> fitted_preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : kFittedPresets) names.push_back(preset.name);
  return names;
}

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& preset : kPresets) names.push_back(preset.name);
  return names;
}

}  // namespace eegate
