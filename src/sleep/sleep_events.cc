#include "sleep/sleep_events.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/tensor.h"

namespace eegate {
namespace {

constexpr double kChunk_s = 120, kMargin_s = 15;

Error channel_error(const Channel& channel, std::string found, std::string expected) {
  return {.code = "SLEEP_CHANNEL",
          .message = "Spindles and slow waves cannot be looked for in this channel",
          .field = channel.label,
          .place = {},
          .found = std::move(found),
          .expected = std::move(expected),
          .hint = "Choose an EEG channel, for example C3 or C4."};
}

Result<> check_channel(const Recording& recording, std::size_t index) {
  if (index >= recording.channels().size()) {
    return Error{.code = "CHANNEL_UNKNOWN",
                 .message = "There is no channel with this number",
                 .field = "channel",
                 .place = {},
                 .found = std::to_string(index),
                 .expected = "less than " + std::to_string(recording.channels().size()),
                 .hint = {}};
  }
  const Channel& channel = recording.channels()[index];
  if (!channel.is_voltage) return channel_error(channel, "the unit " + quoted(channel.unit), "a voltage");
  if (channel.sfreq >= 50) return {};
  return channel_error(channel, significant(channel.sfreq, 6) + " Hz", "at least 50 Hz");
}

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

Result<SleepEventSearch> SleepEventSearch::open(const Recording& recording, std::size_t channel,
                                                const Hypnogram& hypnogram) {
  EEGATE_CHECK(check_channel(recording, channel));
  const double sfreq = recording.channels()[channel].sfreq;
  const SpindleRule spindle;
  const SlowWaveRule slow;
  EEGATE_TRY(Sections spindle_band, design_bandpass(spindle.low_hz, spindle.high_hz, sfreq, 4));
  EEGATE_TRY(Sections slow_band, design_bandpass(slow.low_hz, slow.high_hz, sfreq, 2));
  SleepEventSearch search(recording, channel, std::move(spindle_band), std::move(slow_band));
  search.plan(hypnogram);
  if (!search.chunks_.empty()) return search;
  return Error{.code = "SLEEP_STAGES",
               .message = "Spindles and slow waves are looked for in N2 and N3, and the recording has none",
               .field = "hypnogram",
               .place = {},
               .found = {},
               .expected = "epochs of N2 or N3 within the recording",
               .hint = "Score the night first, or choose its hypnogram."};
}

SleepEventSearch::SleepEventSearch(const Recording& recording, std::size_t channel, Sections spindle_band,
                                   Sections slow_band)
    : recording_(&recording),
      channel_(channel),
      spindle_band_(std::move(spindle_band)),
      slow_band_(std::move(slow_band)) {}

void SleepEventSearch::plan(const Hypnogram& hypnogram) {
  const auto is_searched = [&](std::size_t i) {
    return i < hypnogram.stages.size() && (hypnogram.stages[i] == Stage::kN2 || hypnogram.stages[i] == Stage::kN3);
  };
  const auto time_of = [&](std::size_t i) { return hypnogram.start_s + static_cast<double>(i) * hypnogram.epoch_s; };
  for (std::size_t i = 0; i < hypnogram.stages.size();) {
    std::size_t end = i;
    while (is_searched(end)) ++end;
    if (end > i) plan_period(time_of(i), time_of(end));
    i = end + 1;
  }
}

// Chunks of a period of N2 and N3, each within one segment of the recording.
void SleepEventSearch::plan_period(double from_s, double to_s) {
  for (const Segment& segment : recording_->segments()) {
    const double segment_end_s = segment.onset_s + segment.duration_s;
    const double first_s = std::max(from_s, segment.onset_s), end_s = std::min(to_s, segment_end_s);
    if (!(end_s - first_s >= 1)) continue;
    searched_s_ += end_s - first_s;
    const auto n_chunks = static_cast<std::size_t>(std::ceil((end_s - first_s) / kChunk_s));
    const double length_s = (end_s - first_s) / static_cast<double>(n_chunks);
    for (std::size_t i = 0; i < n_chunks; ++i) {
      Chunk chunk;
      chunk.from_s = first_s + static_cast<double>(i) * length_s;
      chunk.to_s = chunk.from_s + length_s;
      chunk.read_from_s = std::max(segment.onset_s, chunk.from_s - kMargin_s);
      chunk.read_to_s = std::min(segment_end_s, chunk.to_s + kMargin_s);
      chunk.stored_shift_s = segment.sample_onset_s - segment.onset_s;
      chunks_.push_back(chunk);
    }
  }
}

Result<FilteredChunk> SleepEventSearch::read(const Chunk& chunk, const Sections& band) const {
  const Channel& channel = recording_->channels()[channel_];
  const auto sample_at = [&](double time_s) {
    const double sample = std::round((time_s + chunk.stored_shift_s) * channel.sfreq);
    return static_cast<std::uint64_t>(std::clamp(sample, 0.0, static_cast<double>(channel.n_samples)));
  };
  const std::uint64_t first = sample_at(chunk.read_from_s), end = std::max(first, sample_at(chunk.read_to_s));
  std::vector<float> samples(static_cast<std::size_t>(end - first));
  EEGATE_CHECK(recording_->read(channel_, first, samples));
  FilteredChunk out;
  out.sfreq = channel.sfreq;
  out.start_s = static_cast<double>(first) / channel.sfreq - chunk.stored_shift_s;
  out.x.assign(samples.begin(), samples.end());
  if (out.x.size() <= reflection_samples(band)) {
    out.x.assign(out.x.size(), 0);
    return out;
  }
  EEGATE_CHECK(apply_filter(MatrixView<double>(out.x.data(), 1, out.x.size()), band, FilterMode::kZeroPhase));
  return out;
}

Result<> SleepEventSearch::measure(const Chunk& chunk) {
  EEGATE_TRY(const FilteredChunk band, read(chunk, spindle_band_));
  const std::vector<double> rms = moving_rms(band, spindle_rule_.window_s);
  for (std::size_t i = 0; i < rms.size(); ++i) {
    const double time_s = band.start_s + static_cast<double>(i) / band.sfreq;
    if (time_s < chunk.from_s || time_s >= chunk.to_s) continue;
    sum_ += rms[i];
    sum_of_squares_ += rms[i] * rms[i];
    ++n_measured_;
  }
  return {};
}

Result<> SleepEventSearch::search(const Chunk& chunk) {
  EEGATE_TRY(const FilteredChunk band, read(chunk, spindle_band_));
  find_spindles(band, moving_rms(band, spindle_rule_.window_s), threshold_, spindle_rule_, chunk.from_s, chunk.to_s,
                spindles_);
  EEGATE_TRY(const FilteredChunk slow, read(chunk, slow_band_));
  find_slow_waves(slow, slow_rule_, chunk.from_s, chunk.to_s, slow_waves_);
  return {};
}

Result<double> SleepEventSearch::advance() {
  const std::size_t n = chunks_.size();
  if (done_ == 2 * n) return 1.0;
  if (done_ < n) {
    EEGATE_CHECK(measure(chunks_[done_]));
  } else {
    EEGATE_CHECK(search(chunks_[done_ - n]));
  }
  ++done_;
  if (done_ == n && n_measured_ > 0) {
    const auto count = static_cast<double>(n_measured_);
    const double mean = sum_ / count, variance = std::max(0.0, sum_of_squares_ / count - mean * mean);
    threshold_ = mean + spindle_rule_.n_deviations * std::sqrt(variance);
  }
  return static_cast<double>(done_) / static_cast<double>(2 * n);
}

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
