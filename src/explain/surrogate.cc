#include "explain/surrogate.h"

#include <cmath>
#include <vector>

#include "base/portable_math.h"
#include "base/rng.h"
#include "signal/fourier.h"

namespace eegate {
namespace {

// For one channel: root mean square magnitude of each bin up to the Nyquist frequency, and the signed mean of bin 0.
struct Amplitudes {
  std::vector<double> sizes;
  double offset = 0;
};

Amplitudes amplitudes_of(ConstTensor3 epochs, std::size_t channel, const Fourier& fourier) {
  const std::size_t n = epochs.d2;
  Amplitudes found{std::vector<double>(n / 2 + 1), 0};
  std::vector<double> x(n);
  for (std::size_t i = 0; i < epochs.d0; ++i) {
    for (std::size_t t = 0; t < n; ++t) x[t] = static_cast<double>(epochs[i].row(channel)[t]);
    const std::vector<Complex> bins = fourier.transform(std::span<const double>(x));
    found.offset += bins[0].re / static_cast<double>(epochs.d0);
    for (std::size_t k = 1; k < found.sizes.size(); ++k)
      found.sizes[k] += (bins[k].re * bins[k].re + bins[k].im * bins[k].im) / static_cast<double>(epochs.d0);
  }
  for (double& size : found.sizes) size = std::sqrt(size);
  return found;
}

// `first`: index of the signal's first random number.
void write_surrogate(const Amplitudes& amplitudes, const Fourier& fourier, const Rng& rng, std::uint64_t first,
                     std::span<float> out) {
  const std::size_t n = out.size();
  std::vector<Complex> bins(n);  // conjugates, because a forward transform is used as the inverse one
  bins[0].re = amplitudes.offset;
  for (std::size_t k = 1; k < amplitudes.sizes.size(); ++k) {
    const bool has_twin = 2 * k != n;
    const double draw = rng.uniform(first + k);
    const double turns = has_twin ? draw : (draw < 0.5 ? 0 : 0.5);  // the Nyquist bin is real
    bins[k] = {amplitudes.sizes[k] * portable::cos_turns(turns), -amplitudes.sizes[k] * portable::sin_turns(turns)};
    if (has_twin) bins[n - k] = {bins[k].re, -bins[k].im};
  }
  const std::vector<Complex> x = fourier.transform(std::span<const Complex>(bins));
  for (std::size_t t = 0; t < n; ++t) out[t] = static_cast<float>(x[t].re / static_cast<double>(n));
}

}  // namespace

void make_surrogates(ConstTensor3 epochs, std::uint64_t seed, Tensor3 out) {
  const Fourier fourier(out.d2);
  const Rng rng(seed, "surrogate");
  for (std::size_t c = 0; c < out.d1; ++c) {
    const Amplitudes amplitudes = amplitudes_of(epochs, c, fourier);
    for (std::size_t i = 0; i < out.d0; ++i) {
      const std::uint64_t signal = i * out.d1 + c;
      write_surrogate(amplitudes, fourier, rng, signal << 32, out[i].row(c));
    }
  }
}

}  // namespace eegate
