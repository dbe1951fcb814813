#include "session/output/html_out.h"

#include "base/utf8.h"

namespace eegate {
namespace {

// Light, for print as for the screen.
constexpr std::string_view kStyle =
    "body{max-width:52rem;margin:2rem auto;padding:0 1rem;font:15px/1.5 "
    "system-ui,sans-serif;color:#1b2430;background:#fff}"
    "h1{font-size:1.6rem;margin:0 0 .5rem}h2{font-size:1.1rem;margin:1.6rem 0 .4rem;border-bottom:1px solid #ccd3da}"
    "table{border-collapse:collapse;margin:.4rem 0;width:100%;font-size:.9rem}"
    "th,td{text-align:left;vertical-align:top;padding:.2rem .6rem .2rem 0;border-bottom:1px solid #e6eaee;"
    "overflow-wrap:anywhere}thead{display:table-header-group}.facts th{width:11rem;font-weight:600}"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f6f8;padding:.5rem .7rem;font-size:.85rem}"
    ".care{border-left:4px solid #b3541e;padding:.3rem .8rem;background:#fdf3ec}"
    "@media print{body{margin:0;font-size:10.5pt}tr,pre{break-inside:avoid}h2{break-after:avoid}}";

std::string row_of(const HtmlOut::Cells& cells, std::string_view tag) {
  std::string row = "<tr>";
  for (const std::string& cell : cells)
    row += "<" + std::string(tag) + ">" + html_escaped(cell) + "</" + std::string(tag) + ">";
  return row + "</tr>\n";
}

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char c : valid_utf8(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:  // HTML has no way to write other control characters
        out += (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7F ? ' ' : c;
    }
  }
  return out;
}

HtmlOut& HtmlOut::heading(std::string_view text) { return body_ += "<h2>" + html_escaped(text) + "</h2>\n", *this; }

HtmlOut& HtmlOut::paragraph(std::string_view text, std::string_view css_class) {
  const std::string attribute = css_class.empty() ? std::string() : " class=\"" + std::string(css_class) + "\"";
  body_ += "<p" + attribute + ">" + html_escaped(text) + "</p>\n";
  return *this;
}

HtmlOut& HtmlOut::facts(const std::vector<std::pair<std::string, std::string>>& rows) {
  body_ += "<table class=\"facts\"><tbody>\n";
  for (const auto& [name, value] : rows) {
    body_ += "<tr><th scope=\"row\">" + html_escaped(name) + "</th><td>" + html_escaped(value) + "</td></tr>\n";
  }
  body_ += "</tbody></table>\n";
  return *this;
}

HtmlOut& HtmlOut::table(const Cells& head, const std::vector<Cells>& rows) {
  body_ += "<table><thead>" + row_of(head, "th") + "</thead><tbody>\n";
  for (const Cells& row : rows) body_ += row_of(row, "td");
  body_ += "</tbody></table>\n";
  return *this;
}

HtmlOut& HtmlOut::list(const Cells& items) {
  body_ += "<ul>\n";
  for (const std::string& item : items) body_ += "<li>" + html_escaped(item) + "</li>\n";
  body_ += "</ul>\n";
  return *this;
}

HtmlOut& HtmlOut::code(std::string_view text) { return body_ += "<pre>" + html_escaped(text) + "</pre>\n", *this; }

std::string HtmlOut::page(std::string_view title) const {
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  // The report is a document: nothing in it runs or asks for anything.
  page += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page += "<title>" + html_escaped(title) + "</title>\n<style>" + std::string(kStyle) + "</style>\n</head>\n<body>\n";
  return page + "<h1>" + html_escaped(title) + "</h1>\n" + body_ + "</body>\n</html>\n";
}

}  // namespace eegate
