// Values of JavaScript as a module of the core holds them: handles into a table that web/worker/core_module.ts keeps.
// What is imported below is all that a module asks of JavaScript.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace eegate::bindings {

using Handle = std::uint32_t;
enum FixedHandle : Handle { kUndefined, kNull, kTrue, kFalse, kFirstFree };
// Arrays of numbers that are copied out of JavaScript's.
enum class Elements : std::uint32_t { kBytes, kFloats, kInt32, kUint32 };

#define EEGATE_IMPORT(name) __attribute__((import_module("js"), import_name(#name)))
extern "C" {
EEGATE_IMPORT(drop) void eegate_js_drop(Handle);
EEGATE_IMPORT(copy) Handle eegate_js_copy(Handle);
EEGATE_IMPORT(object) Handle eegate_js_object();
EEGATE_IMPORT(array) Handle eegate_js_array();
EEGATE_IMPORT(number) Handle eegate_js_number(double);
EEGATE_IMPORT(text) Handle eegate_js_text(const char*, std::size_t);
EEGATE_IMPORT(parse) Handle eegate_js_parse(const char*, std::size_t);
EEGATE_IMPORT(stringify) Handle eegate_js_stringify(Handle);
EEGATE_IMPORT(floats) Handle eegate_js_floats(const float*, std::size_t);
EEGATE_IMPORT(bytes) Handle eegate_js_bytes(const std::byte*, std::size_t);
EEGATE_IMPORT(get) Handle eegate_js_get(Handle, const char*, std::size_t);
EEGATE_IMPORT(at) Handle eegate_js_at(Handle, std::size_t);
EEGATE_IMPORT(set) void eegate_js_set(Handle, const char*, std::size_t, Handle);
EEGATE_IMPORT(push) void eegate_js_push(Handle, Handle);
EEGATE_IMPORT(toNumber) double eegate_js_to_number(Handle);
EEGATE_IMPORT(isTrue) bool eegate_js_is_true(Handle);
EEGATE_IMPORT(isNothing) bool eegate_js_is_nothing(Handle);
EEGATE_IMPORT(size) double eegate_js_size(Handle);  // bytes of a buffer or of text in UTF-8, else a length
EEGATE_IMPORT(read) void eegate_js_read(Handle, Elements, void*, std::size_t);
EEGATE_IMPORT(readFile) Handle eegate_js_read_file(Handle, double offset, double length);
EEGATE_IMPORT(now) double eegate_js_now_ms();
}
#undef EEGATE_IMPORT

class JsValue {
 public:
  JsValue() = default;  // undefined
  explicit JsValue(Handle owned) : handle_(owned) {}
  JsValue(double number) : handle_(eegate_js_number(number)) {}
  JsValue(std::string_view text) : handle_(eegate_js_text(text.data(), text.size())) {}
  JsValue(const std::string& text) : JsValue(std::string_view(text)) {}
  JsValue(const JsValue& other) : handle_(eegate_js_copy(other.handle_)) {}
  JsValue(JsValue&& other) noexcept : handle_(std::exchange(other.handle_, kUndefined)) {}
  JsValue& operator=(JsValue other) noexcept { return std::swap(handle_, other.handle_), *this; }
  ~JsValue() {
    if (handle_ >= kFirstFree) eegate_js_drop(handle_);
  }
  static JsValue null() { return JsValue(Handle{kNull}); }
  static JsValue object() { return JsValue(eegate_js_object()); }
  static JsValue array() { return JsValue(eegate_js_array()); }
  static JsValue parse(std::string_view json) { return JsValue(eegate_js_parse(json.data(), json.size())); }

  Handle handle() const { return handle_; }
  Handle release() { return std::exchange(handle_, kUndefined); }

  void set(std::string_view name, const JsValue& value) {
    eegate_js_set(handle_, name.data(), name.size(), value.handle_);
  }
  void push(const JsValue& value) { eegate_js_push(handle_, value.handle_); }
  JsValue operator[](std::string_view name) const { return JsValue(eegate_js_get(handle_, name.data(), name.size())); }
  JsValue at(std::size_t index) const { return JsValue(eegate_js_at(handle_, index)); }
  std::size_t size() const { return static_cast<std::size_t>(eegate_js_size(handle_)); }
  bool is_nothing() const { return eegate_js_is_nothing(handle_); }  // null or undefined
  bool is_true() const { return eegate_js_is_true(handle_); }
  double number() const { return eegate_js_to_number(handle_); }
  std::string text() const {
    std::string text(size(), '\0');
    eegate_js_read(handle_, Elements::kBytes, text.data(), text.size());
    return text;
  }
  std::string json() const { return JsValue(eegate_js_stringify(handle_)).text(); }
  template <class T>
  std::vector<T> numbers() const {
    constexpr Elements elements = std::same_as<T, float>           ? Elements::kFloats
                                  : std::same_as<T, std::int32_t>  ? Elements::kInt32
                                  : std::same_as<T, std::uint32_t> ? Elements::kUint32
                                                                   : Elements::kBytes;
    static_assert(elements != Elements::kBytes || std::same_as<T, std::byte>);
    std::vector<T> numbers(size());
    eegate_js_read(handle_, elements, numbers.data(), numbers.size());
    return numbers;
  }

  // As an argument of a method.
  template <class T>
  T as() && {
    if constexpr (std::same_as<T, bool>)
      return is_true();
    else if constexpr (std::is_arithmetic_v<T>)
      return static_cast<T>(number());
    else if constexpr (std::same_as<T, std::string>)
      return text();
    else
      return T(std::move(*this));
  }

 private:
  Handle handle_ = kUndefined;
};

}  // namespace eegate::bindings
