#include "session/output/table_cells.h"

#include <algorithm>

#include "base/utf8.h"
#include "files/text.h"

namespace eegate {
namespace {

// Spreadsheets skip spaces and line ends in front, and a whole-width sign is a sign, too.
bool is_formula(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t' || text.front() == '\n')) text.remove_prefix(1);
  if (text.empty() || parse_decimal(text)) return false;
  constexpr std::string_view kWide[] = {"\xEF\xBC\x9D", "\xEF\xBC\x8B", "\xEF\xBC\x8D", "\xEF\xBC\xA0"};
  const auto begins = [&](std::string_view sign) { return text.starts_with(sign); };
  return std::string_view("=+-@|").find(text.front()) != std::string_view::npos || std::ranges::any_of(kWide, begins);
}

std::string harmless(std::string_view text) {
  std::string cell = terminal_text(valid_utf8(text));
  return is_formula(cell) ? "'" + cell : cell;
}

}  // namespace

std::string csv_cell(std::string_view text) {
  const std::string plain = harmless(text);
  if (plain.find_first_of(",\"\n\t") == std::string::npos) return plain;
  std::string cell = "\"";
  for (const char c : plain) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

std::string tsv_cell(std::string_view text) {
  std::string cell(text);
  std::ranges::replace_if(cell, [](char c) { return c == '\t' || c == '\n' || c == '\r'; }, ' ');
  cell = harmless(cell);
  return cell.empty() ? "n/a" : cell;
}

}  // namespace eegate
