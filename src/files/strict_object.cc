#include "files/strict_object.h"

#include <cmath>

#include "base/error.h"
#include "base/numbers_as_text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxFound = 80;          // maximum bytes of a value in a message
constexpr std::size_t kMaxListLength = 10000;  // maximum length of any list

std::string join_path(const std::string& path, std::string_view name) {
  return path.empty() || name.empty() ? path + std::string(name) : path + "." + std::string(name);
}

std::string json_number(double value) { return significant(value, 16); }

std::string shown(const JsonValue& value) {
  if (value.absent()) return "nothing";
  std::string text = value.text();
  return text.size() <= kMaxFound ? text : quoted(text, kMaxFound);
}

std::string range_of(const FieldSpec& spec) {
  const bool has_highest = std::isfinite(spec.highest);
  const std::string lowest = json_number(spec.lowest), highest = json_number(spec.highest);
  if (spec.above_lowest) return "more than " + lowest + (has_highest ? ", at most " + highest : "");
  return has_highest ? lowest + " to " + highest : "at least " + lowest;
}

std::string_view wanted_type(const FieldSpec& spec) {
  switch (spec.type) {
    case FieldType::kInteger:
      return "an integer";
    case FieldType::kNumber:
      return "a finite number";
    case FieldType::kBool:
      return "true or false";
    case FieldType::kChoice:
    case FieldType::kText:
      return spec.lowest > 0 ? "a text that is not empty" : "a string";
    case FieldType::kTexts:
      return "a list of texts, none empty";
    case FieldType::kIntegers:
      return "a list of integers";
    case FieldType::kNumbers:
      return "a list of numbers";
    case FieldType::kTextMap:
      return "an object: name to text";
    case FieldType::kNumberMap:
      return "an object: name to number";
    case FieldType::kObjects:
      return "a list of objects";
    case FieldType::kObject:
    case FieldType::kKinds:
    case FieldType::kJson:
      return "an object";
  }
  abort_on_internal_error();
}

bool is_choice(const FieldSpec& spec, const JsonValue& value) {
  for (const std::string_view choice : spec.choices) {
    if (value.is_string() && value.string() == choice) return true;
  }
  return false;
}

Error form_error(const ObjectForm& form, std::string_view code, std::string_view what, std::string field,
                 std::string found, std::string expected) {
  return Error{.code = code,
               .message = "The " + std::string(form.name) + " " + std::string(what),
               .field = field.empty() ? std::string(form.name) : std::move(field),
               .found = std::move(found),
               .expected = std::move(expected)};
}

}  // namespace

// Reads the values of one object; `path_` is its dotted name.
class StrictObject::Reader {
 public:
  Reader(const ObjectForm& form, const std::string& path) : form_(form), path_(path) {}

  Result<> check_keys(std::span<const FieldSpec> fields, const JsonValue& object, std::string_view kind_key) const;
  Result<Entry> entry(const FieldSpec& spec, const JsonValue& value) const;
  // Reads an object with kinds. `path_` is its own path.
  Result<StrictObject> kind(const FieldSpec& spec, const JsonValue& value) const;
  Error wrong_type(std::string_view name, const JsonValue& value, std::string_view expected) const {
    return form_error(form_, form_.type_code, "has a value of the wrong type", join_path(path_, name), shown(value),
                      std::string(expected));
  }

 private:
  Error wrong_value(const std::string& name, const JsonValue& value, std::string expected) const {
    return form_error(form_, form_.value_code, "has a value that cannot be used", join_path(path_, name), shown(value),
                      std::move(expected));
  }
  Result<Entry> default_entry(const FieldSpec& spec) const;
  Result<double> number(const FieldSpec& spec, const JsonValue& value, const std::string& name, bool whole) const;
  Result<> text(const FieldSpec& spec, const JsonValue& value, Entry& entry) const;
  Result<> list_length(const FieldSpec& spec, const JsonValue& value) const;
  Result<> list(const FieldSpec& spec, const JsonValue& value, Entry& entry) const;
  Result<> map(const FieldSpec& spec, const JsonValue& value, Entry& entry) const;
  Result<> object(const FieldSpec& spec, const JsonValue& value, Entry& entry) const;
  Result<> objects(const FieldSpec& spec, const JsonValue& value, Entry& entry) const;

  const ObjectForm& form_;
  const std::string& path_;
};

Result<> StrictObject::Reader::check_keys(std::span<const FieldSpec> fields, const JsonValue& object,
                                          std::string_view kind_key) const {
  for (const auto& [key, value] : object.members()) {
    bool known = !kind_key.empty() && key == kind_key;
    for (const FieldSpec& spec : fields) known = known || spec.name == key;
    if (known) continue;
    std::string names(kind_key);
    for (const FieldSpec& spec : fields) names += (names.empty() ? "" : ", ") + std::string(spec.name);
    Error error = form_error(form_, form_.unknown_code, "has a field that is not known", join_path(path_, key),
                             quoted(key), std::move(names));
    error.hint = form_.unknown_hint;
    return error;
  }
  return {};
}

Result<StrictObject> StrictObject::read(std::span<const FieldSpec> fields, const JsonValue& object,
                                        const ObjectForm& form, const std::string& path) {
  const Reader reader(form, path);
  if (!object.absent() && !object.is_object()) return reader.wrong_type({}, object, "an object");
  EEGATE_CHECK(reader.check_keys(fields, object, {}));
  StrictObject read;
  read.path_ = path;
  read.form_ = &form;
  for (const FieldSpec& spec : fields) {
    EEGATE_TRY(auto entry, reader.entry(spec, object.absent() ? JsonValue() : object.get(spec.name)));
    read.entries_.push_back(std::move(entry));
  }
  return read;
}

Result<StrictObject> StrictObject::Reader::kind(const FieldSpec& spec, const JsonValue& value) const {
  const std::string key(spec.kind_key);
  const JsonValue given = value.absent() ? JsonValue() : value.get(key);
  const bool is_given = !given.absent() && !given.is_null();
  if (is_given && !given.is_string()) return wrong_type(key, given, "a string");
  const std::string_view wanted = is_given ? given.string() : spec.text;
  std::vector<std::string_view> known;
  for (const KindSpec& candidate : spec.kinds) {
    known.push_back(candidate.kind);
    if (candidate.kind != wanted) continue;
    EEGATE_CHECK(check_keys(candidate.fields, value, key));
    StrictObject read;
    read.path_ = path_;
    read.form_ = &form_;
    read.kind_ = wanted;
    read.kind_key_ = key;
    for (const FieldSpec& field : candidate.fields) {
      EEGATE_TRY(auto entry, this->entry(field, value.absent() ? JsonValue() : value.get(field.name)));
      read.entries_.push_back(std::move(entry));
    }
    return read;
  }
  return wrong_value(key, given, alternatives(known));
}

Result<StrictObject::Entry> StrictObject::Reader::default_entry(const FieldSpec& spec) const {
  if (spec.fallback == FieldDefault::kRequired) {
    return form_error(form_, form_.missing_code, "lacks a required field", join_path(path_, spec.name), "nothing",
                      std::string(wanted_type(spec)));
  }
  if (spec.fallback != FieldDefault::kValue) return Entry{.spec = &spec};
  Entry entry{.spec = &spec,
              .is_set = true,
              .number = spec.number,
              .text = std::string(spec.text),
              .list = {spec.list.begin(), spec.list.end()}};
  const bool is_object = spec.type == FieldType::kObject || spec.type == FieldType::kKinds;
  if (is_object) EEGATE_CHECK(object(spec, JsonValue(), entry));
  return entry;
}

Result<StrictObject::Entry> StrictObject::Reader::entry(const FieldSpec& spec, const JsonValue& value) const {
  if (value.absent() || value.is_null()) return default_entry(spec);
  Entry entry{.spec = &spec, .is_set = true};
  switch (spec.type) {
    case FieldType::kInteger:
    case FieldType::kNumber: {
      if (is_choice(spec, value)) {
        entry.text = value.string();
        break;
      }
      EEGATE_TRY(entry.number, number(spec, value, std::string(spec.name), spec.type == FieldType::kInteger));
      break;
    }
    case FieldType::kBool:
      if (!value.is_bool()) return wrong_type(spec.name, value, wanted_type(spec));
      entry.number = value.boolean() ? 1 : 0;
      break;
    case FieldType::kChoice:
    case FieldType::kText:
      EEGATE_CHECK(text(spec, value, entry));
      break;
    case FieldType::kTexts:
    case FieldType::kIntegers:
    case FieldType::kNumbers:
      EEGATE_CHECK(list(spec, value, entry));
      break;
    case FieldType::kTextMap:
    case FieldType::kNumberMap:
      EEGATE_CHECK(map(spec, value, entry));
      break;
    case FieldType::kObject:
    case FieldType::kKinds:
      EEGATE_CHECK(object(spec, value, entry));
      break;
    case FieldType::kObjects:
      EEGATE_CHECK(objects(spec, value, entry));
      break;
    case FieldType::kJson:
      if (!value.is_object()) return wrong_type(spec.name, value, wanted_type(spec));
      entry.text = value.text();
      break;
  }
  return entry;
}

Result<double> StrictObject::Reader::number(const FieldSpec& spec, const JsonValue& value, const std::string& name,
                                            bool whole) const {
  const std::string_view wanted = whole ? "an integer" : "a finite number";
  const double read = value.number();
  if (!value.is_number() || !std::isfinite(read)) return wrong_type(name, value, wanted);
  if (whole && read != std::floor(read)) {
    Error error = wrong_value(name, value, std::string(wanted));
    if (!form_.fraction_code.empty()) error.code = form_.fraction_code;
    return error;
  }
  if (read < spec.lowest || read > spec.highest || (spec.above_lowest && read == spec.lowest))
    return wrong_value(name, value, range_of(spec));
  return read;
}

Result<> StrictObject::Reader::text(const FieldSpec& spec, const JsonValue& value, Entry& entry) const {
  if (!value.is_string()) return wrong_type(spec.name, value, wanted_type(spec));
  entry.text = value.string();
  if (spec.type == FieldType::kText) {
    if (static_cast<double>(entry.text.size()) < spec.lowest) return wrong_type(spec.name, value, wanted_type(spec));
    return {};
  }
  if (is_choice(spec, value)) return {};
  return wrong_value(std::string(spec.name), value, alternatives(spec.choices));
}

Result<> StrictObject::Reader::list_length(const FieldSpec& spec, const JsonValue& value) const {
  const bool counts = spec.type == FieldType::kTexts || spec.type == FieldType::kObjects;  // others: limits of values
  const std::size_t fewest = counts ? static_cast<std::size_t>(spec.lowest) : 1;
  if (value.size() >= fewest && value.size() <= kMaxListLength) return {};
  return wrong_value(std::string(spec.name), value,
                     std::to_string(fewest) + " to " + std::to_string(kMaxListLength) + " entries");
}

Result<> StrictObject::Reader::list(const FieldSpec& spec, const JsonValue& value, Entry& entry) const {
  const std::string name(spec.name);
  if (is_choice(spec, value)) return void(entry.text = value.string()), Result<>();
  std::string expected = spec.choices.empty() ? "" : alternatives(spec.choices) + ", or ";
  expected += wanted_type(spec);
  if (value.is_string() && !spec.choices.empty()) return wrong_value(name, value, expected);
  if (!value.is_array()) return wrong_type(name, value, expected);
  EEGATE_CHECK(list_length(spec, value));
  std::size_t index = 0;
  for (const JsonValue& element : value.elements()) {
    const std::string place = name + "[" + std::to_string(index++) + "]";
    if (spec.type == FieldType::kTexts) {
      if (!element.is_string()) return wrong_type(place, element, expected);
      if (element.string().empty()) return wrong_value(place, element, expected);
      entry.texts.emplace_back(element.string());
      continue;
    }
    EEGATE_TRY(const double read, number(spec, element, place, spec.type == FieldType::kIntegers));
    if (spec.type == FieldType::kIntegers)
      entry.list.push_back(static_cast<std::int64_t>(read));
    else
      entry.numbers.push_back(read);
  }
  return {};
}

Result<> StrictObject::Reader::map(const FieldSpec& spec, const JsonValue& value, Entry& entry) const {
  if (!value.is_object()) return wrong_type(spec.name, value, wanted_type(spec));
  if (value.size() == 0) return wrong_value(std::string(spec.name), value, "at least one entry");
  for (const auto& [key, member] : value.members()) {
    const std::string place = std::string(spec.name) + "." + std::string(key);
    entry.texts.emplace_back(key);
    if (spec.type == FieldType::kNumberMap) {
      EEGATE_TRY(const double read, number(spec, member, place, false));
      entry.numbers.push_back(read);
    } else if (member.is_string() && static_cast<double>(member.string().size()) >= spec.lowest) {
      entry.texts.emplace_back(member.string());
    } else {
      return wrong_type(place, member, spec.lowest > 0 ? "a text that is not empty" : "a string");
    }
  }
  return {};
}

Result<> StrictObject::Reader::object(const FieldSpec& spec, const JsonValue& value, Entry& entry) const {
  const std::string path = join_path(path_, spec.name);
  if (!value.absent() && !value.is_object()) return wrong_type(spec.name, value, "an object");
  EEGATE_TRY(StrictObject node, spec.type == FieldType::kObject ? read(spec.fields, value, form_, path)
                                                                : Reader(form_, path).kind(spec, value));
  entry.node.push_back(std::move(node));
  return {};
}

Result<> StrictObject::Reader::objects(const FieldSpec& spec, const JsonValue& value, Entry& entry) const {
  const std::string name(spec.name);
  if (!value.is_array()) return wrong_type(name, value, wanted_type(spec));
  EEGATE_CHECK(list_length(spec, value));
  std::size_t index = 0;
  for (const JsonValue& element : value.elements()) {
    const std::string place = name + "[" + std::to_string(index++) + "]";
    if (!element.is_object()) return wrong_type(place, element, "an object");
    EEGATE_TRY(StrictObject node, read(spec.fields, element, form_, join_path(path_, place)));
    entry.node.push_back(std::move(node));
  }
  return {};
}

std::ptrdiff_t StrictObject::find(std::string_view name) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (entries_[i].spec->name == name) return static_cast<std::ptrdiff_t>(i);
  }
  return -1;
}

std::size_t StrictObject::index_of(std::string_view name) const {
  const std::ptrdiff_t index = find(name);
  if (index < 0) abort_on_internal_error();
  return static_cast<std::size_t>(index);
}

double StrictObject::number(std::string_view name) const {
  const Entry& found = entry(name);
  if (!found.is_set) abort_on_internal_error();
  return found.number;
}

std::vector<std::pair<std::string, std::string>> StrictObject::text_map(std::string_view name) const {
  const std::vector<std::string>& texts = entry(name).texts;
  std::vector<std::pair<std::string, std::string>> map;
  for (std::size_t i = 0; i + 1 < texts.size(); i += 2) map.emplace_back(texts[i], texts[i + 1]);
  return map;
}

std::string StrictObject::path(std::string_view name) const { return join_path(path_, name); }

Error StrictObject::error(std::string_view code, std::string message, std::string_view name, std::string found,
                          std::string expected) const {
  return Error{.code = code,
               .message = std::move(message),
               .field = path(name),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Error StrictObject::value_error(std::string_view name, std::string expected) const {
  JsonWriter found;
  if (is_set(name)) write_entry(found, entry(name));
  return form_error(*form_, form_->value_code, "has a value that cannot be used", path(name),
                    is_set(name) ? found.take() : "nothing", std::move(expected));
}

void StrictObject::set(std::string_view name, double value) {
  Entry& target = entry(name);
  target.number = value;
  target.is_set = true;
}

void StrictObject::set_list(std::string_view name, std::vector<std::int64_t> values) {
  Entry& target = entry(name);
  target.list = std::move(values);
  target.is_set = true;
}

}  // namespace eegate
