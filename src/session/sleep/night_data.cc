#include "session/sleep/night_data.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include "model/sequence/sequence_architecture.h"
#include "session/open/dataset.h"
#include "session/open/samples.h"
#include "session/sleep/staging.h"
#include "session/sleep/staging_channels.h"
#include "train/trainable.h"

namespace eegate {
namespace {

Error night_error(std::string_view code, std::string message, std::string found, std::string expected,
                  std::string hint = {}) {
  return Error{.code = code,
               .message = std::move(message),
               .found = std::move(found),
               .expected = std::move(expected),
               .hint = std::move(hint)};
}

Result<std::vector<std::size_t>> channels_of_night(const Recording& recording, const NightChoice& choice,
                                                   std::size_t n_chans) {
  std::vector<std::size_t> channels;
  if (choice.channels.empty()) {
    channels = staging_channels(recording);
    channels.resize(std::min(channels.size(), n_chans));
  } else {
    EEGATE_TRY(channels, find_channels(recording, choice.channels));
  }
  if (channels.size() == n_chans) return channels;
  return night_error("STAGE_CHANNELS", "The model is trained on another number of channels",
                     std::to_string(channels.size()), std::to_string(n_chans), "Name the channels.");
}

// The images of all channels in one epoch, side by side as the network takes them.
void join_images(std::vector<float>& to, std::span<const StagedChannel> channels, const StagedPlace& place,
                 const MapShape& one, bool channels_first) {
  const auto image = [&](const StagedChannel& channel) {
    return channel.segments[place.segment].images.data() + place.epoch * one.size();
  };
  const std::size_t frames = channels_first ? 1 : one.n_points(), width = one.size() / frames;
  for (std::size_t frame = 0; frame < frames; ++frame) {
    for (const StagedChannel& channel : channels) {
      const float* from = image(channel) + frame * width;
      to.insert(to.end(), from, from + width);
    }
  }
}

struct Times {
  double begin_s = 0, end_s = 0;
};

// Sleep and its margins; everything where there is no sleep.
Times times_to_keep(const Hypnogram& hypnogram, double margin_s) {
  const auto first = std::ranges::find_if(hypnogram.stages, is_sleep);
  if (first == hypnogram.stages.end()) return {hypnogram.start_s, hypnogram.end_s()};
  const auto last = std::find_if(hypnogram.stages.rbegin(), hypnogram.stages.rend(), is_sleep).base();
  const auto time_of = [&](auto at) {
    return hypnogram.start_s + hypnogram.epoch_s * static_cast<double>(at - hypnogram.stages.begin());
  };
  return {time_of(first) - margin_s, time_of(last) + margin_s};
}

bool stands_still(std::span<const StagedChannel> channels, const StagedPlace& place) {
  return std::ranges::all_of(
      channels, [&](const StagedChannel& channel) { return channel.segments[place.segment].still[place.epoch]; });
}

// All epochs in which at least one channel moves.
std::vector<StagedPlace> places_of_night(std::span<const StagedChannel> channels) {
  std::vector<StagedPlace> places;
  for (std::size_t segment = 0; segment < channels.front().segments.size(); ++segment) {
    std::size_t n = channels.front().segments[segment].n_epochs;
    for (const StagedChannel& channel : channels) n = std::min(n, channel.segments[segment].n_epochs);
    for (std::size_t epoch = 0; epoch < n; ++epoch) {
      if (!stands_still(channels, {segment, epoch})) places.push_back({segment, epoch});
    }
  }
  return places;
}

Result<std::vector<StagedChannel>> read_channels(const OpenRecording& open, std::span<const std::size_t> channels,
                                                 const SequenceNetwork& network, const TrainingStart& start) {
  EEGATE_TRY(const NightRecipe recipe, parse_night_recipe(start.contract.recipe_json));
  EEGATE_TRY(const Night night, Night::open(open.recording, channels, recipe));
  std::vector<StagedChannel> staged;
  for (std::size_t at = 0; at < channels.size(); ++at) {
    EEGATE_TRY(NightChannel channel, night.prepare(at));
    staged.push_back(
        make_images(std::move(channel), network.spectrogram, start.config.n_times, recipe.sfreq(start.contract.sfreq)));
  }
  return staged;
}

}  // namespace

int stage_between(const Hypnogram& hypnogram, double begin_s, double end_s) {
  std::array<double, kScoredStages> held = {};
  const double first = std::max(0.0, std::floor((begin_s - hypnogram.start_s) / hypnogram.epoch_s));
  for (auto i = static_cast<std::size_t>(first); i < hypnogram.stages.size(); ++i) {
    const double start = hypnogram.start_s + hypnogram.epoch_s * static_cast<double>(i);
    if (start >= end_s) break;
    const double shared = std::min(end_s, start + hypnogram.epoch_s) - std::max(begin_s, start);
    if (is_scored(hypnogram.stages[i])) held[static_cast<std::size_t>(hypnogram.stages[i])] += std::max(0.0, shared);
  }
  const auto most = std::ranges::max_element(held);
  return *most * 2 >= end_s - begin_s ? static_cast<int>(most - held.begin()) : kNoClass;
}

std::string subject_of_night(std::string_view file_name) {
  const std::string_view stem = stem_of(base_name_of(file_name));
  const auto is_digit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(stem[i])) != 0; };
  const bool is_sleep_edf =
      stem.size() >= 6 && (stem.starts_with("SC") || stem.starts_with("ST")) && is_digit(2) && is_digit(5);
  if (is_sleep_edf) return std::string(stem.substr(0, 5));
  if (stem.starts_with("sub-")) return std::string(stem.substr(0, stem.find('_')));
  if (const auto number = subject_in_name(file_name)) return "S" + std::to_string(*number);
  return std::string(stem);
}

Result<LabelledNight> load_night(const OpenRecording& open, const Hypnogram& hypnogram, const TrainingStart& start,
                                 const NightChoice& choice) {
  EEGATE_TRY(const auto channels, channels_of_night(open.recording, choice, start.config.n_chans));
  const auto network = make_sequence_network(start.config, start.weights);
  EEGATE_TRY(std::vector<StagedChannel> staged, read_channels(open, channels, *network, start));
  const std::vector<StagedPlace> places = places_of_night(staged);
  const MapShape one = network->spectrogram.out_shape({1, 1, start.config.n_times, 1});
  if (network->standardizes_record) {
    for (StagedChannel& channel : staged) standardize_over_record(channel, places, one.size());
  }
  LabelledNight night{.name = open.recording.file_name(), .subject = subject_of_night(open.recording.file_name())};
  const Times keep = times_to_keep(hypnogram, choice.margin_min * 60);
  const StagedPlace* last = nullptr;
  for (const StagedPlace& place : places) {
    const double onset_s =
        staged.front().segments[place.segment].onset_s + static_cast<double>(place.epoch) * kSleepEpoch_s;
    if (onset_s < keep.begin_s || onset_s + kSleepEpoch_s > keep.end_s) continue;
    const bool follows = last != nullptr && last->segment == place.segment && last->epoch + 1 == place.epoch;
    if (!follows) night.runs.push_back(0);
    ++night.runs.back();
    night.labels.push_back(stage_between(hypnogram, onset_s, onset_s + kSleepEpoch_s));
    join_images(night.images, staged, place, one, network->spectrogram.form().channels_first());
    last = &place;
  }
  if (std::ranges::any_of(night.labels, [](int label) { return label != kNoClass; })) return night;
  return night_error("NIGHT_LABELS", "No epoch of the recording has a stage",
                     std::to_string(hypnogram.stages.size()) + " epochs from " +
                         std::to_string(std::llround(hypnogram.start_s)) + " s",
                     "a hypnogram of this recording");
}

}  // namespace eegate
