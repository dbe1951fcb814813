#include "files/json.h"

#include <yyjson.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "base/numbers_as_text.h"
#include "base/sort.h"
#include "base/utf8.h"

namespace eegate {
namespace {

constexpr double kExactIntegers = 9007199254740992.0;  // 2^53

Error limit_error(std::string message, std::size_t limit, std::size_t offset) {
  Error e;
  e.code = "JSON_LIMIT";
  e.message = std::move(message);
  e.place = "byte " + std::to_string(offset);
  e.expected = "at most " + std::to_string(limit);
  e.byte_offset = static_cast<std::int64_t>(offset);
  return e;
}

Error syntax_error(const yyjson_read_err& problem) {
  Error e;
  e.code = "JSON_SYNTAX";
  e.message = "The text is not valid JSON: " + std::string(problem.msg ? problem.msg : "it cannot be read");
  e.place = "byte " + std::to_string(problem.pos);
  e.byte_offset = static_cast<std::int64_t>(problem.pos);
  return e;
}

// Counts brackets and separators before anything is allocated, so that malicious texts are rejected early. Counts may
// be wrong for text that is not JSON, which the parser rejects afterwards.
Result<> check_limits(std::string_view text, const JsonLimits& limits) {
  std::size_t depth = 0, n_values = 1, string_begin = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c != '"') continue;
      in_string = false;
      if (i - string_begin - 1 > limits.max_string_bytes) {
        return limit_error("A JSON string is too long", limits.max_string_bytes, string_begin);
      }
    } else if (c == '"') {
      in_string = true;
      string_begin = i;
    } else if (c == '{' || c == '[') {
      if (++depth > limits.max_depth) {
        return limit_error("The JSON text is nested too deeply", limits.max_depth, i);
      }
      ++n_values;
    } else if (c == '}' || c == ']') {
      if (depth > 0) --depth;
    } else if (c == ',' || c == ':') {
      if (++n_values > limits.max_values) {
        return limit_error("The JSON text has too many values", limits.max_values, i);
      }
    }
  }
  return {};
}

std::string_view view_of(yyjson_val* value) { return {yyjson_get_str(value), yyjson_get_len(value)}; }

// A duplicate key in any object below `value`; nullptr if there is none. The depth of the recursion is limited by
// JsonLimits.
yyjson_val* find_duplicate(yyjson_val* value) {
  std::vector<yyjson_val*> keys;
  std::size_t i = 0, n = 0;
  yyjson_val *key = nullptr, *item = nullptr;
  yyjson_val* found = nullptr;
  if (yyjson_is_arr(value)) {
    yyjson_arr_foreach(value, i, n, item) {
      if (yyjson_is_ctn(item) && !found) found = find_duplicate(item);
    }
    return found;
  }
  if (!yyjson_is_obj(value)) return nullptr;
  keys.reserve(yyjson_obj_size(value));
  yyjson_obj_foreach(value, i, n, key, item) {
    keys.push_back(key);
    if (yyjson_is_ctn(item) && !found) found = find_duplicate(item);
  }
  if (found) return found;
  sort_stable(keys, [](yyjson_val* a, yyjson_val* b) { return view_of(a) < view_of(b); });
  const auto twice = std::adjacent_find(keys.begin(), keys.end(),
                                        [](yyjson_val* a, yyjson_val* b) { return view_of(a) == view_of(b); });
  return twice == keys.end() ? nullptr : *twice;
}

template <class Integer>
void append_integer(std::string& out, Integer number) {
  std::array<char, 24> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void append_quoted(std::string& out, std::string_view text) {
  if (!is_utf8(text)) return append_quoted(out, valid_utf8(text));
  out += '"';
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (c == '\r') {
      out += "\\r";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\u" + hexadecimal(byte, 4);
    } else if (byte >= 0x80 && byte < 0xA0 && !out.empty() &&
               out.back() == '\xC2') {  // U+0080 to U+009F are control characters of terminals
      out.pop_back();
      out += "\\u" + hexadecimal(byte, 4);
    } else {
      out += c;
    }
  }
  out += '"';
}

}  // namespace

bool JsonValue::is_null() const { return yyjson_is_null(value_); }
bool JsonValue::is_object() const { return yyjson_is_obj(value_); }
bool JsonValue::is_array() const { return yyjson_is_arr(value_); }
bool JsonValue::is_string() const { return yyjson_is_str(value_); }
bool JsonValue::is_bool() const { return yyjson_is_bool(value_); }
bool JsonValue::is_number() const { return yyjson_is_num(value_); }

std::string_view JsonValue::type_name() const {
  if (absent()) return "nothing";
  if (is_object()) return "object";
  if (is_array()) return "array";
  if (is_string()) return "string";
  if (is_number()) return "number";
  return is_bool() ? "true/false" : "null";
}

std::string_view JsonValue::string() const { return is_string() ? view_of(value_) : std::string_view(); }
bool JsonValue::boolean() const { return yyjson_get_bool(value_); }
double JsonValue::number() const { return yyjson_get_num(value_); }

std::optional<std::int64_t> JsonValue::integer() const {
  if (yyjson_is_sint(value_)) return yyjson_get_sint(value_);
  if (yyjson_is_uint(value_)) {
    const std::uint64_t n = yyjson_get_uint(value_);
    if (n > std::uint64_t{INT64_MAX}) return std::nullopt;
    return static_cast<std::int64_t>(n);
  }
  if (!yyjson_is_real(value_)) return std::nullopt;
  const double x = yyjson_get_real(value_);
  if (!(std::fabs(x) <= kExactIntegers) || std::trunc(x) != x) return std::nullopt;
  return static_cast<std::int64_t>(x);
}

std::optional<std::uint64_t> JsonValue::plain_unsigned() const {
  // "-0" is kept as a signed integer by the parser, "1.0" and "1e3" as reals.
  if (!yyjson_is_uint(value_) || yyjson_get_uint(value_) > std::uint64_t{INT64_MAX}) return std::nullopt;
  return yyjson_get_uint(value_);
}

std::size_t JsonValue::size() const { return is_object() ? yyjson_obj_size(value_) : yyjson_arr_size(value_); }
JsonValue JsonValue::at(std::size_t index) const { return JsonValue(yyjson_arr_get(value_, index)); }
JsonValue JsonValue::get(std::string_view key) const {
  return JsonValue(yyjson_obj_getn(value_, key.data(), key.size()));
}

std::vector<std::pair<std::string_view, JsonValue>> JsonValue::members() const {
  std::vector<std::pair<std::string_view, JsonValue>> out;
  if (!is_object()) return out;  // the loop below would iterate over an absent value
  out.reserve(yyjson_obj_size(value_));
  std::size_t i = 0, n = 0;
  yyjson_val *key = nullptr, *item = nullptr;
  yyjson_obj_foreach(value_, i, n, key, item) out.emplace_back(view_of(key), JsonValue(item));
  return out;
}

std::vector<JsonValue> JsonValue::elements() const {
  std::vector<JsonValue> out;
  if (!is_array()) return out;
  out.reserve(yyjson_arr_size(value_));
  std::size_t i = 0, n = 0;
  yyjson_val* item = nullptr;
  yyjson_arr_foreach(value_, i, n, item) out.emplace_back(item);
  return out;
}

std::string JsonValue::text() const {
  std::size_t n = 0;
  const std::unique_ptr<char, void (*)(void*)> written(
      value_ ? yyjson_val_write(value_, YYJSON_WRITE_NOFLAG, &n) : nullptr, std::free);
  return written ? std::string(written.get(), n) : std::string();
}

Result<JsonDocument> JsonDocument::parse(std::string_view text, JsonLimits limits) {
  EEGATE_CHECK(check_limits(text, limits));
  yyjson_read_err problem{};
  // Without YYJSON_READ_INSITU the text is copied and not modified; the cast only satisfies the signature.
  JsonDocument document;
  document.doc_.reset(
      yyjson_read_opts(const_cast<char*>(text.data()), text.size(), YYJSON_READ_NOFLAG, nullptr, &problem));
  if (!document.doc_) {
    return syntax_error(problem);
  }
  if (yyjson_val* key = find_duplicate(yyjson_doc_get_root(document.doc_.get()))) {
    Error e;
    e.code = "JSON_DUPLICATE";
    e.message = "A JSON object has a duplicate key";
    e.field = std::string(view_of(key).substr(0, 200));
    e.expected = "every name once";
    return e;
  }
  return document;
}

JsonValue JsonDocument::root() const { return JsonValue(yyjson_doc_get_root(doc_.get())); }
void JsonDocument::Free::operator()(yyjson_doc* doc) const { yyjson_doc_free(doc); }

void JsonWriter::newline() {
  if (!pretty_) return;
  out_ += '\n';
  out_.append(2 * has_items_.size(), ' ');
}

// Writes what precedes a value or a key: nothing after a key, otherwise a comma between items.
void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (has_items_.empty()) return;
  if (has_items_.back()) out_ += ',';
  has_items_.back() = true;
  newline();
}

JsonWriter& JsonWriter::begin_object() {
  separate();
  out_ += '{';
  has_items_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  const bool had_items = has_items_.back();
  has_items_.pop_back();
  if (had_items) newline();
  out_ += '}';
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  separate();
  out_ += '[';
  has_items_.push_back(false);
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  const bool had_items = has_items_.back();
  has_items_.pop_back();
  if (had_items) newline();
  out_ += ']';
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_quoted(out_, name);
  out_ += pretty_ ? ": " : ":";
  after_key_ = true;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_quoted(out_, text);
  return *this;
}

JsonWriter& JsonWriter::value(double number) {
  if (!std::isfinite(number)) return null();
  if (std::fabs(number) < 1e15 && std::trunc(number) == number && !std::signbit(number)) {
    return value(static_cast<std::int64_t>(number));  // "64", not "64.0"
  }
  // yyjson writes the shortest digits that read back; std::to_chars would add its own tables to the module.
  yyjson_val real{};
  yyjson_set_real(&real, number);
  std::size_t n = 0;
  const std::unique_ptr<char, void (*)(void*)> written(yyjson_val_write(&real, YYJSON_WRITE_NOFLAG, &n), std::free);
  raw(written ? std::string_view(written.get(), n) : std::string_view("null"));
  return *this;
}

JsonWriter& JsonWriter::value(std::int64_t number) {
  separate();
  append_integer(out_, number);
  return *this;
}

JsonWriter& JsonWriter::value(std::uint64_t number) {
  separate();
  append_integer(out_, number);
  return *this;
}

JsonWriter& JsonWriter::value(bool truth) { return raw(truth ? "true" : "false"); }
JsonWriter& JsonWriter::null() { return raw("null"); }

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

}  // namespace eegate
