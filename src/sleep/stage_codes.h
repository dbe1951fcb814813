// Sleep stages as numbers. Three programs number them in three ways, so a number means nothing until it is known whose
// it is: by the caller, by a header, by a comment line, or by numbers that only one of them has.
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

// One meaning of a number that a file states itself: "# 0: Wake, 1: N1, ...".
struct StageCode {
  int number;
  Stage stage;
};

// The meanings that a comment line states; none if it states fewer than three.
std::vector<StageCode> codes_in_comment(std::string_view line);

struct StageNumbers {
  std::span<const int> numbers;              // one for each epoch
  std::span<const StageCode> legend;         // of a comment in the file; may be empty
  StageCodes named = StageCodes::kUnknown;   // by the caller
  StageCodes header = StageCodes::kUnknown;  // by the header of the file
  std::string file_name;
};
// A number that its code does not have is no stage, warning HYP_WORD. Where the code follows from the numbers alone the
// warning HYP_CODES says which one was taken. Error HYP_CODES where more than one is possible, or where the file and
// the caller contradict each other.
Result<std::vector<Stage>> stages_of_numbers(const StageNumbers& given, Diagnostics& diagnostics);

}  // namespace eegate
