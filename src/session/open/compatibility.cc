#include "session/open/compatibility.h"

#include <algorithm>

#include "signal/channel_name.h"
#include "signal/continuous.h"

namespace eegate {

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return "ok";
    case Verdict::kAdapted:
      return "adapted";
    case Verdict::kMissing:
      return "missing";
    case Verdict::kIncompatible:
      break;
  }
  return "incompatible";
}

Verdict Compatibility::verdict() const {
  Verdict worst = Verdict::kOk;
  for (const CompatibilityItem& item : items) worst = std::max(worst, item.verdict);
  return worst;
}

std::vector<std::size_t> ChannelMatch::found() const {
  std::vector<std::size_t> indices;
  for (const std::ptrdiff_t channel : channels) {
    if (channel >= 0) indices.push_back(static_cast<std::size_t>(channel));
  }
  return indices;
}

ChannelMatch match_channels(const std::vector<std::string>& ch_names, const Recording& recording) {
  ChannelMatch match;
  for (const std::string& name : ch_names) {
    const auto& channels = recording.channels();
    const auto same = [&](const Channel& channel) { return same_channel(channel.label, name); };
    const auto first = std::ranges::find_if(channels, same);
    const bool several = first != channels.end() && std::any_of(first + 1, channels.end(), same);
    if (several) {
      match.channels.push_back(ChannelMatch::kAmbiguous);
    } else {
      match.channels.push_back(first == channels.end() ? ChannelMatch::kMissing : first - channels.begin());
    }
  }
  return match;
}

double matched_sfreq(const ChannelMatch& match, const Recording& recording) {
  double best = 0;
  std::size_t best_count = 0;
  const std::vector<std::size_t> found = match.found();
  for (const std::size_t candidate : found) {
    const double sfreq = recording.channels()[candidate].sfreq;
    const auto count = static_cast<std::size_t>(std::count_if(
        found.begin(), found.end(), [&](std::size_t i) { return same_rate(recording.channels()[i].sfreq, sfreq); }));
    if (count > best_count) best = sfreq, best_count = count;
  }
  return best;
}

Result<Compatibility> check_compatibility(const Model& model, const Recording& recording, const ChannelMatch& match,
                                          const RecipeChoice& choice) {
  const CompatibilityQuestion q{model, recording, match, choice, matched_sfreq(match, recording)};
  Compatibility report;
  report.items.push_back(channels_item(q));
  report.items.push_back(sampling_rate_item(q));
  report.items.push_back(length_item(q));
  EEGATE_TRY(CompatibilityItem unit, unit_item(q));
  report.items.push_back(std::move(unit));
  report.items.push_back(band_item(q));
  report.items.push_back(recipe_item(q));
  const bool is_around = std::holds_alternative<AnnotationEpochs>(*choice.recipe.epochs);
  if (is_around || !epoch_labels(choice.recipe).empty()) report.items.push_back(events_item(q));
  report.items.push_back(task_item(q));
  if (report.refused()) return report;
  // Filters that no item looks at can be impossible, too.
  if (const auto steps = design_steps(choice.recipe, q.sfreq); !steps.ok()) {
    report.design_error = steps.error();
    *std::ranges::find(report.items, "recipe", &CompatibilityItem::item) = recipe_refused(steps.error());
  }
  return report;
}

Error refuse(const Compatibility& compatibility) {
  std::string reasons;
  bool has_events = true;
  for (const CompatibilityItem& item : compatibility.items) {
    if (item.verdict < Verdict::kMissing) continue;
    has_events = has_events && item.item != "events";
    if (!reasons.empty()) reasons += "; ";
    reasons += std::string(item.item) + ": " + item.reason.text();
  }
  return {
      .code = "FIT_INCOMPATIBLE",
      .message = "This recording does not fit this model: " + reasons,
      .hint = has_events
                  ? "Choose another model or recording. An override classifies all the same, and is stamped on every "
                    "output."
                  : "Choose another model or recording, or a recipe with other epochs: without events there are none."};
}

}  // namespace eegate
