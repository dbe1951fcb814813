// Writing of a StrictObject as JSON.
#include "files/strict_object.h"

namespace eegate {
namespace {

void write_list(JsonWriter& out, const std::vector<std::int64_t>& list, const std::vector<double>& numbers,
                const std::vector<std::string>& texts) {
  out.begin_array();
  for (const std::int64_t value : list) out.value(value);
  for (const double value : numbers) out.value(value);
  for (const std::string& value : texts) out.value(value);
  out.end_array();
}

}  // namespace

void StrictObject::write_entry(JsonWriter& out, const Entry& entry) {
  switch (entry.spec->type) {
    case FieldType::kInteger:
    case FieldType::kNumber:
      if (!entry.text.empty())
        out.value(entry.text);
      else if (entry.spec->type == FieldType::kInteger)
        out.value(static_cast<std::int64_t>(entry.number));
      else
        out.value(entry.number);
      break;
    case FieldType::kBool:
      out.value(entry.number != 0);
      break;
    case FieldType::kChoice:
    case FieldType::kText:
      out.value(entry.text);
      break;
    case FieldType::kTexts:
    case FieldType::kIntegers:
    case FieldType::kNumbers:
      if (entry.text.empty())
        write_list(out, entry.list, entry.numbers, entry.texts);
      else
        out.value(entry.text);
      break;
    case FieldType::kTextMap:
    case FieldType::kNumberMap: {
      const bool has_numbers = entry.spec->type == FieldType::kNumberMap;
      out.begin_object();
      for (std::size_t i = 0; i < entry.texts.size(); i += has_numbers ? 1 : 2) {
        out.key(entry.texts[i]);
        if (has_numbers)
          out.value(entry.numbers[i]);
        else
          out.value(entry.texts[i + 1]);
      }
      out.end_object();
      break;
    }
    case FieldType::kObject:
    case FieldType::kKinds:
      out.begin_object();
      entry.object().write(out);
      out.end_object();
      break;
    case FieldType::kObjects:
      out.begin_array();
      for (const StrictObject& object : entry.node) {
        out.begin_object();
        object.write(out);
        out.end_object();
      }
      out.end_array();
      break;
    case FieldType::kJson:
      out.raw(entry.text);
      break;
  }
}

void StrictObject::write(JsonWriter& out) const {
  if (!kind_.empty()) out.key(kind_key_).value(kind_);
  for (const Entry& entry : entries_) {
    if (!entry.is_set) continue;
    out.key(entry.spec->name);
    write_entry(out, entry);
  }
}

}  // namespace eegate
