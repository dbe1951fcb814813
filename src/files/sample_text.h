// Samples written as decimal numbers in lines of text, converted to a binary table once, because positions in a text
// cannot be computed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/byte_source.h"
#include "base/result.h"

namespace eegate {

struct SampleText {
  bool has_decimal_comma = false;
  std::uint64_t skip_lines = 0, skip_columns = 0;
};

struct SampleRows {
  std::vector<std::byte> floats;  // n_rows * n_columns floats in native byte order
  std::uint64_t n_rows = 0, n_columns = 0;
  bool is_last_cut = false;  // the last line was incomplete and is left out
};

// Parses a decimal number, with a fast path for short ones, or "nan", as programs write samples that are missing.
std::optional<double> parse_sample(std::string_view text);
// Infinity for values outside the range of float and for NaN; readers of tables replace it.
float as_float(double value);

// Reads numbers separated by blanks or tabs. All lines except the last one must have the same number of columns.
// Errors: TEXT_NUMBER, TEXT_ROW, IO_READ.
Result<SampleRows> read_sample_rows(ByteSource& source, const SampleText& form);

}  // namespace eegate
