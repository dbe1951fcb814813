// Cells of the table.
#pragma once

#include <cmath>
#include <string>
#include <vector>

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

// A row of a Markdown table; a bar inside a cell would end it.
inline std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    row += " ";
    for (const char c : cell) row += c == '|' ? "\\|" : std::string(1, c == '\n' ? ' ' : c);
    row += " |";
  }
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
