#include "signal/selection.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/count.h"
#include "base/numbers_as_text.h"
#include "signal/reference.h"

namespace eegate {
namespace {

// Minimum number of repeated values, over all channels, for the end of a recording to count as padding: two equal
// samples in a single channel are common.
constexpr std::uint64_t kPaddingEvidence = 16;
constexpr std::size_t kScanFloats = std::size_t{1} << 20;

Result<std::vector<std::size_t>> find_all(const Recording& recording, const std::vector<std::string>& names,
                                          std::string_view code, std::string_view field) {
  std::vector<std::size_t> channels;
  std::string missing;
  for (const std::string& name : names) {
    const std::ptrdiff_t index = recording.find(name);
    if (index < 0) {
      missing += (missing.empty() ? "" : ", ") + name;
    } else {
      channels.push_back(static_cast<std::size_t>(index));
    }
  }
  if (missing.empty()) return channels;
  return Error{.code = code,
               .message = "The recording lacks channels that the recipe needs",
               .field = std::string(field),
               .found = std::to_string(recording.channels().size()) + " channels without these",
               .expected = missing,
               .hint = "Choose a recording with these electrodes or name others"};
}

std::vector<std::size_t> brain_channels(const Recording& recording, std::span<const std::size_t> picked) {
  const auto& channels = recording.channels();
  const bool any_voltage =
      std::any_of(picked.begin(), picked.end(), [&](std::size_t c) { return channels[c].is_voltage; });
  std::vector<std::size_t> good;
  for (const std::size_t c : picked) {
    const Channel& channel = channels[c];
    if (channel.is_trigger || channel.is_bad) continue;
    if (is_non_eeg_name(channel.name) || is_non_eeg_type(channel.type)) continue;
    if (channel.is_voltage || !any_voltage) good.push_back(c);
  }
  return good;
}

// Channels that are not constant within `range`. Only channels without a change so far are read further, so that good
// recordings need one short read.
Result<std::vector<std::size_t>> varying_channels(const Recording& recording, std::vector<std::size_t> channels,
                                                  StoredRange range) {
  std::vector<std::size_t> candidates = channels;
  std::vector<float> lowest(recording.channels().size(), HUGE_VALF), highest(lowest.size(), -HUGE_VALF);
  std::uint64_t n_next = 1024;
  for (std::uint64_t done = 0; done < range.n && !candidates.empty(); n_next *= 4) {
    const std::uint64_t max_samples = std::max<std::uint64_t>(1, kScanFloats / candidates.size());
    const std::uint64_t n = std::min({n_next, max_samples, range.n - done});
    std::vector<float> values(candidates.size() * static_cast<std::size_t>(n));
    EEGATE_CHECK(recording.read(candidates, range.first + done, n, values.data()));
    const ConstMatrix rows(values.data(), candidates.size(), static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto [low, high] = std::minmax_element(rows.row(i).begin(), rows.row(i).end());
      lowest[candidates[i]] = std::min(lowest[candidates[i]], *low);
      highest[candidates[i]] = std::max(highest[candidates[i]], *high);
    }
    std::erase_if(candidates, [&](std::size_t c) {
      const float limit = recording.channels()[c].is_voltage ? kFlatUv : 0.0f;
      return highest[c] - lowest[c] > limit;
    });
    done += n;
  }
  std::erase_if(channels,
                [&](std::size_t c) { return std::find(candidates.begin(), candidates.end(), c) != candidates.end(); });
  return channels;
}

std::vector<std::size_t> padding_channels(const Recording& recording, std::size_t like) {
  const auto& channels = recording.channels();
  std::vector<std::size_t> checked;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const bool is_voltage = channels[c].is_voltage && !channels[c].is_trigger;
    const bool is_parallel =
        channels[c].sfreq == channels[like].sfreq && channels[c].n_samples == channels[like].n_samples;
    if (is_voltage && is_parallel) checked.push_back(c);
  }
  if (checked.empty()) checked.push_back(like);
  return checked;
}

}  // namespace

bool is_non_eeg_name(std::string_view name) {
  std::string upper;
  for (const char c : name) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  constexpr std::array<std::string_view, 4> kOrgans = {"EOG", "ECG", "EKG", "EMG"};
  return std::any_of(kOrgans.begin(), kOrgans.end(),
                     [&](std::string_view organ) { return upper.find(organ) != std::string::npos; });
}

bool is_non_eeg_type(std::string_view type) {
  constexpr std::array<std::string_view, 5> kBrain = {"", "EEG", "ECOG", "SEEG", "DBS"};
  return std::find(kBrain.begin(), kBrain.end(), type) == kBrain.end();
}

Result<std::vector<std::size_t>> pick_channels(const Recording& recording, const Recipe& recipe,
                                               const std::vector<std::string>& ch_names) {
  const std::vector<std::string>& names = recipe.pick.empty() ? ch_names : recipe.pick;
  std::vector<std::size_t> channels = recording.main_channels();
  if (!names.empty()) {
    EEGATE_TRY(channels, find_all(recording, names, "PICK_MISSING", "pick"));
  }
  if (channels.empty()) {
    return Error{.code = "PICK_MISSING",
                 .message = "The recording has no channel that could be EEG",
                 .field = "pick",
                 .expected = "at least one voltage channel"};
  }
  EEGATE_CHECK(check_one_rate(recording, channels));
  return channels;
}

Result<> check_one_rate(const Recording& recording, std::span<const std::size_t> channels) {
  if (channels.empty()) return {};
  const Channel& first = recording.channels()[channels.front()];
  for (const std::size_t index : channels) {
    const Channel& other = recording.channels()[index];
    if (other.sfreq == first.sfreq && other.n_samples == first.n_samples) continue;
    return Error{.code = "PICK_RATE",
                 .message = "Channels of different sampling rates cannot be used together",
                 .field = "pick",
                 .found = first.name + " " + number_text(first.sfreq) + " Hz, " + other.name + " " +
                          number_text(other.sfreq) + " Hz",
                 .expected = "channels of one rate",
                 .hint = "Pick channels of one rate"};
  }
  return {};
}

std::vector<StoredSegment> stored_segments(const Recording& recording, std::size_t channel) {
  const Channel& like = recording.channels()[channel];
  std::vector<StoredSegment> segments;
  for (const Segment& segment : recording.segments()) {
    const auto at = [&](double seconds) {
      const auto max_index = static_cast<std::int64_t>(std::min(like.n_samples, kExactDouble));
      return static_cast<std::uint64_t>(to_integer_within(std::round(seconds * like.sfreq), 0, max_index));
    };
    const std::uint64_t first = at(segment.sample_onset_s);
    const std::uint64_t end = at(segment.sample_onset_s + segment.duration_s);
    segments.push_back({.onset_s = segment.onset_s, .stored = {first, end - first}, .n_usable = end - first});
  }
  return segments;
}

Result<std::vector<StoredSegment>> find_segments(const Recording& recording, std::size_t channel) {
  const std::vector<std::size_t> checked = padding_channels(recording, channel);
  EEGATE_TRY(std::uint64_t tail, recording.padded_tail(checked));
  if (tail * checked.size() < kPaddingEvidence) tail = 0;
  const std::uint64_t n_samples = recording.channels()[channel].n_samples;
  const std::uint64_t usable_end = n_samples - std::min(tail, n_samples);
  std::vector<StoredSegment> segments = stored_segments(recording, channel);
  for (StoredSegment& segment : segments) {
    const std::uint64_t first = segment.stored.first;
    segment.n_usable = std::min(first + segment.stored.n, std::max(first, usable_end)) - first;
  }
  return segments;
}

Result<std::vector<std::size_t>> reference_channels(const Recording& recording, const Recipe& recipe,
                                                    std::span<const std::size_t> picked, StoredRange range) {
  if (!recipe.reference) return std::vector<std::size_t>{};
  if (recipe.reference->is_average()) {
    return varying_channels(recording, brain_channels(recording, picked), range);
  }
  return find_all(recording, recipe.reference->ch_names, "REFERENCE_MISSING", "reference");
}

std::vector<std::size_t> plan_rows(const Recording& recording, const Recipe& recipe, std::span<const std::size_t> shown,
                                   std::span<const std::size_t> reference, ContinuousSteps& steps) {
  std::vector<std::size_t> rows(shown.begin(), shown.end());
  for (const std::size_t channel : reference) {
    auto found = std::find(rows.begin(), rows.end(), channel);
    if (found == rows.end()) found = rows.insert(rows.end(), channel);
    steps.reference_sources.push_back(static_cast<std::size_t>(found - rows.begin()));
  }
  // The average reference changes the channels it is computed from; a named reference changes all channels except
  // triggers.
  const bool is_average = recipe.reference && recipe.reference->is_average();
  for (std::size_t row = 0; row < shown.size(); ++row) {
    const bool is_source = std::find(reference.begin(), reference.end(), rows[row]) != reference.end();
    const bool changes = is_average ? is_source : !recording.channels()[rows[row]].is_trigger;
    if (changes) steps.reference_targets.push_back(row);
  }
  steps.n_rows = rows.size();
  steps.n_picked = shown.size();
  return rows;
}

}  // namespace eegate
