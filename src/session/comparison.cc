#include "session/comparison.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "model/architecture.h"
#include "session/training_run.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxFolds = 10, kStretches = 5, kLeastOfClass = 2;
constexpr double kTwoSided95 = 1.96;

struct Folds {
  std::vector<std::size_t> of_epoch;
  std::size_t n = 0;
  std::string text;
};

Folds folds_of(std::size_t n_epochs, std::span<const std::int32_t> groups) {
  Folds folds;
  std::map<std::int32_t, std::size_t> known;
  for (const std::int32_t group : groups) known.try_emplace(group, known.size());
  if (known.size() < 2) {
    folds.n = std::min(kStretches, n_epochs);
    for (std::size_t i = 0; i < n_epochs; ++i) folds.of_epoch.push_back(i * folds.n / n_epochs);
    folds.text = std::to_string(folds.n) + " stretches of time, each left out once";
    return folds;
  }
  folds.n = std::min(kMaxFolds, known.size());
  for (const std::int32_t group : groups) folds.of_epoch.push_back(known.at(group) % folds.n);
  folds.text = std::to_string(known.size()) + " people or runs, left out in " + std::to_string(folds.n) + " folds";
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
    if (!groups.empty()) part.set.groups.push_back(groups[i]);
    ++n;
  }
  part.set.x = {part.values.data(), n, all.set.x.d1, all.set.x.d2};
  return part;
}

// The likeliest class of each row; -1 for no answer.
std::vector<int> decisions(std::span<const float> table, std::size_t n_classes) {
  std::vector<int> said;
  for (std::size_t first = 0; first < table.size(); first += n_classes) {
    const std::span<const float> row = table.subspan(first, n_classes);
    const bool answered = std::ranges::all_of(row, [](float p) { return std::isfinite(p); });
    said.push_back(answered ? static_cast<int>(std::ranges::max_element(row) - row.begin()) : -1);
  }
  return said;
}

void compare_with_best(ComparedModel& model, std::span<const int> best, std::span<const int> own,
                       std::span<const int> labels) {
  double sum = 0, squares = 0;
  const auto n = static_cast<double>(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double difference = (best[i] == labels[i] ? 1 : 0) - (own[i] == labels[i] ? 1 : 0);
    sum += difference;
    squares += difference * difference;
  }
  model.behind = sum / n;
  const double half = kTwoSided95 * std::sqrt(std::max(0.0, squares / n - model.behind * model.behind) / n);
  model.behind_interval = {model.behind - half, model.behind + half};
}

std::string percent(double share) { return std::to_string(static_cast<int>(std::round(share * 100))) + " %"; }

std::string advice_of(const Comparison& comparison) {
  const ComparedModel& best = comparison.models.front();
  if (best.metrics.accuracy_interval.low <= best.metrics.chance) {
    return "No model is clearly above chance (" + percent(best.metrics.chance) +
           "): more epochs, other channels or "
           "another recipe may help.";
  }
  std::string equals;
  for (const ComparedModel& model : comparison.models) {
    if (&model != &best && model.behind_interval.low <= 0) equals += (equals.empty() ? "" : ", ") + model.preset;
  }
  return "Use " + best.preset + " (" + percent(best.metrics.accuracy) + " right, chance " +
         percent(best.metrics.chance) + ")" + (equals.empty() ? "." : "; not clearly worse: " + equals + ".");
}

Result<TrainingStart> start_of(const std::string& preset, const ComparisonRequest& request, const DataFacts& facts) {
  EEGATE_TRY(const std::string with_preset, setup_with_preset(request.setup, preset));
  EEGATE_TRY(const std::string whole, completed_setup(with_preset, facts));
  return read_training_start(std::as_bytes(std::span(whole.data(), whole.size())), request.seed);
}

}  // namespace

// A model that learns from all epochs but those of one fold.
struct ModelComparison::Fold {
  TrainingStart start;
  LabelledEpochs train, test;
  std::optional<Trainer> trainer;

  // Probabilities of the epochs that were left out.
  std::vector<float> judged() {
    std::vector<std::uint32_t> all(test.set.x.d0);
    std::iota(all.begin(), all.end(), 0U);
    PassMemory memory;
    const std::vector<float> logits = infer(trainer->model(), test.set, all, memory);
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
  const auto n_classes = std::max<std::size_t>(2, static_cast<std::size_t>(*std::ranges::max_element(labels)) + 1);
  const Folds folds = folds_of(epochs.set.x.d0, groups);
  EEGATE_CHECK(check_folds(folds, labels, n_classes));
  std::unique_ptr<ModelComparison> made(new ModelComparison(epochs, groups, request));
  made->facts_ = {.n_chans = epochs.set.x.d1, .n_times = epochs.set.x.d2, .n_outputs = n_classes};
  for (const std::string_view name : fitted_preset_names()) {
    if (request.presets.empty() && (name != "fgmdm" || n_classes == 2)) made->request_.presets.emplace_back(name);
  }
  made->fold_of_epoch_ = folds.of_epoch;
  made->result_.n_epochs = epochs.set.x.d0;
  made->result_.n_folds = folds.n;
  made->result_.split = folds.text;
  return made;
}

Result<> ModelComparison::begin_fold() {
  if (n_folds_done_ == 0) begun_s_ = seconds();
  EEGATE_TRY(TrainingStart start, start_of(request_.presets[result_.models.size()], request_, facts_));
  now_ = std::make_unique<Fold>(Fold{.start = std::move(start),
                                     .train = part_of(*epochs_, fold_of_epoch_, groups_, n_folds_done_, false),
                                     .test = part_of(*epochs_, fold_of_epoch_, groups_, n_folds_done_, true),
                                     .trainer = {}});
  const TrainingRequest training{.n_epochs = request_.n_epochs, .patience = 0, .seed = request_.seed};
  EEGATE_TRY(const TrainOptions options, training_options(now_->start, training));
  EEGATE_TRY(Trainer trainer, Trainer::create(now_->start.config, now_->start.weights, now_->train.set, {}, options));
  now_->trainer.emplace(std::move(trainer));
  return {};
}

Result<double> ModelComparison::advance() {
  const std::size_t n_models = request_.presets.size();
  if (result_.models.size() == n_models) return 1.0;
  if (now_ == nullptr) {
    EEGATE_CHECK(begin_fold());
  } else {
    EEGATE_CHECK(now_->trainer->step());
    if (now_->trainer->at_epoch_end()) now_->trainer->finish_epoch();
  }
  if (now_->trainer->done()) end_fold();
  const double share = (static_cast<double>(result_.models.size()) +
                        static_cast<double>(n_folds_done_) / static_cast<double>(result_.n_folds)) /
                       static_cast<double>(n_models);
  if (request_.progress) request_.progress(share);
  return share;
}

void ModelComparison::end_fold() {
  const std::vector<float> part = now_->judged();
  const std::size_t n_classes = now_->start.config.n_classes();
  table_.resize(fold_of_epoch_.size() * n_classes);
  std::size_t next = 0;
  for (std::size_t i = 0; i < fold_of_epoch_.size(); ++i) {
    if (fold_of_epoch_[i] != n_folds_done_) continue;
    std::copy_n(part.data() + next++ * n_classes, n_classes, table_.data() + i * n_classes);
  }
  if (++n_folds_done_ == result_.n_folds) end_model();
  now_.reset();
}

void ModelComparison::end_model() {
  const std::vector<int>& labels = epochs_->set.targets.classes;
  const std::string& preset = request_.presets[result_.models.size()];
  const std::size_t n_classes = now_->start.config.n_classes();
  result_.classes = now_->start.contract.classes;
  ComparedModel& model = result_.models.emplace_back(ComparedModel{.preset = preset});
  model.seconds = seconds() - begun_s_;
  model.metrics = classification_metrics({table_.data(), labels.size(), n_classes}, labels);
  said_[preset] = decisions(table_, n_classes);
  n_folds_done_ = 0;
  if (result_.models.size() == request_.presets.size()) end();
}

void ModelComparison::end() {
  std::ranges::stable_sort(result_.models, [](const ComparedModel& a, const ComparedModel& b) {
    return a.metrics.accuracy > b.metrics.accuracy;
  });
  const std::vector<int>& best = said_[result_.models.front().preset];
  for (ComparedModel& model : result_.models)
    compare_with_best(model, best, said_[model.preset], epochs_->set.targets.classes);
  result_.advice = advice_of(result_);
}

Result<Comparison> compare_models(const LabelledEpochs& epochs, std::span<const std::int32_t> groups,
                                  const ComparisonRequest& request) {
  EEGATE_TRY(const auto comparison, ModelComparison::begin(epochs, groups, request));
  for (double done = 0; done < 1;) {
    EEGATE_TRY(done, comparison->advance());
  }
  return comparison->result();
}

Result<Comparison> compare_npy(std::span<const std::byte> x, std::span<const std::byte> y,
                               std::span<const std::byte> groups, const ComparisonRequest& request) {
  EEGATE_TRY(const DataFacts facts, facts_of_arrays(request.setup, x, y));
  const ModelConfig sizes{
      .n_chans = facts.n_chans, .n_times = facts.n_times, .n_outputs = std::max<std::size_t>(2, facts.n_outputs)};
  EEGATE_TRY(const LabelledEpochs epochs, read_labelled_epochs(x, y, sizes));
  std::vector<std::int32_t> numbers;
  if (!groups.empty()) {
    EEGATE_TRY(numbers, read_subjects(groups, epochs.set.x.d0));
  }
  return compare_models(epochs, numbers, request);
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
    json.begin_object().member("preset", model.preset).member("accuracy", model.metrics.accuracy);
    interval("accuracy_95", model.metrics.accuracy_interval);
    json.member("balanced_accuracy", model.metrics.balanced_accuracy).member("chance", model.metrics.chance);
    json.member("cross_entropy", model.metrics.cross_entropy).member("behind", model.behind);
    interval("behind_95", model.behind_interval);
    json.count("n_unanswered", model.metrics.n_unanswered).member("seconds", model.seconds).end_object();
  }
  json.end_array().member("advice", comparison.advice).end_object();
  return json.take() + "\n";
}

}  // namespace eegate
