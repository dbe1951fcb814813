#include "files/bids_tsv.h"

#include <string>

#include "files/text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxTsvColumns = 1024;

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t at = 0; cells.size() <= kMaxTsvColumns;) {
    const std::size_t end = line.find('\t', at);
    cells.push_back(trimmed(line.substr(at, end - at)));
    if (end == std::string_view::npos) break;
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
    e.place = "line " + std::to_string(lines_.number());
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

std::string_view BidsTsv::cell(std::string_view column) const {
  const std::size_t i = index_of(column);
  const std::string_view text = i < cells_.size() ? cells_[i] : std::string_view();
  return equal_ignoring_case(text, "n/a") ? std::string_view() : text;
}

}  // namespace eegate
