// The frequency bands in which a comparison fits its models: covariance classifiers in a band of their own, because
// slow potentials and muscle activity dominate the covariances of a wide band.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/result.h"
#include "model/config.h"
#include "session/train/training_data.h"
#include "signal/recipe.h"

namespace eegate {

struct FrequencyBand {
  double low_hz = 0, high_hz = 0;
};

// What a recipe made of the epochs.
struct EpochSpectrum {
  double sfreq = 0;                         // 0: unknown
  std::optional<FrequencyBand> band;        // of its band-pass; unknown without one
  bool is_aligned = false;                  // by covariances of that band, which would not fit another one
  std::optional<double> window_steps = {};  // steps_of_windows; only known of a setup

  static EpochSpectrum of(const Recipe& recipe, double sfreq);
  // From a setup with `sfreq` and `recipe`, where it has them. Errors: JSON_*, RECIPE_*.
  static Result<EpochSpectrum> of_setup(const std::string& setup);
};

// The band for a classifier that is fitted in closed form and has no filter bank: 8 to 32 Hz. None for other models, or
// if the epochs' band does not contain it, is not known, or equals it.
std::optional<FrequencyBand> own_band(const ModelConfig& config, const EpochSpectrum& epochs);

// The epochs after a zero-phase Butterworth band-pass of order 4 within each epoch. Errors: DSP_*.
Result<LabelledEpochs> filtered_epochs(const LabelledEpochs& epochs, const FrequencyBand& band, double sfreq);

// FOLDS_RECENTRED: folds divide recordings that were aligned or recentred as a whole.
Warning folds_recentred();
// FOLDS_OVERLAP: shuffled folds put windows that share samples into training and test.
Warning folds_overlap();

}  // namespace eegate
