#include "session/open/samples.h"

#include <algorithm>
#include <cmath>

#include "base/numbers_as_text.h"
#include "files/json.h"
#include "files/strict_object.h"
#include "session/open/recipe_choice.h"
#include "signal/sample.h"
#include "signal/sample_night.h"
#include "signal/synthetic_trials.h"

namespace eegate {
namespace {

// Values of one result: a page has 4 GiB of memory in all.
constexpr std::uint64_t kMaxValues = std::uint64_t{1} << (sizeof(std::size_t) > 4 ? 33 : 28);

Result<> check_channels(const Recording& recording, std::span<const std::size_t> channels) {
  if (channels.empty()) return Error{.code = "CHANNEL_UNKNOWN", .message = "No channel was asked for"};
  for (const std::size_t channel : channels) {
    if (channel >= recording.channels().size()) {
      return Error{.code = "CHANNEL_UNKNOWN",
                   .message = "There is no channel with this number",
                   .found = std::to_string(channel),
                   .expected = "less than " + std::to_string(recording.channels().size())};
    }
    const Channel& one = recording.channels()[channel];
    const Channel& first = recording.channels()[channels.front()];
    if (!same_rate(one.sfreq, first.sfreq)) {
      return Error{.code = "CHANNEL_RATE",
                   .message = "Channels read together must have one sampling rate",
                   .field = one.label,
                   .found = number_text(one.sfreq) + " Hz",
                   .expected = number_text(first.sfreq) + " Hz, as " + first.label};
    }
  }
  return {};
}

Error range_error(const Recording& recording, double start_s, double duration_s) {
  const bool is_start = !(start_s >= 0 && start_s < recording.duration_s());
  return {.code = "READ_RANGE",
          .message = "This range is not in the recording",
          .field = is_start ? "startS" : "durationS",
          .found = number_text(is_start ? start_s : duration_s) + " s",
          .expected = is_start ? "0 to less than " + number_text(recording.duration_s()) + " s" : "a length above 0"};
}

Result<> check_size(std::span<const std::size_t> channels, double n_times) {
  if (n_times * static_cast<double>(channels.size()) <= static_cast<double>(kMaxValues)) return {};
  return Error{.code = "READ_TOO_LARGE",
               .message = "These are more samples than can be read at once",
               .expected = "at most " + std::to_string(kMaxValues) + " values",
               .hint = "Read fewer channels or a shorter range."};
}

Result<> check_sample_length(double duration_s, double shortest_s, double longest_s) {
  if (duration_s >= shortest_s && duration_s <= longest_s) return {};
  return Error{.code = "SAMPLE_LENGTH",
               .message = "A sample recording cannot have this length",
               .found = number_text(duration_s) + " s",
               .expected = number_text(shortest_s) + " to " + number_text(longest_s) + " s"};
}

constexpr ObjectForm kPlantedForm = form_with_one_code("request for synthetic trials", "PLANTED_VALUE");
constexpr FieldSpec kPlantedRequest[] = {
    optional_integer("seed", 0, 0x1p53 - 1),
    optional_texts("channels"),
    optional_integer("trials"),
    optional_number("hz"),
    optional_number("beginS"),
    optional_number("endS"),
    optional_number("strength"),
    optional_number("noiseUv"),
};

}  // namespace

Result<std::vector<std::size_t>> find_channels(const Recording& recording, const std::vector<std::string>& names) {
  std::vector<std::size_t> channels;
  for (const std::string& name : names) {
    const auto& all = recording.channels();
    const auto by_label = std::ranges::find(all, name, &Channel::label);
    const std::ptrdiff_t index = by_label != all.end() ? by_label - all.begin() : recording.find(name);
    if (index < 0) {
      return Error{.code = "CHANNEL_UNKNOWN",
                   .message = "The recording has no channel of this name",
                   .found = quoted(name),
                   .hint = "`info` lists the channels."};
    }
    channels.push_back(static_cast<std::size_t>(index));
  }
  return channels;
}

Result<PreviewSamples> read_window(const Recording& recording, std::span<const std::size_t> channels, double start_s,
                                   double duration_s, const Recipe* preview_recipe) {
  EEGATE_CHECK(check_channels(recording, channels));
  const double end_s = recording.duration_s();
  if (!(start_s >= 0 && start_s < end_s && duration_s > 0)) return range_error(recording, start_s, duration_s);
  const double length_s = std::min(duration_s, end_s - start_s);
  EEGATE_CHECK(check_size(channels, length_s * recording.channels()[channels.front()].sfreq));
  return preview(recording, channels, start_s, length_s, preview_recipe ? *preview_recipe : Recipe());
}

Result<PreviewSamples> read_stored(const Recording& recording, std::span<const std::size_t> channels) {
  EEGATE_CHECK(check_channels(recording, channels));
  const Channel& first = recording.channels()[channels.front()];
  EEGATE_CHECK(check_size(channels, static_cast<double>(first.n_samples)));
  PreviewSamples samples{
      .sfreq = first.sfreq, .start_s = 0, .n_times = static_cast<std::size_t>(first.n_samples), .values = {}};
  samples.values.resize(channels.size() * samples.n_times);
  EEGATE_CHECK(recording.read(channels, 0, first.n_samples, samples.values.data()));
  return samples;
}

Result<std::vector<std::byte>> make_sample(std::uint64_t seed, double duration_s) {
  EEGATE_CHECK(check_sample_length(duration_s, 2, 3600));
  const double whole_s = std::round(duration_s);
  const double open_s = std::floor(whole_s / 2);
  return make_sample_edf({.seed = seed, .open_s = open_s, .closed_s = whole_s - open_s});
}

Result<std::vector<std::byte>> make_night_sample(std::uint64_t seed, double duration_s) {
  EEGATE_CHECK(check_sample_length(duration_s, 30, 86400));
  return make_sample_night({.seed = seed, .n_epochs = static_cast<std::size_t>(duration_s / 30)});
}

std::span<const FieldSpec> planted_request_fields() { return kPlantedRequest; }

Result<std::vector<std::byte>> make_planted(const std::string& request) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(request));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kPlantedRequest, document.root(), kPlantedForm));
  SyntheticTrialOptions options;
  object.copy("channels", options.ch_names);
  object.copy("seed", options.seed);
  object.copy("trials", options.n_trials);
  object.copy("hz", options.hz);
  object.copy("beginS", options.begin_s);
  object.copy("endS", options.end_s);
  object.copy("strength", options.strength);
  object.copy("noiseUv", options.noise_uv);
  return make_synthetic_trials(options);
}

}  // namespace eegate
