#include "session/train/benchmark.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "base/finite.h"
#include "base/rng.h"
#include "session/classify/calibration.h"
#include "session/open/describe.h"
#include "session/output/json_out.h"
#include "session/train/own_bands.h"
#include "session/train/training_request.h"
#include "session/train/training_run.h"
#include "train/metrics.h"
#include "train/splits.h"

namespace eegate {
namespace {

constexpr std::size_t kShuffledFolds = 5;

using Trials = std::vector<std::uint32_t>;
struct FoldOfSubject {
  std::size_t subject = 0;  // among all
  Fold fold;
};

// "tangent_space+recentre".
struct Contender {
  std::string preset;
  Calibration calibration = Calibration::kNone;
};

Result<Contender> contender_of(const std::string& model) {
  const std::size_t plus = model.find('+');
  Contender contender{.preset = model.substr(0, plus)};
  if (plus == std::string::npos) return contender;
  const auto rule = kCalibrations.find(model.substr(plus + 1));
  if (!rule) {
    return Error{.code = "BENCHMARK_MODEL",
                 .message = "The word after + must be a calibration",
                 .field = "models",
                 .found = quoted(model),
                 .expected = alternatives(kCalibrations.names)};
  }
  contender.calibration = *rule;
  return contender;
}

class Runs {
 public:
  Runs(const LabelledEpochs& epochs, std::span<const std::int32_t> subjects, std::span<const std::int32_t> runs,
       const BenchmarkRequest& request)
      : labels_(epochs.set.targets.classes), request_(request) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers;
    for (const std::int32_t subject : std::set<std::int32_t>(subjects.begin(), subjects.end()))
      subjects_.push_back(subject);
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      const auto at = std::ranges::lower_bound(subjects_, subjects[i]) - subjects_.begin();
      person_of_.push_back(static_cast<std::size_t>(at));
      const std::int32_t run = runs.empty() ? 0 : runs[i];
      const auto number = static_cast<std::int32_t>(numbers.size());
      run_of_.push_back(numbers.try_emplace({subjects[i], run}, number).first->second);
    }
    n_runs_ = numbers.size();
    n_classes_ = std::max<std::size_t>(2, static_cast<std::size_t>(*std::ranges::max_element(labels_)) + 1);
    if (request.shuffled) shuffle_within_runs();
    all_.set = {.x = epochs.set.x, .targets = {labels_, {}}, .groups = run_of_};
  }

  const std::vector<std::int32_t>& subjects() const { return subjects_; }
  std::size_t n_classes() const { return n_classes_; }
  std::size_t n_runs() const { return n_runs_; }
  Result<std::vector<FoldOfSubject>> folds() const;
  // Adds to `n_unanswered`.
  Result<Score> score(const Contender& contender, const Fold& fold, std::size_t& n_unanswered) const;

 private:
  void shuffle_within_runs();
  Result<> check(const FoldOfSubject& part) const;
  Result<Model> fitted(const Contender& contender, const Trials& trials) const;

  LabelledEpochs all_;  // a view of the samples, with the labels and runs below
  std::vector<int> labels_;
  const BenchmarkRequest& request_;
  std::vector<std::int32_t> subjects_, run_of_;
  std::vector<std::size_t> person_of_;
  std::size_t n_runs_ = 0, n_classes_ = 2;
};

void Runs::shuffle_within_runs() {
  const Rng rng(request_.seed, "labels within runs");
  std::map<std::int32_t, Trials> trials;
  for (std::size_t i = 0; i < labels_.size(); ++i) trials[run_of_[i]].push_back(static_cast<std::uint32_t>(i));
  std::uint64_t n_drawn = 0;
  for (const auto& [run, own] : trials) {
    for (std::size_t i = own.size(); i-- > 1;)
      std::swap(labels_[own[i]], labels_[own[static_cast<std::size_t>(rng.bits(n_drawn++) % (i + 1))]]);
  }
}

// Every fold of every subject.
Result<std::vector<FoldOfSubject>> Runs::folds() const {
  std::vector<FoldOfSubject> all;
  for (std::size_t subject = 0; subject < subjects_.size(); ++subject) {
    Trials own;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      if (person_of_[i] == subject) own.push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<std::size_t> fold_of(own.size(), 0);
    if (request_.protocol == Protocol::kFolds) {
      std::vector<int> labels;
      for (const std::uint32_t i : own) labels.push_back(labels_[i]);
      fold_of = stratified_folds(labels, kShuffledFolds, request_.seed);
    } else if (request_.protocol == Protocol::kRun) {
      std::map<std::int32_t, std::size_t> numbers;
      for (std::size_t k = 0; k < own.size(); ++k)
        fold_of[k] = numbers.try_emplace(run_of_[own[k]], numbers.size()).first->second;
    }
    for (Fold& fold : folds_by_number(fold_of, *std::ranges::max_element(fold_of) + 1)) {
      for (Trials* part : {&fold.train, &fold.test}) {
        for (std::uint32_t& i : *part) i = own[i];
      }
      for (std::size_t i = 0; request_.protocol == Protocol::kSubject && i < labels_.size(); ++i) {
        if (person_of_[i] != subject) fold.train.push_back(static_cast<std::uint32_t>(i));
      }
      all.push_back({subject, std::move(fold)});
      EEGATE_CHECK(check(all.back()));
    }
  }
  return all;
}

Result<> Runs::check(const FoldOfSubject& part) const {
  for (std::size_t k = 0; k < n_classes_; ++k) {
    const auto n =
        std::ranges::count_if(part.fold.train, [&](std::uint32_t i) { return labels_[i] == static_cast<int>(k); });
    if (n >= 2 && !part.fold.test.empty()) continue;
    return Error{.code = "BENCHMARK_FOLDS",
                 .message = "Without one of the folds a class has too few trials to learn from",
                 .field = "labels",
                 .place = "person " + std::to_string(subjects_[part.subject]),
                 .found = std::to_string(n) + " trials of class " + std::to_string(k),
                 .expected = "2 or more",
                 .hint = "Leaving out runs needs several runs of each subject, leaving out subjects several subjects."};
  }
  return {};
}

Result<Model> Runs::fitted(const Contender& contender, const Trials& trials) const {
  const bool recentres =
      contender.calibration == Calibration::kRecentre || contender.calibration == Calibration::kOnline;
  const DataFacts facts{.ch_names = {},
                        .classes = {},
                        .n_chans = all_.set.x.d1,
                        .n_times = all_.set.x.d2,
                        .n_outputs = n_classes_,
                        .recipe_json = {}};
  EEGATE_TRY(const std::string named, setup_with_preset(request_.setup, contender.preset, recentres));
  EEGATE_TRY(const std::string whole, completed_setup(named, facts));
  EEGATE_TRY(const TrainingStart start,
             read_training_start(std::as_bytes(std::span(whole.data(), whole.size())), request_.seed));
  TrainingSets sets;
  sets.train = chosen_epochs(all_, trials);
  TrainingRequest training{.n_epochs = request_.n_epochs, .patience = 0, .seed = request_.seed};
  training.mirror = request_.mirror;
  EEGATE_TRY(const TrainOptions options, training_options(start, training));
  EEGATE_TRY(Trainer trainer, start_training(start, sets, options));
  while (!trainer.done()) {
    EEGATE_CHECK(trainer.step());
    if (trainer.at_epoch_end()) trainer.finish_epoch();
  }
  EEGATE_TRY(const auto bytes, trained_model(trainer, start, sets));
  return Model::load(bytes);
}

Result<Score> Runs::score(const Contender& contender, const Fold& fold, std::size_t& n_unanswered) const {
  EEGATE_TRY(Model model, fitted(contender, fold.train));
  const LabelledEpochs test = chosen_epochs(all_, fold.test);
  const std::size_t n_outputs = model.config().n_outputs;
  std::vector<float> logits(fold.test.size() * n_outputs);
  const Matrix rows(logits.data(), fold.test.size(), n_outputs);
  EEGATE_CHECK(predict_calibrated(model, test.set.x, test.set.groups, contender.calibration, rows));
  return score_of_logits(model.config().task, rows, test.set.targets.classes, n_unanswered);
}

void summarize(BenchmarkedModel& model) {
  const auto n = static_cast<double>(model.subjects.size());
  for (double Score::* figure : {&Score::accuracy, &Score::auc}) {
    for (const Score& one : model.subjects) model.mean.*figure += one.*figure / n;
    double squares = 0;
    for (const Score& one : model.subjects) squares += std::pow(one.*figure - model.mean.*figure, 2);
    model.deviation.*figure = n > 1 ? std::sqrt(squares / (n - 1)) : 0;
  }
}

void add_warnings(const BenchmarkedModel& model, std::size_t n_classes, Warnings& warnings) {
  if (model.n_unanswered > 0) {
    warnings.push_back({"RESULT_NO_ANSWER", model.model + " has no answer to " + std::to_string(model.n_unanswered) +
                                                " of the tested trials, which its figures leave out"});
  }
  if (n_classes == 2 && std::isfinite(model.mean.accuracy) && !std::isfinite(model.mean.auc)) {
    warnings.push_back({"BENCHMARK_AUC", model.model +
                                             ": a test has no answered trial of one of the classes, so that there is "
                                             "no area under the ROC curve of its subject, nor a mean"});
  }
}

}  // namespace

double area_under_roc(std::span<const double> scores, std::span<const bool> positive) {
  double pairs = 0, right = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    for (std::size_t j = 0; positive[i] && j < scores.size(); ++j) {
      if (positive[j]) continue;
      pairs += 1;
      right += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
    }
  }
  return pairs == 0 ? std::numeric_limits<double>::quiet_NaN() : right / pairs;
}

// By logits, whose differences order trials that have equal probabilities after rounding.
Score score_of_logits(Task task, ConstMatrix logits, std::span<const int> labels, std::size_t& n_unanswered) {
  const std::vector<float> probabilities = class_probabilities(task, logits);
  const std::size_t n_classes = probabilities.size() / labels.size();
  Score score;
  std::vector<double> scores;
  std::unique_ptr<bool[]> positive(new bool[labels.size()]);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = std::span(probabilities).subspan(i * n_classes, n_classes);
    if (!all_finite(row)) continue;
    score.accuracy += std::ranges::max_element(row) - row.begin() == labels[i] ? 1 : 0;
    positive[scores.size()] = labels[i] == 1;
    const auto logit = [&](std::size_t k) { return static_cast<double>(logits.row(i)[k]); };
    scores.push_back(logits.cols == 1 ? logit(0) : logit(1) - logit(0));
  }
  n_unanswered += labels.size() - scores.size();
  score.accuracy /= static_cast<double>(scores.size());
  score.auc = n_classes == 2 ? area_under_roc(scores, {positive.get(), scores.size()})
                             : std::numeric_limits<double>::quiet_NaN();
  return score;
}

Result<Benchmark> run_benchmark(const LabelledEpochs& epochs, std::span<const std::int32_t> subjects,
                                std::span<const std::int32_t> runs, const BenchmarkRequest& request) {
  const Runs data(epochs, subjects, runs, request);
  EEGATE_TRY(const std::vector<FoldOfSubject> folds, data.folds());
  Benchmark result{.protocol = request.protocol,
                   .n_trials = epochs.set.x.d0,
                   .n_runs = data.n_runs(),
                   .subjects = data.subjects(),
                   .models = {},
                   .warnings = {}};
  EEGATE_TRY(const EpochSpectrum spectrum, EpochSpectrum::of_setup(request.setup));
  bool recentres = spectrum.is_aligned;
  std::size_t n_done = 0;
  for (const std::string& name : request.models) {
    EEGATE_TRY(const Contender contender, contender_of(name));
    recentres = recentres || contender.calibration == Calibration::kRecentre;
    const double before = request.clock ? request.clock() : 0;
    BenchmarkedModel& model = result.models.emplace_back(BenchmarkedModel{.model = name});
    model.subjects.resize(data.subjects().size());
    std::vector<double> n_folds(model.subjects.size(), 0);
    for (const auto& [subject, fold] : folds) {
      EEGATE_TRY(const Score score, data.score(contender, fold, model.n_unanswered));
      model.subjects[subject].accuracy += score.accuracy;
      model.subjects[subject].auc += score.auc;
      ++n_folds[subject];
      if (request.progress)
        request.progress(static_cast<double>(++n_done) / static_cast<double>(folds.size() * request.models.size()));
    }
    for (std::size_t i = 0; i < n_folds.size(); ++i) {
      model.subjects[i].accuracy /= n_folds[i];
      model.subjects[i].auc /= n_folds[i];
    }
    summarize(model);
    add_warnings(model, data.n_classes(), result.warnings);
    model.seconds = request.clock ? request.clock() - before : 0;
  }
  if (request.protocol == Protocol::kFolds && recentres) result.warnings.push_back(folds_recentred());
  if (request.protocol == Protocol::kFolds && spectrum.window_steps.value_or(1) > 1)
    result.warnings.push_back(folds_overlap());
  return result;
}

std::string benchmark_json(const Benchmark& benchmark) {
  JsonOut json(Keys::kSnake, true);
  const auto score = [&](const Score& one) { json.member("accuracy", one.accuracy).member("auc", one.auc); };
  json.begin_object().member("protocol", kProtocols.name_of(benchmark.protocol));
  json.count("n_trials", benchmark.n_trials).count("n_runs", benchmark.n_runs).key("models").begin_array();
  for (const BenchmarkedModel& model : benchmark.models) {
    json.begin_object().member("model", model.model);
    score(model.mean);
    json.count("n_unanswered", model.n_unanswered).key("deviation").begin_object();
    score(model.deviation);
    json.end_object().member("seconds", model.seconds).key("people").begin_array();
    for (std::size_t i = 0; i < model.subjects.size(); ++i) {
      json.begin_object().member("person", static_cast<std::int64_t>(benchmark.subjects[i]));
      score(model.subjects[i]);
      json.end_object();
    }
    json.end_array().end_object();
  }
  json.end_array();
  if (!benchmark.warnings.empty()) write_warnings(json, benchmark.warnings);
  json.end_object();
  return json.take() + "\n";
}

}  // namespace eegate
