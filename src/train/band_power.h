// The baseline classifier (docs/MODEL.md): log power of every electrode in five bands, multinomial logistic regression.
// It is fitted to convergence; the architecture band_power is the same model trained by gradient descent, which can be
// saved. A network that is not better than this has learned little.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "train/logistic.h"

namespace eegate {

// x [n, C, T] uV -> [n, C * bands]: logarithm of the power in 1-4, 4-8, 8-13, 13-30 and 30-50 Hz of each channel, from
// Welch's spectrum (segments of 1 s, overlapping by half, or the whole window if that is shorter). Bands without a bin
// are left out; error TRAIN_BAND_POWER if no band has one.
Result<FeatureRows> band_power_features(ConstTensor3 x, double sfreq);

class BandPowerBaseline {
 public:
  // x [n, C, T] uV, labels 0 ... n_classes - 1. Features are standardised over these windows; the regression has
  // strength 0.01. Errors: TRAIN_EMPTY, TRAIN_TARGETS, TRAIN_BAND_POWER.
  static Result<BandPowerBaseline> fit(ConstTensor3 x, double sfreq, std::span<const int> labels,
                                       std::size_t n_classes);

  // [n, n_classes] for windows with the same channels and sampling rate. Errors: MODEL_CHANNELS, TRAIN_BAND_POWER.
  Result<std::vector<float>> probabilities(ConstTensor3 x) const;
  // The most probable class of each window.
  Result<std::vector<int>> predict(ConstTensor3 x) const;
  std::size_t n_parameters() const { return regression_.n_classes() * (mean_.size() + 1); }

 private:
  BandPowerBaseline(double sfreq, std::size_t n_chans, std::vector<double> mean, std::vector<double> scale,
                    LogisticRegression regression)
      : sfreq_(sfreq),
        n_chans_(n_chans),
        mean_(std::move(mean)),
        scale_(std::move(scale)),
        regression_(std::move(regression)) {}

  double sfreq_;
  std::size_t n_chans_;
  std::vector<double> mean_, scale_;
  LogisticRegression regression_;
};

}  // namespace eegate
