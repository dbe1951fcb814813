#include "sleep/night_spectrogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

bool is_flat(std::span<const float> x) {
  return std::ranges::all_of(x, [&](float value) { return value == x[0]; });
}

Error too_short(double duration_s, double column_s) {
  return {.code = "DSP_TOO_SHORT",
          .message = "The recording is too short for a spectrogram of the night",
          .field = "duration",
          .place = {},
          .found = significant(duration_s, 6) + " s",
          .expected = "at least " + significant(column_s, 6) + " s",
          .hint = {}};
}

}  // namespace

Result<NightSpectrogram> NightSpectrogram::open(const Recording& recording, std::size_t channel,
                                                const SpectrogramOptions& options) {
  if (channel >= recording.channels().size()) {
    return Error{.code = "CHANNEL_UNKNOWN",
                 .message = "There is no channel with this number",
                 .field = "channel",
                 .place = {},
                 .found = std::to_string(channel),
                 .expected = "less than " + std::to_string(recording.channels().size()),
                 .hint = {}};
  }
  if (recording.duration_s() < options.column_s) return too_short(recording.duration_s(), options.column_s);
  const double sfreq = recording.channels()[channel].sfreq;
  const std::size_t window = fast_length(static_cast<std::size_t>(options.window_s * sfreq));
  EEGATE_TRY(Multitaper multitaper, Multitaper::design(window, sfreq, options.half_bandwidth_hz));
  return NightSpectrogram(recording, channel, options, std::move(multitaper), window);
}

NightSpectrogram::NightSpectrogram(const Recording& recording, std::size_t channel, const SpectrogramOptions& options,
                                   Multitaper multitaper, std::size_t window)
    : recording_(&recording),
      channel_(channel),
      options_(options),
      multitaper_(std::move(multitaper)),
      window_(window),
      n_columns_(static_cast<std::size_t>(recording.duration_s() / options.column_s)),
      n_bins_(std::min(multitaper_.n_bins(), static_cast<std::size_t>(options.max_hz / multitaper_.bin_hz()) + 1)),
      density_(n_columns_ * n_bins_, std::numeric_limits<float>::quiet_NaN()) {}

// Index of the first of n stored samples from this time on, if all are in one segment.
std::optional<std::uint64_t> NightSpectrogram::stored_sample(double time_s, std::size_t n) const {
  const Channel& channel = recording_->channels()[channel_];
  const double length_s = static_cast<double>(n) / channel.sfreq, tolerance_s = 0.5 / channel.sfreq;
  for (const Segment& segment : recording_->segments()) {
    if (time_s < segment.onset_s - tolerance_s) continue;
    if (time_s + length_s > segment.onset_s + segment.duration_s + tolerance_s) continue;
    const double first = std::round((segment.sample_onset_s + time_s - segment.onset_s) * channel.sfreq);
    const auto sample = static_cast<std::uint64_t>(std::max(0.0, first));
    if (sample + n <= channel.n_samples) return sample;
  }
  return std::nullopt;
}

Result<double> NightSpectrogram::advance() {
  if (next_ == n_columns_) return 1.0;
  const double sfreq = recording_->channels()[channel_].sfreq, window_s = static_cast<double>(window_) / sfreq;
  const double start_s = static_cast<double>(next_) * options_.column_s;
  std::vector<float> x(window_);
  std::vector<double> sum(multitaper_.n_bins());
  std::size_t n = 0;
  for (double at_s = 0; at_s + window_s <= options_.column_s + 1e-6; at_s += window_s) {
    const auto first = stored_sample(start_s + at_s, window_);
    if (!first) continue;
    EEGATE_CHECK(recording_->read(channel_, *first, x));
    if (is_flat(x)) continue;
    multitaper_.add_density(x, sum);
    ++n;
  }
  for (std::size_t f = 0; n > 0 && f < n_bins_; ++f)
    density_[next_ * n_bins_ + f] = static_cast<float>(sum[f] / static_cast<double>(n));
  ++next_;
  return static_cast<double>(next_) / static_cast<double>(n_columns_);
}

}  // namespace eegate
