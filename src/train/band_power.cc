#include "train/band_power.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/numbers_as_text.h"
#include "base/portable_math.h"
#include "model/layers/band_power.h"
#include "signal/spectrum.h"

namespace eegate {
namespace {

constexpr double kStrength = 0.01;

Error no_band(double sfreq, std::size_t n_times) {
  return Error{.code = "TRAIN_BAND_POWER",
               .message = "The epochs have no power in any band: too short, or sampled too slowly",
               .field = "n_times",
               .found = std::to_string(n_times) + " samples at " + significant(sfreq, 6) + " Hz",
               .expected = "1 s or more at 8 Hz or more"};
}

Result<> check_labels(std::span<const int> labels, std::size_t n_epochs, std::size_t n_classes) {
  if (n_epochs == 0) {
    return Error{.code = "TRAIN_EMPTY",
                 .message = "There is no epoch to train on",
                 .field = "data",
                 .found = "0 epochs",
                 .expected = "1 or more"};
  }
  const auto bad = std::ranges::find_if(
      labels, [&](int label) { return label < 0 || static_cast<std::size_t>(label) >= n_classes; });
  if (labels.size() == n_epochs && bad == labels.end()) return {};
  return Error{.code = "TRAIN_TARGETS",
               .message = "Every epoch needs a label of a class",
               .field = "labels",
               .found = labels.size() != n_epochs ? std::to_string(labels.size()) + " labels" : std::to_string(*bad),
               .expected = labels.size() != n_epochs ? std::to_string(n_epochs) + " labels"
                                                     : "0 to " + std::to_string(n_classes - 1)};
}

void standardise(FeatureRows& features, std::span<const double> mean, std::span<const double> scale) {
  for (std::size_t i = 0; i < features.n; ++i) {
    const std::span<double> row = features.row(i);
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = (row[k] - mean[k]) * scale[k];
  }
}

}  // namespace

Result<FeatureRows> band_power_features(ConstTensor3 x, double sfreq) {
  if (!(sfreq > 0) || x.d2 == 0) return no_band(sfreq, x.d2);
  const std::size_t segment = welch_segment(sfreq, x.d2);
  const std::vector<BinRange> bands = eeg_band_bins(sfreq, segment);
  if (bands.empty()) return no_band(sfreq, x.d2);
  FeatureRows features{x.d0, x.d1 * bands.size(), std::vector<double>(x.d0 * x.d1 * bands.size())};
  for (std::size_t i = 0; i < x.d0; ++i) {
    for (std::size_t c = 0; c < x.d1; ++c) {
      EEGATE_TRY(const Spectrum spectrum, welch(x[i].row(c), sfreq, segment, segment / 2));
      for (std::size_t k = 0; k < bands.size(); ++k) {
        double power = 0;
        for (std::size_t bin = bands[k].first; bin < bands[k].end; ++bin) power += spectrum.density[bin];
        features.row(i)[c * bands.size() + k] = portable::log(power * spectrum.bin_hz + kTinyPower_uv2);
      }
    }
  }
  return features;
}

Result<BandPowerBaseline> BandPowerBaseline::fit(ConstTensor3 x, double sfreq, std::span<const int> labels,
                                                 std::size_t n_classes) {
  EEGATE_CHECK(check_labels(labels, x.d0, n_classes));
  EEGATE_TRY(FeatureRows features, band_power_features(x, sfreq));
  const auto n = static_cast<double>(features.n);
  std::vector<double> mean(features.width, 0.0), scale(features.width, 0.0);
  for (std::size_t i = 0; i < features.n; ++i) {
    for (std::size_t k = 0; k < features.width; ++k) mean[k] += features.row(i)[k] / n;
  }
  for (std::size_t i = 0; i < features.n; ++i) {
    for (std::size_t k = 0; k < features.width; ++k)
      scale[k] += (features.row(i)[k] - mean[k]) * (features.row(i)[k] - mean[k]) / n;
  }
  // A constant feature is only centred.
  for (double& value : scale) value = std::sqrt(value) > 1e-9 ? 1 / std::sqrt(value) : 0;
  standardise(features, mean, scale);
  LogisticRegression regression(features, labels, n_classes, kStrength);
  return BandPowerBaseline(sfreq, x.d1, std::move(mean), std::move(scale), std::move(regression));
}

Result<std::vector<float>> BandPowerBaseline::probabilities(ConstTensor3 x) const {
  if (x.d1 != n_chans_) {
    return Error{.code = "MODEL_CHANNELS",
                 .message = "The input has another number of channels than the model",
                 .field = "x",
                 .found = std::to_string(x.d1),
                 .expected = std::to_string(n_chans_)};
  }
  EEGATE_TRY(FeatureRows features, band_power_features(x, sfreq_));
  if (features.width != mean_.size()) return no_band(sfreq_, x.d2);  // windows too short for one of the bands
  standardise(features, mean_, scale_);
  std::vector<float> result(x.d0 * regression_.n_classes());
  std::vector<double> p(regression_.n_classes());
  for (std::size_t i = 0; i < x.d0; ++i) {
    regression_.probabilities(p, features.row(i));
    for (std::size_t k = 0; k < p.size(); ++k) result[i * p.size() + k] = static_cast<float>(p[k]);
  }
  return result;
}

Result<std::vector<int>> BandPowerBaseline::predict(ConstTensor3 x) const {
  EEGATE_TRY(const std::vector<float> p, probabilities(x));
  const auto n_classes = static_cast<std::ptrdiff_t>(regression_.n_classes());
  std::vector<int> classes;
  for (auto row = p.begin(); row != p.end(); row += n_classes)
    classes.push_back(static_cast<int>(std::max_element(row, row + n_classes) - row));
  return classes;
}

}  // namespace eegate
