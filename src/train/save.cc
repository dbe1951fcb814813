#include "train/save.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <string_view>

#include "files/half.h"
#include "files/json.h"
#include "files/safetensors.h"
#include "model/model_file.h"
#include "model/quantize.h"
#include "model/sequence/sequence_model.h"
#include "train/shard.h"
#include "train/trainable.h"

namespace eegate {
namespace {

using Metadata = std::vector<std::pair<std::string, std::string>>;

// The keys that this writer sets, in their order in the file.
constexpr std::string_view kKeys[] = {"format", "config",  "channels", "sfreq", "unit",
                                      "bits",   "classes", "recipe",   "train", "license"};

std::string names_json(const std::vector<std::string>& names) {
  JsonWriter out;
  out.begin_array();
  for (const std::string& name : names) out.value(name);
  out.end_array();
  return out.take();
}

std::string number_text(double value) {
  JsonWriter out;
  out.value(value);
  return out.take();
}

// The members of `train`, and where the self-test's logits come from.
Result<std::string> train_json(const std::string& json, bool has_self_test) {
  JsonWriter out;
  out.begin_object();
  if (!json.empty()) {
    EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
    for (const auto& [key, value] : document.root().members()) {
      if (key != "selftest") out.key(key).raw(value.text());
    }
  }
  if (has_self_test) out.key("selftest").value("logits computed by the float32 engine");
  out.end_object();
  return out.take();
}

Result<Metadata> metadata_of(const ModelConfig& config, const ModelContract& contract, bool has_self_test,
                             bool in_8_bits = false) {
  EEGATE_TRY(const std::string train, train_json(contract.train_json, has_self_test));
  const std::string values[] = {
      "eegate-1", config.to_json(),     names_json(contract.ch_names), number_text(contract.sfreq),
      "uV",       in_8_bits ? "8" : "", names_json(contract.classes),  contract.recipe_json,
      train,      contract.license};
  Metadata metadata;
  for (std::size_t i = 0; i < std::size(kKeys); ++i) {
    if (!values[i].empty()) metadata.emplace_back(kKeys[i], values[i]);
  }
  for (const auto& [key, value] : contract.metadata) {
    if (std::find(std::begin(kKeys), std::end(kKeys), key) == std::end(kKeys)) metadata.emplace_back(key, value);
  }
  return metadata;
}

Result<std::vector<float>> self_test_logits(const ModelConfig& config, const Weights& weights, ConstTensor3 x) {
  EEGATE_TRY(std::unique_ptr<Network> network, network_of(config, weights));
  const TrainableModel model{config, weights, std::move(network)};
  std::vector<std::uint32_t> trials(x.d0);
  std::iota(trials.begin(), trials.end(), 0U);
  PassMemory memory;
  return infer(model, {x, {}}, trials, memory);
}

// The weights as a reader gets them, rounded if the format is kF16.
Weights as_stored(const Weights& weights, WeightFormat format) {
  Weights stored = weights;
  if (format == WeightFormat::kF32) return stored;
  for (std::size_t i = 0; i < stored.specs().size(); ++i) {
    if (!stored.specs()[i].is_parameter) continue;
    for (float& value : stored.values(i)) value = f16_to_float(float_to_f16(value));
  }
  return stored;
}

// Whether an engine can run the network. Larger models are written, too, but not run.
bool runs(const ModelConfig& config, const Weights& weights) { return network_of(config, weights).ok(); }

}  // namespace

Result<std::vector<std::byte>> write_model(const ModelConfig& config, const Weights& trained,
                                           const ModelContract& contract, ConstTensor3 self_test, WeightFormat format) {
  const Weights weights = as_stored(trained, format);
  if (is_sequence_model(config)) {
    EEGATE_TRY(const Metadata metadata, metadata_of(config, contract, true));
    return write_sequence_file(metadata, config, weights, format == WeightFormat::kF16);
  }
  const bool can_run = runs(config, weights);
  if (!can_run) self_test = {};
  EEGATE_TRY(const Metadata metadata, metadata_of(config, contract, self_test.d0 > 0, weights.has_int8()));
  std::vector<SafetensorsOut> tensors;
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    if (const Int8Tensor* tensor = weights.int8(i)) {
      tensors.push_back({.name = spec.name,
                         .shape = {spec.shape.begin(), spec.shape.end()},
                         .values = {},
                         .dtype = "I8",
                         .int8 = tensor->values});
      tensors.push_back({scale_name(spec), {spec.shape[0]}, tensor->scales});
      continue;
    }
    const bool half = format == WeightFormat::kF16 && spec.is_parameter;
    tensors.push_back({spec.name, {spec.shape.begin(), spec.shape.end()}, weights.values(i), half ? "F16" : "F32"});
  }
  std::vector<float> logits;
  if (self_test.d0 > 0) {
    EEGATE_TRY(logits, self_test_logits(config, weights, self_test));
    tensors.push_back({"selftest.input", {self_test.d0, self_test.d1, self_test.d2}, self_test.flat()});
    tensors.push_back({"selftest.logits", {self_test.d0, config.n_outputs}, logits});
  }
  std::vector<std::byte> bytes = write_safetensors(metadata, tensors);
  if (can_run) {
    EEGATE_TRY([[maybe_unused]] const Model loaded, Model::load(bytes));
  } else {
    EEGATE_TRY([[maybe_unused]] const ModelFile file, read_model_file(bytes));
  }
  return bytes;
}

}  // namespace eegate
