#include "session/schema.h"

#include <cctype>
#include <cmath>
#include <span>
#include <vector>

#include "base/numbers_as_text.h"
#include "model/architecture.h"
#include "session/classify/live.h"
#include "session/explain/explanation.h"
#include "session/explain/inspection.h"
#include "session/open/samples.h"
#include "session/train/training_data.h"
#include "session/train/training_request.h"
#include "signal/recipe.h"

namespace eegate {
namespace {

constexpr std::string_view kHead =
    "// The fields of recipes and configurations, as the core reads them. Written by `eegate schema`, with which a "
    "test\n"
    "// compares it: do not edit.\n";

constexpr std::string_view kOneOf =
    "\ntype KeysOf<T> = T extends unknown ? keyof T : never;\n"
    "/** One of several types, of which a field of another one can be read: it is undefined. */\n"
    "type OneOf<T, All = T> = T extends unknown ? T & { [K in Exclude<KeysOf<All>, keyof T>]?: undefined } : never;\n";

constexpr std::string_view kSettings =
    "\n/** What may be left out: fields of which the core knows a default. */\n"
    "type Settings<T> = T extends readonly unknown[] ? T : T extends object ? { [K in keyof T]?: Settings<T[K]> } : "
    "T;\n"
    "\n/** A configuration as it may be given to the core, which adds what is missing. */\n"
    "export type ConfigSettings = Settings<ModelConfig>;\n";

// Which fields must be there: in JSON that the core reads, those without a default; in JSON that it wrote, all.
enum class Side { kRead, kWritten };

// The fields of one table as members of an object type.
class TypeWriter {
 public:
  explicit TypeWriter(Side side) : side_(side) {}

  std::string object(std::span<const FieldSpec> fields, std::size_t depth, std::string_view first_member = {}) const {
    const std::string indent(2 * (depth + 1), ' ');
    std::string text = "{\n";
    if (!first_member.empty()) text += indent + std::string(first_member) + ";\n";
    for (const FieldSpec& field : fields) {
      const std::string note = note_on(field);
      const bool always = side_ == Side::kWritten || field.fallback == FieldDefault::kRequired;
      text += indent + (note.empty() ? "" : "/** " + note + " */ ") + std::string(field.name) +
              (always ? ": " : "?: ") + type(field, depth + 1) + ";\n";
    }
    return text + std::string(2 * depth, ' ') + "}";
  }

 private:
  static std::string union_of(std::span<const std::string_view> words) {
    std::string text;
    for (const std::string_view word : words) text += (text.empty() ? "'" : " | '") + std::string(word) + "'";
    return text;
  }

  static std::string list_of(const FieldSpec& field, std::string_view element) {
    return (field.words.empty() ? "" : union_of(field.words) + " | ") + std::string(element) + "[]";
  }

  std::string kinds(const FieldSpec& field, std::size_t depth) const {
    std::string text;
    for (const KindSpec& kind : field.kinds) {
      const std::string member = std::string(field.kind_key) + ": '" + std::string(kind.kind) + "'";
      text += (text.empty() ? "" : " | ") + object(kind.fields, depth, member);
    }
    return text;
  }

  std::string type(const FieldSpec& field, std::size_t depth) const {
    switch (field.type) {
      case FieldType::kInteger:
      case FieldType::kNumber:
        return (field.words.empty() ? "" : union_of(field.words) + " | ") + "number";
      case FieldType::kBool:
        return "boolean";
      case FieldType::kWord:
        return union_of(field.words);
      case FieldType::kText:
        return "string";
      case FieldType::kTexts:
        return list_of(field, "string");
      case FieldType::kIntegers:
      case FieldType::kNumbers:
        return list_of(field, "number");
      case FieldType::kTextMap:
        return "Record<string, string>";
      case FieldType::kNumberMap:
        return "Record<string, number>";
      case FieldType::kObject:
        return object(field.fields, depth);
      case FieldType::kObjects:
        return object(field.fields, depth) + "[]";
      case FieldType::kKinds:
        return kinds(field, depth);
      case FieldType::kJson:
        return std::string(field.text);
    }
    stop_at_our_mistake();
  }

  // Range and default of a number.
  static std::string note_on(const FieldSpec& field) {
    const bool is_number = field.type == FieldType::kInteger || field.type == FieldType::kNumber ||
                           field.type == FieldType::kIntegers || field.type == FieldType::kNumbers;
    std::string note;
    if (!is_number || field.lowest == field.highest) return note;
    const std::string lowest = significant(field.lowest, 16), highest = significant(field.highest, 16);
    if (field.above_lowest) note = "More than " + lowest;
    if (std::isfinite(field.highest)) note = note.empty() ? lowest + " to " + highest : note + ", at most " + highest;
    const bool is_list = field.type == FieldType::kIntegers || field.type == FieldType::kNumbers;
    if (field.fallback == FieldDefault::kValue && !is_list)
      note += (note.empty() ? "Default " : "; default ") + significant(field.number, 16);
    return note;
  }

  Side side_;
};

std::string type_of(std::string_view name, std::string_view comment, std::span<const FieldSpec> fields) {
  return "\n/** " + std::string(comment) + " */\nexport type " + std::string(name) + " = " +
         TypeWriter(Side::kRead).object(fields, 0) + ";\n";
}

// "eeg_channelnet" is EegChannelnetConfig.
std::string type_name(std::string_view architecture) {
  std::string name;
  bool is_start = true;
  for (const char letter : architecture) {
    if (letter != '_') name += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(letter))) : letter;
    is_start = letter == '_';
  }
  return name + "Config";
}

std::string config_types() {
  std::string types, all;
  for (const Architecture* architecture : known_architectures()) {
    const std::string name = type_name(architecture->name);
    const std::span<const FieldSpec> fields = full_schema(*architecture);  // the first one names the architecture
    types += "\nexport type " + name + " = " +
             TypeWriter(Side::kWritten)
                 .object(fields.subspan(1), 0, "architecture: '" + std::string(architecture->name) + "'") +
             ";\n";
    all += "\n  | " + name;
  }
  return types + std::string(kOneOf) +
         "\n/** The configuration of a model, every field resolved. */\nexport type ModelConfig = OneOf<" + all +
         "\n>;\n";
}

}  // namespace

std::string typescript_schema() {
  std::string text(kHead);
  text +=
      type_of("Recipe", "What is done to a recording before a model sees it (docs/CLI.md, prepare).", recipe_fields());
  text += type_of("DisplaySettings",
                  "Reference and filters for viewing, independent of any model. Butterworth filters of order 2, applied "
                  "forwards and backwards: -6 dB at the edges.",
                  display_settings_fields());
  text += config_types();
  text += kSettings;
  text += type_of("ModelSetup", "A configuration and what else a model file says of its data.", setup_fields());
  text += type_of("TrainSettings", "How a model is to be trained.", training_option_fields());
  text +=
      type_of("ExplainRequestFields", "What the core reads of a request for an explanation.", explain_request_fields());
  text += type_of("StreamRequestFields", "What the core reads of a request for a stream.", live_request_fields());
  text += type_of("InspectRequestFields", "What the core reads of a request to look inside.", inspect_request_fields());
  text += type_of("PlantedRequestFields", "What the core reads of a request for trials with a planted rhythm.",
                  planted_request_fields());
  return text;
}

}  // namespace eegate
