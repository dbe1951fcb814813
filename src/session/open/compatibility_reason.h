// Why an item of the compatibility report has its verdict: a stable code and what was found. The page makes its
// sentence from both, in its language; the command line and the API take the English one of compatibility_reason.cc.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace eegate {

// Names, values and English texts are in compatibility_reason.cc, in this order.
enum class CompatibilityCode {
  kChannelsFound,
  kChannelsDoubtful,
  kChannelsMissing,
  kChannelsNotPicked,
  kNoChannel,
  kRateSame,
  kRateResampled,
  kRateTooLow,
  kRateNotResampled,
  kRateOfRecipe,
  kRatesDiffer,
  kLengthEnough,
  kSamplesAccepted,
  kSamplesRefused,
  kRecordingShort,
  kStretchShort,
  kUnitMicrovolts,
  kUnitAssumed,
  kUnitUnknown,
  kUnitUncalibrated,
  kAmplitudeImplausible,
  kAmplitudeConstant,
  kChannelsConstant,
  kBandInside,
  kBandNone,
  kBandOfModelAbove,
  kBandPrefiltered,
  kBandAbove,
  kNotchAbove,
  kRecipeOfModel,
  kRecipeGiven,
  kRecipeReplaced,
  kRecipeWindows,
  kRecipeUnsupported,
  kRecipeStandardizes,
  kEventsFound,
  kEventsNotRead,
  kEventsMissing,
  kTaskClasses,
  kTaskValues,
};
inline constexpr std::size_t kCompatibilityCodeCount = static_cast<std::size_t>(CompatibilityCode::kTaskValues) + 1;

using CompatibilityValue = std::variant<bool, double, std::string, std::vector<std::string>>;

// Constructed, copied and destroyed out of line: dozens of uses would make the module larger.
struct NamedValue {
  std::string_view name;
  CompatibilityValue value;

  [[gnu::noinline]] NamedValue(std::string_view of, CompatibilityValue found);
  [[gnu::noinline]] NamedValue(const NamedValue& other);
  [[gnu::noinline]] NamedValue& operator=(const NamedValue& other);
  [[gnu::noinline]] ~NamedValue();
};

struct CompatibilityReason {
  CompatibilityCode code = CompatibilityCode::kChannelsFound;
  // By name in snake_case: n_... is a count, ..._hz, ..._s, ..._uv a number in that unit. 0, "" and {}: there is none.
  std::vector<NamedValue> values;

  // "channels_missing"
  std::string_view name() const;
  // One English sentence without a full stop.
  std::string text() const;
};

// "Fp1, Fp2, C3 and 5 more"
std::string listed(std::span<const std::string> names, std::size_t most = 6);

inline CompatibilityValue counted(std::size_t n) { return static_cast<double>(n); }

}  // namespace eegate
