#include "session/train/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "base/finite.h"
#include "base/numbers_as_text.h"
#include "model/architecture.h"
#include "session/train/training_run.h"
#include "session/train/tuning.h"
#include "train/closed_form.h"
#include "train/shared_fits.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxFolds = 10, kStretches = 5, kLeastOfClass = 2;
// Where the iteration of a mean stops. A fit goes on to 1e-8, which changes no probability by more than 1e-5 and takes
// twice as long.
constexpr double kMeanTolerance = 1e-4;

struct Folds {
  std::vector<Fold> all;
  std::string text;
  bool divide_groups = false;
};

Folds folds_of(std::size_t n_epochs, std::span<const std::int32_t> groups, std::span<const EpochPlace> places) {
  std::map<std::int32_t, std::size_t> known;
  for (const std::int32_t group : groups) known.try_emplace(group, known.size());
  Folds folds{.all = {}, .text = {}, .divide_groups = known.size() < 2};
  const std::size_t n = folds.divide_groups ? std::min(kStretches, n_epochs) : std::min(kMaxFolds, known.size());
  std::vector<std::size_t> of_epoch;
  for (std::size_t i = 0; i < n_epochs; ++i)
    of_epoch.push_back(folds.divide_groups ? i * n / n_epochs : known.at(groups[i]) % n);
  folds.all = folds_by_number(of_epoch, n);
  if (!folds.divide_groups) {
    folds.text = std::to_string(known.size()) + " subjects or runs, left out in " + std::to_string(n) + " folds";
    return folds;
  }
  folds.text = std::to_string(n) + " segments of time, each left out once";
  std::size_t n_dropped = 0;
  for (Fold& fold : folds.all) n_dropped += places.empty() ? 0 : drop_overlapping(places, fold.train, fold.test);
  if (n_dropped > 0) folds.text += " with the epochs that overlap it";
  return folds;
}

Result<> check_folds(const Folds& folds, std::span<const int> labels, std::size_t n_classes) {
  for (std::size_t fold = 0; fold < folds.all.size(); ++fold) {
    std::vector<std::size_t> left(n_classes, 0);
    for (const std::uint32_t i : folds.all[fold].train) ++left[static_cast<std::size_t>(labels[i])];
    const auto few = std::ranges::min_element(left);
    if (*few >= kLeastOfClass) continue;
    return Error{.code = "COMPARE_FOLDS",
                 .message = "Without one of the folds a class has too few epochs to learn from",
                 .field = "labels",
                 .place = "fold " + std::to_string(fold) + " of " + folds.text,
                 .found = std::to_string(*few) + " epochs of class " + std::to_string(few - left.begin()),
                 .expected = std::to_string(kLeastOfClass) + " or more",
                 .hint = "Add recordings, or epochs of this class."};
  }
  return {};
}

// The most probable class of each row; -1 where the model has no answer.
std::vector<int> decisions(std::span<const float> table, std::size_t n_classes) {
  std::vector<int> predicted;
  for (std::size_t first = 0; first < table.size(); first += n_classes) {
    const std::span<const float> row = table.subspan(first, n_classes);
    predicted.push_back(all_finite(row) ? static_cast<int>(std::ranges::max_element(row) - row.begin()) : -1);
  }
  return predicted;
}

void compare_with_best(ComparedModel& model, std::span<const int> best, std::span<const int> own,
                       std::span<const int> labels) {
  const PairedAnswers pairs = paired_answers(best, own, labels);
  model.behind = pairs.difference();
  model.behind_interval = pairs.interval();
}

std::string advice_of(const Comparison& comparison) {
  const ComparedModel& best = comparison.models.front();
  if (best.metrics.accuracy_interval.low <= best.metrics.chance) {
    return "No model is clearly above chance (" + whole_percent(best.metrics.chance) +
           "): more epochs, other channels or "
           "another recipe may help.";
  }
  std::string equals;
  for (const ComparedModel& model : comparison.models) {
    if (&model != &best && model.behind_interval.low <= 0) equals += (equals.empty() ? "" : ", ") + model.preset;
  }
  return "Use " + best.preset + " (" + whole_percent(best.metrics.accuracy) + " right, chance " +
         whole_percent(best.metrics.chance) + ")" + (equals.empty() ? "." : "; not clearly worse: " + equals + ".");
}

// The default models. Filter banks would take six times as long.
constexpr std::string_view kQuickFits[] = {"tangent_space", "fgmdm", "mdm", "csp"};

// With those that are fitted in one go in the place of "fitted", or where nothing was asked for.
std::vector<std::string> expanded(std::span<const std::string> wanted, std::size_t n_classes) {
  std::vector<std::string> presets;
  const auto add_fitted = [&] {
    for (const std::string_view name : kQuickFits) {
      if (name != "fgmdm" || n_classes == 2) presets.emplace_back(name);
    }
  };
  if (wanted.empty()) add_fitted();
  for (const std::string& preset : wanted) preset == "fitted" ? add_fitted() : presets.push_back(preset);
  return presets;
}

}  // namespace

// The epochs in one band, and what fits of them share.
struct ModelComparison::Source {
  // `given`: epochs as they are, instead of filtered ones.
  Source(LabelledEpochs own, const LabelledEpochs* given)
      : filtered(std::move(own)), epochs(given == nullptr ? filtered : *given), shared(epochs.set, kMeanTolerance) {}
  LabelledEpochs filtered;
  const LabelledEpochs& epochs;
  SharedFits shared;
};

struct ModelComparison::Parted {
  std::size_t number = 0;
  const Source* source = nullptr;
  LabelledEpochs train, test;
};

// A model that learns from all epochs but those of one fold.
struct ModelComparison::Fit {
  std::size_t part = 0;
  const Parted& parted;
  TrainingStart start;
  std::optional<Trainer> trainer;  // none of a model as it is
  TrainableModel model = {.config = start.config, .weights = start.weights, .network = nullptr};
  double seconds = 0;

  Result<> as_it_is() {
    EEGATE_TRY(model.network, find_architecture(model.config.architecture)->make(model.config, model.weights));
    return {};
  }
  // Models that are fitted in closed form have no training steps.
  bool is_done() const { return !trainer || trainer->done() || !trainer->fit_json().empty(); }
  // Probabilities of the epochs that were left out.
  std::vector<float> judged() {
    const TrainingSet& test = parted.test.set;
    std::vector<std::uint32_t> all(test.x.d0);
    std::iota(all.begin(), all.end(), 0U);
    PassMemory memory;
    const std::vector<float> logits = infer(trainer ? trainer->model() : model, test, all, memory);
    const std::size_t n_outputs = start.config.n_outputs;
    return class_probabilities(start.config.task, {logits.data(), logits.size() / n_outputs, n_outputs});
  }
};

ModelComparison::ModelComparison(const LabelledEpochs& epochs, std::span<const std::int32_t> groups,
                                 const ComparisonRequest& request)
    : epochs_(&epochs), groups_(groups.begin(), groups.end()), request_(request) {}
ModelComparison::~ModelComparison() = default;

Result<std::unique_ptr<ModelComparison>> ModelComparison::begin(const LabelledEpochs& epochs,
                                                                std::span<const std::int32_t> groups,
                                                                const ComparisonRequest& request) {
  const std::vector<int>& labels = epochs.set.targets.classes;
  std::size_t n_classes = 2;
  if (request.tuned) {
    EEGATE_CHECK(check_tuned(*request.tuned, epochs.set, request.presets));
    n_classes = request.tuned->config.n_classes();
  } else if (!labels.empty()) {
    n_classes = std::max(n_classes, static_cast<std::size_t>(*std::ranges::max_element(labels)) + 1);
  }
  Folds folds = folds_of(epochs.set.x.d0, groups, request.places);
  EEGATE_CHECK(check_folds(folds, labels, n_classes));
  std::unique_ptr<ModelComparison> made(new ModelComparison(epochs, groups, request));
  made->facts_ = {.n_chans = epochs.set.x.d1, .n_times = epochs.set.x.d2, .n_outputs = n_classes};
  std::vector<std::string>& presets = made->request_.presets;
  presets = request.tuned ? ways_to_tune(*request.tuned, request.presets) : expanded(request.presets, n_classes);
  std::vector<std::uint8_t> shares;
  for (const std::string& preset : presets) {
    EEGATE_TRY(const TrainingStart start, made->start_of(preset));
    made->result_.classes = start.contract.classes;
    shares.push_back(!request.tuned && is_closed_form(start.config) ? 1 : 0);
    made->bands_.push_back(request.tuned ? std::nullopt : own_band(start.config, request.spectrum));
  }
  made->folds_ = std::move(folds.all);
  made->list_parts(shares);
  made->taken_.assign(made->parts_.size(), false);
  made->n_missing_.assign(presets.size(), made->folds_.size());
  made->tables_.assign(presets.size(), std::vector<float>(labels.size() * n_classes));
  made->seconds_.assign(presets.size(), 0.0);
  made->result_.n_epochs = epochs.set.x.d0;
  made->result_.n_folds = made->folds_.size();
  made->result_.split = folds.text;
  made->result_.warnings = request.warnings;
  if (folds.divide_groups && request.spectrum.is_aligned) made->result_.warnings.push_back(folds_recentred());
  if (folds.divide_groups && request.places.empty()) made->result_.warnings.push_back(epochs_untimed());
  return made;
}

// First those that share, fold by fold, and then the others, model by model.
void ModelComparison::list_parts(std::span<const std::uint8_t> shares) {
  const auto add_unit = [&] { units_.push_back(static_cast<std::uint32_t>(parts_.size())); };
  for (std::size_t fold = 0; fold < folds_.size(); ++fold) {
    if (std::ranges::count(shares, 1) > 0) add_unit();
    for (std::size_t model = 0; model < shares.size(); ++model) {
      if (shares[model] != 0) parts_.push_back({model, fold});
    }
  }
  for (std::size_t model = 0; model < shares.size(); ++model) {
    for (std::size_t fold = 0; shares[model] == 0 && fold < folds_.size(); ++fold) {
      add_unit();
      parts_.push_back({model, fold});
    }
  }
}

Result<TrainingStart> ModelComparison::start_of(const std::string& preset) const {
  if (request_.tuned) return *request_.tuned;
  EEGATE_TRY(const std::string with_preset, setup_with_preset(request_.setup, preset));
  EEGATE_TRY(const std::string whole, completed_setup(with_preset, facts_));
  return read_training_start(std::as_bytes(std::span(whole.data(), whole.size())), request_.seed);
}

Result<> ModelComparison::check_part(std::size_t part) const {
  if (part < taken_.size()) return {};
  return Error{.code = "TRAIN_OPTION",
               .message = "A comparison has no such part",
               .field = "part",
               .found = std::to_string(part),
               .expected = "below " + std::to_string(taken_.size())};
}

TrainingRequest ModelComparison::training_of(const ComparisonRequest& request, std::string_view way) {
  TrainingRequest training{.n_epochs = request.n_epochs, .patience = 0, .seed = request.seed};
  if (!request.tuned) return training;
  training.batch_size = request.batch_size;
  training.learning_rate = request.learning_rate;
  training.tune = kTunes.value_of(way);
  return training;
}

Result<ModelComparison::Source*> ModelComparison::source_of(std::size_t model) {
  const std::optional<FrequencyBand>& band = bands_[model];
  std::unique_ptr<Source>& source = band ? filtered_ : as_given_;
  if (source != nullptr) return source.get();
  LabelledEpochs filtered;
  if (band) {
    EEGATE_TRY(filtered, filtered_epochs(*epochs_, *band, request_.spectrum.sfreq));
  }
  source = std::make_unique<Source>(std::move(filtered), band ? nullptr : epochs_);
  return source.get();
}

Result<> ModelComparison::begin_fit(std::size_t part) {
  const auto [model, fold] = parts_[part];
  const std::string& preset = request_.presets[model];
  EEGATE_TRY(TrainingStart start, start_of(preset));
  now_.reset();
  EEGATE_TRY(Source* const source, source_of(model));
  if (parted_ == nullptr || parted_->number != fold || parted_->source != source) {
    parted_ = std::make_unique<Parted>(Parted{.number = fold,
                                              .source = source,
                                              .train = chosen_epochs(source->epochs, folds_[fold].train),
                                              .test = chosen_epochs(source->epochs, folds_[fold].test)});
    for (const std::uint32_t epoch : folds_[fold].train) {
      if (!groups_.empty()) parted_->train.set.groups.push_back(groups_[epoch]);
    }
  }
  now_ = std::make_unique<Fit>(Fit{.part = part, .parted = *parted_, .start = std::move(start), .trainer = {}});
  if (preset == kAsItIs) return now_->as_it_is();
  EEGATE_TRY(const TrainOptions options, training_options(now_->start, training_of(request_, preset)));
  EEGATE_TRY(Trainer trainer, Trainer::create(now_->start.config, now_->start.weights, parted_->train.set, {}, options,
                                              &source->shared));
  now_->trainer.emplace(std::move(trainer));
  return {};
}

Result<ComparedPart> ModelComparison::work(std::size_t part) {
  EEGATE_CHECK(check_part(part));
  const double begun_s = seconds();
  if (now_ == nullptr || now_->part != part) {
    EEGATE_CHECK(begin_fit(part));
  } else {
    EEGATE_CHECK(now_->trainer->step());
    if (now_->trainer->at_epoch_end()) now_->trainer->finish_epoch();
  }
  ComparedPart found{.done = now_->is_done()};
  if (found.done) found.probabilities = now_->judged();
  now_->seconds += seconds() - begun_s;
  found.seconds = now_->seconds;
  if (found.done) now_.reset();
  return found;
}

Result<> ModelComparison::take(std::size_t part, const ComparedPart& found) {
  EEGATE_CHECK(check_part(part));
  const auto [model, fold] = parts_[part];
  const std::size_t n_classes = facts_.n_outputs;
  const std::vector<std::uint32_t>& test = folds_[fold].test;
  if (found.probabilities.size() != test.size() * n_classes) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "These are not the probabilities of this part",
                 .field = "probabilities",
                 .found = std::to_string(found.probabilities.size()),
                 .expected = std::to_string(test.size() * n_classes)};
  }
  // Not a number: no answer. A network never gives more than 1.
  const auto is_share = [](float p) { return std::isnan(p) || (p >= 0 && p <= 1); };
  if (!std::ranges::all_of(found.probabilities, is_share) || !(found.seconds >= 0) || !std::isfinite(found.seconds)) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "Something is no probability, or no duration",
                 .field = "probabilities",
                 .expected = "0 to 1"};
  }
  if (taken_[part]) return {};
  taken_[part] = true;
  for (std::size_t i = 0; i < test.size(); ++i)
    std::copy_n(found.probabilities.data() + i * n_classes, n_classes, tables_[model].data() + test[i] * n_classes);
  seconds_[model] += found.seconds;
  if (--n_missing_[model] == 0) compare_finished();
  return {};
}

void ModelComparison::compare_finished() {
  if (request_.tuned && std::ranges::any_of(n_missing_, [](std::size_t n) { return n > 0; })) return;
  const std::vector<int>& labels = epochs_->set.targets.classes;
  const std::size_t n_classes = facts_.n_outputs;
  std::map<std::string, std::vector<int>> predicted;  // by preset: the likeliest class of each epoch
  result_.models.clear();
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    if (n_missing_[k] > 0) continue;
    ComparedModel& model = result_.models.emplace_back(ComparedModel{.preset = request_.presets[k], .band = bands_[k]});
    model.seconds = seconds_[k];
    model.metrics = classification_metrics({tables_[k].data(), labels.size(), n_classes}, labels);
    predicted[model.preset] = decisions(tables_[k], n_classes);
  }
  std::ranges::stable_sort(result_.models, [](const ComparedModel& a, const ComparedModel& b) {
    return a.metrics.accuracy > b.metrics.accuracy;
  });
  const std::vector<int>& best = predicted[result_.models.front().preset];
  for (ComparedModel& model : std::span(result_.models).subspan(1))
    compare_with_best(model, best, predicted[model.preset], labels);
  if (request_.tuned) {
    for (ComparedModel& model : result_.models)
      measure_gain(model, predicted.at(std::string(kAsItIs)), predicted[model.preset], labels,
                   result_.models.size() - 1);
    judge_tuning(result_);
  } else {
    result_.advice = advice_of(result_);
  }
}

}  // namespace eegate
