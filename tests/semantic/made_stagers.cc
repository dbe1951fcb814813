// Sequence models with arbitrary configurations, recipes and weights.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/rng.h"
#include "files/json.h"
#include "files/safetensors.h"
#include "files/strict_object.h"
#include "model/sequence/sequence_architecture.h"
#include "semantic/made.h"
#include "semantic/members.h"

namespace eegate::test::semantic {
namespace {

constexpr std::array<double, 5> kHz = {100, 60, 64, 50, 20};

std::string made_step(Choices& choices) {
  switch (choices.below(4)) {
    case 0:
      return R"({"bandpass":{"low_hz":)" + choices.text_around(0.3) + R"(,"high_hz":)" + choices.text_around(20) +
             R"(,"order":)" + std::to_string(choices.between(1, choices.one_of(6) ? 20 : 3)) + "}}";
    case 1:
      return R"({"fir_zero_phase":{"taps":)" + std::to_string(choices.between(3, choices.one_of(12) ? 999 : 101)) +
             R"(,"low_hz":)" + choices.text_around(0.3) + R"(,"high_hz":)" + choices.text_around(20) +
             (choices.one_of(3) ? R"(,"emg_low_hz":)" + choices.text_around(10) : std::string()) + "}}";
    case 2:
      return R"({"robust_scale":{"clip_iqr":)" + choices.text_around(20) + "}}";
    default:
      return R"({"resample_hz":)" + (choices.one_of(8) ? choices.text_of_number() : significant(choices.of(kHz), 6)) +
             (choices.one_of(3) ? R"(,"method":"fourier")" : "") + "}";
  }
}

struct MadeRecipe {
  std::string json;
  double n_times = 0;  // of an epoch, if it is a whole number
};

MadeRecipe night_recipe(Choices& choices, std::size_t context) {
  std::string steps;
  for (std::size_t n = choices.below(3); n > 0; --n) steps += made_step(choices) + ",";
  const double hz = choices.of(kHz), length_s = choices.one_of(3) ? choices.around(30) : 30;
  steps += R"({"resample_hz":)" + significant(hz, 6) + (choices.one_of(4) ? R"(,"method":"fourier"})" : "}");
  if (choices.one_of(2)) steps += "," + made_step(choices);
  return {R"({"version":2,"steps":[)" + steps + R"(],"epochs":{"by":"sequence","length_s":)" +
              significant(length_s, 17) + R"(,"context":)" + std::to_string(context) + "}}",
          length_s * hz};
}

// Sizes that run fast: the networks of the tests, with a few fields set to any allowed value.
std::string sequence_fields(Choices& choices, const SequenceArchitecture& architecture) {
  std::string json;
  for (const FieldSpec& field : architecture.fields) {
    if (field.type == FieldType::kBool) continue;
    if (field.fallback == FieldDefault::kDerived && !choices.one_of(8)) continue;
    const std::string name(field.name);
    const bool is_form = name == "n_fft" || name == "window" || name == "hop";
    std::string value = std::to_string(choices.between(1, 5));
    if (is_form) value = name == "hop" ? std::to_string(choices.between(20, 200)) : (choices.one_of(4) ? "128" : "64");
    if (name == "clip" || name == "log_floor" || name == "std_eps" || name == "drop_prob") {
      if (!choices.one_of(3)) continue;
      value =
          significant(field.lowest + (field.highest - field.lowest) * static_cast<double>(choices.bits(1)) / 255, 9);
    }
    if (choices.one_of(24)) value = choices.text_of_number();
    json += ",\"" + name + "\":" + value;
  }
  return json;
}

// Whether the network is small enough for nights of some minutes.
bool is_quick_stager(const ModelConfig& config) {
  const SequenceArchitecture& architecture = *find_sequence_architecture(config.architecture);
  double n_weights = 0;
  for (const TensorSpec& spec : architecture.tensors(config)) n_weights += static_cast<double>(spec.n_values());
  const auto n_times = static_cast<double>(config.n_times);
  const bool is_small =
      n_weights <= 30000 && n_times <= 20000 && config.n_chans <= 8 && config.fields.size("context") <= 40;
  if (!is_small || std::ranges::find(architecture.fields, "hop", &FieldSpec::name) == architecture.fields.end())
    return is_small;  // networks on samples have no spectrogram
  const auto hop = static_cast<double>(config.fields.size("hop")),
             n_fft = static_cast<double>(config.fields.size("n_fft"));
  return (n_times / hop + 1) * n_fft <= 300000;
}

std::vector<std::byte> stager_file(Choices& choices, const ModelConfig& config, const std::string& recipe) {
  const Rng rng(choices.bits(1), "stager");
  std::vector<std::vector<float>> values;
  const std::vector<TensorSpec> specs = find_sequence_architecture(config.architecture)->tensors(config);
  std::uint64_t at = 0;
  for (const TensorSpec& spec : specs) {
    std::vector<float>& of = values.emplace_back(spec.n_values());
    for (float& value : of) value = 0.5F * static_cast<float>(rng.normal(at++));
  }
  for (std::size_t n = choices.below(4); n > 0; --n) replace_some(choices, values[choices.below(values.size())]);
  std::vector<SafetensorsOut> tensors;
  for (std::size_t i = 0; i < specs.size(); ++i)
    tensors.push_back({specs[i].name, {specs[i].shape.begin(), specs[i].shape.end()}, values[i]});
  return write_safetensors({{"format", "eegate-1"},
                            {"config", config.to_json()},
                            {"channels", json_names(made_names(config.n_chans))},
                            {"sfreq", choices.one_of(12) ? choices.text_of_number() : "100"},
                            {"unit", "uV"},
                            {"recipe", recipe},
                            {"classes", R"(["W","N1","N2","N3","REM"])"}},
                           tensors);
}

}  // namespace

std::vector<std::byte> made_stager(Choices& choices) {
  const auto known = sequence_architectures_known();
  const SequenceArchitecture& architecture = *known[choices.below(known.size())];
  const MadeRecipe recipe = night_recipe(choices, choices.between(1, 5));
  const std::string text =
      R"({"architecture":")" + std::string(architecture.name) + R"(","n_chans":)" +
      std::to_string(choices.between(1, 3)) + R"(,"n_times":)" +
      (choices.one_of(16) ? choices.text_of_number() : significant(std::clamp(recipe.n_times, -1e300, 1e300), 9)) +
      R"(,"n_outputs":5)" + sequence_fields(choices, architecture) + "}";
  const auto document = JsonDocument::parse(text);
  expect(document.ok(), "a configuration was made that is no JSON: " + text);
  const auto config = read_sequence_config(document->root());
  if (!config.ok() || !is_quick_stager(*config)) return {};
  return stager_file(choices, *config, recipe.json);
}

std::string made_stage_request(Choices& choices) {
  Members request;
  if (choices.one_of(2)) request.add(R"("edges":"zeros")");
  if (choices.one_of(3)) request.add(member("stride", choices.one_of(8) ? choices.text_of_number() : "2"));
  if (choices.one_of(3)) request.add(R"("splitAtGaps":false)");
  if (choices.one_of(3)) {
    std::string list;
    for (std::size_t n = choices.between(1, 3); n > 0; --n)
      list += (list.empty() ? "" : ",") + std::to_string(choices.one_of(8) ? choices.below(9) : choices.below(2));
    request.add(member("channels", "[" + list + "]"));
  }
  return request.object();
}

}  // namespace eegate::test::semantic
