// The methods of a module's engine by name, as JavaScript calls them: with an array of arguments.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include "bindings/values.h"

#define EEGATE_EXPORT(name) __attribute__((export_name(#name)))

namespace eegate::bindings {

template <class Engine>
struct Method {
  const char* name;
  Outcome (*run)(Engine&, const JsValue& arguments);
};

// `kMethod` once more as a plain argument tells the types of its own.
template <auto kMethod, class Engine, class Class, class... Arguments>
Outcome run_with(Engine& engine, const JsValue& arguments, Outcome (Class::*)(Arguments...)) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return (engine.*kMethod)(arguments.at(i).template as<std::remove_cvref_t<Arguments>>()...);
  }(std::index_sequence_for<Arguments...>());
}
template <auto kMethod, class Engine, class Class, class... Arguments>
Outcome run_with(Engine& engine, const JsValue& arguments, Outcome (Class::*)(Arguments...) const) {
  return run_with<kMethod>(engine, arguments, static_cast<Outcome (Class::*)(Arguments...)>(nullptr));
}

template <auto kMethod, class Engine>
Outcome run_method(Engine& engine, const JsValue& arguments) {
  return run_with<kMethod>(engine, arguments, kMethod);
}

template <class Engine>
Handle names_of(std::span<const Method<Engine>> methods) {
  JsValue names = JsValue::array();
  for (const Method<Engine>& method : methods) names.push(std::string_view(method.name));
  return names.release();
}

// One engine for as long as the module lives.
template <class Engine>
Handle run(std::span<const Method<Engine>> methods, std::size_t index, Handle arguments) {
  static Engine& engine = *new Engine;
  return methods[index].run(engine, JsValue(arguments)).release();
}

}  // namespace eegate::bindings
