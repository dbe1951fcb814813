// Why an item of the fit report has its verdict: a stable code and what was found. The page makes its sentence from
// both, in its language; the command line and the API take the English one of fit_reason.cc.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace eegate {

// Names, values and English of each stand in fit_reason.cc, in this order.
enum class FitCode {
  kChannelsFound,
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
inline constexpr std::size_t kFitCodeCount = static_cast<std::size_t>(FitCode::kTaskValues) + 1;

using FitValue = std::variant<bool, double, std::string, std::vector<std::string>>;

// Made, copied and freed out of line: there are dozens of places, and the module of recordings is to stay small.
struct FitNamedValue {
  std::string_view name;
  FitValue value;

  [[gnu::noinline]] FitNamedValue(std::string_view of, FitValue found);
  [[gnu::noinline]] FitNamedValue(const FitNamedValue& other);
  [[gnu::noinline]] FitNamedValue& operator=(const FitNamedValue& other);
  [[gnu::noinline]] ~FitNamedValue();
};

struct FitReason {
  FitCode code = FitCode::kChannelsFound;
  // By name in snake_case: n_... is a count, ..._hz, ..._s, ..._uv a number in that unit. 0, "" and {}: there is none.
  std::vector<FitNamedValue> values;

  // "channels_missing"
  std::string_view name() const;
  // One English sentence without a full stop.
  std::string text() const;
};

// "Fp1, Fp2, C3 and 5 more"
std::string listed(std::span<const std::string> names, std::size_t most = 6);

inline FitValue counted(std::size_t n) { return static_cast<double>(n); }

}  // namespace eegate
