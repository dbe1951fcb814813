#include "signal/fourier.h"

#include "base/portable_math.h"

namespace eegate {

Fourier::Fourier(std::size_t n) : n_(n), roots_(n) {
  for (std::size_t k = 0; k < n; ++k) {
    const double turns = static_cast<double>(k) / static_cast<double>(n);
    roots_[k] = {portable::cos_turns(turns), -portable::sin_turns(turns)};
  }
}

std::vector<Complex> Fourier::transform(std::span<const Complex> x) const {
  std::vector<Complex> out(n_), spare(n_);
  recurse(x.data(), 1, n_, out.data(), spare.data());
  return out;
}

std::vector<Complex> Fourier::transform(std::span<const double> x) const {
  std::vector<Complex> complex(n_);
  for (std::size_t t = 0; t < n_; ++t) complex[t].re = x[t];
  return transform(std::span<const Complex>(complex));
}

// out[k] = sum over j < n of x[j stride] w^(j k), where w is the n-th root: every (N / n)-th of roots_.
void Fourier::recurse(const Complex* x, std::size_t stride, std::size_t n, Complex* out, Complex* spare) const {
  if (n == 1) {
    out[0] = x[0];
    return;
  }
  std::size_t factor = 2;
  while (n % factor != 0) ++factor;
  const std::size_t part = n / factor, step = n_ / n;
  for (std::size_t r = 0; r < factor; ++r) {
    recurse(x + r * stride, stride * factor, part, spare + r * part, out + r * part);
  }
  for (std::size_t k = 0; k < n; ++k) {
    Complex sum;
    for (std::size_t r = 0; r < factor; ++r) {
      // A factor divides n, so a part is never empty. NOLINTNEXTLINE(clang-analyzer-core.DivideZero)
      const Complex value = spare[r * part + k % part], root = roots_[r * k % n * step];
      sum.re += value.re * root.re - value.im * root.im;
      sum.im += value.re * root.im + value.im * root.re;
    }
    out[k] = sum;
  }
}

}  // namespace eegate
