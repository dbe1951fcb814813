// Tables of BIDS (.tsv): UTF-8, cells separated by tabs and in double quotes if they contain one, column names in the
// first line, n/a for missing values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/header_text.h"

namespace eegate {

class BidsTsv {
 public:
  // `text` must outlive the reader; `file_name` is used in warnings.
  BidsTsv(std::string_view text, std::string_view file_name);
  // Reads the next row; false at the end. Rows with a wrong number of cells are skipped with warning BIDS_TSV_ROW.
  bool next(Diagnostics& diagnostics);
  std::string place() const { return "line " + std::to_string(lines_.number()); }  // of the current row
  bool has(std::string_view column) const;
  // A cell of the current row; empty for n/a and for missing columns. Column names are compared ignoring case.
  std::string_view cell(std::string_view column) const { return cell(index_of(column)); }
  std::string_view cell(std::size_t column) const;
  const std::vector<std::string>& columns() const { return columns_; }

 private:
  std::size_t index_of(std::string_view column) const;
  TextLines lines_;
  std::string_view file_name_;
  std::vector<std::string> columns_, cells_;
};

}  // namespace eegate
