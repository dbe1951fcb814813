#include "session/open/spectra.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/count.h"
#include "base/numbers_as_text.h"
#include "signal/channel_name.h"
#include "signal/continuous.h"
#include "signal/spectrum.h"

namespace eegate {
namespace {

// The longest run of finite samples.
std::span<const float> longest_finite_segment(std::span<const float> row) {
  std::span<const float> longest;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= row.size(); ++i) {
    if (i < row.size() && std::isfinite(row[i])) continue;
    if (i - begin > longest.size()) longest = row.subspan(begin, i - begin);
    begin = i + 1;
  }
  return longest;
}

}  // namespace

Result<std::vector<float>> filter_response(const Recipe& recipe, double sfreq, std::span<const float> hz) {
  EEGATE_TRY(const ContinuousSteps steps, design_steps(recipe, sfreq));
  const bool is_twice = steps.mode == FilterMode::kZeroPhase;
  std::vector<float> gains;
  gains.reserve(hz.size());
  for (const float one : hz) {
    const bool is_there = one >= 0 && static_cast<double>(one) <= sfreq / 2;
    double gain = is_there ? 1 : std::numeric_limits<double>::quiet_NaN();
    for (const Sections* filter : {&steps.notch, &steps.bandpass}) {
      gain *= std::abs(frequency_response(*filter, static_cast<double>(one), sfreq));
    }
    gains.push_back(static_cast<float>(is_twice ? gain * gain : gain));
  }
  return gains;
}

Result<Spectra> spectra(std::span<const float> x, std::size_t n_chans, double sfreq, double segment_s) {
  if (n_chans == 0 || x.size() < 2 * n_chans || x.size() % n_chans != 0 || !(sfreq > 0) || !(segment_s * sfreq >= 2)) {
    return Error{.code = "DSP_SPECTRUM",
                 .message = "There is no spectrum of this",
                 .found = std::to_string(x.size()) + " values in " + std::to_string(n_chans) +
                          " channels, segments of " + number_text(segment_s) + " s at " + number_text(sfreq) + " Hz",
                 .expected = "equally long channels and segments of at least two samples"};
  }
  const std::size_t n_times = x.size() / n_chans;
  std::vector<std::span<const float>> rows;
  std::size_t longest = 0;
  for (std::size_t c = 0; c < n_chans; ++c) {
    rows.push_back(longest_finite_segment(x.subspan(c * n_times, n_times)));
    longest = std::max(longest, rows.back().size());
  }
  if (longest < 2) longest = n_times;
  const std::size_t segment = to_size_within(std::round(segment_s * sfreq), 2, longest);  // one resolution for all
  Spectra spectra{.bin_hz = sfreq / static_cast<double>(segment), .n_bins = segment / 2 + 1, .density = {}};
  spectra.density.assign(n_chans * spectra.n_bins, std::numeric_limits<float>::quiet_NaN());
  for (std::size_t c = 0; c < n_chans; ++c) {
    if (rows[c].size() < segment) continue;
    EEGATE_TRY(const Spectrum one, welch(rows[c], sfreq, segment, segment / 2));
    std::ranges::transform(
        one.density, spectra.density.begin() + static_cast<std::ptrdiff_t>(c * spectra.n_bins), [](double density) {
          constexpr auto kNoNumber = std::numeric_limits<float>::quiet_NaN();
          return density <= std::numeric_limits<float>::max() ? static_cast<float>(density) : kNoNumber;
        });
  }
  return spectra;
}

std::vector<float> electrode_positions(std::span<const std::string> names) {
  constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();
  std::vector<float> positions;
  positions.reserve(3 * names.size());
  for (const std::string& name : names) {
    const Position at =
        electrode_position(canonical_channel_name(name).name).value_or(Position{kNowhere, kNowhere, kNowhere});
    for (const double one : {at.x, at.y, at.z}) positions.push_back(static_cast<float>(one));
  }
  return positions;
}

}  // namespace eegate
