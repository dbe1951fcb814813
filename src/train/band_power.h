// The sanity baseline (docs/MODEL.md): log power of every electrode in five bands, multinomial logistic regression.
// Fitted in one go, unlike the architecture band_power, which descends step by step to what can be saved. A network
// that does not beat it has learned little.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "base/tensor.h"
#include "train/logistic.h"

namespace eegate {

// Welch's spectrum (segments of 1 s, half overlapping; of the whole epoch where it is shorter) of each channel, summed
// over 1-4, 4-8, 8-13, 13-30 and 30-50 Hz, as logarithms: rows [n, C * bands]. Bands without a bin are left out.
// Error TRAIN_BAND_POWER where none has one.
Result<FeatureRows> band_power_features(ConstTensor3 x, double sfreq);

class BandPowerBaseline {
 public:
  // x [n, C, T] uV, labels 0 ... n_classes - 1. Features are standardised over these epochs; the regression is that of
  // the anchors (strength 0.01). Errors: TRAIN_EMPTY, TRAIN_TARGETS, TRAIN_BAND_POWER.
  static Result<BandPowerBaseline> fit(ConstTensor3 x, double sfreq, std::span<const int> labels,
                                       std::size_t n_classes);

  // [n, n_classes] for epochs of the same channels and sampling rate. Errors: MODEL_CHANNELS, TRAIN_BAND_POWER.
  Result<std::vector<float>> probabilities(ConstTensor3 x) const;
  // The likeliest class of each.
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
