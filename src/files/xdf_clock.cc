#include "files/xdf_clock.h"

#include <algorithm>
#include <cmath>

#include "base/sort.h"

namespace eegate {
namespace {

// Constants of pyxdf.
constexpr double kHuber_s = 1e-4;
constexpr double kResetTime_s = 5, kResetTimeMads = 5, kResetValue_s = 1, kResetValueMads = 10;
constexpr double kMaxGap_s = 1, kMaxGapSamples = 500;
constexpr std::size_t kHuberRounds = 1000, kHuberWork = 20'000'000;
constexpr std::size_t kMaxResets = 64;  // that are looked for at once
constexpr double kMaxTime_s = 1e15;
constexpr std::size_t kMaxXdfSegments = std::size_t{1} << 16;
constexpr double kTiny = 2.220446049250313e-16;

double median(std::vector<double> values) {
  sort_stable(values);
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// Deviations from the median, and their median.
struct Spread {
  std::vector<double> far;
  double mad = 0;
};
Spread spread_of(const std::vector<double>& values) {
  Spread spread;
  const double middle = median(values);
  for (const double value : values) spread.far.push_back(std::abs(value - middle));
  spread.mad = median(spread.far) + kTiny;
  return spread;
}

// Indices of measurements after which the clock was reset.
std::vector<std::size_t> resets_of(std::span<const XdfOffset> offsets) {
  std::vector<std::size_t> resets;
  if (offsets.size() < 2) return resets;
  std::vector<double> steps, changes;
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    steps.push_back(offsets[i].time_s - offsets[i - 1].time_s);
    changes.push_back(std::abs(offsets[i].value_s - offsets[i - 1].value_s));
  }
  const Spread time = spread_of(steps), value = spread_of(changes);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool is_time_other = time.far[i] > kResetTime_s && time.far[i] > kResetTimeMads * time.mad;
    const bool is_value_other = value.far[i] > kResetValue_s && value.far[i] > kResetValueMads * value.mad;
    if (steps[i] < 0 || (is_time_other && is_value_other)) resets.push_back(i + 1);
  }
  return resets;
}

// Huber regression by the alternating direction method of multipliers (rho = 1), in units of kHuber_s.
void fit_huber(std::span<const XdfOffset> offsets, XdfClockSegment& segment) {
  const auto n = static_cast<double>(offsets.size());
  double first = offsets[0].time_s, sx = 0, sxx = 0;
  for (const XdfOffset& offset : offsets) first = std::min(first, offset.time_s);
  std::vector<double> x, y, z(offsets.size()), u(offsets.size());
  for (const XdfOffset& offset : offsets) {
    x.push_back((offset.time_s - first) / kHuber_s);
    y.push_back(offset.value_s / kHuber_s);
    sx += x.back();
    sxx += x.back() * x.back();
  }
  const double determinant = n * sxx - sx * sx;
  if (!(determinant > 0)) {
    segment.offset_s = offsets[0].value_s;
    return;
  }
  double a = 0, b = 0;
  const std::size_t n_rounds = std::clamp<std::size_t>(kHuberWork / offsets.size(), 10, kHuberRounds);
  for (std::size_t round = 0; round < n_rounds; ++round) {
    double sy = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double target = y[i] + z[i] - u[i];
      sy += target;
      sxy += x[i] * target;
    }
    a = (sxx * sy - sx * sxy) / determinant;
    b = (n * sxy - sx * sy) / determinant;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double d = a + b * x[i] - y[i] + u[i];
      const double kept = d == 0 ? 1 : std::max(0.0, 1 - 2 / std::abs(d));
      z[i] = d / 2 + kept * d / 2;
      u[i] = d - z[i];
    }
  }
  segment.slope = b;
  segment.offset_s = a * kHuber_s - b * first;
}

double distance(const XdfClockSegment& segment, double time_s) {
  return std::max({segment.begin_s - time_s, time_s - segment.end_s, 0.0});
}

}  // namespace

std::vector<XdfClockSegment> clock_segments(std::span<const XdfOffset> offsets) {
  std::vector<XdfClockSegment> segments;
  if (offsets.empty()) return segments;
  std::vector<std::size_t> ends = resets_of(offsets);
  ends.push_back(offsets.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    const auto run = offsets.subspan(begin, end - begin);
    segments.push_back({.begin_s = run.front().time_s, .end_s = run.back().time_s});
    fit_huber(run, segments.back());
    begin = end;
  }
  return segments;
}

double XdfClock::corrected(double time_s) {
  if (segments_.empty()) return time_s;
  // Runs without a time of this stream are passed over. A time that goes back belongs to a later run, if one fits.
  bool is_reset = time_s < last_s_ - kResetValue_s;
  last_s_ = time_s;
  for (std::size_t i = at_ + 1; i < std::min(segments_.size(), at_ + kMaxResets); ++i) {
    const double farther_s = distance(segments_[i], time_s) - distance(segments_[at_], time_s);
    if (farther_s > 0 || (farther_s == 0 && !is_reset)) continue;
    at_ = i;
    is_reset = false;
  }
  const double corrected_s = time_s + segments_[at_].offset_s + segments_[at_].slope * time_s;
  return std::abs(corrected_s) < kMaxTime_s ? corrected_s : time_s;
}

void XdfSegmenter::take(double time_s) {
  const double largest_s = std::max(kMaxGap_s, kMaxGapSamples / sfreq_);
  const bool is_gap = n_ > 0 && std::abs(time_s - last_s_) > largest_s;
  if (is_gap && segments_.size() < kMaxXdfSegments) end_segment();
  last_s_ = time_s;
  if (n_ == 0) first_s_ = time_s;
  const double i = static_cast<double>(n_++), from_mean = i - mean_i_, since_s = time_s - first_s_;
  mean_i_ += from_mean / static_cast<double>(n_);
  const double s_from_mean = since_s - mean_s_;
  mean_s_ += s_from_mean / static_cast<double>(n_);
  i_by_s_ += from_mean * (since_s - mean_s_);
  i_by_i_ += from_mean * (i - mean_i_);
  s_by_s_ += s_from_mean * (since_s - mean_s_);
}

void XdfSegmenter::end_segment() {
  const double step_s = n_ > 1 ? i_by_s_ / i_by_i_ : 0;
  segments_.push_back({.first_sample = n_before_,
                       .n_samples = n_,
                       .begin_s = first_s_ + mean_s_ - step_s * mean_i_,
                       .step_s = step_s > 0 ? step_s : 1 / sfreq_,
                       .deviation_s = std::sqrt(std::max(0.0, s_by_s_ - step_s * i_by_s_) / static_cast<double>(n_))});
  n_before_ += n_;
  n_ = 0;
  mean_i_ = mean_s_ = i_by_s_ = i_by_i_ = s_by_s_ = 0;
}

std::vector<XdfSegment> XdfSegmenter::finish() {
  if (n_ > 0) end_segment();
  return std::move(segments_);
}

}  // namespace eegate
