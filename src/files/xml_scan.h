// XML as a sequence of elements and texts, for scoring and recording formats. Attributes and document types are
// ignored; document types with declarations are errors (they can expand without limit). References to characters and
// the five predefined entities are decoded.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

struct XmlStep {
  enum class Kind { kOpen, kText, kClose, kEnd } kind = Kind::kEnd;
  std::string_view name;  // of the opened or closed element, without prefix
  std::string text;       // between two tags, trimmed; never empty
};

class XmlScan {
 public:
  XmlScan(std::string_view text, std::string file_name, std::string_view code)
      : text_(text), file_name_(std::move(file_name)), code_(code) {}
  // Error `code` for text that is not well-formed, declarations, or more than 64 levels.
  Result<XmlStep> next();

 private:
  Error error(std::string message, std::string expected) const;
  Result<XmlStep> open_tag();
  Result<XmlStep> close_tag();

  std::string_view text_;
  std::string file_name_;
  std::string_view code_;
  std::size_t at_ = 0;
  bool closes_next_ = false;  // <name/>
  std::vector<std::string_view> open_;
};

}  // namespace eegate
