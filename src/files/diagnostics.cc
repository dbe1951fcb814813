#include "files/diagnostics.h"

#include <algorithm>
#include <utility>

namespace eegate {

void Diagnostics::refuse(Error error) {
  if (!error_) error_ = std::move(error);
}

void Diagnostics::repair(Error error) {
  if (strict_) {
    refuse(std::move(error));
  } else {
    remark(std::move(error));
  }
}

void Diagnostics::remark(Error error) {
  for (Entry& entry : entries_) {
    if (entry.warning.code != error.code) continue;
    ++entry.count;
    return;
  }
  entries_.push_back({{error.code, describe(error), error.byte_offset}});
}

void Diagnostics::remark(std::string_view code, std::string_view message, std::string found, std::string expected) {
  Error e;
  e.code = code;
  e.message = message;
  e.found = std::move(found);
  e.expected = std::move(expected);
  remark(std::move(e));
}

void Diagnostics::remark_once(Error error) {
  const auto is_same = [&](const Entry& entry) { return entry.warning.code == error.code; };
  if (std::none_of(entries_.begin(), entries_.end(), is_same)) remark(std::move(error));
}

Warnings Diagnostics::warnings() const {
  Warnings out;
  for (const Entry& entry : entries_) {
    out.push_back(entry.warning);
    if (entry.count > 1) out.back().message += ", and " + std::to_string(entry.count - 1) + " more";
  }
  return out;
}

Error error_in_field(std::string_view code, std::string_view message, std::string_view field, std::string_view found,
                     std::string_view expected, std::string_view hint) {
  Error e;
  e.code = code;
  e.message = message;
  e.field = field;
  e.found = found;
  e.expected = expected;
  e.hint = hint;
  return e;
}

Error error_at_byte(std::string_view code, std::string_view message, std::uint64_t at, std::string_view found,
                    std::string_view expected, std::string_view hint) {
  Error e = error_in_field(code, message, {}, found, expected, hint);
  e.place = "byte " + std::to_string(at);
  e.byte_offset = static_cast<std::int64_t>(at);
  return e;
}

}  // namespace eegate
