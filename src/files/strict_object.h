// Validated reading of JSON objects by a table of their fields: recipes, configurations, plans, requests. Unknown
// fields are errors, because a silently ignored option changes the results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "files/field_spec.h"
#include "files/json.h"

namespace eegate {

// Codes and texts of errors about an object.
struct ObjectForm {
  std::string_view name;  // "recipe", "plan": name of the whole object in messages
  std::string_view unknown_code, type_code, value_code, missing_code;
  std::string_view fraction_code = {};  // for non-integers where an integer is required; empty: value_code
  std::string_view unknown_hint = {};
};

// One code for all problems.
constexpr ObjectForm form_with_one_code(std::string_view name, std::string_view code) {
  return {.name = name, .unknown_code = code, .type_code = code, .value_code = code, .missing_code = code};
}

// The values of one object, in the order of its table. Asking for a name that is not in the table, or for the value of
// an unset field, is a programming error and ends the program.
class StrictObject {
 public:
  StrictObject() = default;
  // Reads `object` by the table `fields`; null counts as absent. `path` is the dotted name of the object in messages,
  // empty for the root. `fields` and `form` must outlive the object. Errors: those of the form, with the field's path.
  static Result<StrictObject> read(std::span<const FieldSpec> fields, const JsonValue& object, const ObjectForm& form,
                                   const std::string& path = {});

  bool is_set(std::string_view name) const { return entry(name).is_set; }
  bool has_field(std::string_view name) const { return find(name) >= 0; }
  std::size_t size(std::string_view name) const { return static_cast<std::size_t>(number(name)); }
  double number(std::string_view name) const;
  bool flag(std::string_view name) const { return number(name) != 0; }
  const std::string& choice(std::string_view name) const { return entry(name).text; }  // also for lists
  const std::string& text(std::string_view name) const { return entry(name).text; }
  // The value of a choice in an option table.
  template <class E, std::size_t N>
  E option(std::string_view name, const OptionTable<E, N>& table) const {
    return table.value_of(choice(name));
  }
  const std::vector<std::int64_t>& list(std::string_view name) const { return entry(name).list; }
  const std::vector<double>& numbers(std::string_view name) const { return entry(name).numbers; }
  const std::vector<std::string>& texts(std::string_view name) const { return entry(name).texts; }
  // The names and texts of a map, or the names for `numbers`.
  std::vector<std::pair<std::string, std::string>> text_map(std::string_view name) const;
  StrictObject& node(std::string_view name) { return entry(name).object(); }
  const StrictObject& node(std::string_view name) const { return entry(name).object(); }
  // The objects of a list; empty if unset.
  const std::vector<StrictObject>& nodes(std::string_view name) const { return entry(name).node; }
  const std::string& kind() const { return kind_; }  // for objects with kinds
  template <class E, std::size_t N>
  E kind_of(const OptionTable<E, N>& table) const {
    return table.value_of(kind_);
  }

  // Copies the value if the field is set.
  template <class T>
  void copy(std::string_view name, T& into) const {
    if (!is_set(name)) return;
    if constexpr (std::is_same_v<T, std::string>)
      into = text(name);
    else if constexpr (std::is_same_v<T, std::vector<std::string>>)
      into = texts(name);
    else if constexpr (std::is_same_v<T, bool>)
      into = flag(name);
    else if constexpr (std::is_same_v<T, std::optional<double>>)
      into = number(name);
    else if constexpr (std::is_arithmetic_v<T>)
      into = static_cast<T>(number(name));
    else  // a list of integers
      into.assign(list(name).begin(), list(name).end());
  }
  template <class E, std::size_t N>
  void copy(std::string_view name, E& into, const OptionTable<E, N>& table) const {
    if (is_set(name)) into = option(name, table);
  }

  // Errors for rules that a table cannot express.
  Error value_error(std::string_view name, std::string expected) const;
  Error error(std::string_view code, std::string message, std::string_view name, std::string found,
              std::string expected) const;
  // The dotted name of a field, or of the object itself if the name is empty.
  std::string path(std::string_view name = {}) const;

  void set(std::string_view name, double value);
  void set_list(std::string_view name, std::vector<std::int64_t> values);
  // Sets a field that was not in the JSON.
  void set_default(std::string_view name, double value) {
    if (!is_set(name)) set(name, value);
  }

  void write(JsonWriter& out) const;  // members only, without braces

 private:
  struct Entry {
    const FieldSpec* spec = nullptr;
    bool is_set = false;
    double number = 0;
    std::string text;
    std::vector<std::int64_t> list;
    std::vector<double> numbers;
    std::vector<std::string> texts;  // for a map of texts: name, text, name, text, ...
    std::vector<StrictObject> node;  // for an object, one element
    const StrictObject& object() const {
      if (node.size() != 1) abort_on_internal_error();
      return node.front();
    }
    StrictObject& object() {
      if (node.size() != 1) abort_on_internal_error();
      return node.front();
    }
  };
  class Reader;
  static void write_entry(JsonWriter& out, const Entry& entry);
  std::ptrdiff_t find(std::string_view name) const;
  std::size_t index_of(std::string_view name) const;
  const Entry& entry(std::string_view name) const { return entries_[index_of(name)]; }
  Entry& entry(std::string_view name) { return entries_[index_of(name)]; }

  std::vector<Entry> entries_;
  std::string kind_;
  std::string kind_key_;
  std::string path_;
  const ObjectForm* form_ = nullptr;
};

}  // namespace eegate
