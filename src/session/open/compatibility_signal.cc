// Items about the signal itself: sampling rate, unit, band.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/count.h"
#include "base/result.h"
#include "files/text.h"
#include "session/open/compatibility.h"
#include "signal/recording.h"
#include "signal/resample.h"

namespace eegate {
namespace {

// A robust estimate of a recording's amplitude, to detect millivolts that are labelled as microvolts.
// Spread that an EEG, filtered or not, has within one second: median absolute deviation, in microvolts.
constexpr double kLowestSpreadUv = 0.5;
constexpr double kHighestSpreadUv = 500;

// Median over channels and up to 8 one-second windows across the recording of the median absolute deviation in each.
// Windows in which a channel is constant do not count; the spread is 0 if all are. Channels of another rate than the
// first are left out. Errors: IO_READ.
struct Amplitude {
  double spread_uv = 0;
  std::vector<std::size_t> constant;  // channels that are constant in every window
};

constexpr std::uint64_t kMaxWindows = 8;
constexpr std::uint64_t kMaxWindowSamples = 4096;  // enough for a median, whatever the rate

// Reorders the values.
float median(std::span<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

float median_absolute_deviation(std::span<float> values) {
  const float centre = median(values);
  for (float& value : values) value = std::abs(value - centre);
  return median(values);
}

std::vector<std::size_t> of_one_rate(const Recording& recording, std::span<const std::size_t> channels) {
  std::vector<std::size_t> same;
  for (const std::size_t channel : channels) {
    const auto& first = recording.channels()[channels.front()];
    if (recording.channels()[channel].n_samples == first.n_samples) same.push_back(channel);
  }
  return same;
}

Result<Amplitude> amplitude_of(const Recording& recording, std::span<const std::size_t> channels) {
  if (channels.empty()) return Amplitude();
  const std::vector<std::size_t> rows = of_one_rate(recording, channels);
  const Channel& channel = recording.channels()[rows.front()];
  const std::uint64_t one_second = to_size_within(channel.sfreq, 2, std::size_t{1} << 30);
  const std::uint64_t n = std::min({one_second, kMaxWindowSamples, channel.n_samples});
  if (n < 2) return Amplitude();
  const std::uint64_t n_windows = std::min(kMaxWindows, channel.n_samples / n);
  std::vector<float> window(rows.size() * static_cast<std::size_t>(n));
  std::vector<float> spreads;
  std::vector<bool> varies(rows.size());
  for (std::uint64_t w = 0; w < n_windows; ++w) {
    const std::uint64_t last_start = channel.n_samples - n;
    const std::uint64_t first = n_windows == 1 ? 0 : last_start / (n_windows - 1) * w;
    EEGATE_CHECK(recording.read(rows, first, n, window.data()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto width = static_cast<std::size_t>(n);
      const float spread = median_absolute_deviation(std::span(window).subspan(row * width, width));
      if (!(spread > 0)) continue;
      spreads.push_back(spread);
      varies[row] = true;
    }
  }
  Amplitude amplitude;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (!varies[row]) amplitude.constant.push_back(rows[row]);
  if (!spreads.empty()) amplitude.spread_uv = static_cast<double>(median(spreads));
  return amplitude;
}

// Beyond this, most of the frequencies that the model uses were never recorded.
constexpr double kMaxUpsampling = 4;

std::vector<std::string> labels_of(const Recording& recording, const std::vector<std::size_t>& channels) {
  std::vector<std::string> labels;
  for (const std::size_t channel : channels) labels.push_back(recording.channels()[channel].label);
  return labels;
}

// Channels that are not at the rate of the others.
std::vector<std::size_t> at_other_rates(const CompatibilityQuestion& q) {
  std::vector<std::size_t> others = q.match.found();
  std::erase_if(others, [&](std::size_t i) { return same_rate(q.recording.channels()[i].sfreq, q.sfreq); });
  return others;
}

struct Prefilter {
  double highpass_hz = 0, lowpass_hz = 0;  // 0: not stated, or none
};

// The number behind "LP:" in texts such as "HP:0.1Hz LP:75Hz N:50Hz".
double prefilter_number(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(std::min(text.find_first_not_of(' ', at + key.size()), text.size()));
  return parse_decimal(text.substr(0, text.find_first_not_of("0123456789."))).value_or(0);
}

// The narrowest band that the header states for the matched channels.
Prefilter stated_prefilter(const CompatibilityQuestion& q) {
  Prefilter narrowest;
  for (const Channel& channel : q.recording.channels()) {
    const auto found = q.match.found();
    const bool used = std::any_of(found.begin(), found.end(),
                                  [&](std::size_t i) { return q.recording.channels()[i].label == channel.label; });
    if (!used) continue;
    const double lowpass = prefilter_number(channel.prefiltering, "LP:");
    if (lowpass > 0 && (narrowest.lowpass_hz == 0 || lowpass < narrowest.lowpass_hz)) narrowest.lowpass_hz = lowpass;
    narrowest.highpass_hz = std::max(narrowest.highpass_hz, prefilter_number(channel.prefiltering, "HP:"));
  }
  return narrowest;
}

// "mV" when the numbers would be EEG in another unit; empty if no unit explains them.
std::string likely_unit(double spread) {
  const auto plausible = [](double uv) { return uv >= 2 && uv <= 200; };
  if (plausible(spread * 1e3)) return "mV";
  if (plausible(spread * 1e6)) return "V";
  if (plausible(spread * 1e-3)) return "nV";
  return {};
}

CompatibilityItem no_channel(std::string_view item) {
  return {item, Verdict::kMissing, {CompatibilityCode::kNoChannel, {}}};
}

// Units of the channels that were found.
struct Units {
  std::vector<std::size_t> uncalibrated, unknown, converted;
};
Units units_of(const Recording& recording, const std::vector<std::size_t>& channels) {
  Units units;
  for (const std::size_t i : channels) {
    const Channel& channel = recording.channels()[i];
    if (!channel.calibrated || channel.is_trigger) {
      units.uncalibrated.push_back(i);
    } else if (!channel.is_voltage) {
      units.unknown.push_back(i);
    } else if (channel.unit == "mV" || channel.unit == "V" || channel.unit == "nV") {
      units.converted.push_back(i);
    }
  }
  return units;
}

CompatibilityItem implausible(double spread, CompatibilityReason reason) {
  if (spread == 0) return {"unit", Verdict::kIncompatible, {CompatibilityCode::kAmplitudeConstant, {}}};
  reason.values.insert(reason.values.end(), {{"spread_uv", spread},
                                             {"lowest_uv", kLowestSpreadUv},
                                             {"highest_uv", kHighestSpreadUv},
                                             {"likely_unit", likely_unit(spread)}});
  return {"unit", Verdict::kIncompatible, std::move(reason)};
}

}  // namespace

CompatibilityItem sampling_rate_item(const CompatibilityQuestion& q) {
  const double wanted = q.contract().sfreq;
  if (q.sfreq == 0) return no_channel("sampling_rate");
  const auto item = [](Verdict verdict, CompatibilityReason reason) {
    return CompatibilityItem{"sampling_rate", verdict, std::move(reason)};
  };
  const auto others = at_other_rates(q);
  if (!others.empty()) {
    return item(Verdict::kIncompatible, {CompatibilityCode::kRatesDiffer,
                                         {{"sfreq_hz", q.sfreq}, {"channels", labels_of(q.recording, others)}}});
  }
  if (!same_rate(q.epoch_sfreq(), wanted)) {
    return item(Verdict::kIncompatible,
                {CompatibilityCode::kRateOfRecipe, {{"recipe_hz", q.epoch_sfreq()}, {"model_hz", wanted}}});
  }
  if (same_rate(q.sfreq, wanted)) return item(Verdict::kOk, {CompatibilityCode::kRateSame, {{"sfreq_hz", q.sfreq}}});
  CompatibilityReason reason{CompatibilityCode::kRateNotResampled, {{"sfreq_hz", q.sfreq}, {"model_hz", wanted}}};
  const auto resampler = Resampler::design(q.sfreq, wanted);
  if (!resampler.ok()) return item(Verdict::kIncompatible, std::move(reason));
  if (wanted > q.sfreq * kMaxUpsampling) {
    reason.code = CompatibilityCode::kRateTooLow;
    return item(Verdict::kIncompatible, std::move(reason));
  }
  reason.code = CompatibilityCode::kRateResampled;
  reason.values.emplace_back("n_up", static_cast<double>(resampler->up()));
  reason.values.emplace_back("n_down", static_cast<double>(resampler->down()));
  return item(Verdict::kAdapted, std::move(reason));
}

Result<CompatibilityItem> unit_item(const CompatibilityQuestion& q) {
  const auto found = q.match.found();
  if (found.empty()) return no_channel("unit");
  const Units units = units_of(q.recording, found);
  if (!units.uncalibrated.empty()) {
    return CompatibilityItem{
        "unit",
        Verdict::kIncompatible,
        {CompatibilityCode::kUnitUncalibrated, {{"channels", labels_of(q.recording, units.uncalibrated)}}}};
  }
  EEGATE_TRY(const Amplitude amplitude, amplitude_of(q.recording, found));
  const double spread = amplitude.spread_uv;
  const bool plausible = spread >= kLowestSpreadUv && spread <= kHighestSpreadUv;
  if (!units.unknown.empty()) {
    CompatibilityReason reason{CompatibilityCode::kUnitUnknown,
                               {{"unit", q.recording.channels()[units.unknown.front()].unit},
                                {"channels", labels_of(q.recording, units.unknown)}}};
    if (!plausible) return implausible(spread, std::move(reason));
    reason.code = CompatibilityCode::kUnitAssumed;
    reason.values.emplace_back("spread_uv", spread);
    return CompatibilityItem{"unit", Verdict::kAdapted, std::move(reason)};
  }
  if (!plausible) return implausible(spread, {CompatibilityCode::kAmplitudeImplausible, {}});
  if (!amplitude.constant.empty()) {
    return CompatibilityItem{
        "unit",
        Verdict::kAdapted,
        {CompatibilityCode::kChannelsConstant, {{"channels", labels_of(q.recording, amplitude.constant)}}}};
  }
  return CompatibilityItem{"unit",
                           Verdict::kOk,
                           {CompatibilityCode::kUnitMicrovolts,
                            {{"spread_uv", spread}, {"converted", labels_of(q.recording, units.converted)}}}};
}

CompatibilityItem band_item(const CompatibilityQuestion& q) {
  if (q.sfreq == 0) return no_channel("band");
  const double nyquist = q.sfreq / 2;
  const auto& band = q.recipe().bandpass;
  const auto& notch = q.recipe().notch;
  const auto item = [&](Verdict verdict, CompatibilityCode code, std::string_view name, double hz) {
    return CompatibilityItem{"band", verdict, {code, {{name, hz}, {"nyquist_hz", nyquist}}}};
  };
  if (band && band->high_hz >= nyquist) {
    return item(Verdict::kIncompatible, CompatibilityCode::kBandAbove, "high_hz", band->high_hz);
  }
  if (notch && notch->hz >= nyquist) {
    return item(Verdict::kIncompatible, CompatibilityCode::kNotchAbove, "notch_hz", notch->hz);
  }
  if (!band && q.sfreq < q.contract().sfreq * (1 - 1e-6)) {
    return item(Verdict::kAdapted, CompatibilityCode::kBandOfModelAbove, "high_hz", q.contract().sfreq / 2);
  }
  if (!band) return {"band", Verdict::kOk, {CompatibilityCode::kBandNone, {}}};
  const Prefilter prefilter = stated_prefilter(q);
  const bool lost_high = prefilter.lowpass_hz > 0 && prefilter.lowpass_hz < band->high_hz;
  const bool lost_low = prefilter.highpass_hz > band->low_hz;
  CompatibilityItem kept = item(Verdict::kOk, CompatibilityCode::kBandInside, "high_hz", band->high_hz);
  kept.reason.values.emplace_back("low_hz", band->low_hz);
  if (!lost_high && !lost_low) return kept;
  return {"band",
          Verdict::kAdapted,
          {CompatibilityCode::kBandPrefiltered,
           {{"low_hz", band->low_hz},
            {"high_hz", band->high_hz},
            {"lowpass_hz", lost_high ? prefilter.lowpass_hz : 0},
            {"highpass_hz", lost_low ? prefilter.highpass_hz : 0}}}};
}

}  // namespace eegate
