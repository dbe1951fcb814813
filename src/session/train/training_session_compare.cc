// "What works here" on the epochs that were loaded for a training.
#include <algorithm>

#include "session/train/trained_before.h"
#include "session/train/training_session.h"

namespace eegate {
namespace {

std::vector<std::int32_t> numbers_of(const std::vector<EpochPlace>& places, std::int32_t EpochPlace::* which) {
  std::vector<std::int32_t> all;
  for (const EpochPlace& place : places) all.push_back(place.*which);
  return all;
}

bool are_several(std::span<const std::int32_t> groups) {
  return std::ranges::any_of(groups, [&](std::int32_t one) { return one != groups.front(); });
}

Error out_of_order(std::string found, std::string expected) {
  return {.code = "TRAIN_ORDER",
          .message = "The steps of a training were called in another order than they come in",
          .found = std::move(found),
          .expected = std::move(expected)};
}

}  // namespace

Result<const ModelComparison*> TrainingSession::begin_comparison(std::span<const std::string> presets,
                                                                 double (*clock)()) {
  EEGATE_CHECK(check_stage(Stage::kPlanned, Stage::kPlanned, "the plan and the samples, and then the comparison"));
  EEGATE_CHECK(check_loaded());
  compared_.set.x = {dataset_.values.data(), labels_.size(), dataset_.ch_names.size(), dataset_.n_times};
  compared_.set.targets.classes = labels_;
  const DataFacts facts{.ch_names = dataset_.ch_names,
                        .classes = dataset_.label_names,
                        .n_chans = {},
                        .n_times = {},
                        .n_outputs = {},
                        .sfreq = dataset_.sfreq,
                        .recipe_json = {}};
  ComparisonRequest request{.setup = setup_without_model(facts),
                            .presets = {presets.begin(), presets.end()},
                            .tuned = is_further() ? start_ : std::nullopt,
                            .seed = request_.training.seed,
                            .spectrum = {},
                            .clock = clock,
                            .progress = {}};
  if (const auto warning = trained_before(known_before(SplitRule::kSubject))) request.warnings.push_back(*warning);
  if (knows_times_) request.places = places_;
  if (!recipes_.empty()) request.spectrum = EpochSpectrum::of(recipes_.front(), dataset_.sfreq);
  request.learning_rate = request_.training.learning_rate;
  if (request_.training.batch_size > 0) request.batch_size = request_.training.batch_size;
  if (request_.training.n_epochs > 0) request.n_epochs = request_.training.n_epochs;
  // Subjects, else recordings, else segments of time: the first that leaves enough of every class to learn from.
  for (std::int32_t EpochPlace::* which : {&EpochPlace::subject, &EpochPlace::file}) {
    const std::vector<std::int32_t> groups = numbers_of(places_, which);
    if (!are_several(groups)) continue;
    auto made = ModelComparison::begin(compared_, groups, request);
    if (!made.ok()) continue;
    comparison_ = std::move(made).value();
    return comparison_.get();
  }
  EEGATE_TRY(comparison_, ModelComparison::begin(compared_, {}, request));
  return comparison_.get();
}

Result<ModelComparison*> TrainingSession::comparison() const {
  if (comparison_ != nullptr) return comparison_.get();
  return out_of_order("a comparison that was not begun", "its beginning");
}

Result<std::string> TrainingSession::describe_comparison() const {
  const Comparison* result = comparison_ == nullptr ? nullptr : comparison_->result();
  if (result != nullptr) return comparison_json(*result, Keys::kCamel);
  return out_of_order("a comparison without a model that is finished", "all parts of a model");
}

}  // namespace eegate
