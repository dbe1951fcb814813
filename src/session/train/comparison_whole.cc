// A whole comparison on one engine, from arrays, and its result as JSON.
#include <algorithm>

#include "session/open/describe.h"
#include "session/train/comparison.h"

namespace eegate {

Result<Comparison> compare_models(const LabelledEpochs& epochs, std::span<const std::int32_t> groups,
                                  const ComparisonRequest& request) {
  EEGATE_TRY(const auto comparison, ModelComparison::begin(epochs, groups, request));
  for (std::size_t part = 0; part < comparison->n_parts(); ++part) {
    ComparedPart found;
    while (!found.done) {
      EEGATE_TRY(found, comparison->work(part));
    }
    EEGATE_CHECK(comparison->take(part, found));
    if (request.progress) request.progress(static_cast<double>(part + 1) / static_cast<double>(comparison->n_parts()));
  }
  return *comparison->result();
}

Result<Comparison> compare_npy(std::span<const std::byte> x, std::span<const std::byte> y,
                               std::span<const std::byte> groups, const ComparisonRequest& request) {
  EEGATE_TRY(const DataFacts facts, facts_of_arrays(request.setup, x, y));
  ComparisonRequest known = request;
  if (!request.tuned) {
    EEGATE_TRY(known.spectrum, EpochSpectrum::of_setup(request.setup));
  }
  const ModelConfig sizes{
      .n_chans = facts.n_chans, .n_times = facts.n_times, .n_outputs = std::max<std::size_t>(2, facts.n_outputs)};
  EEGATE_TRY(const LabelledEpochs epochs, read_labelled_epochs(x, y, sizes));
  std::vector<std::int32_t> numbers;
  if (!groups.empty()) {
    EEGATE_TRY(numbers, read_subjects(groups, epochs.set.x.d0));
  }
  if (known.spectrum.window_steps) known.places = places_in_rows(epochs.set.x.d0, {}, *known.spectrum.window_steps);
  return compare_models(epochs, numbers, known);
}

std::string comparison_json(const Comparison& comparison, Keys keys) {
  JsonOut json(keys, keys == Keys::kSnake);
  json.begin_object().strings("classes", comparison.classes).count("n_epochs", comparison.n_epochs);
  json.count("n_folds", comparison.n_folds).member("split", comparison.split).key("models").begin_array();
  for (const ComparedModel& model : comparison.models) {
    const auto interval = [&](const char* key, const Interval& range) {
      json.key(key).begin_array();
      json.writer().value(range.low).value(range.high);
      json.end_array();
    };
    json.begin_object().member("preset", model.preset);
    if (model.band) {
      json.key("band_hz").begin_array();
      json.writer().value(model.band->low_hz).value(model.band->high_hz);
      json.end_array();
    }
    json.member("accuracy", model.metrics.accuracy);
    interval("accuracy_95", model.metrics.accuracy_interval);
    json.member("balanced_accuracy", model.metrics.balanced_accuracy).member("chance", model.metrics.chance);
    json.member("cross_entropy", model.metrics.cross_entropy).member("behind", model.behind);
    interval("behind_95", model.behind_interval);
    if (!comparison.kept.empty()) {
      json.member("gain", model.gain);
      interval("gain_95", model.gain_interval);
    }
    json.count("n_unanswered", model.metrics.n_unanswered).member("seconds", model.seconds).end_object();
  }
  json.end_array();
  if (!comparison.kept.empty()) json.member("kept", comparison.kept);
  json.member("advice", comparison.advice);
  if (!comparison.warnings.empty()) write_warnings(json, comparison.warnings);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace eegate
