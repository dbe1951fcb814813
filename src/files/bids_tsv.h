// Tables of BIDS: UTF-8, tabs between cells, names of columns in the first line, n/a for what is not known.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "files/header_text.h"

namespace eegate {

class BidsTsv {
 public:
  // `text` outlives the reader; `file_name` is for warnings.
  BidsTsv(std::string_view text, std::string_view file_name);
  // Goes to the next row; one with another number of cells than columns is left out, warning BIDS_TSV_ROW.
  bool next(Diagnostics& diagnostics);
  bool has(std::string_view column) const;
  // Of the row: empty for n/a and for a column that is not there. Names of columns are compared ignoring case.
  std::string_view cell(std::string_view column) const;
  const std::vector<std::string_view>& columns() const { return columns_; }

 private:
  std::size_t index_of(std::string_view column) const;
  TextLines lines_;
  std::string_view file_name_;
  std::vector<std::string_view> columns_, cells_;
};

}  // namespace eegate
