// JSON whose keys are written once, in snake_case, and spelled as the reader of the text expects.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "files/json.h"

namespace eegate {

// The command line writes snake_case, the engine of a page camelCase.
enum class Keys { kSnake, kCamel };

// "byte_offset" -> "byteOffset".
std::string camel_case(std::string_view snake);

class JsonOut {
 public:
  explicit JsonOut(Keys keys, bool pretty = false) : keys_(keys), writer_(pretty) {}

  JsonOut& begin_object() { return writer_.begin_object(), *this; }
  JsonOut& end_object() { return writer_.end_object(), *this; }
  JsonOut& begin_array() { return writer_.begin_array(), *this; }
  JsonOut& end_array() { return writer_.end_array(), *this; }
  JsonOut& key(std::string_view snake);

  // A member: its key, then its value.
  template <class T>
  JsonOut& member(std::string_view snake, const T& value) {
    key(snake);
    writer_.value(value);
    return *this;
  }
  JsonOut& count(std::string_view snake, std::uint64_t n) { return member(snake, n); }
  // JSON text as it is; `null` if it is empty. Keys inside keep their spelling: they are names of a file format.
  JsonOut& raw(std::string_view snake, std::string_view json);
  // A value that may be unknown: null on the command line, left out for a page (undefined).
  JsonOut& absent(std::string_view snake);
  // Absent if it is NaN.
  JsonOut& defined(std::string_view snake, double value) {
    return std::isnan(value) ? absent(snake) : member(snake, value);
  }

  template <class Strings>
  JsonOut& strings(std::string_view snake, const Strings& values) {
    key(snake).begin_array();
    for (const auto& value : values) writer_.value(std::string_view(value));
    return end_array();
  }
  template <class Numbers>
  JsonOut& counts(std::string_view snake, const Numbers& values) {
    key(snake).begin_array();
    for (const auto value : values) writer_.value(static_cast<std::uint64_t>(value));
    return end_array();
  }

  JsonWriter& writer() { return writer_; }
  std::string take() { return writer_.take(); }

 private:
  Keys keys_;
  JsonWriter writer_;
};

}  // namespace eegate
