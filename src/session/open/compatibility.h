// Whether a recording and a model are compatible, before anything is classified: each thing that must agree, with what
// was found.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"
#include "session/open/compatibility_reason.h"
#include "session/open/recipe_choice.h"
#include "signal/recording.h"

namespace eegate {

// From good to bad. `adapted` is corrected with a warning; the last two are refused unless the user overrides them.
enum class Verdict { kOk, kAdapted, kMissing, kIncompatible };
std::string_view verdict_name(Verdict verdict);

struct CompatibilityItem {
  std::string_view item;  // "channels", "sampling_rate", "length", "unit", "band", "recipe", "events", "task"
  Verdict verdict = Verdict::kOk;
  CompatibilityReason reason;
};

struct Compatibility {
  std::vector<CompatibilityItem> items;
  std::optional<Error> design_error;  // of filters that the item "recipe" refuses
  Verdict verdict() const;            // the worst
  bool refused() const { return verdict() >= Verdict::kMissing; }
};

// The channel of a recording for each input channel of the model.
struct ChannelMatch {
  static constexpr std::ptrdiff_t kMissing = -1;
  static constexpr std::ptrdiff_t kAmbiguous = -2;  // several channels have this name: flagged, never guessed
  std::vector<std::ptrdiff_t> channels;             // by input channel of the model

  std::vector<std::size_t> found() const;
};
ChannelMatch match_channels(const std::vector<std::string>& ch_names, const Recording& recording);

// The rate of the matched channels: the one that most of them have; 0 if none was found.
double matched_sfreq(const ChannelMatch& match, const Recording& recording);

// Reads a few seconds of the recording to judge its amplitude. Errors: IO_READ.
Result<Compatibility> check_compatibility(const Model& model, const Recording& recording, const ChannelMatch& match,
                                          const RecipeChoice& choice);

// FIT_INCOMPATIBLE: what is not compatible, in one message.
Error refuse(const Compatibility& compatibility);

// One function per item of the compatibility report, for compatibility.cc.

// The input of every check.
struct CompatibilityQuestion {
  const Model& model;
  const Recording& recording;
  const ChannelMatch& match;
  const RecipeChoice& choice;
  double sfreq;  // of the matched channels, 0 if there are none

  const ModelContract& contract() const { return model.contract(); }
  const Recipe& recipe() const { return choice.recipe; }
  // The rate at which epochs are cut.
  double epoch_sfreq() const { return recipe().resample_hz.value_or(sfreq); }
};

CompatibilityItem channels_item(const CompatibilityQuestion& q);
CompatibilityItem sampling_rate_item(const CompatibilityQuestion& q);
CompatibilityItem length_item(const CompatibilityQuestion& q);
Result<CompatibilityItem> unit_item(const CompatibilityQuestion& q);
CompatibilityItem band_item(const CompatibilityQuestion& q);
CompatibilityItem recipe_item(const CompatibilityQuestion& q);
// Of a recipe that cannot be carried out.
CompatibilityItem recipe_refused(const Error& error);
CompatibilityItem events_item(const CompatibilityQuestion& q);
CompatibilityItem task_item(const CompatibilityQuestion& q);

}  // namespace eegate
