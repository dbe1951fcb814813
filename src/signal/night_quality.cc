#include "signal/night_quality.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "signal/spectrum.h"

namespace eegate {

bool has_flat_spectrum(std::span<const double> epoch, double sfreq) {
  constexpr double kEdges[] = {1, 4, 8, 12, 16, 20, 24};
  constexpr double kEven = 2, kSegment_s = 2;
  const std::vector<float> x(epoch.begin(), epoch.end());
  const auto spectrum = welch(x, sfreq, static_cast<std::size_t>(std::llround(kSegment_s * sfreq)), 0);
  if (!spectrum.ok()) return false;
  double lowest = 0, highest = 0;
  for (std::size_t i = 0; i + 1 < std::size(kEdges); ++i) {
    const double density = band_power(*spectrum, kEdges[i], kEdges[i + 1]) / (kEdges[i + 1] - kEdges[i]);
    lowest = i == 0 ? density : std::min(lowest, density);
    highest = std::max(highest, density);
  }
  return highest > 0 && highest < kEven * lowest;
}

}  // namespace eegate
