// Items about what the model asks for: channels, length, recipe, events, task.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "session/fit_items.h"
#include "signal/channel_name.h"
#include "signal/epochs.h"

namespace eegate {
namespace {

std::vector<std::string> names_with(const FitQuestion& q, std::ptrdiff_t state) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < q.match.channels.size(); ++i) {
    if (q.match.channels[i] == state) names.push_back(q.contract().ch_names[i]);
  }
  return names;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// Channels that the recording calls by another name: "T3 as T7". Dots, case and prefixes are not worth a word.
std::vector<std::string> renamed(const FitQuestion& q) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < q.match.channels.size(); ++i) {
    if (q.match.channels[i] < 0) continue;
    const Channel& channel = q.recording.channels()[static_cast<std::size_t>(q.match.channels[i])];
    if (!contains_ignoring_case(channel.label, canonical_channel_name(q.contract().ch_names[i]).name)) {
      names.push_back(channel.label + " as " + q.contract().ch_names[i]);
    }
  }
  return names;
}

// The channel names that the recipe leaves after its pick; those of the model that are not among them.
std::vector<std::string> not_picked(const FitQuestion& q) {
  std::vector<std::string> names;
  if (q.recipe().pick.empty()) return names;
  const ChannelMatch picked = match_channels(q.recipe().pick, q.recording);
  for (std::size_t i = 0; i < q.match.channels.size(); ++i) {
    const auto channel = q.match.channels[i];
    if (channel >= 0 && std::find(picked.channels.begin(), picked.channels.end(), channel) == picked.channels.end()) {
      names.push_back(q.contract().ch_names[i]);
    }
  }
  return names;
}

std::string plural(std::size_t n, const std::string& noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

double longest_segment_s(const Recording& recording) {
  double longest = 0;
  for (const Segment& segment : recording.segments()) longest = std::max(longest, segment.duration_s);
  return longest;
}

}  // namespace

FitItem fit_channels(const FitQuestion& q) {
  const auto missing = names_with(q, ChannelMatch::kMissing);
  const auto ambiguous = names_with(q, ChannelMatch::kAmbiguous);
  const auto outside = not_picked(q);
  const std::size_t n = q.match.channels.size();
  if (!missing.empty() || !ambiguous.empty()) {
    std::string message =
        std::to_string(n - missing.size() - ambiguous.size()) + " of " + plural(n, "channel") + " found";
    if (!missing.empty()) message += "; missing: " + listed(missing);
    if (!ambiguous.empty())
      message += "; several channels are called " + listed(ambiguous) + ", and none is chosen by guessing";
    return {"channels", Verdict::kMissing, message};
  }
  if (!outside.empty()) {
    return {"channels", Verdict::kMissing,
            "The recipe does not pick channels that the model needs: " + listed(outside)};
  }
  std::string message = "All " + plural(n, "channel") + " found";
  const std::size_t n_extra = q.recording.channels().size() - std::min(n, q.recording.channels().size());
  if (n_extra > 0) message += ", " + std::to_string(n_extra) + " more not used";
  const auto other_names = renamed(q);
  if (!other_names.empty()) message += "; recognised: " + listed(other_names);
  return {"channels", Verdict::kOk, message};
}

FitItem fit_length(const FitQuestion& q) {
  const double length_s = epoch_length_s(q.recipe());
  const double available_s = longest_segment_s(q.recording);
  const auto n_times = static_cast<std::size_t>(std::max<std::int64_t>(0, sample_at(length_s, q.epoch_sfreq())));
  const std::size_t expected = q.model.config().n_times;
  const std::string epoch = "an epoch of " + brief(length_s) + " s";
  if (q.sfreq > 0 && n_times != expected) {
    const auto accepted = q.model.check_n_times(n_times);
    if (!accepted.ok()) {
      return {
          "length", Verdict::kIncompatible,
          "The recipe gives " + plural(n_times, "sample") + " per epoch; the model takes " + std::to_string(expected)};
    }
  }
  if (available_s + 1e-9 < length_s) {
    const std::string what =
        q.recording.is_contiguous() ? "The recording lasts " : "The longest stretch without a gap lasts ";
    return {"length", Verdict::kIncompatible, what + brief(available_s) + " s, shorter than " + epoch};
  }
  if (q.sfreq > 0 && n_times != expected) {
    return {"length", Verdict::kAdapted,
            plural(n_times, "sample") + " per epoch where the model was made for " + std::to_string(expected)};
  }
  return {"length", Verdict::kOk, brief(q.recording.duration_s()) + " s of recording, " + epoch};
}

FitItem fit_recipe(const FitQuestion& q) {
  if (q.choice.model_recipe_error && q.choice.origin != RecipeOrigin::kGiven) {
    return {"recipe", Verdict::kIncompatible,
            "The model's recipe cannot be carried out: " + describe(*q.choice.model_recipe_error)};
  }
  const auto& standardize = q.recipe().standardize;
  if (standardize && *standardize != Standardization::kNone) {
    return {"recipe", Verdict::kIncompatible, "The recipe standardises, and so does the model"};
  }
  if (q.choice.origin == RecipeOrigin::kPlainWindows) {
    return {"recipe", Verdict::kAdapted,
            "The model names no recipe: unfiltered windows of " + brief(epoch_length_s(q.recipe())) + " s are used"};
  }
  const std::string epochs = q.choice.epochs_added ? "; windows of the model's length are added to it" : "";
  if (q.choice.origin == RecipeOrigin::kGiven && q.contract().recipe_json.empty()) {
    return {"recipe", Verdict::kOk, "The recipe that was given; the model names none" + epochs};
  }
  if (q.choice.origin == RecipeOrigin::kGiven) {
    return {"recipe", Verdict::kAdapted, "The recipe that was given takes the place of the model's own" + epochs};
  }
  return {"recipe", epochs.empty() ? Verdict::kOk : Verdict::kAdapted, "The model's own recipe" + epochs};
}

FitItem fit_events(const FitQuestion& q) {
  const auto& step = std::get<AnnotationEpochs>(*q.recipe().epochs);
  std::size_t n_events = 0;
  for (const Annotation& annotation : q.recording.annotations()) {
    const bool wanted =
        step.labels.empty() || std::any_of(step.labels.begin(), step.labels.end(),
                                           [&](const auto& label) { return label.first == annotation.text; });
    n_events += wanted ? 1 : 0;
  }
  std::vector<std::string> texts;
  for (const auto& [text, label] : step.labels) texts.push_back(text);
  const std::string around = texts.empty() ? "any annotation" : listed(texts);
  if (n_events > 0)
    return {"events", Verdict::kOk, plural(n_events, "annotation") + " to cut epochs around (" + around + ")"};
  if (!q.recording.annotations_complete()) {
    return {"events", Verdict::kOk, "The annotations are not all read yet; epochs are cut around " + around};
  }
  return {"events", Verdict::kMissing,
          "Epochs are cut around " + around + ", and the recording has no such annotation"};
}

FitItem fit_task(const FitQuestion& q) {
  const auto& names = q.contract().classes;
  const bool regress = q.model.config().task == Task::kRegress;
  const std::string what = regress ? plural(names.size(), "value") : std::to_string(names.size()) + " classes";
  return {"task", Verdict::kOk, what + ": " + listed(names)};
}

}  // namespace eegate
