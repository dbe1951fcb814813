#include "files/xml_scan.h"

#include <algorithm>
#include <utility>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

std::string decoded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* entity = std::ranges::find_if(kEntities, [&](const auto& e) { return text.starts_with(e.first); });
    out += entity != std::end(kEntities) ? entity->second : text[0];
    text.remove_prefix(entity != std::end(kEntities) ? entity->first.size() : 1);
  }
  return out;
}

std::string_view trimmed_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view()
                                         : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

// "n:name attribute" -> "name"
std::string_view name_in(std::string_view tag) {
  tag = tag.substr(0, tag.find_first_of(" \t\r\n/"));
  const std::size_t colon = tag.find(':');
  return colon == std::string_view::npos ? tag : tag.substr(colon + 1);
}

}  // namespace

Error XmlScan::error(std::string message, std::string expected) const {
  Error e;
  e.code = code_;
  e.message = std::move(message);
  e.field = file_name_;
  e.place = "byte " + std::to_string(at_);
  e.found = quoted(text_.substr(std::min(at_, text_.size()), 40));
  e.expected = std::move(expected);
  e.hint = "The file may be cut off or damaged: get it again";
  e.byte_offset = static_cast<std::int64_t>(at_);
  return e;
}

Result<XmlStep> XmlScan::next() {
  if (std::exchange(closes_next_, false)) {
    const std::string_view name = open_.back();
    open_.pop_back();
    return XmlStep{XmlStep::Kind::kClose, name, {}};
  }
  while (at_ < text_.size()) {
    if (text_[at_] == '<') {
      EEGATE_TRY(XmlStep step, markup());
      if (step.kind != XmlStep::Kind::kEnd) return step;
      continue;
    }
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string_view text = trimmed_blanks(text_.substr(at_, end - at_));
    if (!text.empty() && open_.empty()) return error("There is text outside of all elements", "an element");
    at_ = end;
    if (!text.empty()) return XmlStep{XmlStep::Kind::kText, open_.back(), decoded(text)};
  }
  if (!open_.empty()) return error("The file ends within the element " + quoted(open_.back()), "its end");
  return XmlStep{};
}

// Steps of kind kEnd represent ignored content: comments and instructions.
Result<XmlStep> XmlScan::markup() {
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("<!--")) {
    EEGATE_CHECK(skip_past("-->"));
    return XmlStep{};
  }
  if (rest.starts_with("<?")) {
    EEGATE_CHECK(skip_past("?>"));
    return XmlStep{};
  }
  if (rest.starts_with("<!")) return error("Document types and sections are not read", "elements and text");
  return rest.starts_with("</") ? close_tag() : open_tag();
}

Result<XmlStep> XmlScan::open_tag() {
  const std::size_t begin = at_ + 1, end = text_.find('>', at_);
  if (end == std::string_view::npos) return error("A tag has no end", "\">\"");
  const std::string_view tag = text_.substr(begin, end - begin), name = name_in(tag);
  if (name.empty()) return error("A tag has no name", "a name");
  if (open_.size() >= kDeepest) return error("Elements are nested too deeply", "at most 64 levels");
  closes_next_ = tag.ends_with('/');
  open_.push_back(name);
  at_ = end + 1;
  return XmlStep{XmlStep::Kind::kOpen, name, {}};
}

Result<XmlStep> XmlScan::close_tag() {
  const std::size_t begin = at_ + 2, end = text_.find('>', at_);
  if (end == std::string_view::npos) return error("A tag has no end", "\">\"");
  const std::string_view name = name_in(text_.substr(begin, end - begin));
  if (open_.empty() || open_.back() != name) {
    return error("A closing tag has no opening tag",
                 open_.empty() ? "the end of the file" : "the end of " + quoted(open_.back()));
  }
  open_.pop_back();
  at_ = end + 1;
  return XmlStep{XmlStep::Kind::kClose, name, {}};
}

Result<> XmlScan::skip_past(std::string_view end) {
  const std::size_t found = text_.find(end, at_);
  if (found == std::string_view::npos) return error("A comment or an instruction has no end", quoted(end));
  at_ = found + end.size();
  return {};
}

}  // namespace eegate
