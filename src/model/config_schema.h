// The fields of a configuration as a table: name, type, range, default. One walk over the table reads the JSON of a
// model file, refuses what does not belong there, and fills in the defaults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "files/json.h"

namespace eegate {

enum class FieldType { kInteger, kNumber, kBool, kWord, kText, kIntegers, kObject, kKinds };
enum class FieldDefault { kValue, kRequired, kDerived };  // derived: from other fields, after reading

// A constant table, seen from a table entry that is not complete yet (std::span would need it to be).
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

// One of the shapes that an object with a `kind` can have.
struct KindSpec {
  std::string_view kind;
  Table<FieldSpec> fields = {};
};

struct FieldSpec {
  std::string_view name;
  FieldType type;
  FieldDefault fallback = FieldDefault::kValue;
  double number = 0;           // default of kInteger, kNumber, kBool
  std::string_view text = {};  // default of kWord, kText, and the default kind of kKinds
  double lowest = 0, highest = 0;
  std::span<const std::string_view> words = {};
  Table<FieldSpec> fields = {};             // kObject
  Table<KindSpec> kinds = {};               // kKinds
  std::span<const std::int64_t> list = {};  // default of kIntegers
};

// Largest length, and the bound of fields whose table row gives none.
inline constexpr double kMaxLength = 1048576;

constexpr FieldSpec integer_field(std::string_view name, double fallback, double lowest = 1,
                                  double highest = kMaxLength) {
  return {.name = name, .type = FieldType::kInteger, .number = fallback, .lowest = lowest, .highest = highest};
}
constexpr FieldSpec required_integer(std::string_view name, double lowest = 1, double highest = kMaxLength) {
  return {.name = name,
          .type = FieldType::kInteger,
          .fallback = FieldDefault::kRequired,
          .lowest = lowest,
          .highest = highest};
}
constexpr FieldSpec derived_integer(std::string_view name, double lowest = 1, double highest = kMaxLength) {
  return {.name = name,
          .type = FieldType::kInteger,
          .fallback = FieldDefault::kDerived,
          .lowest = lowest,
          .highest = highest};
}
constexpr FieldSpec number_field(std::string_view name, double fallback, double lowest, double highest) {
  return {.name = name, .type = FieldType::kNumber, .number = fallback, .lowest = lowest, .highest = highest};
}
constexpr FieldSpec bool_field(std::string_view name, bool fallback) {
  return {.name = name, .type = FieldType::kBool, .number = fallback ? 1.0 : 0.0};
}
constexpr FieldSpec derived_bool(std::string_view name) {
  return {.name = name, .type = FieldType::kBool, .fallback = FieldDefault::kDerived};
}
constexpr FieldSpec word_field(std::string_view name, std::string_view fallback,
                               std::span<const std::string_view> words) {
  return {.name = name, .type = FieldType::kWord, .text = fallback, .words = words};
}
constexpr FieldSpec text_field(std::string_view name) { return {.name = name, .type = FieldType::kText}; }
constexpr FieldSpec integers_field(std::string_view name, std::span<const std::int64_t> fallback, double lowest,
                                   double highest) {
  return {.name = name, .type = FieldType::kIntegers, .lowest = lowest, .highest = highest, .list = fallback};
}
constexpr FieldSpec derived_integers(std::string_view name, double lowest, double highest) {
  return {.name = name,
          .type = FieldType::kIntegers,
          .fallback = FieldDefault::kDerived,
          .lowest = lowest,
          .highest = highest};
}
// Whether a table of kinds and a table of options have the same words, for static_assert.
template <class E, std::size_t N, std::size_t M>
constexpr bool same_words(const KindSpec (&kinds)[N], const OptionTable<E, M>& options) {
  for (std::size_t i = 0; i < N && N == M; ++i) {
    if (kinds[i].kind != options.words[i]) return false;
  }
  return N == M;
}
constexpr FieldSpec object_field(std::string_view name, Table<FieldSpec> fields) {
  return {.name = name, .type = FieldType::kObject, .fields = fields};
}
constexpr FieldSpec kinds_field(std::string_view name, std::string_view fallback, Table<KindSpec> kinds) {
  return {.name = name, .type = FieldType::kKinds, .text = fallback, .kinds = kinds};
}

// The values of one object, in the order of its table. A derived field is unset until a rule sets it. Asking for a name
// that the table does not have, or for the value of one that is unset, is a mistake of ours and stops the program.
class ConfigNode {
 public:
  // Errors: MODEL_CONFIG_UNKNOWN, MODEL_CONFIG_MISSING, MODEL_CONFIG_TYPE, MODEL_CONFIG_VALUE. `path` is the dotted
  // name of the object, empty at the top.
  static Result<ConfigNode> read(std::span<const FieldSpec> fields, const JsonValue& object, const std::string& path);

  bool is_set(std::string_view name) const { return entry(name).is_set; }
  bool has_field(std::string_view name) const { return find(name) >= 0; }
  std::size_t size(std::string_view name) const { return static_cast<std::size_t>(number(name)); }
  double number(std::string_view name) const;
  bool flag(std::string_view name) const { return number(name) != 0; }
  const std::string& word(std::string_view name) const { return entry(name).text; }
  // What a word stands for, where the field's words are those of the table.
  template <class E, std::size_t N>
  E option(std::string_view name, const OptionTable<E, N>& table) const {
    return table.value_of(word(name));
  }
  const std::vector<std::int64_t>& list(std::string_view name) const { return entry(name).list; }
  ConfigNode& node(std::string_view name) { return entry(name).object(); }
  const ConfigNode& node(std::string_view name) const { return entry(name).object(); }
  const std::string& kind() const { return kind_; }  // of an object with kinds
  template <class E, std::size_t N>
  E kind_of(const OptionTable<E, N>& table) const {
    return table.value_of(kind_);
  }

  void set(std::string_view name, double value);
  void set_list(std::string_view name, std::vector<std::int64_t> values);
  // Sets a derived field that the file left open.
  void set_default(std::string_view name, double value) {
    if (!is_set(name)) set(name, value);
  }

  void write(JsonWriter& out) const;  // members only, without the braces

 private:
  struct Entry {
    const FieldSpec* spec = nullptr;
    bool is_set = false;
    double number = 0;
    std::string text;
    std::vector<std::int64_t> list;
    std::vector<ConfigNode> node;  // one for objects, none otherwise; a vector for its value semantics
    const ConfigNode& object() const {
      if (node.empty()) stop_at_our_mistake();
      return node.front();
    }
    ConfigNode& object() {
      if (node.empty()) stop_at_our_mistake();
      return node.front();
    }
  };
  static Result<ConfigNode> read_kind(const FieldSpec& spec, const JsonValue& value, const std::string& path);
  static Result<Entry> read_field(const FieldSpec& spec, const JsonValue& value, const std::string& path);
  static Result<Entry> default_entry(const FieldSpec& spec, const std::string& path);
  std::ptrdiff_t find(std::string_view name) const;
  std::size_t index_of(std::string_view name) const;
  const Entry& entry(std::string_view name) const { return entries_[index_of(name)]; }
  Entry& entry(std::string_view name) { return entries_[index_of(name)]; }

  std::vector<Entry> entries_;
  std::string kind_;
};

}  // namespace eegate
