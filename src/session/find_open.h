// What a caller opened, by its number.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "base/result.h"

namespace eegate {

template <class T>
Result<std::shared_ptr<T>> find_open(const std::map<int, std::shared_ptr<T>>& open, int id, const char* what) {
  const auto at = open.find(id);
  if (at != open.end()) return at->second;
  return Error{.code = "SESSION_CLOSED",
               .message = std::string("This ") + what + " is not open, or was closed meanwhile",
               .found = std::to_string(id)};
}

}  // namespace eegate
