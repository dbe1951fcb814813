// One function per item of the fit report, for fit.cc.
#pragma once

#include "session/fit.h"

namespace eegate {

// What every item looks at.
struct FitQuestion {
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

FitItem fit_channels(const FitQuestion& q);
FitItem fit_sampling_rate(const FitQuestion& q);
FitItem fit_length(const FitQuestion& q);
Result<FitItem> fit_unit(const FitQuestion& q);
FitItem fit_band(const FitQuestion& q);
FitItem fit_recipe(const FitQuestion& q);
FitItem fit_events(const FitQuestion& q);
FitItem fit_task(const FitQuestion& q);

}  // namespace eegate
