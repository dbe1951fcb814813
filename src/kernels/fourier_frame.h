// The discrete Fourier transform of frames whose length is a power of two, in double: spectra of many decades, where
// float32 would write its rounding into the lowest bins. Several frames at once, with the same bits on every machine.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/tensor.h"

namespace eegate {

// Frames side by side, real and imaginary parts apart: value t of frame c stands at [t * kFrames + c].
struct FourierFrames {
  static constexpr std::size_t kFrames = 8;  // whole vectors of doubles on every machine
  explicit FourierFrames(std::size_t n)
      : re(n * kFrames), im(n * kFrames), spare_re(n * kFrames), spare_im(n * kFrames) {}
  std::size_t size() const { return re.size() / kFrames; }
  std::vector<double> re, im, spare_re, spare_im;
};

class FourierFrame {
 public:
  explicit FourierFrame(std::size_t n);  // a power of two
  std::size_t size() const { return roots_.size() / 2; }
  // Bin k becomes the sum of x[t] exp(-2 pi i k t / n), in every frame.
  void transform(FourierFrames& frames) const;

 private:
  std::vector<double> roots_;  // exp(-2 pi i k / n), real and imaginary part in turn
};

// How a power P becomes decibels or decades: factor log(clamp(P weight + floor, lowest, highest)) - offset.
struct LogPower {
  double factor, offset, floor, lowest, highest;
};

// Two real frames have one transform, the second as its imaginary part: real numbers have symmetric spectra, so that
// they come apart again. What rounding carries from one to the other is 1e-16 of it.
// out [frames, bins]: rows c and kFrames + c are the two frames of transform c; there may be fewer. `weights` has one
// entry for each bin.
void log_powers(Matrix out, const FourierFrames& bins, std::span<const double> weights, const LogPower& form);

}  // namespace eegate
