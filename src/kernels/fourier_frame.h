// Discrete Fourier transform of frames whose length is a power of two, several frames at a time, with the same bits on
// every machine. In double, because in float32 rounding errors would exceed the smallest bins of spectra that span many
// decades.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/tensor.h"

namespace eegate {

// Interleaved frames, real and imaginary parts separate: value t of frame c is at [t * kFrames + c].
struct FourierFrames {
  static constexpr std::size_t kFrames = 8;  // a multiple of the doubles in a vector of every machine
  explicit FourierFrames(std::size_t n)
      : re(n * kFrames), im(n * kFrames), spare_re(n * kFrames), spare_im(n * kFrames) {}
  std::size_t size() const { return re.size() / kFrames; }
  std::vector<double> re, im, spare_re, spare_im;
};

class FourierFrame {
 public:
  explicit FourierFrame(std::size_t n);  // a power of two
  std::size_t size() const { return roots_.size() / 2; }
  // Replaces each frame by its spectrum: bin k is the sum of x[t] exp(-2 pi i k t / n), without normalisation.
  void transform(FourierFrames& frames) const;

 private:
  std::vector<double> roots_;  // exp(-2 pi i k / n), real and imaginary parts interleaved
};

// Conversion of a power P to a logarithmic unit: factor log(clamp(P weight + floor, lowest, highest)) - offset.
struct LogPower {
  double factor, offset, floor, lowest, highest;
};

// Log powers of real frames. Each complex frame holds two real ones, as real and imaginary part; they are separated by
// the symmetry of the spectra of real signals. The leakage between them is 1e-16 relative.
//   out [frames, bins]: rows c and kFrames + c are the two frames of transform c; there may be fewer rows
//   weights: one for each bin
void log_powers(Matrix out, const FourierFrames& bins, std::span<const double> weights, const LogPower& form);

}  // namespace eegate
