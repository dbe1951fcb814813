// Items about the signal itself: sampling rate, unit, band.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "files/text.h"
#include "session/amplitude.h"
#include "session/fit_items.h"
#include "signal/resample.h"

namespace eegate {
namespace {

// Beyond this, most of what the model would look at was never recorded.
constexpr double kMostUpsampling = 4;

std::vector<std::string> labels_of(const Recording& recording, const std::vector<std::size_t>& channels) {
  std::vector<std::string> labels;
  for (const std::size_t channel : channels) labels.push_back(recording.channels()[channel].label);
  return labels;
}

// Channels that are not at the rate of the others.
std::vector<std::size_t> at_other_rates(const FitQuestion& q) {
  std::vector<std::size_t> others = q.match.found();
  std::erase_if(others, [&](std::size_t i) { return same_rate(q.recording.channels()[i].sfreq, q.sfreq); });
  return others;
}

struct Prefilter {
  double highpass_hz = 0, lowpass_hz = 0;  // 0: not said, or none
};

// The number behind "LP:" in texts such as "HP:0.1Hz LP:75Hz N:50Hz".
double prefilter_number(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return 0;
  text.remove_prefix(std::min(text.find_first_not_of(' ', at + key.size()), text.size()));
  return parse_decimal(text.substr(0, text.find_first_not_of("0123456789."))).value_or(0);
}

// The narrowest band that the header states for the matched channels.
Prefilter stated_prefilter(const FitQuestion& q) {
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

// What the recording lost before the recipe's band-pass could look at it; empty if nothing.
std::string lost_band(const Prefilter& prefilter, const BandpassStep& band) {
  std::string lost;
  if (prefilter.lowpass_hz > 0 && prefilter.lowpass_hz < band.high_hz) {
    lost = "low-pass filtered at " + brief(prefilter.lowpass_hz) + " Hz";
  }
  if (prefilter.highpass_hz > band.low_hz) {
    lost +=
        (lost.empty() ? "" : " and ") + std::string("high-pass filtered at ") + brief(prefilter.highpass_hz) + " Hz";
  }
  return lost;
}

// "millivolts" when the numbers would be EEG in another unit; empty if no unit explains them.
std::string likely_unit(double spread) {
  const auto plausible = [](double uv) { return uv >= 2 && uv <= 200; };
  if (plausible(spread * 1e3)) return "millivolts";
  if (plausible(spread * 1e6)) return "volts";
  if (plausible(spread * 1e-3)) return "nanovolts";
  return {};
}

std::string implausible(double spread) {
  if (spread == 0) return "The channels are constant wherever they were looked at";
  const std::string unit = likely_unit(spread);
  return "The signal varies by " + brief(spread) + " µV within a second (median absolute deviation); EEG varies by " +
         brief(kLowestSpreadUv) + " to " + brief(kHighestSpreadUv) + " µV" +
         (unit.empty() ? "" : ", so these may be " + unit);
}

}  // namespace

FitItem fit_sampling_rate(const FitQuestion& q) {
  const double wanted = q.contract().sfreq;
  if (q.sfreq == 0) return {"sampling_rate", Verdict::kMissing, "No channel that the model needs was found"};
  const auto others = at_other_rates(q);
  if (!others.empty()) {
    return {"sampling_rate", Verdict::kIncompatible,
            "The channels have different rates: most " + brief(q.sfreq) + " Hz, but not " +
                listed(labels_of(q.recording, others))};
  }
  const std::string rates = brief(q.sfreq) + " Hz, the model " + brief(wanted) + " Hz";
  if (!same_rate(q.epoch_sfreq(), wanted)) {
    return {"sampling_rate", Verdict::kIncompatible,
            "The recipe gives " + brief(q.epoch_sfreq()) + " Hz; the model takes " + brief(wanted) + " Hz"};
  }
  if (same_rate(q.sfreq, wanted)) return {"sampling_rate", Verdict::kOk, brief(q.sfreq) + " Hz, as the model takes it"};
  const auto resampler = Resampler::design(q.sfreq, wanted);
  if (!resampler.ok()) {
    return {"sampling_rate", Verdict::kIncompatible, "The recording has " + rates + ": " + resampler.error().message};
  }
  if (wanted > q.sfreq * kMostUpsampling) {
    return {"sampling_rate", Verdict::kIncompatible, "The recording has " + rates + ": too slow for this model"};
  }
  return {"sampling_rate", Verdict::kAdapted,
          "The recording has " + rates + ": resampled by " + std::to_string(resampler->up()) + "/" +
              std::to_string(resampler->down())};
}

Result<FitItem> fit_unit(const FitQuestion& q) {
  const auto found = q.match.found();
  if (found.empty()) return FitItem{"unit", Verdict::kMissing, "No channel that the model needs was found"};
  std::vector<std::size_t> uncalibrated, unknown, converted;
  for (const std::size_t i : found) {
    const Channel& channel = q.recording.channels()[i];
    if (!channel.calibrated || channel.is_trigger) {
      uncalibrated.push_back(i);
    } else if (!channel.is_voltage) {
      unknown.push_back(i);
    } else if (channel.unit == "mV" || channel.unit == "V" || channel.unit == "nV") {
      converted.push_back(i);
    }
  }
  if (!uncalibrated.empty()) {
    return FitItem{"unit", Verdict::kIncompatible,
                   "Without a physical scale in the header: " + listed(labels_of(q.recording, uncalibrated))};
  }
  EEGATE_TRY(const double spread, robust_spread(q.recording, found));
  const bool plausible = spread >= kLowestSpreadUv && spread <= kHighestSpreadUv;
  if (!unknown.empty()) {
    const std::string unit = q.recording.channels()[unknown.front()].unit;
    const std::string what = unit.empty() ? "No unit is given" : "The unit " + quoted(unit) + " is not known";
    const std::string channels = what + " for " + listed(labels_of(q.recording, unknown), 3);
    if (!plausible) return FitItem{"unit", Verdict::kIncompatible, channels + ". " + implausible(spread)};
    return FitItem{"unit", Verdict::kAdapted,
                   channels + "; the signal varies by " + brief(spread) + " µV as EEG does, so microvolts are assumed"};
  }
  if (!plausible) return FitItem{"unit", Verdict::kIncompatible, implausible(spread)};
  std::string message = "Microvolts; the signal varies by " + brief(spread) + " µV within a second";
  if (!converted.empty()) message += "; converted: " + listed(labels_of(q.recording, converted), 3);
  return FitItem{"unit", Verdict::kOk, message};
}

FitItem fit_band(const FitQuestion& q) {
  if (q.sfreq == 0) return {"band", Verdict::kMissing, "No channel that the model needs was found"};
  const double nyquist = q.sfreq / 2;
  const auto& band = q.recipe().bandpass;
  const auto& notch = q.recipe().notch;
  const std::string holds = "; at " + brief(q.sfreq) + " Hz the recording holds less than " + brief(nyquist) + " Hz";
  if (band && band->high_hz >= nyquist) {
    return {"band", Verdict::kIncompatible, "The recipe keeps up to " + brief(band->high_hz) + " Hz" + holds};
  }
  if (notch && notch->hz >= nyquist) {
    return {"band", Verdict::kIncompatible, "The recipe removes " + brief(notch->hz) + " Hz" + holds};
  }
  if (!band && q.sfreq < q.contract().sfreq * (1 - 1e-6)) {
    return {"band", Verdict::kAdapted,
            "The model may look at frequencies up to " + brief(q.contract().sfreq / 2) + " Hz" + holds};
  }
  if (!band) return {"band", Verdict::kOk, "No band-pass in the recipe"};
  const std::string wanted = brief(band->low_hz) + " to " + brief(band->high_hz) + " Hz";
  const std::string lost = lost_band(stated_prefilter(q), *band);
  if (!lost.empty()) {
    return {"band", Verdict::kAdapted, "The recipe keeps " + wanted + ", but the recording was " + lost};
  }
  return {"band", Verdict::kOk, wanted + ", within the " + brief(nyquist) + " Hz that the recording holds"};
}

}  // namespace eegate
