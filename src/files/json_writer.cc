#include <yyjson.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>

#include "base/numbers_as_text.h"
#include "base/utf8.h"
#include "files/json.h"

namespace eegate {
namespace {

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
