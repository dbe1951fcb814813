#include <algorithm>
#include <limits>

#include "signal/continuous.h"
#include "signal/prepare.h"
#include "signal/selection.h"

namespace eegate {
namespace {

struct Preview {
  const Recording& recording;
  ContinuousSteps steps;
  std::vector<std::size_t> rows;
};

// The steps without resampling, whose output has one value for every stored sample.
Result<Preview> design(const Recording& recording, std::span<const std::size_t> channels, Recipe recipe,
                       StoredRange range) {
  recipe.resample_hz.reset();
  const double sfreq = recording.channels()[channels.front()].sfreq;
  EEGATE_TRY(ContinuousSteps steps, design_steps(recipe, sfreq));
  std::vector<std::size_t> reference;
  if (recipe.reference) {
    EEGATE_TRY(const auto picked, pick_channels(recording, recipe, {}));
    EEGATE_CHECK(check_one_rate(recording, std::vector{channels.front(), picked.front()}));
    EEGATE_TRY(reference, reference_channels(recording, recipe, picked, range));
  }
  std::vector<std::size_t> rows = plan_rows(recording, recipe, channels, reference, steps);
  EEGATE_CHECK(check_one_rate(recording, rows));
  return Preview{recording, std::move(steps), std::move(rows)};
}

// Computes samples [first, end) of one segment into `out`, whose column 0 is sample `first`.
Result<> fill(const Preview& preview, StoredRange usable, std::uint64_t first, std::uint64_t end, Matrix out) {
  if (usable.n <= preview.steps.shortest()) return {};
  const ReadRows read = [&](std::uint64_t at, std::uint64_t n, float* values) {
    return preview.recording.read(preview.rows, at, n, values);
  };
  ContinuousBlock block(preview.steps, usable, first, end - first);
  while (!block.is_done()) EEGATE_CHECK(block.step(read));
  for (std::size_t row = 0; row < out.rows; ++row) {
    const auto from = block.output().row(row);
    std::copy(from.begin(), from.end(), out.row(row).begin());
  }
  return {};
}

// What is shown of segments: all as it is stored, or what a filter may use, which is not the padding.
Result<std::vector<StoredSegment>> segments_for(const Recording& recording, std::size_t channel, const Recipe& recipe) {
  const bool is_stored = !recipe.reference && !recipe.notch && !recipe.bandpass;
  if (is_stored) return stored_segments(recording, channel);
  return find_segments(recording, channel);
}

}  // namespace

Result<PreviewSamples> preview(const Recording& recording, std::span<const std::size_t> channels, double start_s,
                               double duration_s, const Recipe& recipe) {
  PreviewSamples samples;
  EEGATE_TRY(const auto segments, segments_for(recording, channels.front(), recipe));
  const double sfreq = recording.channels()[channels.front()].sfreq;
  const std::int64_t first = sample_at(start_s, sfreq);
  // Both ends are rounded alike: a range begins where the one before it ends.
  const std::int64_t n_times = sample_at(start_s + duration_s, sfreq) - first;
  samples.sfreq = sfreq;
  samples.start_s = static_cast<double>(first) / sfreq;
  samples.n_times = static_cast<std::size_t>(n_times);
  samples.values.assign(channels.size() * samples.n_times, std::numeric_limits<float>::quiet_NaN());
  const Matrix out(samples.values.data(), channels.size(), samples.n_times);
  for (const StoredSegment& segment : segments) {
    // The displayed range in samples of this segment.
    const std::int64_t shown = first - sample_at(segment.onset_s, sfreq);
    const StoredRange usable{segment.stored.first, segment.n_usable};
    const auto n_usable = static_cast<std::int64_t>(usable.n);
    const std::int64_t begin = std::clamp<std::int64_t>(shown, 0, n_usable);
    const std::int64_t end = std::clamp<std::int64_t>(shown + n_times, begin, n_usable);
    if (begin == end) continue;
    const StoredRange seen{usable.first + static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end - begin)};
    EEGATE_TRY(const Preview steps, design(recording, channels, recipe, seen));
    EEGATE_CHECK(fill(steps, usable, static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end),
                      out.slice_cols(static_cast<std::size_t>(begin - shown), static_cast<std::size_t>(end - begin))));
  }
  return samples;
}

}  // namespace eegate
