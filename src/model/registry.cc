#include "model/architecture.h"

namespace eegate {
namespace {

constexpr FieldSpec kCommonFields[] = {
    required_integer("n_chans", 1, 4096),
    required_integer("n_times"),
    required_integer("n_outputs", 1, 10000),
    choice_field("task", "classify", kTasks.names),
    choice_field("standardize", "zscore", kStandardizeRules.names),
    text_field("preset"),
};

struct Schema {
  const Architecture* architecture;
  std::vector<FieldSpec> fields;
};

std::vector<Schema> make_schemas() {
  std::vector<Schema> schemas;
  for (const Architecture* architecture : known_architectures()) {
    Schema& schema = schemas.emplace_back(Schema{architecture, {text_field("architecture")}});
    schema.fields.insert(schema.fields.end(), std::begin(kCommonFields), std::end(kCommonFields));
    schema.fields.insert(schema.fields.end(), architecture->fields.begin(), architecture->fields.end());
  }
  return schemas;
}

}  // namespace

const Architecture* find_architecture(std::string_view name) {
  for (const Architecture* architecture : known_architectures()) {
    if (architecture->name == name) return architecture;
  }
  return nullptr;
}

std::vector<std::string_view> architecture_names() {
  std::vector<std::string_view> names;
  for (const Architecture* architecture : known_architectures()) names.push_back(architecture->name);
  return names;
}

Result<> check_length(const ModelConfig& config, std::size_t n_times) {
  if (n_times == config.n_times) return {};
  const Architecture& architecture = *find_architecture(config.architecture);
  if (architecture.accepts != nullptr && n_times > 0 && architecture.accepts(config, n_times)) return {};
  const std::string trained = std::to_string(config.n_times) + " samples";
  std::size_t shortest = config.n_times;  // the shortest window that is accepted
  while (architecture.accepts != nullptr && shortest > n_times + 1 && architecture.accepts(config, shortest - 1))
    --shortest;
  return Error{.code = "MODEL_TIMES",
               .message = "The model cannot take windows of this length",
               .field = "nTimes",
               .found = std::to_string(n_times) + " samples",
               .expected = shortest < config.n_times ? "at least " + std::to_string(shortest) : trained,
               .hint = "Cut the recording into sliding windows of " + trained + "."};
}

std::span<const FieldSpec> full_schema(const Architecture& architecture) {
  static const std::vector<Schema> schemas = make_schemas();
  for (const Schema& schema : schemas) {
    if (schema.architecture == &architecture) return schema.fields;
  }
  return {};
}

}  // namespace eegate
