#include "session/sleep/stagers.h"

#include "exchange/import/sleep_stagers.h"
#include "files/safetensors.h"
#include "model/sequence/sequence_model.h"
#include "session/open/describe.h"
#include "session/output/json_out.h"
#include "session/output/version.h"
#include "session/sleep/staging.h"

namespace eegate {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string names_of(std::span<const std::string> names) {
  JsonWriter out;
  out.begin_array();
  for (const std::string& name : names) out.value(name);
  return out.end_array().take();
}

std::string value_of(const SafetensorsFile& file, std::string_view key) {
  const std::string* value = file.metadata_value(key);
  return value == nullptr ? std::string() : *value;
}

// The author's description of data and results, from the file that comes with the weights.
std::string card_of_stager(const PublishedStager& stager, const SafetensorsFile& file) {
  JsonWriter out;
  out.begin_object();
  const std::string trained_on = value_of(file, "trained_on"), held_out = value_of(file, "held_out");
  out.key("dataset").value(trained_on.empty() ? "not stated" : trained_on);
  if (!held_out.empty()) out.key("held_out").value(held_out);
  const auto reported = JsonDocument::parse(value_of(file, "reported"));
  if (reported.ok() && reported->root().is_object()) out.key("reported").raw(reported->root().text());
  out.key("imported").begin_object().key("from").value(stager.from);
  out.key("by").value("eegate " + std::string(kVersion)).end_object();
  return out.key("selftest").value("logits computed by the float32 engine").end_object().take();
}

Pairs metadata_of_stager(const PublishedStager& stager, const SafetensorsFile& file) {
  JsonWriter sfreq;
  sfreq.value(stager.sfreq);
  const std::vector<std::string> stages(kSleepStageNames.begin(), kSleepStageNames.end());
  Pairs metadata = {{"format", "eegate-1"},
                    {"config", stager.config.to_json()},
                    {"channels", names_of(stager.ch_names)},
                    {"sfreq", sfreq.take()},
                    {"unit", "uV"},
                    {"classes", names_of(stages)},
                    {"recipe", stager.recipe_json},
                    {"train", card_of_stager(stager, file)}};
  for (const std::string_view key : {"license", "source", "copyright"}) {
    if (std::string value = value_of(file, key); !value.empty()) metadata.emplace_back(key, std::move(value));
  }
  return metadata;
}

}  // namespace

Result<OpenStager> open_stager(std::span<const std::byte> bytes, std::string file_name) {
  EEGATE_TRY(SequenceModel model, SequenceModel::load(bytes));
  return OpenStager{std::move(file_name), std::move(model)};
}

bool is_stager(std::span<const std::byte> bytes) { return SequenceModel::is_named_in(bytes); }

std::string describe_stager(const OpenStager& open, Keys keys, bool pretty) {
  const SequenceModel& model = open.model;
  const ModelContract& contract = model.contract();
  JsonOut json(keys, pretty);
  json.begin_object().member("kind", "stager").member("file_name", open.file_name);
  json.raw("config", model.config().to_json());
  json.count("context", model.network().n_context).member("any_channels", model.network().any_channels);
  json.strings("classes", contract.classes).strings("ch_names", contract.ch_names).member("sfreq", contract.sfreq);
  write_foreign(json, "recipe", contract.recipe_json);
  write_foreign(json, "train", contract.train_json);
  json.member("license", contract.license).count("parameters", model.n_parameters());
  write_tensors(json, model.tensors());
  write_self_test(json, model.self_test());
  write_warnings(json, model.warnings());
  json.end_object();
  return json.take();
}

Result<ImportedModel> import_stager(std::span<const std::byte> bytes) {
  EEGATE_TRY(const ForeignWeights foreign, ForeignWeights::read(bytes));
  EEGATE_TRY(const PublishedStager stager, read_published_stager(foreign));
  EEGATE_TRY(const SafetensorsFile file, parse_safetensors(bytes));
  EEGATE_TRY(auto written, write_sequence_file(metadata_of_stager(stager, file), stager.config, stager.weights));
  ImportedModel imported{std::move(written), {}, {}};
  EEGATE_TRY(const SequenceModel tested, SequenceModel::load(imported.bytes));
  JsonOut json(Keys::kSnake);
  json.begin_object().member("architecture", std::string_view(stager.config.architecture));
  json.member("from", std::string_view(stager.from)).count("size_bytes", imported.bytes.size());
  json.count("parameters", tested.n_parameters());
  json.key("tensors").begin_object();
  for (const auto& [ours, theirs] : stager.assignments) json.writer().key(ours).value(theirs);
  imported.summary_json = json.end_object().end_object().take();
  return imported;
}

}  // namespace eegate
