#include "files/xml_scan.h"

#include <algorithm>
#include <utility>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

// Comments and instructions, which are skipped, text as it is, and declarations.
constexpr std::pair<std::string_view, std::string_view> kSections[] = {
    {"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"}};
constexpr const auto *kAsItIs = &kSections[2], *kDeclaration = &kSections[3];

// Removes "&#181;" or "&#xb5;" at the beginning; 0 if there is no such reference.
std::uint32_t take_reference(std::string_view& text) {
  const std::size_t end = text.substr(0, 12).find(';');
  if (!text.starts_with("&#") || end == std::string_view::npos) return 0;
  const unsigned base = text[2] == 'x' ? 16 : 10;
  std::uint32_t code = 0;
  for (std::size_t i = base == 16 ? 3 : 2; i < end; ++i) {
    const std::size_t digit = std::string_view("0123456789abcdef").find(static_cast<char>(text[i] | 0x20));
    if (digit >= base) return 0;
    code = code * base + static_cast<std::uint32_t>(digit);
  }
  if (code > 0x10FFFF || (code & 0x1FF800) == 0xD800) return 0;
  if (code > 0) text.remove_prefix(end + 1);
  return code;
}

void append_decoded(std::string_view text, std::string& out) {
  while (!text.empty()) {
    if (const std::uint32_t code = take_reference(text)) {
      append_utf8(out, code);
      continue;
    }
    const auto* entity = std::ranges::find_if(kEntities, [&](const auto& e) { return text.starts_with(e.first); });
    out += entity != std::end(kEntities) ? entity->second : text[0];
    text.remove_prefix(entity != std::end(kEntities) ? entity->first.size() : 1);
  }
}

// The place of the ">" that ends the tag at the beginning, which is not within an attribute.
std::size_t end_of_tag(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote == 0 && text[i] == '>') return i;
    if (quote == text[i]) {
      quote = 0;
    } else if (quote == 0 && (text[i] == '"' || text[i] == '\'')) {
      quote = text[i];
    }
  }
  return std::string_view::npos;
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
  const std::size_t begin = at_;
  std::string all;
  for (;;) {
    const std::string_view rest = text_.substr(at_);
    const auto* section = std::ranges::find_if(kSections, [&](const auto& s) { return rest.starts_with(s.first); });
    if (section == std::end(kSections)) {
      const std::string_view text = rest.substr(0, rest.find('<'));
      if (text.empty()) break;
      append_decoded(text, all);
      at_ += text.size();
      continue;
    }
    const auto [opening, closing] = *section;
    const std::size_t end = rest.find(closing);
    if (end == std::string_view::npos) return error("A comment or an instruction has no end", quoted(closing));
    const std::string_view inside = rest.substr(opening.size(), end - opening.size());
    if (section == kDeclaration && inside.find('[') != std::string_view::npos)
      return error("Document types and sections are not read", "elements and text");
    if (section == kAsItIs) all += inside;
    at_ += end + closing.size();
  }
  if (const std::string_view text = trimmed_blanks(all); !text.empty()) {
    if (!open_.empty()) return XmlStep{XmlStep::Kind::kText, open_.back(), std::string(text)};
    at_ = begin;
    return error("There is text outside of all elements", "an element");
  }
  if (at_ < text_.size()) return text_.substr(at_).starts_with("</") ? close_tag() : open_tag();
  if (!open_.empty()) return error("The file ends within the element " + quoted(open_.back()), "its end");
  return XmlStep{};
}

Result<XmlStep> XmlScan::open_tag() {
  const std::string_view rest = text_.substr(at_ + 1);
  const std::size_t end = end_of_tag(rest);
  if (end == std::string_view::npos) return error("A tag has no end", "\">\"");
  const std::string_view tag = rest.substr(0, end), name = name_in(tag);
  if (name.empty()) return error("A tag has no name", "a name");
  if (open_.size() >= kDeepest) return error("Elements are nested too deeply", "at most 64 levels");
  closes_next_ = tag.ends_with('/');
  open_.push_back(name);
  at_ += end + 2;
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

}  // namespace eegate
