#include "session/train/own_bands.h"

#include "files/json.h"
#include "model/covariance_config.h"
#include "signal/filter.h"
#include "train/closed_form.h"

namespace eegate {
namespace {

// Motor and alpha rhythms. On imagined movements and on eyes open or closed, covariance classifiers are more accurate
// in this band than in 0.5 to 55 Hz (docs/BENCHMARK.md).
constexpr FrequencyBand kRhythms{8, 32};
constexpr int kOrder = 4;

bool contains(const FrequencyBand& wide, const FrequencyBand& band) {
  return wide.low_hz <= band.low_hz && wide.high_hz >= band.high_hz &&
         (wide.low_hz < band.low_hz || wide.high_hz > band.high_hz);
}

}  // namespace

EpochSpectrum EpochSpectrum::of(const Recipe& recipe, double sfreq) {
  EpochSpectrum epochs{.sfreq = sfreq, .band = {}, .is_aligned = recipe.align_euclidean};
  if (recipe.bandpass) epochs.band = {recipe.bandpass->low_hz, recipe.bandpass->high_hz};
  return epochs;
}

Result<EpochSpectrum> EpochSpectrum::of_setup(const std::string& setup) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(setup));
  const JsonValue root = document.root();
  if (root.get("config").absent() || root.get("recipe").absent() || root.get("sfreq").absent()) return EpochSpectrum{};
  EEGATE_TRY(const Recipe recipe, parse_recipe(root.get("recipe")));
  EpochSpectrum epochs = of(recipe, root.get("sfreq").number());
  epochs.window_steps = steps_of_windows(root.get("recipe").text());
  return epochs;
}

std::optional<FrequencyBand> own_band(const ModelConfig& config, const EpochSpectrum& epochs) {
  if (!is_closed_form(config) || !bank_of(config).empty()) return {};
  if (!epochs.band || epochs.is_aligned || !contains(*epochs.band, kRhythms)) return {};
  const auto sections = design_bandpass(kRhythms.low_hz, kRhythms.high_hz, epochs.sfreq, kOrder);
  if (!sections.ok() || config.n_times <= reflection_samples(*sections)) return {};
  return kRhythms;
}

Result<LabelledEpochs> filtered_epochs(const LabelledEpochs& epochs, const FrequencyBand& band, double sfreq) {
  EEGATE_TRY(const Sections sections, design_bandpass(band.low_hz, band.high_hz, sfreq, kOrder));
  const ConstTensor3 x = epochs.set.x;
  LabelledEpochs filtered;
  filtered.values.assign(x.data, x.data + x.d0 * x.d1 * x.d2);
  filtered.set = epochs.set;
  filtered.set.x = {filtered.values.data(), x.d0, x.d1, x.d2};
  // Epochs and channels alike are independent rows.
  EEGATE_CHECK(
      apply_filter(MatrixView<float>(filtered.values.data(), x.d0 * x.d1, x.d2), sections, FilterMode::kZeroPhase));
  return filtered;
}

// Recentred trials of a run have a known sum, so those left for training tell about the labels of the others.
Warning folds_recentred() {
  return {.code = "FOLDS_RECENTRED",
          .message =
              "Recordings were aligned or recentred as a whole and are then divided into folds, which tells models "
              "about the labels of the test folds: the accuracy is too high. Leave whole runs out instead."};
}

Warning folds_overlap() {
  return {.code = "FOLDS_OVERLAP",
          .message =
              "The windows overlap, so that shuffled folds test on samples that were trained on: the accuracy is "
              "too high. Leave whole runs out instead, or cut windows that do not overlap."};
}

}  // namespace eegate
