// Internal to hypnogram_*.cc: the readers of single formats and what they share.
#pragma once

#include <optional>
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

// "23:00:30", "11:00 PM", "23:00:30,5", "2020-02-29 23:00" or "2020-02-29T23:00:30.5+01:00".
struct Clock {
  double at_s = 0;    // since 1970 if there is a date, else of the day
  double zone_s = 0;  // ahead of UTC
};
std::optional<Clock> clock_of(std::string_view field);
// Seconds, with a decimal comma if commas are not the delimiter, or "0 days 00:10:00" of pandas.
std::optional<double> seconds_of(std::string field, char delimiter);

// "# 1 value per 30 seconds of data" -> 30; 0 for other comments.
double epoch_in_comment(std::string_view line);

Result<HypnogramFile> read_text(const std::string& text, const Input& input);
Result<HypnogramFile> read_xml(const std::string& text, const Input& input);
Result<HypnogramFile> read_wfdb(std::span<const std::byte> bytes, const Input& input);
bool is_wfdb(std::span<const std::byte> beginning);

}  // namespace eegate::hypnogram_parts
