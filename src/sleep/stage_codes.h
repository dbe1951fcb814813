// Sleep stages as numbers. Programs number them differently, so the code must be known: from the caller, a header, a
// comment line, or from numbers that only one code has.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "files/diagnostics.h"
#include "sleep/hypnogram.h"

namespace eegate {

enum class StageCodes { kUnknown, kYasa, kNsrr, kDreams };
inline constexpr auto kStageCodes = option_table<StageCodes>({
    {"yasa", StageCodes::kYasa},      // 0 W, 1 N1, 2 N2, 3 N3, 4 R; -1 and -2: none
    {"nsrr", StageCodes::kNsrr},      // 0 W, 1 to 4 as Rechtschaffen and Kales, 5 R, 9 none
    {"dreams", StageCodes::kDreams},  // 5 W, 4 R, 3 S1, 2 S2, 1 S3, 0 S4; -1 movement
});

// The stage of a number as a file defines it: "# 0: Wake, 1: N1, ...".
struct StageCode {
  int number;
  Stage stage;
};

// The stages that a comment line defines; empty if it defines fewer than three.
std::vector<StageCode> codes_in_comment(std::string_view line);

struct StageNumbers {
  std::span<const int> numbers;              // one for each epoch
  std::span<const StageCode> legend;         // from a comment in the file; may be empty
  StageCodes named = StageCodes::kUnknown;   // given by the caller
  StageCodes header = StageCodes::kUnknown;  // from the header of the file
  std::string file_name;
};
// Numbers that the code does not have give Stage::kNone with warning HYP_WORD. If the code was inferred from the
// numbers alone, warning HYP_CODES names it. Error HYP_CODES if more than one code is possible, or if file and caller
// contradict each other.
Result<std::vector<Stage>> stages_of_numbers(const StageNumbers& given, Diagnostics& diagnostics);

}  // namespace eegate
