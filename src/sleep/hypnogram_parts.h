// Internal to hypnogram_*.cc: the readers of single formats and what they share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "files/diagnostics.h"
#include "sleep/hypnogram_file.h"

namespace eegate::hypnogram_parts {

inline constexpr std::uint64_t kLargestText_bytes = std::uint64_t{16} << 20;

struct Input {
  const std::string& file_name;
  const HypnogramOptions& options;
  Diagnostics& diagnostics;
};

// A word of an epoch that nobody has scored: "-", "nan", "unscored".
bool is_unscored(std::string_view word);
void count_word(HypnogramFile& file, std::string_view word);
// Stages from one word or number for each epoch. Unknown ones give Stage::kNone with warning HYP_WORD. Errors:
// HYP_CODES, HYP_EMPTY.
Result<std::vector<Stage>> stages_of_tokens(std::span<const std::string> tokens, const StageNumbers& numbers,
                                            const Input& input);
// A warning about a word or a field of the file.
void report(const Input& input, std::string_view code, std::string message, std::string place, std::string_view found);
Error nothing_found(const std::string& file_name);

Result<HypnogramFile> read_text(const std::string& text, const Input& input);
Result<HypnogramFile> read_xml(const std::string& text, const Input& input);
Result<HypnogramFile> read_wfdb(std::span<const std::byte> bytes, const Input& input);
bool is_wfdb(std::span<const std::byte> beginning);

}  // namespace eegate::hypnogram_parts
