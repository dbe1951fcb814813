// Butterworth and notch filters: design, frequency response, causal and zero-phase filtering. The formulas are in
// docs/SIGNAL.md.
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

// Level below which the impulse response of a filter is treated as zero.
constexpr double kNegligibleLevel = 1e-12;
// Maximum length of an impulse response in samples. Poles of longer ones are too close to the unit circle for double
// precision.
constexpr std::uint64_t kMaxMemory = std::uint64_t{1} << 30;

enum class FilterMode {
  kCausal,     // one forward pass, with the initial state of a constant signal (scipy.signal.sosfilt with sosfilt_zi)
  kZeroPhase,  // forward and backward with odd extension (scipy.signal.sosfiltfilt): no delay, attenuation doubled
};
inline constexpr auto kFilterModes =
    option_table<FilterMode>({{"zero_phase", FilterMode::kZeroPhase}, {"causal", FilterMode::kCausal}});

// Butterworth band-pass (scipy.signal.butter, output="sos"). Order n has 2n poles and n sections, -3 dB at both edges.
// All design functions: error DSP_BAND for invalid frequencies, here unless 0 < low_hz < high_hz < sfreq / 2, and
// DSP_DESIGN if double precision cannot represent the filter (is_sound).
Result<Sections> design_bandpass(double low_hz, double high_hz, double sfreq, int order);

// Butterworth low-pass and high-pass, -3 dB at the edge. Error DSP_BAND unless 0 < hz < sfreq / 2.
Result<Sections> design_lowpass(double hz, double sfreq, int order);
Result<Sections> design_highpass(double hz, double sfreq, int order);

// Notch filter of one section (scipy.signal.iirnotch): removes `hz`; the width at -3 dB is hz / q. Error DSP_BAND
// unless hz and hz / q are between 0 and sfreq / 2.
Result<Sections> design_notch(double hz, double q, double sfreq);

// Complex gain of one pass at a frequency (scipy.signal.sosfreqz).
std::complex<double> frequency_response(std::span<const Biquad> sections, double hz, double sfreq);

// Samples of odd extension at each end for the zero-phase filter, as scipy.signal.sosfiltfilt; 15 for two sections.
std::size_t reflection_samples(std::span<const Biquad> sections);

// Length of the impulse response: the number of samples after which it has decayed to `level` of its size, at most
// kMaxMemory.
std::uint64_t memory_samples(std::span<const Biquad> sections, double level);

// Filters signal [n_chans, n_times] in place, in double. Error DSP_TOO_SHORT for a zero-phase filter if the signal is
// not longer than reflection_samples().
Result<> apply_filter(MatrixView<float> signal, std::span<const Biquad> sections, FilterMode mode);
Result<> apply_filter(MatrixView<double> signal, std::span<const Biquad> sections, FilterMode mode);

// The causal filter for a signal that arrives in chunks. The result does not depend on the sizes of the chunks.
class CausalFilter {
 public:
  CausalFilter(std::span<const Biquad> sections, std::size_t n_chans)
      : sections_(sections.begin(), sections.end()), n_chans_(n_chans) {}

  void run(MatrixView<float> chunk);      // [n_chans, n], in place
  void restart() { has_begun_ = false; }  // the next chunk begins a new signal

 private:
  Sections sections_;
  std::size_t n_chans_;
  bool has_begun_ = false;
  std::vector<double> states_;  // [n_sections, 2, n_chans]
  std::vector<double> values_;  // [n, n_chans]
};

}  // namespace eegate
