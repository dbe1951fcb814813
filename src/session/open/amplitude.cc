#include "session/open/amplitude.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/count.h"
namespace eegate {
namespace {

constexpr std::uint64_t kMaxWindows = 8;
constexpr std::uint64_t kMaxWindowSamples = 4096;  // enough for a median, whatever the rate

// Reorders the values.
float median(std::span<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

float median_absolute_deviation(std::span<float> values) {
  const float centre = median(values);
  for (float& value : values) value = std::abs(value - centre);
  return median(values);
}

std::vector<std::size_t> of_one_rate(const Recording& recording, std::span<const std::size_t> channels) {
  std::vector<std::size_t> same;
  for (const std::size_t channel : channels) {
    const auto& first = recording.channels()[channels.front()];
    if (recording.channels()[channel].n_samples == first.n_samples) same.push_back(channel);
  }
  return same;
}

}  // namespace

Result<Amplitude> amplitude_of(const Recording& recording, std::span<const std::size_t> channels) {
  if (channels.empty()) return Amplitude();
  const std::vector<std::size_t> rows = of_one_rate(recording, channels);
  const Channel& channel = recording.channels()[rows.front()];
  const std::uint64_t one_second = to_size_within(channel.sfreq, 2, std::size_t{1} << 30);
  const std::uint64_t n = std::min({one_second, kMaxWindowSamples, channel.n_samples});
  if (n < 2) return Amplitude();
  const std::uint64_t n_windows = std::min(kMaxWindows, channel.n_samples / n);
  std::vector<float> window(rows.size() * static_cast<std::size_t>(n));
  std::vector<float> spreads;
  std::vector<bool> varies(rows.size());
  for (std::uint64_t w = 0; w < n_windows; ++w) {
    const std::uint64_t last_start = channel.n_samples - n;
    const std::uint64_t first = n_windows == 1 ? 0 : last_start / (n_windows - 1) * w;
    EEGATE_CHECK(recording.read(rows, first, n, window.data()));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto width = static_cast<std::size_t>(n);
      const float spread = median_absolute_deviation(std::span(window).subspan(row * width, width));
      if (!(spread > 0)) continue;
      spreads.push_back(spread);
      varies[row] = true;
    }
  }
  Amplitude amplitude;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (!varies[row]) amplitude.constant.push_back(rows[row]);
  if (!spreads.empty()) amplitude.spread_uv = static_cast<double>(median(spreads));
  return amplitude;
}

}  // namespace eegate
