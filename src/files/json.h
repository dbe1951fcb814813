// JSON for headers, configurations and recipes: a thin interface to yyjson, the only one that includes it. Reading is
// strict (RFC 8259, valid UTF-8, no duplicate keys, limited depth); writing preserves the order of calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

struct yyjson_doc;
struct yyjson_val;

namespace eegate {

// A value of a JsonDocument, valid as long as the document exists. A default-constructed value is "absent".
class JsonValue {
 public:
  JsonValue() = default;
  explicit JsonValue(yyjson_val* value) : value_(value) {}

  bool absent() const { return value_ == nullptr; }
  bool is_null() const;
  bool is_object() const;
  bool is_array() const;
  bool is_string() const;
  bool is_bool() const;
  bool is_number() const;
  // The name of the type, for messages: "object", "array", "string", "number", "true/false", "null", "nothing".
  std::string_view type_name() const;

  std::string_view string() const;  // empty unless a string
  bool boolean() const;             // false unless a bool
  double number() const;            // 0 unless a number
  // The number if it is an integer and exactly representable (64 and 64.0 alike).
  std::optional<std::int64_t> integer() const;
  // The value of a JSON number written without sign, fraction or exponent that fits into 63 bits (safetensors offsets).
  std::optional<std::uint64_t> plain_unsigned() const;

  std::size_t size() const;                   // members of an object, elements of an array
  JsonValue at(std::size_t index) const;      // element of an array
  JsonValue get(std::string_view key) const;  // member of an object, absent if it does not exist
  std::vector<std::pair<std::string_view, JsonValue>> members() const;
  std::vector<JsonValue> elements() const;

  // The value as compact JSON text.
  std::string text() const;

 private:
  yyjson_val* value_ = nullptr;
};

struct JsonLimits {
  std::size_t max_depth = 32;
  std::size_t max_string_bytes = std::size_t{1} << 20;
  std::size_t max_values = std::size_t{1} << 22;  // limits memory: a value takes 16 bytes
};

class JsonDocument {
 public:
  // Errors: JSON_SYNTAX (with byte_offset), JSON_DUPLICATE (field = the key), JSON_LIMIT.
  static Result<JsonDocument> parse(std::string_view text, JsonLimits limits = {});
  JsonValue root() const;

 private:
  struct Free {
    void operator()(yyjson_doc* doc) const;
  };
  std::unique_ptr<yyjson_doc, Free> doc_;
};

// Writes JSON text: begin_object(); key("a"); value(1.5); end_object(). Numbers read back exactly; NaN and infinities
// become null.
class JsonWriter {
 public:
  explicit JsonWriter(bool pretty = false) : pretty_(pretty) {}
  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);
  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  JsonWriter& value(double number);
  JsonWriter& value(std::int64_t number);
  JsonWriter& value(std::uint64_t number);
  JsonWriter& value(int number) { return value(static_cast<std::int64_t>(number)); }
  JsonWriter& value(bool truth);
  JsonWriter& null();
  // Appends text that is already JSON.
  JsonWriter& raw(std::string_view json);
  const std::string& text() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  void separate();
  void newline();
  std::string out_;
  std::vector<bool> has_items_;  // one entry per open object or array
  bool after_key_ = false;
  bool pretty_;
};

}  // namespace eegate
