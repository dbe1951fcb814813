#include "model/config.h"

#include "model/architecture.h"

namespace eegate {
namespace {

Result<const Architecture*> read_architecture(const JsonValue& object) {
  if (!object.is_object()) {
    return Error{.code = "MODEL_CONFIG_TYPE",
                 .message = "The configuration is not a JSON object",
                 .field = "config",
                 .found = std::string(object.type_name()),
                 .expected = "an object"};
  }
  const JsonValue name = object.get("architecture");
  if (name.absent() || name.is_null()) {
    return Error{.code = "MODEL_CONFIG_MISSING",
                 .message = "The configuration lacks a required field",
                 .field = "config.architecture"};
  }
  const Architecture* architecture = name.is_string() ? find_architecture(name.string()) : nullptr;
  if (architecture != nullptr) return architecture;
  std::string known;
  for (const std::string_view candidate : architecture_names())
    known += (known.empty() ? "" : ", ") + std::string(candidate);
  return Error{.code = "MODEL_CONFIG_VALUE",
               .message = "The architecture of this model is not known",
               .field = "config.architecture",
               .found = name.text(),
               .expected = "one of " + known};
}

Result<> check_common(const ModelConfig& config) {
  const std::string n_outputs = std::to_string(config.n_outputs);
  if (config.task == Task::kClassify && config.n_outputs < 2) {
    return config_conflict("Classification needs at least two outputs", "n_outputs", n_outputs, "2 or more");
  }
  if (config.task == Task::kBinary && config.n_outputs != 1) {
    return config_conflict("A binary task has one output", "n_outputs", n_outputs, "1");
  }
  if (config.standardize == Standardize::kZscoreTorch && config.n_times < 2) {
    return config_conflict("zscore_torch divides by n_times - 1", "n_times", "1", "2 or more");
  }
  return {};
}

}  // namespace

Error config_conflict(std::string message, const std::string& field, std::string found, std::string expected) {
  return Error{.code = "MODEL_CONFIG_CONFLICT",
               .message = std::move(message),
               .field = "config." + field,
               .found = std::move(found),
               .expected = std::move(expected)};
}

ModelConfig config_of_fields(std::string_view architecture, ConfigNode fields) {
  ModelConfig config;
  config.architecture = architecture;
  config.n_chans = fields.size("n_chans");
  config.n_times = fields.size("n_times");
  config.n_outputs = fields.size("n_outputs");
  config.task = fields.option("task", kTasks);
  config.standardize = fields.option("standardize", kStandardizeRules);
  config.preset = fields.choice("preset");
  config.fields = std::move(fields);
  return config;
}

Result<ModelConfig> read_config(const JsonValue& object) {
  EEGATE_TRY(const Architecture* architecture, read_architecture(object));
  EEGATE_TRY(auto fields, ConfigNode::read(full_schema(*architecture), object, kConfigForm, "config"));
  ModelConfig config = config_of_fields(architecture->name, std::move(fields));
  EEGATE_CHECK(check_common(config));
  EEGATE_CHECK(architecture->resolve(config));
  return config;
}

std::string ModelConfig::to_json() const {
  JsonWriter out;
  out.begin_object();
  fields.write(out);
  out.end_object();
  return out.take();
}

}  // namespace eegate
