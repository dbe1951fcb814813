// The methods of a module's engine as functions of the module. Embind would convert 1.5, -1 and NaN to arbitrary
// integers: whole numbers are passed as doubles and checked here before they become sizes or ids.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/numbers_as_text.h"
#include "bindings/values.h"

namespace eegate::bindings {

template <class T>
concept WholeNumber = std::integral<T> && !std::same_as<T, bool>;

template <class T>
using FromJs = std::conditional_t<WholeNumber<T>, double, T>;

struct Limits {
  double lowest, highest;
};

// Limits of a type, and of the whole numbers that a double represents exactly.
template <class T>
constexpr Limits limits_of() {
  constexpr std::int64_t kExact = (std::int64_t{1} << 53) - 1;
  if constexpr (sizeof(T) >= sizeof(double)) return {std::is_signed_v<T> ? -double{kExact} : 0.0, double{kExact}};
  return {static_cast<double>(std::numeric_limits<T>::lowest()), static_cast<double>(std::numeric_limits<T>::max())};
}

inline std::optional<Error> check_whole(double value, Limits limits, std::string_view name) {
  if (value >= limits.lowest && value <= limits.highest && value == std::trunc(value)) return std::nullopt;
  const std::string expected =
      "a whole number from " + significant(limits.lowest, 16) + " to " + significant(limits.highest, 16);
  return Error{.code = "ENGINE_ARGUMENT",
               .message = "The engine was called with a number that it cannot use",
               .field = std::string(name),
               .found = significant(value, 16),
               .expected = expected};
}

// "a" and "b" of "name(a, b)".
constexpr std::string_view argument_name(std::string_view signature, std::size_t index) {
  signature.remove_prefix(signature.find('(') + 1);
  signature.remove_suffix(1);
  for (; index > 0; --index) signature.remove_prefix(signature.find(", ") + 2);
  return signature.substr(0, signature.find(','));
}

constexpr std::size_t n_arguments(std::string_view signature) {
  if (signature.ends_with("()")) return 0;
  return 1 + static_cast<std::size_t>(std::ranges::count(signature, ','));
}

// One engine for as long as the module lives.
template <class Engine>
Engine& the_engine() {
  static Engine& engine = *new Engine;
  return engine;
}

// A method as a function of the module: `kSignature` is its name with those of its arguments, "name(a, b)".
template <class Engine, Text kSignature, auto kMethod, class Answer, class... Arguments>
struct Method {
  static_assert(n_arguments(kSignature.chars) == sizeof...(Arguments), "each argument has a name");

  static Answer call(FromJs<Arguments>... given) {
    std::optional<Error> wrong;
    std::size_t index = 0;
    (check<Arguments>(given, index++, wrong), ...);
    if (wrong) return failure(*wrong);
    return (the_engine<Engine>().*kMethod)(static_cast<Arguments>(std::move(given))...);
  }

  template <class Argument>
  static void check(const FromJs<Argument>& given, std::size_t index, std::optional<Error>& wrong) {
    if constexpr (WholeNumber<Argument>) {
      if (!wrong) wrong = check_whole(given, limits_of<Argument>(), argument_name(kSignature.chars, index));
    }
  }
};

template <class Engine, Text kSignature, auto kMethod, class Answer, class Class, class... Arguments>
void bind_as(Answer (Class::*)(Arguments...)) {
  emscripten::function(kSignature.chars, &Method<Engine, kSignature, kMethod, Answer, Arguments...>::call);
}
template <class Engine, Text kSignature, auto kMethod, class Answer, class Class, class... Arguments>
void bind_as(Answer (Class::*)(Arguments...) const) {
  emscripten::function(kSignature.chars, &Method<Engine, kSignature, kMethod, Answer, Arguments...>::call);
}

// bind<Engine, "predict(modelId, x, nEpochs, nTimes)", &Engine::predict>();
template <class Engine, Text kSignature, auto kMethod>
void bind() {
  bind_as<Engine, kSignature, kMethod>(kMethod);
}

template <Text kType>
void register_answer() {
  static constexpr auto kName = outcome_of<kType>();
  emscripten::register_type<Answer<kType>>(kName.chars);
}
template <Text... kTypes>
void register_answers() {
  (register_answer<kTypes>(), ...);
}

// Methods of every engine.
template <class Engine>
void bind_models() {
  emscripten::register_type<JsBuffer>("ArrayBuffer");
  emscripten::register_type<JsFloats>("Float32Array");
  register_answers<EEGATE_SHAPE("EngineInfo"), EEGATE_SHAPE("ModelInfo"), "Float32Array", "void">();
  bind<Engine, "info()", &Engine::info>();
  bind<Engine, "loadModel(id, bytes, fileName)", &Engine::load_model>();
  bind<Engine, "closeModel(id)", &Engine::close_model>();
}

}  // namespace eegate::bindings
