#include "model/config_schema.h"

#include <cmath>

namespace eegate {
namespace {

std::string join_path(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : path + "." + std::string(name);
}

Error config_error(std::string_view code, std::string message, const std::string& path, std::string found = {},
                   std::string expected = {}) {
  return Error{.code = code,
               .message = std::move(message),
               .field = "config." + path,
               .found = std::move(found),
               .expected = std::move(expected)};
}

std::string json_number(double value) {
  JsonWriter out;
  if (value == std::floor(value) && std::abs(value) < 1e15) {
    out.value(static_cast<std::int64_t>(value));
  } else {
    out.value(value);
  }
  return out.take();
}

Error type_error(const std::string& path, const JsonValue& value, std::string_view expected) {
  return config_error("MODEL_CONFIG_TYPE", "A field of the configuration has the wrong type", path, value.text(),
                      std::string(expected));
}

Result<double> read_number(const FieldSpec& spec, const JsonValue& value, const std::string& path) {
  const bool wants_integer = spec.type != FieldType::kNumber;
  const std::string_view wanted = wants_integer ? "an integer" : "a finite number";
  if (!value.is_number()) return type_error(path, value, wanted);
  const double number = value.number();
  if (!std::isfinite(number) || (wants_integer && number != std::floor(number))) return type_error(path, value, wanted);
  if (number < spec.lowest || number > spec.highest) {
    return config_error("MODEL_CONFIG_VALUE", "A field of the configuration is out of range", path, value.text(),
                        json_number(spec.lowest) + " to " + json_number(spec.highest));
  }
  return number;
}

Result<std::string> read_word(const FieldSpec& spec, const JsonValue& value, const std::string& path) {
  if (!value.is_string()) return type_error(path, value, "a string");
  std::string word(value.string());
  if (spec.type == FieldType::kText) return word;
  for (const std::string_view known : spec.words) {
    if (word == known) return word;
  }
  return config_error("MODEL_CONFIG_VALUE", "A field of the configuration has an unknown word", path, quoted(word),
                      "one of " + listed(spec.words));
}

Result<std::vector<std::int64_t>> read_list(const FieldSpec& spec, const JsonValue& value, const std::string& path) {
  if (!value.is_array() || value.size() == 0) return type_error(path, value, "a non-empty list of integers");
  std::vector<std::int64_t> list;
  std::size_t index = 0;
  for (const JsonValue& element : value.elements()) {
    const std::string place = path + "[" + std::to_string(index++) + "]";
    EEGATE_TRY(const double number, read_number(spec, element, place));
    list.push_back(static_cast<std::int64_t>(number));
  }
  return list;
}

}  // namespace

Result<ConfigNode> ConfigNode::read(std::span<const FieldSpec> fields, const JsonValue& object,
                                    const std::string& path) {
  for (const auto& [key, value] : object.members()) {
    bool known = false;
    for (const FieldSpec& spec : fields) known = known || spec.name == key;
    if (!known) {
      return config_error(
          "MODEL_CONFIG_UNKNOWN",
          "The configuration has a field that this architecture does not define; it may change what the "
          "weights mean",
          join_path(path, quoted(key)));
    }
  }
  ConfigNode node;
  for (const FieldSpec& spec : fields) {
    const JsonValue value = object.absent() ? JsonValue() : object.get(spec.name);
    EEGATE_TRY(auto entry, read_field(spec, value, join_path(path, spec.name)));
    node.entries_.push_back(std::move(entry));
  }
  return node;
}

Result<ConfigNode::Entry> ConfigNode::read_field(const FieldSpec& spec, const JsonValue& value,
                                                 const std::string& path) {
  if (value.absent() || value.is_null()) return default_entry(spec, path);
  Entry entry{.spec = &spec, .is_set = true};
  switch (spec.type) {
    case FieldType::kInteger:
    case FieldType::kNumber: {
      EEGATE_TRY(entry.number, read_number(spec, value, path));
      return entry;
    }
    case FieldType::kBool:
      if (!value.is_bool()) return type_error(path, value, "true or false");
      entry.number = value.boolean() ? 1 : 0;
      return entry;
    case FieldType::kWord:
    case FieldType::kText: {
      EEGATE_TRY(entry.text, read_word(spec, value, path));
      return entry;
    }
    case FieldType::kIntegers: {
      EEGATE_TRY(entry.list, read_list(spec, value, path));
      return entry;
    }
    case FieldType::kObject:
    case FieldType::kKinds: {
      if (!value.is_object()) return type_error(path, value, "an object");
      EEGATE_TRY(auto node,
                 spec.type == FieldType::kObject ? read(spec.fields, value, path) : read_kind(spec, value, path));
      entry.node.push_back(std::move(node));
      return entry;
    }
  }
  return entry;
}

Result<ConfigNode::Entry> ConfigNode::default_entry(const FieldSpec& spec, const std::string& path) {
  if (spec.fallback == FieldDefault::kRequired) {
    return config_error("MODEL_CONFIG_MISSING", "The configuration lacks a required field", path);
  }
  Entry entry{.spec = &spec,
              .is_set = spec.fallback == FieldDefault::kValue,
              .number = spec.number,
              .text = std::string(spec.text),
              .list = {spec.list.begin(), spec.list.end()}};
  if (spec.type == FieldType::kObject || spec.type == FieldType::kKinds) {
    EEGATE_TRY(auto node, spec.type == FieldType::kObject ? read(spec.fields, JsonValue(), path)
                                                          : read_kind(spec, JsonValue(), path));
    entry.node.push_back(std::move(node));
  }
  return entry;
}

// An object whose other fields depend on its `kind`.
Result<ConfigNode> ConfigNode::read_kind(const FieldSpec& spec, const JsonValue& value, const std::string& path) {
  const JsonValue kind_value = value.absent() ? JsonValue() : value.get("kind");
  std::string kind(spec.text);
  if (!kind_value.absent() && !kind_value.is_null()) {
    if (!kind_value.is_string()) return type_error(path + ".kind", kind_value, "a string");
    kind = kind_value.string();
  }
  std::vector<std::string_view> known;
  for (const KindSpec& candidate : spec.kinds) {
    known.push_back(candidate.kind);
    if (candidate.kind != kind) continue;
    std::vector<FieldSpec> fields = {{.name = "kind", .type = FieldType::kText, .text = candidate.kind}};
    fields.insert(fields.end(), candidate.fields.begin(), candidate.fields.end());
    EEGATE_TRY(ConfigNode node, read(fields, value, path));
    // The temporary table goes away: entries point into the static one, and the kind is kept by itself.
    for (std::size_t i = 1; i < node.entries_.size(); ++i) node.entries_[i].spec = &candidate.fields[i - 1];
    node.entries_.erase(node.entries_.begin());
    node.kind_ = kind;
    return node;
  }
  return config_error("MODEL_CONFIG_VALUE", "A field of the configuration has an unknown word", path + ".kind",
                      quoted(kind), "one of " + listed(known));
}

std::ptrdiff_t ConfigNode::find(std::string_view name) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].spec->name == name) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

std::size_t ConfigNode::index_of(std::string_view name) const {
  const std::ptrdiff_t index = find(name);
  if (index < 0) stop_at_our_mistake();
  return static_cast<std::size_t>(index);
}

double ConfigNode::number(std::string_view name) const {
  const Entry& found = entry(name);
  if (!found.is_set) stop_at_our_mistake();
  return found.number;
}

void ConfigNode::set(std::string_view name, double value) {
  Entry& target = entry(name);
  target.number = value;
  target.is_set = true;
}

void ConfigNode::set_list(std::string_view name, std::vector<std::int64_t> values) {
  Entry& target = entry(name);
  target.list = std::move(values);
  target.is_set = true;
}

void ConfigNode::write(JsonWriter& out) const {
  if (!kind_.empty()) out.key("kind").value(kind_);
  for (const Entry& entry : entries_) {
    if (!entry.is_set) continue;
    out.key(entry.spec->name);
    switch (entry.spec->type) {
      case FieldType::kInteger:
        out.value(static_cast<std::int64_t>(entry.number));
        break;
      case FieldType::kNumber:
        out.value(entry.number);
        break;
      case FieldType::kBool:
        out.value(entry.number != 0);
        break;
      case FieldType::kWord:
      case FieldType::kText:
        out.value(entry.text);
        break;
      case FieldType::kIntegers:
        out.begin_array();
        for (const std::int64_t value : entry.list) out.value(value);
        out.end_array();
        break;
      case FieldType::kObject:
      case FieldType::kKinds:
        out.begin_object();
        entry.node.front().write(out);
        out.end_object();
        break;
    }
  }
}

}  // namespace eegate
