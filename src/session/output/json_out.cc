#include "session/output/json_out.h"

namespace eegate {

std::string camel_case(std::string_view snake) {
  std::string camel;
  bool upper = false;
  for (const char c : snake) {
    if (c == '_') {
      upper = true;
      continue;
    }
    camel += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return camel;
}

JsonOut& JsonOut::key(std::string_view snake) {
  if (keys_ == Keys::kSnake) {
    writer_.key(snake);
  } else {
    writer_.key(camel_case(snake));
  }
  return *this;
}

JsonOut& JsonOut::raw(std::string_view snake, std::string_view json) {
  key(snake);
  if (json.empty()) {
    writer_.null();
  } else {
    writer_.raw(json);
  }
  return *this;
}

JsonOut& JsonOut::absent(std::string_view snake) {
  if (keys_ == Keys::kSnake) {
    key(snake);
    writer_.null();
  }
  return *this;
}

}  // namespace eegate
