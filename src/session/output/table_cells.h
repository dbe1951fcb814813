// Texts of a file or a person as cells of tables that other programs open.
#pragma once

#include <string>
#include <string_view>

namespace eegate {

// A cell of a comma-separated file (RFC 4180): quotes around one that needs them.
std::string csv_cell(std::string_view text);

// A cell of a tab-separated file, which has no quotes: what would break the table becomes a space, and nothing "n/a".
std::string tsv_cell(std::string_view text);

// Both are valid UTF-8 without control characters. A text that a spreadsheet would take for a formula (= + - @ in
// front, but for numbers) gets an apostrophe in front.

}  // namespace eegate
