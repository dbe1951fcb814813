// Values of a field of JSON by its row in a table: what a test gives every option of a request in turn.
#pragma once

#include <string>
#include <vector>

#include "base/numbers_as_text.h"
#include "files/field_spec.h"

namespace eegate::test {

// JSON texts, of which one at least is not the default.
inline std::vector<std::string> values_of(const FieldSpec& field) {
  switch (field.type) {
    case FieldType::kBool:
      return {"true", "false"};
    case FieldType::kInteger:
      return {std::to_string(static_cast<std::int64_t>(field.lowest) + 1)};
    case FieldType::kNumber:
      return {significant(field.highest < 2 ? (field.lowest + field.highest) / 2 : field.lowest + 0.25, 17)};
    case FieldType::kNumbers:
      return {"[0.25,0.75]"};
    case FieldType::kText:
      return {"\"2001-02-03\""};
    case FieldType::kChoice: {
      std::vector<std::string> all;
      for (const std::string_view choice : field.choices) all.push_back("\"" + std::string(choice) + "\"");
      return all;
    }
    default:
      return {};
  }
}

}  // namespace eegate::test
