#include "session/open/compatibility_reason.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

// {name} is a value, {name...} a list of names, {n_name noun} a count with its noun; text in [ ] is left out if its
// values are empty. scripts/web/compatibility_values.mjs reads names and values from here.
struct Reason {
  CompatibilityCode code;
  std::string_view name, english;
};
constexpr Reason kReasons[] = {
    {CompatibilityCode::kChannelsFound, "channels_found",
     "All {n_channels channel} found[, {n_unused} more not used][; recognised: {renamed...}]"},
    {CompatibilityCode::kChannelsDoubtful, "channels_doubtful",
     "All {n_channels channel} found[; marked as bad: {bad...}][; of another type than EEG: {not_eeg...}]"},
    {CompatibilityCode::kChannelsMissing, "channels_missing",
     "{n_found} of {n_channels channel} found[; missing: {missing...}]"
     "[; several channels are called {ambiguous...}, and none is chosen by guessing]"},
    {CompatibilityCode::kChannelsNotPicked, "channels_not_picked",
     "The recipe does not pick channels that the model needs: {channels...}"},
    {CompatibilityCode::kNoChannel, "no_channel", "No channel that the model needs was found"},
    {CompatibilityCode::kRateSame, "rate_same", "{sfreq_hz} Hz, as the model takes it"},
    {CompatibilityCode::kRateResampled, "rate_resampled",
     "The recording has {sfreq_hz} Hz, the model {model_hz} Hz: resampled by {n_up}/{n_down}"},
    {CompatibilityCode::kRateTooLow, "rate_too_low",
     "The recording has {sfreq_hz} Hz, the model {model_hz} Hz: too slow for this model"},
    {CompatibilityCode::kRateNotResampled, "rate_not_resampled",
     "The recording has {sfreq_hz} Hz and cannot be resampled to the {model_hz} Hz of the model"},
    {CompatibilityCode::kRateOfRecipe, "rate_of_recipe",
     "The recipe gives {recipe_hz} Hz; the model takes {model_hz} Hz"},
    {CompatibilityCode::kRatesDiffer, "rates_differ",
     "The channels have different rates: most {sfreq_hz} Hz, but not {channels...}"},
    {CompatibilityCode::kLengthEnough, "length_enough", "{recording_s} s of recording, an epoch of {epoch_s} s"},
    {CompatibilityCode::kSamplesAccepted, "samples_accepted",
     "{n_samples sample} per epoch where the model was made for {n_expected}"},
    {CompatibilityCode::kSamplesRefused, "samples_refused",
     "The recipe gives {n_samples sample} per epoch; the model takes {n_expected}"},
    {CompatibilityCode::kRecordingShort, "recording_short",
     "The recording lasts {available_s} s, shorter than an epoch of {epoch_s} s"},
    {CompatibilityCode::kStretchShort, "stretch_short",
     "The longest segment without a gap lasts {available_s} s, shorter than an epoch of {epoch_s} s"},
    {CompatibilityCode::kUnitMicrovolts, "unit_microvolts",
     "Microvolts; the signal varies by {spread_uv} µV within a second[; converted: {converted...}]"},
    {CompatibilityCode::kUnitAssumed, "unit_assumed",
     "No known unit[ ({unit})] for {channels...}; the signal varies by {spread_uv} µV as EEG does, so microvolts are "
     "assumed"},
    {CompatibilityCode::kUnitUnknown, "unit_unknown",
     "No known unit[ ({unit})] for {channels...}; as microvolts the signal would vary by {spread_uv} µV within a "
     "second, EEG varies by {lowest_uv} to {highest_uv} µV[, so these may be {likely_unit}]"},
    {CompatibilityCode::kUnitUncalibrated, "unit_uncalibrated",
     "Without a physical scale in the header: {channels...}"},
    {CompatibilityCode::kAmplitudeImplausible, "amplitude_implausible",
     "The signal varies by {spread_uv} µV within a second (median absolute deviation); EEG varies by {lowest_uv} to "
     "{highest_uv} µV[, so these may be {likely_unit}]"},
    {CompatibilityCode::kAmplitudeConstant, "amplitude_constant",
     "The channels are constant in all parts that were checked"},
    {CompatibilityCode::kChannelsConstant, "channels_constant",
     "The model gets no signal from channels that are constant in all parts that were checked: {channels...}"},
    {CompatibilityCode::kBandInside, "band_inside",
     "{low_hz} to {high_hz} Hz, within the {nyquist_hz} Hz that the recording holds"},
    {CompatibilityCode::kBandNone, "band_none", "No band-pass in the recipe"},
    {CompatibilityCode::kBandOfModelAbove, "band_of_model_above",
     "The model may use frequencies up to {high_hz} Hz; the recording holds less than {nyquist_hz} Hz"},
    {CompatibilityCode::kBandPrefiltered, "band_prefiltered",
     "The recipe keeps {low_hz} to {high_hz} Hz, but the recording was filtered[, low-pass at {lowpass_hz} Hz]"
     "[, high-pass at {highpass_hz} Hz]"},
    {CompatibilityCode::kBandAbove, "band_above",
     "The recipe keeps up to {high_hz} Hz; the recording holds less than {nyquist_hz} Hz"},
    {CompatibilityCode::kNotchAbove, "notch_above",
     "The recipe removes {notch_hz} Hz; the recording holds less than {nyquist_hz} Hz"},
    {CompatibilityCode::kRecipeOfModel, "recipe_of_model",
     "The model's own recipe[; {are_windows_added}windows of the model's length are added to it]"},
    {CompatibilityCode::kRecipeGiven, "recipe_given",
     "The recipe that was given; the model names none[; {are_windows_added}windows of the model's length are added to "
     "it]"},
    {CompatibilityCode::kRecipeReplaced, "recipe_replaced",
     "The recipe that was given takes the place of the model's own[; {are_windows_added}windows of the model's length "
     "are added to it]"},
    {CompatibilityCode::kRecipeWindows, "recipe_windows",
     "The model names no recipe: unfiltered windows of {epoch_s} s are used"},
    {CompatibilityCode::kRecipeUnsupported, "recipe_unsupported",
     "The recipe cannot be carried out: {problem} ({problem_code})"},
    {CompatibilityCode::kRecipeStandardizes, "recipe_standardizes", "The recipe standardises, and so does the model"},
    {CompatibilityCode::kEventsFound, "events_found", "{n_events annotation} to cut epochs from[: {texts...}]"},
    {CompatibilityCode::kEventsNotRead, "events_not_read",
     "The annotations are not all read yet; epochs are cut from them[: {texts...}]"},
    {CompatibilityCode::kEventsMissing, "events_missing",
     "Epochs are cut from annotations[: {texts...}], and the recording has none of them"},
    {CompatibilityCode::kTaskClasses, "task_classes", "{n_classes} classes: {classes...}"},
    {CompatibilityCode::kTaskValues, "task_values", "{n_values value}: {outputs...}"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < std::size(kReasons); ++i) {
    if (kReasons[i].code != static_cast<CompatibilityCode>(i)) return false;
  }
  return std::size(kReasons) == kCompatibilityCodeCount;
}
static_assert(in_order(), "every code has its name and its English, in the order of CompatibilityCode");

const Reason& reason(CompatibilityCode code) { return kReasons[static_cast<std::size_t>(code)]; }

// Empty if the value is 0, "", {} or false.
std::string value_text(const CompatibilityValue& value, bool& is_there) {
  if (const bool* truth = std::get_if<bool>(&value)) return is_there = *truth, "";
  if (const double* number = std::get_if<double>(&value)) return is_there = *number != 0, significant(*number, 6);
  const auto* names = std::get_if<std::vector<std::string>>(&value);
  std::string text = names ? listed(*names) : std::get<std::string>(value);
  is_there = !text.empty();
  return text;
}

// The text of a placeholder: "n_samples sample" is "1 sample" or "2 samples".
std::string filled(const CompatibilityReason& of, std::string_view placeholder, bool& is_there) {
  const std::size_t end = placeholder.find_first_of(" .");
  const auto at = std::ranges::find(of.values, placeholder.substr(0, end), &NamedValue::name);
  assert(at != of.values.end());
  std::string text = value_text(at->value, is_there);
  if (end == std::string_view::npos || placeholder[end] == '.') return text;
  const bool is_one = text == "1";
  return (text += placeholder.substr(end)) += is_one ? "" : "s";
}

}  // namespace

std::string listed(std::span<const std::string> names, std::size_t most) {
  std::string text;
  const std::size_t n = names.size() <= most + 1 ? names.size() : most;
  for (std::size_t i = 0; i < n; ++i) text += (i > 0 ? ", " : "") + names[i];
  if (n < names.size()) text += " and " + std::to_string(names.size() - n) + " more";
  return text;
}

NamedValue::NamedValue(std::string_view of, CompatibilityValue found) : name(of), value(std::move(found)) {}
NamedValue::NamedValue(const NamedValue& other) = default;
NamedValue& NamedValue::operator=(const NamedValue& other) = default;
NamedValue::~NamedValue() = default;

std::string_view CompatibilityReason::name() const { return reason(code).name; }

std::string CompatibilityReason::text() const {
  std::string text;
  std::size_t part_at = 0;  // where the text of an optional part begins
  bool has_part = true;
  const std::string_view english = reason(code).english;
  for (std::size_t i = 0; i < english.size(); ++i) {
    if (english[i] == '[') {
      part_at = text.size(), has_part = true;
    } else if (english[i] == ']') {
      if (!has_part) text.resize(part_at);
    } else if (english[i] == '{') {
      const std::size_t end = english.find('}', i);
      bool is_there = true;
      text += filled(*this, english.substr(i + 1, end - i - 1), is_there);
      has_part = has_part && is_there;
      i = end;
    } else {
      text += english[i];
    }
  }
  return text;
}

}  // namespace eegate
