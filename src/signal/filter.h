// Butterworth filters and notch: design, frequency response, causal and zero-phase application.
// docs/SIGNAL.md has the formulas.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "base/tensor.h"
#include "kernels/biquad.h"

namespace eegate {

using Sections = std::vector<Biquad>;

// What is left of an impulse when a filter counts as having forgotten it.
constexpr double kForgotten = 1e-12;
// Samples after which every filter must have: a longer memory is that of poles which rounding has put anywhere.
constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 30;

enum class FilterMode {
  kCausal,     // one pass; the start state belongs to a signal that always was at its first value
  kZeroPhase,  // forwards and backwards over oddly reflected ends; no delay, twice the attenuation
};
inline constexpr auto kFilterModes =
    option_table<FilterMode>({{"zero_phase", FilterMode::kZeroPhase}, {"causal", FilterMode::kCausal}});

// Order n has 2n poles and n sections, -3 dB at both edges. Error DSP_BAND unless 0 < low_hz < high_hz < sfreq / 2, and
// DSP_DESIGN where double precision cannot hold such a filter (is_sound). The others likewise.
Result<Sections> design_bandpass(double low_hz, double high_hz, double sfreq, int order);

// One edge, -3 dB there. Error DSP_BAND unless 0 < hz < sfreq / 2.
Result<Sections> design_lowpass(double hz, double sfreq, int order);
Result<Sections> design_highpass(double hz, double sfreq, int order);

// One section that removes `hz`; its width at -3 dB is hz / q. Error DSP_BAND unless hz and hz / q lie between 0 and
// sfreq / 2.
Result<Sections> design_notch(double hz, double q, double sfreq);

// Gain and phase of one pass at a frequency.
std::complex<double> frequency_response(std::span<const Biquad> sections, double hz, double sfreq);

// Samples of odd reflection at each end for the zero-phase pass: 15 for two sections.
std::size_t reflection_samples(std::span<const Biquad> sections);

// Samples after which an impulse has decayed below `level` of its size: how far a filter remembers. kMostMemory if it
// never forgets, or later than that.
std::uint64_t memory_samples(std::span<const Biquad> sections, double level);

// signal [n_chans, n_times] in place; arithmetic in double. Error DSP_TOO_SHORT for a zero-phase
// pass over no more samples than are reflected.
Result<> apply_filter(MatrixView<float> signal, std::span<const Biquad> sections, FilterMode mode);
Result<> apply_filter(MatrixView<double> signal, std::span<const Biquad> sections, FilterMode mode);

// The causal pass over a signal that arrives in pieces: the same bits, however it was cut.
class CausalFilter {
 public:
  CausalFilter(std::span<const Biquad> sections, std::size_t n_chans)
      : sections_(sections.begin(), sections.end()), n_chans_(n_chans) {}

  void run(MatrixView<float> piece);      // [n_chans, n], in place
  void restart() { has_begun_ = false; }  // what comes next is a new signal

 private:
  Sections sections_;
  std::size_t n_chans_;
  bool has_begun_ = false;
  std::vector<double> states_;  // [n_sections, 2, n_chans]
  std::vector<double> values_;  // [n, n_chans]
};

}  // namespace eegate
