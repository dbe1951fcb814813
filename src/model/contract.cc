// The metadata of a model file: format, channels, rate, unit, classes, recipe.
#include <optional>

#include "files/text.h"
#include "model/model_file.h"

namespace eegate {
namespace {

constexpr double kLowestRate = 0.001, kHighestRate = 1e6;  // Hz

Result<std::string> required(const SafetensorsFile& container, std::string_view key) {
  if (const std::string* value = container.metadata_value(key)) return *value;
  return Error{
      .code = "MODEL_META_MISSING", .message = "The model file lacks a metadata key", .field = std::string(key)};
}

Error meta_value(std::string_view key, std::string message, std::string found, std::string expected) {
  return Error{.code = "MODEL_META_VALUE",
               .message = std::move(message),
               .field = std::string(key),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Error meta_json(std::string_view key, std::string found, std::string expected) {
  return Error{.code = "MODEL_META_JSON",
               .message = "A metadata value is not the JSON that it should be",
               .field = std::string(key),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Result<JsonDocument> parse_value(std::string_view key, const std::string& text, bool wants_object) {
  auto document = JsonDocument::parse(text);
  const std::string_view expected = wants_object ? "a JSON object without duplicate keys" : "a JSON array";
  if (!document.ok()) return meta_json(key, document.error().message, std::string(expected));
  const JsonValue root = document->root();
  if (wants_object ? root.is_object() : root.is_array()) return document;
  return meta_json(key, std::string(root.type_name()), std::string(expected));
}

Result<std::vector<std::string>> read_names(std::string_view key, const std::string& text) {
  EEGATE_TRY(const JsonDocument document, parse_value(key, text, /*wants_object=*/false));
  std::vector<std::string> names;
  // Elements that are not strings become empty here; check_contract() refuses them when the configuration is known.
  for (const JsonValue& element : document.root().elements()) names.emplace_back(element.string());
  return names;
}

Result<double> read_sfreq(const std::string& text) {
  const std::optional<double> value = parse_decimal(text);
  if (value && *value >= kLowestRate && *value <= kHighestRate) return *value;
  return meta_value("sfreq", "The sampling rate of the model is not a rate at which an EEG is recorded", quoted(text),
                    "0.001 to 1000000 Hz, for example 160");
}

Result<std::string> optional_object(const SafetensorsFile& container, std::string_view key) {
  const std::string* text = container.metadata_value(key);
  if (text == nullptr) return std::string();
  EEGATE_CHECK([&]() -> Result<> {
    EEGATE_TRY(const JsonDocument document, parse_value(key, *text, /*wants_object=*/true));
    return {};
  }());
  return *text;
}

Result<> check_format(const SafetensorsFile& container) {
  const std::string* format = container.metadata_value("format");
  if (format == nullptr) {
    return Error{.code = "MODEL_FORMAT_MISSING",
                 .message = "These weights do not say what they are",
                 .field = "format",
                 .expected = "eegate-1",
                 .hint = "Weights of PyTorch, Keras and braindecode become a model file by 'eegate import'."};
  }
  if (*format == "eegate-1") return {};
  return Error{.code = "MODEL_FORMAT_UNKNOWN",
               .message = "The model file has a format that this version does not know",
               .field = "format",
               .found = quoted(*format),
               .expected = "eegate-1"};
}

Result<> check_names(std::string_view key, const std::vector<std::string>& names, std::size_t expected) {
  if (names.size() != expected) {
    return meta_value(key, "The list of names has the wrong length", std::to_string(names.size()) + " names",
                      std::to_string(expected));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      return meta_value(key, "A name is empty or not a string", "entry " + std::to_string(i), "non-empty strings");
    }
  }
  return {};
}

}  // namespace

Result<ModelContract> read_contract(const SafetensorsFile& container) {
  EEGATE_CHECK(check_format(container));
  ModelContract contract;
  contract.metadata = container.metadata;
  EEGATE_TRY(const std::string config, required(container, "config"));
  EEGATE_CHECK([&]() -> Result<> {
    EEGATE_TRY(const JsonDocument document, parse_value("config", config, /*wants_object=*/true));
    return {};
  }());
  EEGATE_TRY(const std::string channels, required(container, "channels"));
  EEGATE_TRY(contract.ch_names, read_names("channels", channels));
  EEGATE_TRY(const std::string sfreq, required(container, "sfreq"));
  EEGATE_TRY(contract.sfreq, read_sfreq(sfreq));
  EEGATE_TRY(const std::string unit, required(container, "unit"));
  if (unit != "uV") return meta_value("unit", "The unit of the model's input is not known", quoted(unit), "uV");
  if (const std::string* bits = container.metadata_value("bits")) {
    if (*bits != "8") return meta_value("bits", "Weights have no such number of bits", quoted(*bits), "8, or no key");
    contract.in_8_bits = true;
  }
  EEGATE_TRY(const std::string classes, required(container, "classes"));
  EEGATE_TRY(contract.classes, read_names("classes", classes));
  EEGATE_TRY(contract.recipe_json, optional_object(container, "recipe"));
  EEGATE_TRY(contract.train_json, optional_object(container, "train"));
  if (const std::string* license = container.metadata_value("license")) contract.license = *license;
  return contract;
}

Result<> check_contract(const ModelContract& contract, const ModelConfig& config) {
  EEGATE_CHECK(check_names("channels", contract.ch_names, config.n_chans));
  auto classes = check_names("classes", contract.classes, config.n_classes());
  if (classes.ok() || config.task != Task::kBinary || contract.classes.size() == 2) return classes;
  Error error = std::move(classes).error();
  error.hint = "The task binary has two classes: use classify for more.";
  return error;
}

}  // namespace eegate
