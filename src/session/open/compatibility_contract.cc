// Items about what the model asks for: channels, length, recipe, events, task.
#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "session/open/compatibility.h"
#include "signal/channel_name.h"
#include "signal/epochs.h"
#include "signal/selection.h"

namespace eegate {
namespace {

// Of the channels that the recipe subtracts, those that the recording lacks.
std::vector<std::string> missing_references(const CompatibilityQuestion& q) {
  std::vector<std::string> names;
  if (!q.recipe().reference) return names;
  for (const std::string& name : q.recipe().reference->ch_names) {
    if (q.recording.find(name) < 0) names.push_back(name);
  }
  return names;
}

std::vector<std::string> names_with(const CompatibilityQuestion& q, std::ptrdiff_t state) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < q.match.channels.size(); ++i) {
    if (q.match.channels[i] == state) names.push_back(q.contract().ch_names[i]);
  }
  return names;
}

// The model's channels that are doubtful in the recording.
template <class Is>
std::vector<std::string> found_that(const CompatibilityQuestion& q, const Is& is) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < q.match.channels.size(); ++i) {
    const std::string& wanted = q.contract().ch_names[i];
    const auto channel = q.match.channels[i];
    if (channel >= 0 && is(q.recording.channels()[static_cast<std::size_t>(channel)], wanted)) names.push_back(wanted);
  }
  return names;
}

bool contains_ignoring_case(std::string_view text, std::string_view part) {
  const auto same = [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

// Channels that the recording calls by another name: "T3 → T7". Dots, case and prefixes are not worth a word.
std::vector<std::string> renamed(const CompatibilityQuestion& q) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < q.match.channels.size(); ++i) {
    if (q.match.channels[i] < 0) continue;
    const Channel& channel = q.recording.channels()[static_cast<std::size_t>(q.match.channels[i])];
    if (!contains_ignoring_case(channel.label, canonical_channel_name(q.contract().ch_names[i]).name)) {
      names.push_back(channel.label + " → " + q.contract().ch_names[i]);
    }
  }
  return names;
}

// The channel names that the recipe leaves after its pick; those of the model that are not among them.
std::vector<std::string> not_picked(const CompatibilityQuestion& q) {
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

double longest_segment_s(const Recording& recording) {
  double longest = 0;
  for (const Segment& segment : recording.segments()) longest = std::max(longest, segment.duration_s);
  return longest;
}

}  // namespace

CompatibilityItem channels_item(const CompatibilityQuestion& q) {
  auto missing = names_with(q, ChannelMatch::kMissing);
  const std::size_t n_found = q.match.found().size();
  const auto references = missing_references(q);
  missing.insert(missing.end(), references.begin(), references.end());
  const auto ambiguous = names_with(q, ChannelMatch::kAmbiguous);
  const auto outside = not_picked(q);
  const std::size_t n = q.match.channels.size();
  if (!missing.empty() || !ambiguous.empty()) {
    return {"channels",
            Verdict::kMissing,
            {CompatibilityCode::kChannelsMissing,
             {{"n_found", counted(n_found)},
              {"n_channels", counted(n + references.size())},
              {"missing", missing},
              {"ambiguous", ambiguous}}}};
  }
  if (!outside.empty()) {
    return {"channels", Verdict::kMissing, {CompatibilityCode::kChannelsNotPicked, {{"channels", outside}}}};
  }
  const auto bad = found_that(q, [](const Channel& channel, std::string_view) { return channel.is_bad; });
  const auto not_eeg = found_that(q, [](const Channel& channel, std::string_view wanted) {
    return is_non_eeg_type(channel.type) && !is_non_eeg_name(wanted);
  });
  if (!bad.empty() || !not_eeg.empty()) {
    return {"channels",
            Verdict::kAdapted,
            {CompatibilityCode::kChannelsDoubtful, {{"n_channels", counted(n)}, {"bad", bad}, {"not_eeg", not_eeg}}}};
  }
  const std::size_t n_unused = q.recording.channels().size() - std::min(n, q.recording.channels().size());
  return {"channels",
          Verdict::kOk,
          {CompatibilityCode::kChannelsFound,
           {{"n_channels", counted(n)}, {"n_unused", counted(n_unused)}, {"renamed", renamed(q)}}}};
}

CompatibilityItem length_item(const CompatibilityQuestion& q) {
  const double length_s = epoch_length_s(q.recipe());
  const double available_s = longest_segment_s(q.recording);
  const auto n_times = static_cast<std::size_t>(std::max<std::int64_t>(0, sample_at(length_s, q.epoch_sfreq())));
  const std::size_t expected = q.model.config().n_times;
  const bool is_other = q.sfreq > 0 && n_times != expected;
  const auto samples = [&](CompatibilityCode code) {
    return CompatibilityReason{code, {{"n_samples", counted(n_times)}, {"n_expected", counted(expected)}}};
  };
  if (is_other && !q.model.check_n_times(n_times).ok()) {
    return {"length", Verdict::kIncompatible, samples(CompatibilityCode::kSamplesRefused)};
  }
  if (available_s + 1e-9 < length_s) {
    const CompatibilityCode code =
        q.recording.is_contiguous() ? CompatibilityCode::kRecordingShort : CompatibilityCode::kStretchShort;
    return {"length", Verdict::kIncompatible, {code, {{"available_s", available_s}, {"epoch_s", length_s}}}};
  }
  if (is_other) return {"length", Verdict::kAdapted, samples(CompatibilityCode::kSamplesAccepted)};
  return {"length",
          Verdict::kOk,
          {CompatibilityCode::kLengthEnough, {{"recording_s", q.recording.duration_s()}, {"epoch_s", length_s}}}};
}

CompatibilityItem recipe_refused(const Error& error) {
  return {"recipe",
          Verdict::kIncompatible,
          {CompatibilityCode::kRecipeUnsupported,
           {{"problem", describe(error)}, {"problem_code", std::string(error.code)}}}};
}

CompatibilityItem recipe_item(const CompatibilityQuestion& q) {
  const bool is_given = q.choice.origin == RecipeOrigin::kGiven;
  if (const auto& error = q.choice.model_recipe_error; error && !is_given) {
    return recipe_refused(*error);
  }
  const auto& standardize = q.recipe().standardize;
  if (standardize && *standardize != Standardization::kNone) {
    return {"recipe", Verdict::kIncompatible, {CompatibilityCode::kRecipeStandardizes, {}}};
  }
  if (q.choice.origin == RecipeOrigin::kPlainWindows) {
    return {
        "recipe", Verdict::kAdapted, {CompatibilityCode::kRecipeWindows, {{"epoch_s", epoch_length_s(q.recipe())}}}};
  }
  const auto item = [&](Verdict verdict, CompatibilityCode code) {
    return CompatibilityItem{"recipe", verdict, {code, {{"are_windows_added", q.choice.epochs_added}}}};
  };
  if (is_given && q.contract().recipe_json.empty()) return item(Verdict::kOk, CompatibilityCode::kRecipeGiven);
  if (is_given) return item(Verdict::kAdapted, CompatibilityCode::kRecipeReplaced);
  return item(q.choice.epochs_added ? Verdict::kAdapted : Verdict::kOk, CompatibilityCode::kRecipeOfModel);
}

CompatibilityItem events_item(const CompatibilityQuestion& q) {
  const auto& labels = epoch_labels(q.recipe());
  std::size_t n_events = 0;
  for (const Annotation& annotation : q.recording.annotations()) {
    const bool wanted = labels.empty() || std::any_of(labels.begin(), labels.end(), [&](const auto& label) {
                          return label.first == annotation.text;
                        });
    n_events += wanted ? 1 : 0;
  }
  std::vector<std::string> texts;
  for (const auto& [text, label] : labels) texts.push_back(text);
  if (n_events > 0) {
    return {"events",
            Verdict::kOk,
            {CompatibilityCode::kEventsFound, {{"n_events", counted(n_events)}, {"texts", std::move(texts)}}}};
  }
  if (!q.recording.annotations_complete()) {
    return {"events", Verdict::kOk, {CompatibilityCode::kEventsNotRead, {{"texts", std::move(texts)}}}};
  }
  return {"events", Verdict::kMissing, {CompatibilityCode::kEventsMissing, {{"texts", std::move(texts)}}}};
}

CompatibilityItem task_item(const CompatibilityQuestion& q) {
  const auto& names = q.contract().classes;
  if (q.model.config().task == Task::kRegress) {
    return {"task",
            Verdict::kOk,
            {CompatibilityCode::kTaskValues, {{"n_values", counted(names.size())}, {"outputs", names}}}};
  }
  return {"task",
          Verdict::kOk,
          {CompatibilityCode::kTaskClasses, {{"n_classes", counted(names.size())}, {"classes", names}}}};
}

}  // namespace eegate
