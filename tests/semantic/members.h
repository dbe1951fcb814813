// JSON objects, member by member.
#pragma once

#include <string>

namespace eegate::test::semantic {

inline std::string member(const char* key, const std::string& value) { return "\"" + std::string(key) + "\":" + value; }

// Members of an object; each was included or left out.
class Members {
 public:
  void add(const std::string& text) { text_ += (text_.empty() ? "" : ",") + text; }
  std::string object() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

}  // namespace eegate::test::semantic
