// The detectors of sleep_events.h, on filtered samples.
#include <algorithm>
#include <cmath>

#include "sleep/sleep_events.h"

namespace eegate {
namespace {

double time_of(const FilteredChunk& chunk, std::size_t i) {
  return chunk.start_s + static_cast<double>(i) / chunk.sfreq;
}

SleepEvent event_of(const FilteredChunk& chunk, std::size_t first, std::size_t end, double n_cycles) {
  const auto [low, high] = std::minmax_element(chunk.x.begin() + static_cast<std::ptrdiff_t>(first),
                                               chunk.x.begin() + static_cast<std::ptrdiff_t>(end));
  SleepEvent event;
  event.onset_s = time_of(chunk, first);
  event.duration_s = static_cast<double>(end - first) / chunk.sfreq;
  event.amplitude_uv = *high - *low;
  event.frequency_hz = n_cycles / event.duration_s;
  return event;
}

// Number of cycles: half the number of zero crossings.
double cycles(const FilteredChunk& chunk, std::size_t first, std::size_t end) {
  double n = 0;
  for (std::size_t i = first + 1; i < end; ++i) n += (chunk.x[i] >= 0) != (chunk.x[i - 1] >= 0) ? 0.5 : 0;
  return n;
}

// Zero crossings: the first sample of each half-wave.
std::vector<std::size_t> half_waves(const std::vector<double>& x) {
  std::vector<std::size_t> begins;
  for (std::size_t i = 1; i < x.size(); ++i) {
    if ((x[i] < 0) != (x[i - 1] < 0)) begins.push_back(i);
  }
  return begins;
}

}  // namespace

std::vector<double> moving_rms(const FilteredChunk& chunk, double window_s) {
  const std::size_t n = chunk.x.size();
  const auto half = static_cast<std::size_t>(std::max(1.0, std::round(window_s * chunk.sfreq / 2)));
  std::vector<double> before(n + 1);  // cumulative sums of squares
  for (std::size_t i = 0; i < n; ++i) before[i + 1] = before[i] + chunk.x[i] * chunk.x[i];
  std::vector<double> rms(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t first = i > half ? i - half : 0, end = std::min(n, i + half + 1);
    rms[i] = std::sqrt(std::max(0.0, before[end] - before[first]) / static_cast<double>(end - first));
  }
  return rms;
}

void find_spindles(const FilteredChunk& chunk, const std::vector<double>& rms, double threshold,
                   const SpindleRule& rule, double from_s, double to_s, std::vector<SleepEvent>& out) {
  for (std::size_t i = 0; i < rms.size();) {
    std::size_t end = i;
    while (end < rms.size() && rms[end] > threshold) ++end;
    const double length_s = static_cast<double>(end - i) / chunk.sfreq, onset_s = time_of(chunk, i);
    const bool is_long_enough = length_s >= rule.min_s && length_s <= rule.max_s;
    if (is_long_enough && onset_s >= from_s && onset_s < to_s)
      out.push_back(event_of(chunk, i, end, cycles(chunk, i, end)));
    i = end + 1;
  }
}

void find_slow_waves(const FilteredChunk& chunk, const SlowWaveRule& rule, double from_s, double to_s,
                     std::vector<SleepEvent>& out) {
  const std::vector<std::size_t> begins = half_waves(chunk.x);
  for (std::size_t k = 0; k + 2 < begins.size(); ++k) {
    const std::size_t first = begins[k], middle = begins[k + 1], end = begins[k + 2];
    if (chunk.x[first] >= 0) continue;
    const double negative_s = static_cast<double>(middle - first) / chunk.sfreq;
    const double positive_s = static_cast<double>(end - middle) / chunk.sfreq, onset_s = time_of(chunk, first);
    if (negative_s < rule.min_negative_s || negative_s > rule.max_negative_s) continue;
    if (positive_s > rule.max_positive_s || onset_s < from_s || onset_s >= to_s) continue;
    const double trough = *std::min_element(chunk.x.begin() + static_cast<std::ptrdiff_t>(first),
                                            chunk.x.begin() + static_cast<std::ptrdiff_t>(middle));
    const SleepEvent event = event_of(chunk, first, end, 1);
    if (trough <= -rule.negative_uv && event.amplitude_uv >= rule.peak_to_peak_uv) out.push_back(event);
  }
}

}  // namespace eegate
