// Samples that a program wrote as decimal numbers in lines, turned into a table of numbers once: places in a text
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
  std::vector<std::byte> floats;  // n_rows * n_columns numbers of 32 bits, as this machine has them
  std::uint64_t n_rows = 0, n_columns = 0;
  bool is_last_cut = false;  // the last line had fewer numbers and is left out
};

// A decimal number, quickly where it is short.
std::optional<double> parse_sample(std::string_view text);
// Infinity for what no float holds: readers of tables replace it.
float as_float(double value);

// Numbers between blanks and tabs; all lines but the last one have as many as the first. Errors: TEXT_NUMBER, TEXT_ROW,
// IO_READ.
Result<SampleRows> read_sample_rows(ByteSource& source, const SampleText& form);

}  // namespace eegate
