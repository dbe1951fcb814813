// What all modules of the core have: values on their way to JavaScript and back. Names and copies, no decisions. Every
// method answers { value } or { error }; the objects inside are those of web/worker/protocol.ts.
#pragma once

#include <emscripten/bind.h>
#include <emscripten/heap.h>
#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "session/version.h"

namespace eegate::bindings {

using emscripten::typed_memory_view;
using emscripten::val;

// What the emitted types call the values that pass through.
EMSCRIPTEN_DECLARE_VAL_TYPE(Outcome)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsSource)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsRecipe)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsBuffer)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsFloats)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsIntegers)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsBuffers)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsStrings)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsReadRequest)
EMSCRIPTEN_DECLARE_VAL_TYPE(JsIdentity)

// A view into wasm memory dies when the memory grows: JavaScript always gets a copy of its own.
inline val to_js(std::span<const float> values) {
  return val::global("Float32Array").new_(typed_memory_view(values.size(), values.data()));
}

inline val to_js(std::span<const std::byte> bytes) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  return val::global("Uint8Array").new_(typed_memory_view(bytes.size(), data))["buffer"];
}

inline val from_json(const std::string& json) { return val::global("JSON").call<val>("parse", json); }

inline std::vector<std::byte> bytes_of(const val& buffer) {
  if (buffer.isNull() || buffer.isUndefined()) return {};
  const val array = val::global("Uint8Array").new_(buffer);
  std::vector<std::byte> bytes(array["length"].as<std::size_t>());
  val(typed_memory_view(bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data()))).call<void>("set", array);
  return bytes;
}

inline std::vector<std::int32_t> integers_of(const val& array) {
  if (array.isNull() || array.isUndefined()) return {};
  return emscripten::convertJSArrayToNumberVector<std::int32_t>(array);
}

inline std::string json_of(const JsRecipe& recipe) {
  if (recipe.isNull() || recipe.isUndefined()) return {};
  return val::global("JSON").call<std::string>("stringify", static_cast<const val&>(recipe));
}

inline Outcome success(val value) {
  val outcome = val::object();
  outcome.set("value", std::move(value));
  return Outcome(std::move(outcome));
}

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
  outcome.set("error", std::move(js));
  return Outcome(std::move(outcome));
}

inline Outcome to_outcome(const Result<>& result) {
  return result.ok() ? success(val::undefined()) : failure(result.error());
}

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
#ifdef __wasm_relaxed_simd__
  js.set("backend", std::string("relaxed"));
  js.set("target", std::string("relaxed-simd"));
#else
  js.set("backend", std::string("simd"));
  js.set("target", std::string("simd128"));
#endif
  js.set("wasmBytes", static_cast<double>(emscripten_get_heap_size()));
  return success(js);
}

inline void register_types() {
  emscripten::register_type<Outcome>(
      "{ value: any } | { error: { code: string; message: string; hint?: string; field?: string; place?: string; "
      "found?: string; expected?: string } }");
  emscripten::register_type<JsSource>("{ size: number; read(offset: number, length: number): Uint8Array | null }");
  emscripten::register_type<JsRecipe>("Record<string, unknown> | null");
  emscripten::register_type<JsBuffer>("ArrayBuffer | null");
  emscripten::register_type<JsFloats>("Float32Array");
  emscripten::register_type<JsIntegers>("Int32Array | null");
  emscripten::register_type<JsStrings>("string[]");
  emscripten::register_type<JsBuffers>("ArrayBuffer[]");
  emscripten::register_type<JsReadRequest>(
      "{ channels: number[]; startS: number; durationS: number; preview?: Record<string, unknown>; look?: "
      "Record<string, unknown> }");
  emscripten::register_type<JsIdentity>(
      "{ patient: boolean; recording: boolean; startDate: boolean; startTime: boolean }");
}

}  // namespace eegate::bindings
