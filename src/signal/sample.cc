#include "signal/sample.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "base/portable_math.h"
#include "base/rng.h"
#include "files/edf_write.h"
#include "signal/channel_name.h"

namespace eegate {
namespace {

constexpr double kSfreq = 160;  // Hz
constexpr double kHeadRadiusCm = 9;

// The channel order of the PhysioNet motor imagery recordings (EEG Motor Movement/Imagery Dataset).
constexpr std::array<std::string_view, 64> kChNames = {
    "FC5", "FC3", "FC1", "FCz", "FC2", "FC4", "FC6", "C5",  "C3",  "C1",  "Cz",  "C2",  "C4",  "C6",  "CP5", "CP3",
    "CP1", "CPz", "CP2", "CP4", "CP6", "Fp1", "Fpz", "Fp2", "AF7", "AF3", "AFz", "AF4", "AF8", "F7",  "F5",  "F3",
    "F1",  "Fz",  "F2",  "F4",  "F6",  "F8",  "FT7", "FT8", "T7",  "T8",  "T9",  "T10", "TP7", "TP8", "P7",  "P5",
    "P3",  "P1",  "Pz",  "P2",  "P4",  "P6",  "P8",  "PO7", "PO3", "POz", "PO4", "PO8", "O1",  "Oz",  "O2",  "Iz"};
constexpr std::size_t kChans = kChNames.size();

// Amplitudes in uV (standard deviations unless stated otherwise), typical for adults.
constexpr double kBackgroundUv = 34, kNoiseUv = 2;
constexpr double kAlphaClosedUv = 27, kAlphaOpenUv = 6, kAlphaHz = 10.3, kMuUv = 5, kMuHz = 11;
constexpr double kBlinkUv = 180;  // peak, above the eyes
constexpr double kRollUv = 15, kMainsUv = 1.5, kMainsHz = 60, kDriftUv = 15, kMuscleUv = 12;
// Distance at which the correlation between electrodes with a common reference has decreased to 1 / e.
constexpr double kCorrelationCm = 25;

using Series = std::vector<double>;
using Weights = std::array<double, kChans>;  // of one source at each electrode

class Simulation {
 public:
  explicit Simulation(const SampleOptions& options)
      : seed_(options.seed),
        n_open_(samples(options.open_s)),
        n_times_(n_open_ + samples(options.closed_s)),
        values_(kChans * n_times_) {
    for (std::size_t c = 0; c < kChans; ++c) positions_[c] = *electrode_position(kChNames[c]);
  }

  void add_background();
  void add_rhythms();
  void add_eyes(std::vector<Annotation>& annotations);
  void add_muscles();
  void add_technical();

  std::size_t n_times() const { return n_times_; }
  std::vector<float> take() { return std::move(values_); }

 private:
  static std::size_t samples(double seconds) {
    return static_cast<std::size_t>(std::max(0.0, std::floor(seconds) * kSfreq));
  }

  void add(const Weights& weights, const Series& series, std::size_t first = 0);
  Series pink(std::string_view purpose, std::uint64_t index) const;
  Series rhythm(std::string_view purpose, double hz, double width_hz) const;
  Weights around(std::string_view electrode, double width) const;
  Series opened_and_closed(double open, double closed) const;

  std::uint64_t seed_;
  std::size_t n_open_, n_times_;
  std::array<Position, kChans> positions_;
  std::vector<float> values_;  // [kChans, n_times]
};

void scale_to_unit(Series& series) {
  double squares = 0;
  for (const double value : series) squares += value * value;
  if (squares == 0) return;
  const double factor = std::sqrt(static_cast<double>(series.size()) / squares);
  for (double& value : series) value *= factor;
}

void Simulation::add(const Weights& weights, const Series& series, std::size_t first) {
  const std::size_t n = std::min(series.size(), n_times_ - std::min(first, n_times_));
  for (std::size_t c = 0; c < kChans; ++c) {
    if (weights[c] == 0) continue;
    float* out = values_.data() + c * n_times_ + first;
    for (std::size_t t = 0; t < n; ++t) out[t] += static_cast<float>(weights[c] * series[t]);
  }
}

// Power proportional to 1 / f^1.4 above 0.1 Hz: white noise through low-pass filters one octave apart with decreasing
// weights.
Series Simulation::pink(std::string_view purpose, std::uint64_t index) const {
  constexpr std::size_t kPoles = 10;
  std::array<double, kPoles> decay, gain, state{};
  double hz = 0.1, weight = 1;
  for (std::size_t k = 0; k < kPoles; ++k, hz *= 2, weight *= 0.6156) {  // 2^-0.7
    decay[k] = portable::exp(-2 * std::numbers::pi * hz / kSfreq);
    gain[k] = weight * hz;
  }
  const Rng rng(seed_ + (index << 32), purpose);
  constexpr std::size_t kSettle = 1600;  // before the first sample
  Series out(n_times_);
  for (std::size_t t = 0; t < n_times_ + kSettle; ++t) {
    const double input = white_noise(rng, t);
    double sum = 0;
    for (std::size_t k = 0; k < kPoles; ++k) {
      state[k] = decay[k] * state[k] + gain[k] * input;
      sum += state[k];
    }
    if (t >= kSettle) out[t - kSettle] = sum;
  }
  scale_to_unit(out);
  return out;
}

// A damped phasor rotating at `hz`, driven by noise: its amplitude varies within about 1 / width_hz.
Series Simulation::rhythm(std::string_view purpose, double hz, double width_hz) const {
  const double damping = portable::exp(-std::numbers::pi * width_hz / kSfreq);
  const double turn_cos = damping * portable::cos_turns(hz / kSfreq);
  const double turn_sin = damping * portable::sin_turns(hz / kSfreq);
  const Rng rng(seed_, purpose);
  double re = 1, im = 0;
  Series out(n_times_);
  for (std::size_t t = 0; t < n_times_; ++t) {
    const double next = turn_cos * re - turn_sin * im + white_noise(rng, 2 * t);
    im = turn_sin * re + turn_cos * im + white_noise(rng, 2 * t + 1);
    re = next;
    out[t] = re;
  }
  scale_to_unit(out);
  return out;
}

// A Gaussian around an electrode, 1 at the electrode; the width is in head radii.
Weights Simulation::around(std::string_view electrode, double width) const {
  const Position centre = *electrode_position(electrode);
  Weights weights;
  for (std::size_t c = 0; c < kChans; ++c) {
    const double d = distance(positions_[c], centre) / width;
    weights[c] = portable::exp(-d * d / 2);
  }
  return weights;
}

Weights scaled(Weights weights, double factor) {
  for (double& weight : weights) weight *= factor;
  return weights;
}

// A factor over time: `open` while the eyes are open, `closed` while they are closed, with a transition of one second.
Series Simulation::opened_and_closed(double open, double closed) const {
  Series factor(n_times_, open);
  for (std::size_t t = n_open_; t < n_times_; ++t) {
    const double passed = std::min(1.0, static_cast<double>(t - n_open_) / kSfreq);
    factor[t] = open + (closed - open) * passed;
  }
  return factor;
}

// Background with correlation exp(-distance / kCorrelationCm) between electrodes, by the Cholesky factor of the
// correlation matrix.
void Simulation::add_background() {
  std::vector<double> factor(kChans * kChans);
  for (std::size_t i = 0; i < kChans; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = portable::exp(-distance(positions_[i], positions_[j]) * kHeadRadiusCm / kCorrelationCm);
      for (std::size_t k = 0; k < j; ++k) rest -= factor[i * kChans + k] * factor[j * kChans + k];
      factor[i * kChans + j] = i == j ? std::sqrt(rest) : rest / factor[j * kChans + j];
    }
  }
  for (std::size_t source = 0; source < kChans; ++source) {
    Weights weights{};
    for (std::size_t c = source; c < kChans; ++c) {
      weights[c] = kBackgroundUv * factor[c * kChans + source];
    }
    add(weights, pink("background", source));
  }
}

// Alpha rhythm over the back of the head, partly independent left and right; mu rhythm over the hand areas, independent
// of the eyes.
void Simulation::add_rhythms() {
  const Series envelope = opened_and_closed(kAlphaOpenUv, kAlphaClosedUv);
  struct Source {
    std::string_view purpose, electrode;
    double width, strength, hz;
  };
  for (const Source& s :
       {Source{"alpha", "POz", 0.75, 0.75, kAlphaHz}, Source{"alpha left", "O1", 0.6, 0.55, kAlphaHz - 0.2},
        Source{"alpha right", "O2", 0.6, 0.55, kAlphaHz + 0.2}, Source{"alpha front", "Fz", 0.9, 0.4, kAlphaHz}}) {
    Series series = rhythm(s.purpose, s.hz, 0.8);
    for (std::size_t t = 0; t < n_times_; ++t) series[t] *= envelope[t];
    add(scaled(around(s.electrode, s.width), s.strength), series);
  }
  add(scaled(around("C3", 0.35), kMuUv), rhythm("mu left", kMuHz, 1.5));
  add(scaled(around("C4", 0.35), kMuUv), rhythm("mu right", kMuHz, 1.5));
}

// A blink lasts 0.4 s and rises faster than it falls.
Series blink_shape() {
  constexpr std::size_t kRise = 22, kFall = 42;
  Series shape;
  for (std::size_t t = 0; t < kRise; ++t) {
    shape.push_back(0.5 - 0.5 * portable::cos_turns(0.5 * static_cast<double>(t) / kRise));
  }
  for (std::size_t t = 0; t < kFall; ++t) {
    shape.push_back(0.5 + 0.5 * portable::cos_turns(0.5 * static_cast<double>(t) / kFall));
  }
  return shape;
}

// Blinks while the eyes are open, slow eye movements while they are closed.
void Simulation::add_eyes(std::vector<Annotation>& annotations) {
  const Rng rng(seed_, "blinks");
  const Weights above = around("Fpz", 0.5);
  const Series shape = blink_shape();
  double onset_s = 1.5;
  for (std::uint64_t i = 0;; ++i) {
    onset_s += 2 + 3.5 * rng.uniform(2 * i);
    const auto first = static_cast<std::size_t>(onset_s * kSfreq);
    if (first + shape.size() >= n_open_) break;
    add(scaled(above, kBlinkUv * (0.7 + 0.6 * rng.uniform(2 * i + 1))), shape, first);
    const double duration_s = static_cast<double>(shape.size()) / kSfreq;
    annotations.push_back({static_cast<double>(first) / kSfreq, duration_s, "blink"});
  }
  Series rolling = rhythm("rolling", 0.35, 0.2);
  const Series envelope = opened_and_closed(0.15, 1);
  for (std::size_t t = 0; t < n_times_; ++t) rolling[t] *= kRollUv * envelope[t];
  const Weights left = around("F7", 0.5), right = around("F8", 0.5);
  Weights sideways;
  for (std::size_t c = 0; c < kChans; ++c) sideways[c] = right[c] - left[c];
  add(sideways, rolling);
}

// Bursts of muscle activity of one second about every 17 s, on top of a small constant level.
void Simulation::add_muscles() {
  constexpr std::array<std::string_view, 4> kMuscles = {"T7", "T8", "AF7", "AF8"};
  const Rng bursts(seed_, "bursts");
  for (std::size_t m = 0; m < kMuscles.size(); ++m) {
    const Rng rng(seed_ + m, "muscle");
    Series series(n_times_);
    const auto begin = static_cast<std::size_t>(15 * kSfreq * bursts.uniform(m));
    for (std::size_t t = 0; t < n_times_; ++t) {
      const auto passed = static_cast<double>((t + begin) % static_cast<std::size_t>(17 * kSfreq)) / kSfreq;
      const double tension = passed < 1 ? 0.5 - 0.5 * portable::cos_turns(passed) : 0;
      // The difference of neighbouring values has more power at higher frequencies.
      const double noise = (white_noise(rng, t + 1) - white_noise(rng, t)) / std::numbers::sqrt2;
      series[t] = noise * kMuscleUv * (0.2 + tension);
    }
    add(around(kMuscles[m], 0.3), series);
  }
}

// Amplifier noise, mains interference and slow electrode drift.
void Simulation::add_technical() {
  const Rng rng(seed_, "technical");
  for (std::size_t c = 0; c < kChans; ++c) {
    const Rng noise(seed_ + (std::uint64_t{c} << 32), "noise");
    const double mains = kMainsUv * (0.3 + 1.4 * rng.uniform(4 * c)), phase = rng.uniform(4 * c + 1);
    const double drift_hz = 0.01 + 0.04 * rng.uniform(4 * c + 2), offset = rng.uniform(4 * c + 3);
    float* out = values_.data() + c * n_times_;
    for (std::size_t t = 0; t < n_times_; ++t) {
      const double time_s = static_cast<double>(t) / kSfreq;
      const double technical = kNoiseUv * white_noise(noise, t) +
                               mains * portable::sin_turns(kMainsHz * time_s + phase) +
                               kDriftUv * portable::sin_turns(drift_hz * time_s + offset);
      out[t] += static_cast<float>(technical);
    }
  }
}

}  // namespace

Result<std::vector<std::byte>> make_sample_edf(const SampleOptions& options) {
  const SampleSignal sample = make_sample_signal(options);
  const std::span<const float> values(sample.values);
  std::vector<EdfOutSignal> signals;
  for (std::size_t c = 0; c < sample.ch_names.size(); ++c) {
    signals.push_back({.label = sample.ch_names[c],
                       .transducer = "simulated",
                       .prefiltering = "none",
                       .sfreq = sample.sfreq,
                       .values = values.subspan(c * sample.n_times, sample.n_times)});
  }
  std::vector<EdfOutAnnotation> annotations;
  for (const Annotation& annotation : sample.annotations) {
    annotations.push_back({annotation.onset_s, annotation.duration_s, annotation.text});
  }
  // No patient and no date, because the data are simulated.
  return write_edf_plus(signals, annotations, {.equipment = "eegate_simulated_not_a_person"});
}

SampleSignal make_sample_signal(const SampleOptions& options) {
  Simulation simulation(options);
  SampleSignal sample;
  const double open_s = std::max(0.0, std::floor(options.open_s));
  const double closed_s = std::max(0.0, std::floor(options.closed_s));
  if (open_s > 0) sample.annotations.push_back({0, open_s, "eyes open"});
  simulation.add_background();
  simulation.add_rhythms();
  simulation.add_eyes(sample.annotations);
  simulation.add_muscles();
  simulation.add_technical();
  if (closed_s > 0) sample.annotations.push_back({open_s, closed_s, "eyes closed"});
  sample.ch_names.assign(kChNames.begin(), kChNames.end());
  sample.sfreq = kSfreq;
  sample.n_times = simulation.n_times();
  sample.values = simulation.take();
  return sample;
}

}  // namespace eegate
