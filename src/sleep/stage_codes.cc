#include "sleep/stage_codes.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "base/sort.h"
#include "files/text.h"

namespace eegate {
namespace {

constexpr StageCode kYasa[] = {{0, Stage::kWake}, {1, Stage::kN1},    {2, Stage::kN2},   {3, Stage::kN3},
                               {4, Stage::kRem},  {-1, Stage::kNone}, {-2, Stage::kNone}};
constexpr StageCode kNsrr[] = {{0, Stage::kWake}, {1, Stage::kN1},  {2, Stage::kN2},       {3, Stage::kN3},
                               {4, Stage::kN3},   {5, Stage::kRem}, {6, Stage::kMovement}, {9, Stage::kNone}};
constexpr StageCode kDreams[] = {{5, Stage::kWake},      {4, Stage::kRem},   {3, Stage::kN1},
                                 {2, Stage::kN2},        {1, Stage::kN3},    {0, Stage::kN3},
                                 {-1, Stage::kMovement}, {-2, Stage::kNone}, {-3, Stage::kNone}};

std::span<const StageCode> table_of(StageCodes codes) {
  switch (codes) {
    case StageCodes::kYasa:
      return kYasa;
    case StageCodes::kNsrr:
      return kNsrr;
    case StageCodes::kDreams:
      return kDreams;
    case StageCodes::kUnknown:
      break;
  }
  return {};
}

std::optional<Stage> find(std::span<const StageCode> codes, int number) {
  const auto found = std::ranges::find(codes, number, &StageCode::number);
  return found == codes.end() ? std::nullopt : std::optional(found->stage);
}

bool has(std::span<const int> numbers, int wanted) { return std::ranges::find(numbers, wanted) != numbers.end(); }

std::string listed_numbers(std::span<const int> numbers) {
  std::vector<int> distinct;
  for (const int number : numbers) {
    if (!has(distinct, number)) distinct.push_back(number);
  }
  sort_stable(distinct);
  std::string text = "the numbers";
  for (std::size_t i = 0; i < distinct.size() && i < 12; ++i) text += " " + std::to_string(distinct[i]);
  return text;
}

Error codes_error(const StageNumbers& given, std::string message) {
  return {.code = "HYP_CODES",
          .message = std::move(message),
          .field = given.file_name,
          .place = {},
          .found = listed_numbers(given.numbers),
          .expected =
              "numbers whose code is known: yasa (4 is REM, 0 is wake), nsrr (5 is REM, 0 is wake) or dreams "
              "(4 is REM, 5 is wake)",
          .hint = "Name the code of the program that wrote the file."};
}

// Infers the code from the numbers alone. YASA and NSRR agree on 0 to 3; only NSRR and DREAMS have 5.
StageCodes codes_of_numbers(std::span<const int> numbers) {
  const bool negative = std::ranges::any_of(numbers, [](int n) { return n < 0; });
  if (negative) return StageCodes::kUnknown;
  if (has(numbers, 4)) return has(numbers, 9) && !has(numbers, 5) ? StageCodes::kNsrr : StageCodes::kUnknown;
  return has(numbers, 5) || has(numbers, 9) ? StageCodes::kNsrr : StageCodes::kYasa;
}

// Whether two tables give one of these numbers different stages.
bool contradict(std::span<const StageCode> a, std::span<const StageCode> b) {
  return std::ranges::any_of(a, [&](const StageCode& code) {
    const auto other = find(b, code.number);
    return other && *other != code.stage;
  });
}

Result<std::span<const StageCode>> codes_for(const StageNumbers& given, Diagnostics& diagnostics) {
  const auto named = table_of(given.named), header = table_of(given.header);
  for (const auto& [a, b] :
       {std::pair(named, header), std::pair(named, given.legend), std::pair(header, given.legend)}) {
    if (contradict(a, b)) return codes_error(given, "The codes of the sleep stages contradict each other");
  }
  if (!given.legend.empty()) return given.legend;
  if (!header.empty()) return header;
  if (!named.empty()) return named;
  const StageCodes codes = codes_of_numbers(given.numbers);
  if (codes == StageCodes::kUnknown)
    return codes_error(given, "The numbers of this hypnogram may mean different sleep stages");
  Error taken = codes_error(given, "The numbers of this hypnogram are taken for those of the code " +
                                       std::string(kStageCodes.name_of(codes)));
  taken.hint.clear();
  diagnostics.remark(std::move(taken));
  return table_of(codes);
}

}  // namespace

std::vector<StageCode> codes_in_comment(std::string_view line) {
  std::vector<StageCode> codes;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(",;"), line.size());
    std::string_view item = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    while (!item.empty() && (item[0] == '#' || item[0] == ' ')) item.remove_prefix(1);
    const std::size_t colon = item.find_first_of(":=");
    if (colon == std::string_view::npos) continue;
    const auto number = parse_decimal(trimmed(item.substr(0, colon)));
    const auto stage = stage_of_word(item.substr(colon + 1));
    if (number && stage && *number > -100 && *number < 100) codes.push_back({static_cast<int>(*number), *stage});
  }
  return codes.size() < 3 ? std::vector<StageCode>{} : codes;
}

Result<std::vector<Stage>> stages_of_numbers(const StageNumbers& given, Diagnostics& diagnostics) {
  EEGATE_TRY(const auto codes, codes_for(given, diagnostics));
  std::vector<Stage> stages;
  stages.reserve(given.numbers.size());
  for (const int number : given.numbers) {
    const auto stage = find(codes, number);
    if (!stage) {
      Error e;
      e.code = "HYP_WORD";
      e.message = "An epoch is left without a stage: its number is none of the code";
      e.field = given.file_name;
      e.place = "epoch " + std::to_string(stages.size() + 1);
      e.found = std::to_string(number);
      diagnostics.remark(std::move(e));
    }
    stages.push_back(stage.value_or(Stage::kNone));
  }
  return stages;
}

}  // namespace eegate
