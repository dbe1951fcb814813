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
  std::vector<std::size_t> of_epoch;
  std::size_t n = 0;
  std::string text;
  bool divide_groups = false;
};

Folds folds_of(std::size_t n_epochs, std::span<const std::int32_t> groups) {
  Folds folds;
  std::map<std::int32_t, std::size_t> known;
  for (const std::int32_t group : groups) known.try_emplace(group, known.size());
  if (known.size() < 2) {
    folds.n = std::min(kStretches, n_epochs);
    for (std::size_t i = 0; i < n_epochs; ++i) folds.of_epoch.push_back(i * folds.n / n_epochs);
    folds.text = std::to_string(folds.n) + " segments of time, each left out once";
    folds.divide_groups = true;
    return folds;
  }
  folds.n = std::min(kMaxFolds, known.size());
  for (const std::int32_t group : groups) folds.of_epoch.push_back(known.at(group) % folds.n);
  folds.text = std::to_string(known.size()) + " subjects or runs, left out in " + std::to_string(folds.n) + " folds";
  return folds;
}

Result<> check_folds(const Folds& folds, std::span<const int> labels, std::size_t n_classes) {
  for (std::size_t fold = 0; fold < folds.n; ++fold) {
    std::vector<std::size_t> left(n_classes, 0);
    for (std::size_t i = 0; i < labels.size(); ++i)
      left[static_cast<std::size_t>(labels[i])] += folds.of_epoch[i] != fold;
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

// The epochs inside a fold, or all others.
LabelledEpochs part_of(const LabelledEpochs& all, std::span<const std::size_t> fold_of_epoch,
                       std::span<const std::int32_t> groups, std::size_t fold, bool inside) {
  const std::size_t size = all.set.x.d1 * all.set.x.d2;
  LabelledEpochs part;
  std::size_t n = 0;
  for (std::size_t i = 0; i < all.set.x.d0; ++i) {
    if ((fold_of_epoch[i] == fold) != inside) continue;
    part.values.insert(part.values.end(), all.set.x.data + i * size, all.set.x.data + (i + 1) * size);
    part.set.targets.classes.push_back(all.set.targets.classes[i]);
    part.set.places.push_back(static_cast<std::uint32_t>(i));
    if (!groups.empty()) part.set.groups.push_back(groups[i]);
    ++n;
  }
  part.set.x = {part.values.data(), n, all.set.x.d1, all.set.x.d2};
  return part;
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

struct ModelComparison::Fold {
  std::size_t number = 0;
  const Source* source = nullptr;
  LabelledEpochs train, test;
};

// A model that learns from all epochs but those of one fold.
struct ModelComparison::Fit {
  std::size_t part = 0;
  const Fold& fold;
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
    const TrainingSet& test = fold.test.set;
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
  const Folds folds = folds_of(epochs.set.x.d0, groups);
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
  made->fold_of_epoch_ = folds.of_epoch;
  made->list_parts(shares, folds.n);
  made->taken_.assign(made->parts_.size(), false);
  made->n_missing_.assign(presets.size(), folds.n);
  made->tables_.assign(presets.size(), std::vector<float>(labels.size() * n_classes));
  made->seconds_.assign(presets.size(), 0.0);
  made->result_.n_epochs = epochs.set.x.d0;
  made->result_.n_folds = folds.n;
  made->result_.split = folds.text;
  if (folds.divide_groups && request.spectrum.is_aligned) made->result_.warnings.push_back(folds_recentred());
  return made;
}

// First those that share, fold by fold, and then the others, model by model.
void ModelComparison::list_parts(std::span<const std::uint8_t> shares, std::size_t n_folds) {
  const auto add_unit = [&] { units_.push_back(static_cast<std::uint32_t>(parts_.size())); };
  for (std::size_t fold = 0; fold < n_folds; ++fold) {
    if (std::ranges::count(shares, 1) > 0) add_unit();
    for (std::size_t model = 0; model < shares.size(); ++model) {
      if (shares[model] != 0) parts_.push_back({model, fold});
    }
  }
  for (std::size_t model = 0; model < shares.size(); ++model) {
    for (std::size_t fold = 0; shares[model] == 0 && fold < n_folds; ++fold) {
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
  if (fold_ == nullptr || fold_->number != fold || fold_->source != source) {
    fold_ = std::make_unique<Fold>(Fold{.number = fold,
                                        .source = source,
                                        .train = part_of(source->epochs, fold_of_epoch_, groups_, fold, false),
                                        .test = part_of(source->epochs, fold_of_epoch_, groups_, fold, true)});
  }
  now_ = std::make_unique<Fit>(Fit{.part = part, .fold = *fold_, .start = std::move(start), .trainer = {}});
  if (preset == kAsItIs) return now_->as_it_is();
  EEGATE_TRY(const TrainOptions options, training_options(now_->start, training_of(request_, preset)));
  EEGATE_TRY(Trainer trainer,
             Trainer::create(now_->start.config, now_->start.weights, fold_->train.set, {}, options, &source->shared));
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
  const auto n_epochs = static_cast<std::size_t>(std::ranges::count(fold_of_epoch_, fold));
  if (found.probabilities.size() != n_epochs * n_classes) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "These are not the probabilities of this part",
                 .field = "probabilities",
                 .found = std::to_string(found.probabilities.size()),
                 .expected = std::to_string(n_epochs * n_classes)};
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
  std::size_t next = 0;
  for (std::size_t i = 0; i < fold_of_epoch_.size(); ++i) {
    if (fold_of_epoch_[i] != fold) continue;
    std::copy_n(found.probabilities.data() + next++ * n_classes, n_classes, tables_[model].data() + i * n_classes);
  }
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
