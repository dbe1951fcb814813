// Discrete Fourier transform of any length: mixed-radix Cooley-Tukey by the smallest factor, and the direct sum for
// prime factors. Segments of 2 s have small factors at all common sampling rates.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace eegate {

// Complex arithmetic with defined rounding: std::complex may multiply and divide differently on different systems.

struct Complex {
  double re = 0, im = 0;
};

inline Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
inline Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }
inline Complex operator*(Complex a, Complex b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
inline Complex operator*(double a, Complex b) { return {a * b.re, a * b.im}; }

inline double square_of_size(Complex a) { return a.re * a.re + a.im * a.im; }

inline Complex operator/(Complex a, Complex b) {
  const double square = square_of_size(b);
  return {(a.re * b.re + a.im * b.im) / square, (a.im * b.re - a.re * b.im) / square};
}

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
