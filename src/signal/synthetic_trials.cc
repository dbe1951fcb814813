#include "signal/synthetic_trials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/options.h"
#include "base/portable_math.h"
#include "base/rng.h"
#include "files/edf_write.h"

namespace eegate {
namespace {

constexpr std::array<std::string_view, 19> kSyntheticNames = {
    "Fp1", "Fp2", "F7", "F3", "Fz", "F4", "F8", "T7", "C3", "Cz", "C4", "T8", "P7", "P3", "Pz", "P4", "P8", "O1", "O2"};
constexpr auto kTrialSamples = static_cast<std::size_t>(kSyntheticTrial_s * kSyntheticSfreq);
constexpr double kFade_s = 0.1;  // fade-in and fade-out avoid clicks

Error value_error(std::string_view field, std::string found, std::string expected) {
  return Error{.code = "PLANTED_VALUE",
               .message = "Synthetic trials cannot be made with this option",
               .field = std::string(field),
               .found = std::move(found),
               .expected = std::move(expected)};
}

Result<> check_range(std::string_view field, double value, double lowest, double highest) {
  if (value >= lowest && value <= highest) return {};
  return value_error(field, number_text(value), number_text(lowest) + " to " + number_text(highest));
}

Result<> check(const SyntheticTrialOptions& options) {
  EEGATE_CHECK(check_range("hz", options.hz, 2, 35));
  EEGATE_CHECK(check_range("beginS", options.begin_s, 0, kSyntheticTrial_s));
  EEGATE_CHECK(check_range("endS", options.end_s, options.begin_s + 0.2, kSyntheticTrial_s));
  EEGATE_CHECK(check_range("strength", options.strength, 0, 10));
  EEGATE_CHECK(check_range("noiseUv", options.noise_uv, 1, 200));
  EEGATE_CHECK(check_range("trials", static_cast<double>(options.n_trials), 8, 2000));
  if (options.ch_names.empty()) return value_error("channels", "none", "at least one electrode");
  for (const std::string& name : options.ch_names) {
    if (std::ranges::find(kSyntheticNames, name) == kSyntheticNames.end())
      return value_error("channels", quoted(name), alternatives(kSyntheticNames));
  }
  return {};
}

// Pink noise of unit power: white noise through three first-order filters whose corners lie a decade apart (-3 dB per
// octave within a decibel).
std::vector<float> pink(const Rng& rng, std::size_t n) {
  constexpr std::array<double, 3> kPole = {0.99, 0.9, 0.2}, kGain = {0.0592, 0.1723, 0.4523};
  constexpr std::size_t kWarmUp = 500;  // samples until the filters have settled
  std::array<double, 3> state{};
  std::vector<float> out(n);
  for (std::size_t t = 0; t < n + kWarmUp; ++t) {
    double sum = 0;
    const double white = rng.normal(t);
    for (std::size_t k = 0; k < 3; ++k) sum += state[k] = kPole[k] * state[k] + kGain[k] * white;
    if (t >= kWarmUp) out[t - kWarmUp] = static_cast<float>(sum);
  }
  return out;
}

// Half of the trials, in random order.
std::vector<bool> draw_labels(const Rng& rng, std::size_t n) {
  std::vector<bool> has_rhythm(n);
  for (std::size_t i = 0; i < n; ++i) has_rhythm[i] = i < n / 2;
  for (std::size_t i = n; i > 1; --i) {
    const auto j = static_cast<std::size_t>(rng.bits(i) % i);
    const bool other = has_rhythm[j];
    has_rhythm[j] = has_rhythm[i - 1];
    has_rhythm[i - 1] = other;
  }
  return has_rhythm;
}

// Adds a rhythm to one trial, faded in and out. Its power in the middle is strength squared.
void add_rhythm(std::span<float> trial, const SyntheticTrialOptions& options, double phase) {
  for (std::size_t t = 0; t < trial.size(); ++t) {
    const double time_s = static_cast<double>(t) / kSyntheticSfreq;
    const double inside_s = std::min(time_s - options.begin_s, options.end_s - time_s);
    if (inside_s <= 0) continue;
    const double fade = inside_s < kFade_s ? 0.5 - 0.5 * portable::cos_turns(0.5 * inside_s / kFade_s) : 1;
    const double wave = std::numbers::sqrt2 * portable::sin_turns(options.hz * time_s + phase);
    trial[t] += static_cast<float>(options.strength * fade * wave);
  }
}

}  // namespace

Result<std::vector<std::byte>> make_synthetic_trials(const SyntheticTrialOptions& options) {
  EEGATE_CHECK(check(options));
  const std::size_t n = options.n_trials * kTrialSamples;
  const Rng trials(options.seed, "planted trials"), phases(options.seed, "planted phases");
  const std::vector<bool> has_rhythm = draw_labels(trials, options.n_trials);
  std::vector<std::vector<float>> values;
  std::vector<EdfOutSignal> signals;
  for (std::size_t c = 0; c < kSyntheticNames.size(); ++c) {
    std::vector<float>& x = values.emplace_back(pink(Rng(options.seed + (std::uint64_t{c} << 32), "planted noise"), n));
    const bool has_electrode = std::ranges::find(options.ch_names, kSyntheticNames[c]) != options.ch_names.end();
    for (std::size_t trial = 0; has_electrode && trial < options.n_trials; ++trial) {
      const auto samples = std::span(x).subspan(trial * kTrialSamples, kTrialSamples);
      if (has_rhythm[trial]) add_rhythm(samples, options, phases.uniform(trial));
    }
    for (float& value : x) value *= static_cast<float>(options.noise_uv);
  }
  for (std::size_t c = 0; c < kSyntheticNames.size(); ++c) {
    signals.push_back({.label = std::string(kSyntheticNames[c]),
                       .transducer = "simulated",
                       .prefiltering = "none",
                       .sfreq = kSyntheticSfreq,
                       .values = values[c]});
  }
  std::vector<EdfOutAnnotation> annotations;
  for (std::size_t trial = 0; trial < options.n_trials; ++trial) {
    annotations.push_back({static_cast<double>(trial) * kSyntheticTrial_s, kSyntheticTrial_s,
                           std::string(kSyntheticLabels[has_rhythm[trial] ? 0 : 1])});
  }
  return write_edf_plus(signals, annotations, {.equipment = "eegate_planted_not_a_person"});
}

}  // namespace eegate
