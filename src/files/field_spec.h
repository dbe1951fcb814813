// Description of the fields of a JSON object as a constant table: name, type, range, default. StrictObject reads
// objects by such a table, and `eegate schema` writes it as a TypeScript type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "base/options.h"

namespace eegate {

enum class FieldType {
  kInteger,  // or one of `choices`
  kNumber,   // or one of `choices`
  kBool,
  kChoice,     // one of `choices`
  kText,       // at least `lowest` bytes
  kTexts,      // a list of at least `lowest` non-empty texts, or one of `choices`
  kIntegers,   // a list, or one of `choices`
  kNumbers,    // a list, or one of `choices`
  kTextMap,    // an object: texts by name
  kNumberMap,  // an object: numbers by name
  kObject,
  kObjects,  // a list of at least `lowest` objects
  kKinds,    // an object whose other fields depend on one of them
  kJson,     // any JSON, for another parser
};

enum class FieldDefault {
  kValue,
  kRequired,
  kDerived,  // no default in the table: set by a rule after parsing, or unset
};

// A view of a constant table that may be used before its element type is complete, which std::span does not allow.
template <class T>
class Table {
 public:
  constexpr Table() = default;
  template <std::size_t N>
  constexpr Table(const T (&rows)[N]) : rows_(rows), size_(N) {}            // NOLINT(google-explicit-constructor)
  constexpr operator std::span<const T>() const { return {rows_, size_}; }  // NOLINT(google-explicit-constructor)
  constexpr const T* begin() const { return rows_; }
  constexpr const T* end() const { return rows_ + size_; }
  constexpr const T& operator[](std::size_t i) const { return rows_[i]; }

 private:
  const T* rows_ = nullptr;
  std::size_t size_ = 0;
};

struct FieldSpec;

// One variant of an object with kinds.
struct KindSpec {
  std::string_view kind;
  Table<FieldSpec> fields = {};
};

struct FieldSpec {
  std::string_view name;
  FieldType type;
  FieldDefault fallback = FieldDefault::kValue;
  double number = 0;           // default of kInteger, kNumber, kBool
  std::string_view text = {};  // default of kChoice and kText; default kind of kKinds; TypeScript type of kJson
  double lowest = 0, highest = 0;
  std::span<const std::string_view> choices = {};
  Table<FieldSpec> fields = {};             // kObject, kObjects
  Table<KindSpec> kinds = {};               // kKinds
  std::string_view kind_key = {};           // kKinds: the field that selects the kind
  std::span<const std::int64_t> list = {};  // default of kIntegers
  bool above_lowest = false;                // kInteger, kNumber: `lowest` itself is not allowed
};

// Maximum length, and the bound of fields without one in their row.
inline constexpr double kMaxLength = 1048576;
inline constexpr double kAnyNumber = std::numeric_limits<double>::infinity();

constexpr FieldSpec integer_field(std::string_view name, double fallback, double lowest = 1,
                                  double highest = kMaxLength) {
  return {.name = name, .type = FieldType::kInteger, .number = fallback, .lowest = lowest, .highest = highest};
}
constexpr FieldSpec number_field(std::string_view name, double fallback, double lowest, double highest) {
  return {.name = name, .type = FieldType::kNumber, .number = fallback, .lowest = lowest, .highest = highest};
}
constexpr FieldSpec bool_field(std::string_view name, bool fallback) {
  return {.name = name, .type = FieldType::kBool, .number = fallback ? 1.0 : 0.0};
}
constexpr FieldSpec choice_field(std::string_view name, std::string_view fallback,
                                 std::span<const std::string_view> choices) {
  return {.name = name, .type = FieldType::kChoice, .text = fallback, .choices = choices};
}
constexpr FieldSpec text_field(std::string_view name) { return {.name = name, .type = FieldType::kText}; }
constexpr FieldSpec integers_field(std::string_view name, std::span<const std::int64_t> fallback, double lowest,
                                   double highest) {
  return {.name = name, .type = FieldType::kIntegers, .lowest = lowest, .highest = highest, .list = fallback};
}
constexpr FieldSpec object_field(std::string_view name, Table<FieldSpec> fields) {
  return {.name = name, .type = FieldType::kObject, .fields = fields};
}
constexpr FieldSpec kinds_field(std::string_view name, std::string_view fallback, Table<KindSpec> kinds) {
  return {.name = name, .type = FieldType::kKinds, .text = fallback, .kinds = kinds, .kind_key = "kind"};
}

// The same field without a default: required, or optional.
constexpr FieldSpec required_field(FieldSpec field) {
  field.fallback = FieldDefault::kRequired;
  return field;
}
constexpr FieldSpec optional_field(FieldSpec field) {
  field.fallback = FieldDefault::kDerived;
  return field;
}
// A list that may be empty.
constexpr FieldSpec even_empty(FieldSpec field) {
  field.lowest = 0;
  return field;
}
// A number that must be larger than `lowest`.
constexpr FieldSpec more_than_lowest(FieldSpec field) {
  field.above_lowest = true;
  return field;
}

constexpr FieldSpec required_integer(std::string_view name, double lowest = 1, double highest = kMaxLength) {
  return required_field(integer_field(name, 0, lowest, highest));
}
constexpr FieldSpec derived_integer(std::string_view name, double lowest = 1, double highest = kMaxLength) {
  return optional_field(integer_field(name, 0, lowest, highest));
}
constexpr FieldSpec derived_bool(std::string_view name) { return optional_field(bool_field(name, false)); }
constexpr FieldSpec derived_integers(std::string_view name, double lowest, double highest) {
  return optional_field(integers_field(name, {}, lowest, highest));
}

// Optional fields without a default.
constexpr FieldSpec optional_number(std::string_view name, double lowest = -kAnyNumber, double highest = kAnyNumber) {
  return optional_field(number_field(name, 0, lowest, highest));
}
constexpr FieldSpec optional_bool(std::string_view name) { return optional_field(bool_field(name, false)); }
constexpr FieldSpec optional_choice(std::string_view name, std::span<const std::string_view> choices) {
  return optional_field(choice_field(name, {}, choices));
}
constexpr FieldSpec optional_text(std::string_view name) {
  return {.name = name, .type = FieldType::kText, .fallback = FieldDefault::kDerived, .lowest = 1};
}
constexpr FieldSpec optional_texts(std::string_view name, std::span<const std::string_view> choices = {}) {
  return {.name = name, .type = FieldType::kTexts, .fallback = FieldDefault::kDerived, .lowest = 1, .choices = choices};
}
constexpr FieldSpec optional_integer(std::string_view name, double lowest = 0, double highest = kMaxLength) {
  return optional_field(integer_field(name, 0, lowest, highest));
}
constexpr FieldSpec optional_integers(std::string_view name, double lowest, double highest,
                                      std::span<const std::string_view> choices = {}) {
  FieldSpec field = derived_integers(name, lowest, highest);
  field.choices = choices;
  return field;
}
constexpr FieldSpec optional_numbers(std::string_view name, double lowest, double highest,
                                     std::span<const std::string_view> choices = {}) {
  return {.name = name,
          .type = FieldType::kNumbers,
          .fallback = FieldDefault::kDerived,
          .lowest = lowest,
          .highest = highest,
          .choices = choices};
}
constexpr FieldSpec optional_number_map(std::string_view name, double lowest, double highest) {
  return {.name = name,
          .type = FieldType::kNumberMap,
          .fallback = FieldDefault::kDerived,
          .lowest = lowest,
          .highest = highest};
}
constexpr FieldSpec optional_objects(std::string_view name, Table<FieldSpec> fields) {
  return {.name = name, .type = FieldType::kObjects, .fallback = FieldDefault::kDerived, .lowest = 1, .fields = fields};
}
constexpr FieldSpec required_text(std::string_view name) { return required_field(optional_text(name)); }
constexpr FieldSpec required_number(std::string_view name, double lowest = -kAnyNumber, double highest = kAnyNumber) {
  return required_field(optional_number(name, lowest, highest));
}
constexpr FieldSpec optional_text_map(std::string_view name) {
  return {.name = name, .type = FieldType::kTextMap, .fallback = FieldDefault::kDerived};
}
constexpr FieldSpec optional_object(std::string_view name, Table<FieldSpec> fields) {
  return optional_field(object_field(name, fields));
}
constexpr FieldSpec optional_kinds(std::string_view name, std::string_view kind_key, Table<KindSpec> kinds) {
  FieldSpec field = optional_field(kinds_field(name, {}, kinds));
  field.kind_key = kind_key;
  return field;
}
constexpr FieldSpec optional_json(std::string_view name, std::string_view typescript) {
  return {.name = name, .type = FieldType::kJson, .fallback = FieldDefault::kDerived, .text = typescript};
}

// Whether the kinds are the names of an option table, for static_assert.
template <class E, std::size_t N, std::size_t M>
constexpr bool same_names(const KindSpec (&kinds)[N], const OptionTable<E, M>& options) {
  for (std::size_t i = 0; i < N && N == M; ++i) {
    if (kinds[i].kind != options.names[i]) return false;
  }
  return N == M;
}

}  // namespace eegate
