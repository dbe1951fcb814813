// Pieces of an HTML page as text: headings, paragraphs, tables. Whatever comes from a file is escaped.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace eegate {

std::string html_escaped(std::string_view text);

class HtmlOut {
 public:
  using Cells = std::vector<std::string>;
  HtmlOut& heading(std::string_view text);
  HtmlOut& paragraph(std::string_view text, std::string_view css_class = {});
  // Names on the left, what they are on the right.
  HtmlOut& facts(const std::vector<std::pair<std::string, std::string>>& rows);
  HtmlOut& table(const Cells& head, const std::vector<Cells>& rows);
  HtmlOut& list(const Cells& items);
  HtmlOut& code(std::string_view text);
  // The whole page; its style is inside, and nothing is fetched.
  std::string page(std::string_view title) const;

 private:
  std::string body_;
};

}  // namespace eegate
