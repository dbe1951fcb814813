// Names of the values of an enumeration: one table for parsing, validation, lists in messages and writing. No name is a
// default, so an added name is never mistaken for another one.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace eegate {

// Ends the program, in release builds too, where only a bug can lead and continuing would compute a wrong network or
// access invalid memory.
[[noreturn]] inline void abort_on_internal_error() { __builtin_trap(); }

template <class E>
struct Option {
  std::string_view name;
  E value;
};

template <class E, std::size_t N>
struct OptionTable {
  std::array<std::string_view, N> names;
  std::array<E, N> values;

  constexpr std::optional<E> find(std::string_view name) const {
    for (std::size_t i = 0; i < N; ++i) {
      if (names[i] == name) return values[i];
    }
    return std::nullopt;
  }
  // The value of a name that has already been validated against this table.
  constexpr E value_of(std::string_view name) const {
    const auto value = find(name);
    if (!value) abort_on_internal_error();
    return *value;
  }
  constexpr std::string_view name_of(E value) const {
    for (std::size_t i = 0; i < N; ++i) {
      if (values[i] == value) return names[i];
    }
    abort_on_internal_error();
  }
};

template <class E, std::size_t N>
consteval OptionTable<E, N> option_table(const Option<E> (&options)[N]) {
  OptionTable<E, N> table{};
  for (std::size_t i = 0; i < N; ++i) {
    table.names[i] = options[i].name;
    table.values[i] = options[i].value;
  }
  return table;
}

// "a, b, c" for messages.
inline std::string listed(std::span<const std::string_view> names) {
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
  return all;
}

// "a, b or c" for messages.
inline std::string alternatives(std::span<const std::string_view> names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i)
    all += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + std::string(names[i]);
  return all;
}

}  // namespace eegate
