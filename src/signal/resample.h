// Polyphase resampling by a rational factor, as scipy.signal.resample_poly with its default window: upsampling by `up`,
// a windowed sinc (Kaiser, beta 5, 20 max(up, down) + 1 taps), downsampling by `down`. No delay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"

namespace eegate {

class Resampler {
 public:
  // Error DSP_RESAMPLE if the rates are not a ratio of moderate integers or too far apart.
  static Result<Resampler> design(double from_hz, double to_hz);

  std::uint64_t up() const { return up_; }
  std::uint64_t down() const { return down_; }
  std::vector<double> taps() const;  // of the whole filter, centred

  std::uint64_t n_out(std::uint64_t n_in) const;
  // The range of inputs on which outputs [first, first + n) depend, ignoring the ends of the signal; may be negative.
  struct Range {
    std::int64_t first = 0, end = 0;
  };
  Range inputs_of(std::uint64_t first, std::uint64_t n) const;

  // Computes outputs [first_out, first_out + out.cols) of a signal of which `in` contains the samples from `first_in`
  // on. Samples outside `in` are zero.
  void run(MatrixView<const float> in, std::uint64_t first_in, MatrixView<float> out, std::uint64_t first_out) const;
  void run(MatrixView<const double> in, std::uint64_t first_in, MatrixView<double> out, std::uint64_t first_out) const;

 private:
  // The taps of an output and the index of the oldest input that they apply to.
  struct PhaseTaps {
    const double* taps = nullptr;
    std::int64_t oldest = 0;
  };
  PhaseTaps taps_at(std::uint64_t out) const;
  template <class T>
  void run_row(std::span<const T> in, std::int64_t begin, std::span<T> out, std::uint64_t first_out) const;
  template <class T>
  void run_inside(std::span<const T> in, std::int64_t begin, std::span<T> out, std::uint64_t first_out) const;
  template <class T>
  void run_rows(MatrixView<const T> in, std::uint64_t first_in, MatrixView<T> out, std::uint64_t first_out) const;

  std::uint64_t up_ = 1, down_ = 1;
  std::uint64_t half_ = 0;       // taps on each side of the centre
  std::size_t n_per_phase_ = 0;  // taps per output
  std::vector<double> phases_;   // [up, n_per_phase], in the order of the inputs
};

}  // namespace eegate
