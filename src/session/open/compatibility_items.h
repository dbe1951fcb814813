// One function per item of the compatibility report, for compatibility.cc.
#pragma once

#include "session/open/compatibility.h"

namespace eegate {

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
CompatibilityItem events_item(const CompatibilityQuestion& q);
CompatibilityItem task_item(const CompatibilityQuestion& q);

}  // namespace eegate
