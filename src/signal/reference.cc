#include "signal/reference.h"

#include <algorithm>
#include <array>

namespace eegate {

void subtract_mean(Matrix signal, std::span<const std::size_t> sources, std::span<const std::size_t> targets) {
  if (sources.empty()) return;
  constexpr std::size_t kBlock = 512;
  std::array<double, kBlock> mean;
  for (std::size_t first = 0; first < signal.cols; first += kBlock) {
    const std::size_t n = std::min(kBlock, signal.cols - first);
    std::fill_n(mean.begin(), n, 0.0);
    for (const std::size_t source : sources) {
      const float* x = signal.row(source).data() + first;
      for (std::size_t t = 0; t < n; ++t) mean[t] += static_cast<double>(x[t]);
    }
    for (std::size_t t = 0; t < n; ++t) mean[t] /= static_cast<double>(sources.size());
    for (const std::size_t target : targets) {
      float* x = signal.row(target).data() + first;
      for (std::size_t t = 0; t < n; ++t) {
        x[t] = static_cast<float>(static_cast<double>(x[t]) - mean[t]);
      }
    }
  }
}

}  // namespace eegate
