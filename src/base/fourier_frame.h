// The discrete Fourier transform of one frame whose length is a power of two, in double: spectra of many decades, where
// float32 would write its rounding into the lowest bins.
#pragma once

#include <complex>
#include <cstddef>
#include <span>
#include <vector>

namespace eegate {

class FourierFrame {
 public:
  explicit FourierFrame(std::size_t n);  // a power of two
  std::size_t size() const { return order_.size(); }
  // In place: bin k becomes the sum of x[t] exp(-2 pi i k t / n).
  void transform(std::span<std::complex<double>> x) const;

 private:
  std::vector<std::size_t> order_;  // indices with their bits reversed
  std::vector<std::complex<double>> roots_;
};

}  // namespace eegate
