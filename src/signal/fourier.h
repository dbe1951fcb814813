// Discrete Fourier transform of any length: mixed-radix Cooley-Tukey by the smallest factor, and the direct sum for
// prime factors. Segments of 2 s have small factors at all common sampling rates.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "signal/complex.h"

namespace eegate {

class Fourier {
 public:
  explicit Fourier(std::size_t n);

  // Bin k is the sum of x[t] exp(-2 pi i k t / n) (numpy.fft.fft).
  std::vector<Complex> transform(std::span<const Complex> x) const;
  std::vector<Complex> transform(std::span<const double> x) const;

 private:
  void recurse(const Complex* x, std::size_t stride, std::size_t n, Complex* out, Complex* spare) const;

  std::size_t n_;
  std::vector<Complex> roots_;
};

}  // namespace eegate
