#include "signal/stream_input.h"

#include <algorithm>

#include "signal/channel_name.h"
#include "signal/selection.h"

namespace eegate {
namespace {

// Alignment needs all epochs and a zero-phase filter needs later samples, so neither can be computed live.
Result<> check_causal(const Recipe& recipe, const ContinuousSteps& steps, bool as_causal) {
  if (recipe.align_euclidean) {
    return Error{.code = "STREAM_ALIGN",
                 .message = "Alignment cannot be computed live: it needs all epochs of a subject",
                 .field = "align",
                 .found = "\"euclidean\"",
                 .expected = "a recipe without alignment",
                 .hint = "Train a model without alignment for live use."};
  }
  const bool filters = !steps.notch.empty() || !steps.bandpass.empty();
  if (!filters || steps.mode == FilterMode::kCausal || as_causal) return {};
  return Error{.code = "STREAM_ZERO_PHASE",
               .message = "A zero-phase filter cannot be run live: it needs later samples",
               .field = recipe.bandpass ? "bandpass.mode" : "notch",
               .found = "\"zero_phase\"",
               .expected = "\"causal\"",
               .hint =
                   "In code: model.stream({ source, causalForm: true }) runs the same filter forwards only, as the "
                   "page does in Live; predictions then differ from those for the finished recording. For eegate "
                   "prepare and train: a recipe with \"mode\": \"causal\" in its bandpass."};
}

bool contains(const std::vector<std::size_t>& values, std::size_t value) {
  return std::ranges::find(values, value) != values.end();
}

// The same channels as reference_channels(), except that constant channels are excluded only if they are listed as bad:
// it is not known in advance whether a channel will change.
Result<std::vector<std::size_t>> reference_of(const StreamInput& input, const ReferenceStep& reference,
                                              const std::vector<std::size_t>& picked) {
  if (!reference.is_average()) return find_in_stream(input, reference.ch_names);
  EEGATE_TRY(const auto bad, find_in_stream(input, input.bad_ch_names));
  std::vector<std::size_t> sources;
  for (const std::size_t channel : picked) {
    if (!is_non_eeg_name(input.ch_names[channel]) && !contains(bad, channel)) sources.push_back(channel);
  }
  return sources;
}

// Sets rows, sources and targets as plan_rows() does.
void enter_reference(const ReferenceStep& reference, const std::vector<std::size_t>& sources, StreamSteps& stream) {
  std::vector<std::size_t>& rows = stream.channels;
  const std::size_t n_picked = rows.size();
  for (const std::size_t channel : sources) {
    auto found = std::ranges::find(rows, channel);
    if (found == rows.end()) found = rows.insert(rows.end(), channel);
    stream.steps.reference_sources.push_back(static_cast<std::size_t>(found - rows.begin()));
  }
  for (std::size_t row = 0; row < n_picked; ++row) {
    if (!reference.is_average() || contains(sources, rows[row])) stream.steps.reference_targets.push_back(row);
  }
}

}  // namespace

Result<std::vector<std::size_t>> find_in_stream(const StreamInput& input, const std::vector<std::string>& names) {
  std::vector<std::size_t> channels;
  std::string missing;
  for (const std::string& name : names) {
    const auto same = [&](const std::string& other) { return same_channel(other, name); };
    const auto first = std::ranges::find_if(input.ch_names, same);
    const bool is_one = first != input.ch_names.end() && std::none_of(first + 1, input.ch_names.end(), same);
    if (is_one) {
      channels.push_back(static_cast<std::size_t>(first - input.ch_names.begin()));
    } else {
      missing += (missing.empty() ? "" : ", ") + name;
    }
  }
  if (missing.empty()) return channels;
  return Error{
      .code = "STREAM_CHANNELS",
      .message = "The source lacks channels that the model or its recipe needs, or has duplicates:  " + missing,
      .field = "chNames",
      .found = std::to_string(input.ch_names.size()) + " channels without these",
      .expected = missing,
      .hint = "Use a source with these electrodes, or a model that needs others."};
}

Result<StreamSteps> design_stream(const StreamInput& input, const Recipe& recipe,
                                  const std::vector<std::string>& ch_names, bool as_causal) {
  StreamSteps stream;
  EEGATE_TRY(stream.steps, design_steps(recipe, input.sfreq));
  EEGATE_CHECK(check_causal(recipe, stream.steps, as_causal));
  const bool filters = !stream.steps.notch.empty() || !stream.steps.bandpass.empty();
  stream.is_causal_form = filters && stream.steps.mode != FilterMode::kCausal;
  stream.steps.mode = FilterMode::kCausal;
  EEGATE_TRY(stream.channels, find_in_stream(input, recipe.pick.empty() ? ch_names : recipe.pick));
  stream.steps.n_picked = stream.channels.size();
  if (recipe.reference) {
    EEGATE_TRY(const auto sources, reference_of(input, *recipe.reference, stream.channels));
    enter_reference(*recipe.reference, sources, stream);
  }
  stream.steps.n_rows = stream.channels.size();
  return stream;
}

}  // namespace eegate
