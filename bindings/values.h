// What all modules of the core have: values on their way to JavaScript and back. Names and copies, no decisions. Every
// method answers { value } or { error }; the objects inside are those of web/worker/protocol.ts.
#pragma once

#include <emscripten/heap.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "bindings/js.h"
#include "session/cpu_target.h"
#include "session/version.h"

namespace eegate::bindings {

// What passes through, by what web/worker/protocol.ts calls it.
#define EEGATE_JS_TYPE(Name)                                                 \
  struct Name : JsValue {                                                    \
    explicit Name(JsValue value) : JsValue(static_cast<JsValue&&>(value)) {} \
  };
EEGATE_JS_TYPE(Outcome)
EEGATE_JS_TYPE(JsSource)
EEGATE_JS_TYPE(JsRecipe)
EEGATE_JS_TYPE(JsBuffer)
EEGATE_JS_TYPE(JsFloats)
EEGATE_JS_TYPE(JsIntegers)
EEGATE_JS_TYPE(JsBuffers)
EEGATE_JS_TYPE(JsStrings)
EEGATE_JS_TYPE(JsReadRequest)
EEGATE_JS_TYPE(JsIdentity)
#undef EEGATE_JS_TYPE

// A view into wasm memory dies when the memory grows: JavaScript always gets a copy of its own.
inline JsValue to_js(std::span<const float> values) { return JsValue(eegate_js_floats(values.data(), values.size())); }
inline JsValue to_js(std::span<const std::byte> bytes) { return JsValue(eegate_js_bytes(bytes.data(), bytes.size())); }

inline JsValue from_json(std::string_view json) { return JsValue::parse(json); }

inline std::vector<float> floats_of(const JsFloats& values) { return values.numbers<float>(); }
inline std::vector<std::byte> bytes_of(const JsValue& buffer) {
  return buffer.is_nothing() ? std::vector<std::byte>() : buffer.numbers<std::byte>();
}
inline std::vector<std::int32_t> integers_of(const JsIntegers& array) {
  return array.is_nothing() ? std::vector<std::int32_t>() : array.numbers<std::int32_t>();
}
inline std::string json_of(const JsRecipe& recipe) { return recipe.is_nothing() ? std::string() : recipe.json(); }

inline Outcome success(const JsValue& value) {
  JsValue outcome = JsValue::object();
  outcome.set("value", value);
  return Outcome(std::move(outcome));
}

inline Outcome failure(const Error& error) {
  JsValue js = JsValue::object();
  js.set("code", std::string_view(error.code));
  js.set("message", error.message);
  for (const auto& [name, text] : {std::pair("hint", &error.hint),
                                   {"field", &error.field},
                                   {"place", &error.place},
                                   {"found", &error.found},
                                   {"expected", &error.expected}}) {
    if (!text->empty()) js.set(name, *text);
  }
  JsValue outcome = JsValue::object();
  outcome.set("error", js);
  return Outcome(std::move(outcome));
}

inline Outcome to_outcome(const Result<>& result) { return result.ok() ? success(JsValue()) : failure(result.error()); }

template <class T, class ToJs>
inline Outcome to_outcome(const Result<T>& result, ToJs convert) {
  return result.ok() ? success(convert(*result)) : failure(result.error());
}

inline JsValue with_id(const std::string& json, int id) {
  JsValue object = from_json(json);
  object.set("id", static_cast<double>(id));
  return object;
}

inline Outcome engine_info() {
  JsValue js = JsValue::object();
  js.set("version", std::string_view(kVersion));
  js.set("buildId", std::string_view(kBuildId));
  const std::string target = cpu_target_name();
  js.set("backend", std::string_view(target == "relaxed-simd" ? "relaxed" : "simd"));
  js.set("target", target);
  js.set("wasmBytes", static_cast<double>(emscripten_get_heap_size()));
  return success(js);
}

}  // namespace eegate::bindings
