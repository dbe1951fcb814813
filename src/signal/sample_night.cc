#include "signal/sample_night.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

#include "base/portable_math.h"
#include "base/rng.h"
#include "files/edf_write.h"
#include "signal/sample.h"

namespace eegate {
namespace {

constexpr double kNightSfreq = 100, kNightEpoch_s = 30;
constexpr std::size_t kStages = 5, kNightChans = 3, kEpochSamples = 3000;
constexpr std::array<std::string_view, kNightChans> kNightChNames = {"EEG Fpz-Cz", "EEG Pz-Oz", "EOG horizontal"};
constexpr std::array<std::string_view, kStages> kStageTexts = {"Sleep stage W", "Sleep stage N1", "Sleep stage N2",
                                                               "Sleep stage N3", "Sleep stage R"};

// A rhythm, its amplitude in each stage (uV, standard deviation: W, N1, N2, N3, R) and its weight in each channel. Slow
// waves increase from N2 to N3; alpha belongs to W, theta to N1 and R, beta and muscle activity to W.
struct Rhythm {
  std::string_view purpose;
  double hz, width_hz;
  std::array<double, kStages> uv;
  std::array<double, kNightChans> weight;
};
constexpr std::array<Rhythm, 6> kRhythms = {{
    {"slow", 0.9, 0.8, {5, 7, 16, 42, 7}, {1, 0.7, 0.5}},
    {"delta", 2.5, 1.5, {4, 6, 11, 20, 6}, {1, 0.8, 0.4}},
    {"theta", 5.5, 2, {4, 9, 8, 8, 8}, {0.9, 0.9, 0.3}},
    {"alpha", 10, 1.2, {15, 5, 2.5, 2, 3.5}, {0.4, 1, 0.2}},
    {"beta", 20, 8, {5, 3.5, 2, 1.5, 3}, {1, 0.8, 0.5}},
    {"muscle", 38, 20, {6, 2.5, 1.5, 1.2, 0.6}, {0.8, 0.5, 0.8}},
}};
constexpr double kNightBackgroundUv = 8, kNightAmplifierUv = 1.5;

// A transient event: its mean number per epoch in each stage, duration and amplitude in each channel.
struct TransientEvent {
  std::string_view purpose;
  std::array<double, kStages> per_epoch;
  double duration_s;
  std::array<double, kNightChans> uv;
};
constexpr std::array<TransientEvent, 5> kTransientEvents = {{
    {"spindle", {0, 0.2, 4, 1.2, 0}, 0.9, {16, 20, 2}},
    {"K-complex", {0, 0.1, 1.4, 0.6, 0}, 1.1, {-70, -50, -35}},
    {"blink", {5, 0.6, 0, 0, 0}, 0.4, {60, 8, 90}},
    {"rolling", {0.6, 3, 0.2, 0, 0}, 3, {10, 2, 70}},
    {"rapid", {0.5, 0.1, 0, 0, 6}, 0.8, {18, 3, 85}},
}};

double shape_at(std::string_view purpose, double t, double duration_s, double hz) {
  const double x = t / duration_s, bell = 0.5 - 0.5 * portable::cos_turns(x);
  if (purpose == "spindle") return bell * portable::sin_turns(hz * t);
  if (purpose == "K-complex")
    return x < 0.4 ? portable::sin_turns(x / 0.8) : -0.7 * portable::sin_turns((x - 0.4) / 1.2);
  if (purpose == "rolling") return portable::sin_turns(x);
  if (purpose == "rapid") return std::min({1.0, 12 * x, 5 * (1 - x)});
  return bell;
}

// A log-normal factor: the individual amplitude of a sleeper, about half to twice the average.
double individual(const Rng& rng, std::uint64_t i, double spread) { return portable::exp(spread * rng.normal(i)); }

class SimulatedNight {
 public:
  explicit SimulatedNight(const SampleNightOptions& options)
      : seed_(options.seed), stages_(sample_night_stages(options)), n_(stages_.size() * kEpochSamples) {
    values_.resize(kNightChans * n_);
  }
  void add_background();
  void add_rhythm(const Rhythm& rhythm, std::uint64_t index);
  void add_events(const TransientEvent& event);
  const std::vector<int>& stages() const { return stages_; }
  std::size_t n_times() const { return n_; }
  const std::vector<float>& values() const { return values_; }

 private:
  void add(std::size_t channel, std::size_t t, double value) { values_[channel * n_ + t] += static_cast<float>(value); }
  std::uint64_t seed_;
  std::vector<int> stages_;
  std::size_t n_;
  std::vector<float> values_;
};

// Background with power that decreases with frequency, and amplifier noise.
void SimulatedNight::add_background() {
  constexpr std::array<double, 3> kCorners_hz = {0.3, 2, 12}, kParts = {1, 0.5, 0.25};
  for (std::size_t c = 0; c < kNightChans; ++c) {
    const Rng rng(seed_ + (std::uint64_t{c} << 32), "night background");
    const double uv = kNightBackgroundUv * individual(Rng(seed_, "night background level"), c, 0.15);
    std::array<double, 3> state = {};
    for (std::size_t t = 0; t < n_; ++t) {
      double sum = 0;
      for (std::size_t k = 0; k < state.size(); ++k) {
        const double keep = 1 - 2 * std::numbers::pi * kCorners_hz[k] / kNightSfreq * 0.9;
        state[k] = keep * state[k] + std::sqrt(1 - keep * keep) * white_noise(rng, 4 * t + k);
        sum += kParts[k] * state[k];
      }
      add(c, t, uv * sum + kNightAmplifierUv * white_noise(rng, 4 * t + 3));
    }
  }
}

// A damped phasor rotating at `hz`, driven by noise. Its amplitude follows the stage within some seconds and has a slow
// random drift.
void SimulatedNight::add_rhythm(const Rhythm& rhythm, std::uint64_t index) {
  const Rng rng(seed_ + (index << 40), "night rhythm"), own(seed_, rhythm.purpose);
  const double hz = rhythm.hz * (1 + 0.06 * own.normal(0)), level = individual(own, 1, 0.2);
  const double damping = portable::exp(-std::numbers::pi * rhythm.width_hz / kNightSfreq);
  const double turn_cos = damping * portable::cos_turns(hz / kNightSfreq),
               turn_sin = damping * portable::sin_turns(hz / kNightSfreq);
  const double push = std::sqrt(1 - damping * damping), follow = 1 / (4 * kNightSfreq), wander = 1 / (45 * kNightSfreq);
  double re = 0, im = 0, uv = rhythm.uv[static_cast<std::size_t>(stages_.front())], drift = 0;
  for (std::size_t t = 0; t < n_; ++t) {
    const double next = turn_cos * re - turn_sin * im + push * white_noise(rng, 3 * t);
    im = turn_sin * re + turn_cos * im + push * white_noise(rng, 3 * t + 1);
    re = next;
    uv += follow * (rhythm.uv[static_cast<std::size_t>(stages_[t / kEpochSamples])] - uv);
    drift += -wander * drift + 0.35 * std::sqrt(2 * wander) * white_noise(rng, 3 * t + 2);
    const double value = level * uv * portable::exp(drift) * re;
    for (std::size_t c = 0; c < kNightChans; ++c) add(c, t, rhythm.weight[c] * value);
  }
}

void SimulatedNight::add_events(const TransientEvent& event) {
  const Rng rng(seed_, event.purpose);
  const double often = individual(rng, 0, 0.25), strong = individual(rng, 1, 0.2), hz = 12.3 + 1.6 * rng.uniform(999);
  const auto n_samples = static_cast<std::size_t>(event.duration_s * kNightSfreq);
  constexpr std::uint64_t kTries = 12;  // in an epoch
  for (std::size_t epoch = 0; epoch < stages_.size(); ++epoch) {
    const double chance =
        often * event.per_epoch[static_cast<std::size_t>(stages_[epoch])] / static_cast<double>(kTries);
    for (std::uint64_t k = 0; k < kTries; ++k) {
      const std::uint64_t at = 1000 + 3 * (epoch * kTries + k);
      if (rng.uniform(at) >= chance) continue;
      const std::size_t first =
          epoch * kEpochSamples + static_cast<std::size_t>(rng.uniform(at + 1) * (kEpochSamples - n_samples));
      const double size = strong * (0.6 + 0.8 * rng.uniform(at + 2)) * (rng.bits(at + 2) % 2 == 0 ? 1 : -1);
      const double sign = event.purpose == "rolling" || event.purpose == "rapid" ? size : std::abs(size);
      for (std::size_t t = 0; t < n_samples; ++t) {
        const double wave = sign * shape_at(event.purpose, static_cast<double>(t) / kNightSfreq, event.duration_s, hz);
        for (std::size_t c = 0; c < kNightChans; ++c) add(c, first + t, event.uv[c] * wave);
      }
    }
  }
}

}  // namespace

std::vector<int> sample_night_stages(const SampleNightOptions& options) {
  const Rng rng(options.seed, "night stages");
  std::uint64_t draw = 0;
  std::vector<int> stages;
  const auto stay = [&](int stage, double shortest, double longest) {
    const auto n = static_cast<std::size_t>(shortest + (longest - shortest) * rng.uniform(draw++));
    for (std::size_t i = 0; i < n && stages.size() < options.n_epochs; ++i) stages.push_back(stage);
  };
  stay(0, 12, 45);
  for (double cycle = 0; stages.size() < options.n_epochs; ++cycle) {
    stay(1, 2, 9);
    stay(2, 12, 36);
    const double deep = std::max(0.0, 1 - cycle / 3.5);
    stay(3, 30 * deep, 60 * deep);
    stay(2, 8, 40);
    if (rng.uniform(draw++) < 0.4) stay(0, 1, 5);
    stay(2, 2, 10);
    stay(4, 6 + 6 * cycle, 18 + 10 * cycle);
    if (rng.uniform(draw++) < 0.6) stay(0, 1, 12);
  }
  return stages;
}

Result<std::vector<std::byte>> make_sample_night(const SampleNightOptions& options) {
  SimulatedNight night(options);
  night.add_background();
  for (std::size_t i = 0; i < kRhythms.size(); ++i) night.add_rhythm(kRhythms[i], i);
  for (const TransientEvent& event : kTransientEvents) night.add_events(event);
  const std::span<const float> values(night.values());
  std::vector<EdfOutSignal> signals;
  for (std::size_t c = 0; c < kNightChans; ++c) {
    signals.push_back({.label = std::string(kNightChNames[c]),
                       .transducer = "simulated",
                       .prefiltering = "none",
                       .sfreq = kNightSfreq,
                       .values = values.subspan(c * night.n_times(), night.n_times())});
  }
  std::vector<EdfOutAnnotation> annotations;
  for (std::size_t i = 0; i < night.stages().size(); ++i) {
    annotations.push_back({static_cast<double>(i) * kNightEpoch_s, kNightEpoch_s,
                           std::string(kStageTexts[static_cast<std::size_t>(night.stages()[i])])});
  }
  // No patient and no date, because the data are simulated.
  return write_edf_plus(signals, annotations, {.equipment = "eegate_simulated_not_a_person"});
}

}  // namespace eegate
