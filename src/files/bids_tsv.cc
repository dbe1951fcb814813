#include "files/bids_tsv.h"

#include <algorithm>
#include <string>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxTsvColumns = 1024;

// Where a cell that begins with a quote ends, if another quote stands before a tab or the end of the line: inside, two
// quotes are one. Otherwise the end of a cell without quotes.
std::size_t end_of_cell(std::string_view line, std::size_t begin) {
  for (std::size_t at = begin + 1; begin < line.size() && line[begin] == '"' && at < line.size(); ++at) {
    if (line[at] != '"') continue;
    if (at + 1 == line.size() || line[at + 1] == '\t') return at + 1;
    at += line[at + 1] == '"' ? 1 : 0;
  }
  return std::min(line.find('\t', begin), line.size());
}

std::string unquoted(std::string_view cell) {
  cell = trimmed(cell);
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return std::string(cell);
  std::string text(cell.substr(1, cell.size() - 2));
  for (std::size_t at = text.find("\"\""); at != std::string::npos; at = text.find("\"\"", at + 1)) text.erase(at, 1);
  return text;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t at = 0; cells.size() <= kMaxTsvColumns;) {
    const std::size_t end = end_of_cell(line, at);
    cells.push_back(unquoted(line.substr(at, end - at)));
    if (end == line.size()) break;
    at = end + 1;
  }
  return cells;
}

}  // namespace

BidsTsv::BidsTsv(std::string_view text, std::string_view file_name) : lines_(text), file_name_(file_name) {
  if (lines_.next()) columns_ = cells_of(lines_.line());
}

bool BidsTsv::next(Diagnostics& diagnostics) {
  while (lines_.next()) {
    if (trimmed(lines_.line()).empty()) continue;
    cells_ = cells_of(lines_.line());
    if (cells_.size() == columns_.size() && cells_.size() <= kMaxTsvColumns) return true;
    Error e;
    e.code = "BIDS_TSV_ROW";
    e.message = "A row with a wrong number of cells is left out";
    e.field = file_name_;
    e.place = place();
    e.found = std::to_string(cells_.size());
    e.expected = std::to_string(columns_.size());
    diagnostics.remark(std::move(e));
  }
  return false;
}

std::size_t BidsTsv::index_of(std::string_view column) const {
  std::size_t i = 0;
  while (i < columns_.size() && !equal_ignoring_case(columns_[i], column)) ++i;
  return i;
}

bool BidsTsv::has(std::string_view column) const { return index_of(column) < columns_.size(); }

std::string_view BidsTsv::cell(std::size_t column) const {
  const std::string_view text = column < cells_.size() ? cells_[column] : std::string_view();
  return equal_ignoring_case(text, "n/a") ? std::string_view() : text;
}

}  // namespace eegate
