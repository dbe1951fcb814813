// Conversions between C++ and JavaScript values, for all modules: names and copies, no decisions. Every
// method returns { value } or { error }. The types that Embind writes into the declarations are those of
// web/worker/protocol.ts, by name, so that the TypeScript compiler compares them with what the worker calls.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "session/output/cpu_target.h"
#include "session/output/version.h"

namespace eegate::bindings {

using emscripten::typed_memory_view;
using emscripten::val;

// A string literal as a template argument.
template <std::size_t kSize>
struct Text {
  consteval Text() = default;
  consteval Text(const char (&text)[kSize]) { std::ranges::copy(text, chars); }  // NOLINT(google-explicit-constructor)
  char chars[kSize] = {};
};

#define EEGATE_SHAPE(name) "import('../protocol.js')." name

// Arguments of methods. Where the shape is open, the core reads it as JSON.
EMSCRIPTEN_DECLARE_VAL_TYPE(JsSource)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsNamedSources)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsRecipe)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsDisplaySettings)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsSettings)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsTrainRequest)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsParts)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsBuffer)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsModelFile)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsFloats)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsLabels)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsSubjects)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsBuffers)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsStrings)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsReadRequest)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsFormat)

// Results of methods.
EMSCRIPTEN_DECLARE_VAL_TYPE(Outcome)

// An outcome whose value has the TypeScript type `kType`.
template <Text kType>
struct Answer : val {
  explicit Answer(const val& value) : val(value) {}
  // Not moved: val takes what is not exactly a val for a value of another type.
  Answer(const Outcome& outcome) : val(static_cast<const val&>(outcome)) {}  // NOLINT(google-explicit-constructor)
};

// The result of methods without a value.
using Done = Answer<"void">;

template <Text kType>
constexpr auto outcome_of() {
  constexpr char kBefore[] = EEGATE_SHAPE("Outcome<");
  Text<sizeof(kBefore) + sizeof(kType.chars)> text;
  char* end = std::ranges::copy_n(kBefore, sizeof(kBefore) - 1, text.chars).out;
  end = std::ranges::copy_n(kType.chars, sizeof(kType.chars) - 1, end).out;
  *end = '>';
  return text;
}

// A view into wasm memory dies when the memory grows: JavaScript always gets a copy of its own.
inline val to_js(std::span<const float> values) {
  return val::global("Float32Array").new_(typed_memory_view(values.size(), values.data()));
}
inline val to_js(std::span<const std::byte> bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return val::global("Uint8Array").new_(typed_memory_view(bytes.size(), data))["buffer"];
}

inline val from_json(const std::string& json) { return val::global("JSON").call<val>("parse", json); }

inline bool is_nothing(const val& value) { return value.isNull() || value.isUndefined(); }

inline std::vector<float> floats_of(const val& array) { return emscripten::convertJSArrayToNumberVector<float>(array); }
inline std::vector<std::int32_t> integers_of(const val& array) {
  return is_nothing(array) ? std::vector<std::int32_t>()
                           : emscripten::convertJSArrayToNumberVector<std::int32_t>(array);
}
inline std::vector<std::byte> bytes_of(const val& buffer) {
  if (is_nothing(buffer)) return {};
  const val array = val::global("Uint8Array").new_(buffer);
  std::vector<std::byte> bytes(array["length"].as<std::size_t>());
  val(typed_memory_view(bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data()))).call<void>("set", array);
  return bytes;
}
inline std::string json_of(const val& value) {
  return is_nothing(value) ? std::string() : val::global("JSON").call<std::string>("stringify", value);
}

inline Outcome success(const val& value) {
  val outcome = val::object();
  outcome.set("value", value);
  return Outcome(outcome);
}
inline Outcome done() { return success(val::undefined()); }

inline Outcome failure(const Error& error) {
  val js = val::object();
  js.set("code", std::string(error.code));
  js.set("message", error.message);
  for (const auto& [name, text] : {std::pair("hint", &error.hint),
                                   {"field", &error.field},
                                   {"place", &error.place},
                                   {"found", &error.found},
                                   {"expected", &error.expected}}) {
    if (!text->empty()) js.set(name, *text);
  }
  val outcome = val::object();
  outcome.set("error", js);
  return Outcome(outcome);
}

inline Outcome to_outcome(const Result<>& result) { return result.ok() ? done() : failure(result.error()); }

template <class T, class ToJs>
inline Outcome to_outcome(const Result<T>& result, ToJs convert) {
  return result.ok() ? success(convert(*result)) : failure(result.error());
}

inline val with_id(const std::string& json, int id) {
  val object = from_json(json);
  object.set("id", id);
  return object;
}

inline Outcome engine_info() {
  val js = val::object();
  js.set("version", std::string(kVersion));
  js.set("buildId", std::string(kBuildId));
  js.set("backend", std::string(is_relaxed_build() ? "relaxed" : "simd"));
  js.set("target", cpu_target_name());
  js.set("wasmBytes", static_cast<double>(emscripten_get_heap_size()));
  return success(js);
}

}  // namespace eegate::bindings
