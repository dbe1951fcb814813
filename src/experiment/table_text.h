// Cells of the table.
#pragma once

#include <cctype>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/utf8.h"
#include "session/output/table_cells.h"

namespace eegate {

// With exactly so many decimals; "-" for what is not finite, or too large for them.
inline std::string fixed(double value, int decimals) {
  double scale = 1;
  for (int i = 0; i < decimals; ++i) scale *= 10;
  if (!(std::fabs(value) * scale < 1e15)) return "-";
  const auto whole = std::llround(std::fabs(value) * scale);
  std::string digits = std::to_string(whole);
  while (digits.size() < static_cast<std::size_t>(decimals) + 1) digits.insert(0, "0");
  if (decimals > 0) digits.insert(digits.size() - static_cast<std::size_t>(decimals), ".");
  return (value < 0 && whole != 0 ? "-" : "") + digits;
}
// A share in percent.
inline std::string percent(double share) { return fixed(100 * share, 2); }
// A difference of shares in points, with its sign.
inline std::string points(double difference) { return (difference > 0 ? "+" : "") + fixed(100 * difference, 2); }

// A name or a message on one line of Markdown, shown as it is: nothing in it is markup, ends a cell, or controls a
// terminal.
inline std::string markdown_text(std::string_view text) {
  std::string out;
  for (const char c : terminal_text(text)) {
    if (std::string_view("\\|<`*[").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' || c == '\t' ? ' ' : c;
  }
  return out;
}
// Text of a plan that may have Markdown of its own, without HTML.
inline std::string markdown_prose(std::string_view text) {
  std::string out;
  const std::string plain = terminal_text(text);
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char next = i + 1 < plain.size() ? plain[i + 1] : ' ';
    const bool is_tag = plain[i] == '<' && (std::isalpha(static_cast<unsigned char>(next)) != 0 ||
                                            std::string_view("/!?").find(next) != std::string_view::npos);
    out += is_tag ? "\\<" : std::string(1, plain[i]);
  }
  return out;
}

// A row of a Markdown table.
inline std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + markdown_text(cell) + " |";
  return row + "\n";
}
// Titles and the line under them; the first `n_left` columns are words, the others numbers.
inline std::string markdown_head(const std::vector<std::string>& titles, std::size_t n_left) {
  std::vector<std::string> line;
  line.reserve(titles.size());
  for (std::size_t i = 0; i < titles.size(); ++i) line.push_back(i < n_left ? "---" : "---:");
  return markdown_row(titles) + markdown_row(line);
}

inline std::string csv_row(const std::vector<std::string>& cells) {
  std::string row;
  for (std::size_t i = 0; i < cells.size(); ++i) row += (i > 0 ? "," : "") + csv_cell(cells[i]);
  return row + "\n";
}

}  // namespace eegate
