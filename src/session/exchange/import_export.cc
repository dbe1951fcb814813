#include "session/exchange/import_export.h"

#include "exchange/export_onnx.h"
#include "exchange/import/braindecode_config.h"
#include "exchange/import/import_weights.h"
#include "model/quantize.h"
#include "session/output/json_out.h"
#include "session/output/version.h"
#include "session/train/training_data.h"
#include "session/train/training_request.h"
#include "session/train/training_run.h"
#include "train/save.h"

namespace eegate {
namespace {

std::string summary_of(const OnnxExport& onnx, const ModelFile& file) {
  const ModelConfig& config = file.config;
  JsonOut json(Keys::kSnake);
  json.begin_object().member("architecture", std::string_view(config.architecture));
  json.member("opset", 17).member("ir_version", 8);
  json.key("input").begin_object().member("name", "eeg").member("dtype", "float32");
  json.key("shape").begin_array();
  json.writer().value("batch").value(std::uint64_t{config.n_chans}).value(std::uint64_t{onnx.n_times});
  json.end_array().end_object();
  json.key("output").begin_object().member("name", "logits").member("dtype", "float32");
  json.key("shape").begin_array();
  json.writer().value("batch").value(std::uint64_t{config.n_outputs});
  json.end_array().end_object();
  json.count("nodes", onnx.n_nodes).count("initializers", onnx.n_initializers).count("size_bytes", onnx.bytes.size());
  return json.end_object().take();
}

// The description of foreign weights: a setup as read_training_start takes it, and names of tensors.
struct ImportSetup {
  std::string json;
  GivenNames names;
};

Result<> check_unit(const JsonValue& unit) {
  if (unit.absent() || unit.string() == "uV") return {};
  return Error{.code = "IMPORT_UNSUPPORTED",
               .message = "A model of eegate takes microvolts",
               .field = "unit",
               .found = quoted(unit.text()),
               .expected = "\"uV\"",
               .hint = "Scale the weights of the first layer where they were trained: V to uV is a factor of 1e-6."};
}

// The configuration itself, ours or that of another program.
Result<std::string> setup_of_config(const JsonValue& config) {
  if (is_braindecode_config(config)) return setup_from_braindecode(config);
  return "{\"config\":" + config.text() + "}";
}

Result<ImportSetup> read_setup(std::string_view text) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(text));
  const bool wrapped = document.root().get("config").is_object();
  const JsonValue around = wrapped ? document.root() : JsonValue();
  EEGATE_CHECK(check_unit(around.get("unit")));
  EEGATE_TRY(const std::string own_setup, setup_of_config(wrapped ? around.get("config") : document.root()));
  EEGATE_TRY(const JsonDocument base, JsonDocument::parse(own_setup));
  ImportSetup setup;
  JsonWriter out;
  out.begin_object();
  for (const auto& [key, value] : base.root().members()) {
    if (key == "config" || around.get(key).absent()) out.key(key).raw(value.text());
  }
  for (const auto& [key, value] : around.members()) {
    if (key != "config" && key != "names" && key != "unit") out.key(key).raw(value.text());
  }
  for (const auto& [ours, theirs] : around.get("names").members()) setup.names.emplace_back(ours, theirs.string());
  setup.json = out.end_object().take();
  return setup;
}

// The members of `train`: where the weights come from, and their author's description.
std::string card_of(const TrainingStart& start, const ImportedWeights& imported) {
  JsonWriter out;
  out.begin_object();
  if (!start.card_json.empty()) {
    const auto card = JsonDocument::parse(start.card_json);
    for (const auto& [key, value] : card->root().members()) out.key(key).raw(value.text());
  }
  out.key("imported").begin_object().key("from").value(imported.dialect);
  return out.key("by").value("eegate " + std::string(kVersion)).end_object().end_object().take();
}

std::string summary_of(const ModelConfig& config, const ImportedWeights& imported, std::size_t size_bytes) {
  JsonOut json(Keys::kSnake);
  json.begin_object().member("architecture", std::string_view(config.architecture));
  json.member("from", std::string_view(imported.dialect)).count("size_bytes", size_bytes);
  json.key("tensors").begin_object();
  for (const auto& [ours, theirs] : imported.assignments) json.writer().key(ours).value(theirs);
  return json.end_object().end_object().take();
}

}  // namespace

Result<OnnxFile> onnx_file(std::span<const std::byte> model, std::size_t n_times) {
  EEGATE_TRY(ModelFile file, read_model_file(model));
  if (file.weights.has_int8()) file.weights = dequantized(file.weights);  // the graph computes in floats
  EEGATE_TRY(OnnxExport onnx, export_onnx(file, kVersion, n_times));
  std::string summary = summary_of(onnx, file);
  return OnnxFile{std::move(onnx.bytes), std::move(summary)};
}

Result<ImportedModel> import_model(std::span<const std::byte> weights, std::string_view config) {
  EEGATE_TRY(const ImportSetup setup, read_setup(config));
  EEGATE_TRY(const std::string complete, completed_setup(setup.json, {}));  // where it names a preset
  EEGATE_TRY(TrainingStart start, read_training_start(std::as_bytes(std::span(complete)), /*seed=*/0));
  EEGATE_TRY(const ForeignWeights foreign, ForeignWeights::read(weights));
  EEGATE_TRY(const ImportedWeights imported, import_weights(foreign, start.config, setup.names));
  start.contract.train_json = card_of(start, imported);
  const SelfTestNoise noise = self_test_noise(start.config, /*seed=*/0);
  EEGATE_TRY(std::vector<std::byte> bytes, write_model(start.config, imported.weights, start.contract, noise.trials()));
  std::string summary = summary_of(start.config, imported, bytes.size());
  return ImportedModel{std::move(bytes), std::move(summary), start.warnings};
}

}  // namespace eegate
