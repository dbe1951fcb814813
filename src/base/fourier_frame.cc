#include "base/fourier_frame.h"

#include <bit>
#include <cassert>

#include "base/portable_math.h"

namespace eegate {
namespace {

// Written out: the operator of std::complex also looks for values that are not finite.
std::complex<double> times(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

FourierFrame::FourierFrame(std::size_t n) : order_(n), roots_(n / 2) {
  assert(std::has_single_bit(n));
  for (std::size_t i = 1; i < n; ++i) order_[i] = (order_[i / 2] + (i % 2) * n) / 2;
  for (std::size_t k = 0; k < n / 2; ++k) {
    const double turn = static_cast<double>(k) / static_cast<double>(n);
    roots_[k] = {portable::cos_turns(turn), -portable::sin_turns(turn)};
  }
}

void FourierFrame::transform(std::span<std::complex<double>> x) const {
  const std::size_t n = size();
  for (std::size_t i = 0; i < n; ++i) {
    if (i < order_[i]) std::swap(x[i], x[order_[i]]);
  }
  for (std::size_t first = 0; first + 1 < n; first += 2) {  // the root is 1
    const std::complex<double> a = x[first], b = x[first + 1];
    x[first] = a + b;
    x[first + 1] = a - b;
  }
  for (std::size_t half = 2; half < n; half *= 2) {
    const std::size_t stride = n / (2 * half);
    for (std::size_t first = 0; first < n; first += 2 * half) {
      for (std::size_t k = 0; k < half; ++k) {
        const std::complex<double> a = x[first + k], b = times(x[first + half + k], roots_[k * stride]);
        x[first + k] = a + b;
        x[first + half + k] = a - b;
      }
    }
  }
}

}  // namespace eegate
