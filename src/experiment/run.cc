#include "experiment/run.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstring>
#include <limits>
#include <optional>

#include "base/byte_source.h"
#include "experiment/run_result.h"
#include "session/classify/plan.h"
#include "session/open/epoch_checks.h"
#include "session/train/training_memory.h"
#include "session/train/training_request.h"
#include "session/train/training_run.h"
#include "train/band_power.h"
#include "train/label_audit.h"

namespace eegate {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kTrialsAtOnce = 64, kTimedTrials = 15;
constexpr std::string_view kSavedMark = "eegate-partial-1 ";

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// Trials of the table, cut to the point's window, as an array of their own.
struct Samples {
  std::vector<float> values;
  ConstTensor3 x;
};

Samples take(const RunContext& context, WindowSamples window, std::span<const std::uint32_t> trials) {
  const TrialData& data = context.data;
  const std::size_t n_chans = data.ch_names.size();
  Samples samples;
  samples.values.reserve(trials.size() * n_chans * window.n);
  for (const std::uint32_t trial : trials) {
    for (std::size_t c = 0; c < n_chans; ++c) {
      const auto first =
          data.values.begin() + static_cast<std::ptrdiff_t>((trial * n_chans + c) * data.n_times + window.first);
      samples.values.insert(samples.values.end(), first, first + static_cast<std::ptrdiff_t>(window.n));
    }
  }
  samples.x = {samples.values.data(), trials.size(), n_chans, window.n};
  return samples;
}

std::vector<int> labels_of(const TrialTable& table, std::span<const std::uint32_t> trials) {
  std::vector<int> labels;
  for (const std::uint32_t trial : trials) labels.push_back(table.trials[trial].label);
  return labels;
}

// Probabilities [n, classes] of trials; a network or a classifier of band powers.
using Predict = std::function<Result<std::vector<float>>(ConstTensor3)>;

// In parts, so that the test set is never in memory twice.
Result<Judgement> judge_set(const RunContext& context, WindowSamples window, const SplitSet& set,
                            const Predict& predict) {
  std::vector<float> probabilities;
  const std::span<const std::uint32_t> all(set.epochs);
  for (std::size_t first = 0; first < all.size(); first += kTrialsAtOnce) {
    const Samples samples = take(context, window, all.subspan(first, std::min(kTrialsAtOnce, all.size() - first)));
    EEGATE_TRY(const std::vector<float> part, predict(samples.x));
    probabilities.insert(probabilities.end(), part.begin(), part.end());
  }
  return judge(context.table, set.epochs, std::move(probabilities));
}

// The median over single trials: one that was interrupted by another process does not count.
Result<double> latency_ms(const RunContext& context, WindowSamples window, const Predict& predict) {
  std::vector<double> times;
  const std::vector<std::uint32_t>& trials = context.split.split.test.epochs;
  for (std::size_t i = 0; i < kTimedTrials && !trials.empty(); ++i) {
    const Samples samples = take(context, window, {&trials[i % trials.size()], 1});
    const auto start = Clock::now();
    EEGATE_TRY([[maybe_unused]] const std::vector<float> unused, predict(samples.x));
    times.push_back(1000 * seconds_since(start));
  }
  if (times.empty()) return 0.0;
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

Result<> judge_all(const RunContext& context, WindowSamples window, const Predict& predict, RunResult& result) {
  EEGATE_TRY(result.validation, judge_set(context, window, context.split.split.validation, predict));
  EEGATE_TRY(result.test, judge_set(context, window, context.split.split.test, predict));
  EEGATE_TRY(result.latency_ms, latency_ms(context, window, predict));
  return {};
}

Result<Warnings> audit(const RunContext& context) {
  Warnings warnings;
  const std::vector<int> labels = context.table.labels();
  for (const AuditFinding& finding :
       audit_labels(labels, context.table.classes.size(), context.table.places(false), context.split.split)) {
    if (finding.is_error) return Error{.code = finding.code, .message = finding.message, .field = "split"};
    warnings.push_back({finding.code, finding.message});
  }
  return warnings;
}

Result<TrainingStart> make_start(const RunContext& context, WindowSamples window) {
  const PlanModel& model = context.plan.models[context.point.model];
  DataFacts facts{.ch_names = context.data.ch_names,
                  .classes = context.table.classes,
                  .n_chans = context.data.ch_names.size(),
                  .n_times = window.n,
                  .sfreq = context.data.sfreq};
  if (!context.plan.is_arrays())
    facts.recipe_json = recipe_json(variant_recipe(context.plan, {context.point.band, context.point.electrodes}));
  EEGATE_TRY(const std::string setup, completed_setup(model.setup, facts));
  EEGATE_TRY(TrainingStart start, read_training_start(std::as_bytes(std::span(setup.data(), setup.size())),
                                                      context.plan.seeds[context.point.seed], model.training.init));
  const bool fits = start.config.n_chans == facts.n_chans && start.config.n_times == facts.n_times &&
                    start.config.n_classes() == facts.classes.size() && start.config.task != Task::kRegress;
  if (fits) return start;
  const auto size = [](std::size_t n_chans, std::size_t n_times, std::size_t n_classes) {
    return std::to_string(n_chans) + " x " + std::to_string(n_times) + ", " + std::to_string(n_classes) + " classes";
  };
  return Error{.code = "RUN_MODEL_SIZE",
               .message = "The configuration is not one of a classifier of these trials",
               .field = model.name,
               .found = size(start.config.n_chans, start.config.n_times, start.config.n_classes()),
               .expected = size(facts.n_chans, facts.n_times, facts.classes.size())};
}

std::size_t n_parameters(const Weights& weights) {
  std::size_t n = 0;
  for (const TensorSpec& spec : weights.specs()) n += spec.is_parameter ? spec.n_values() : 0;
  return n;
}

LabelledEpochs labelled(const RunContext& context, WindowSamples window, const SplitSet& set) {
  Samples samples = take(context, window, set.epochs);
  LabelledEpochs epochs;
  epochs.values = std::move(samples.values);
  epochs.set = {{epochs.values.data(), set.epochs.size(), context.data.ch_names.size(), window.n},
                {.classes = labels_of(context.table, set.epochs)}};
  return epochs;
}

// The seconds so far, then the trainer's checkpoint.
std::vector<std::byte> saved_state(const Trainer& trainer, double seconds) {
  const std::string mark = std::string(kSavedMark) + std::to_string(seconds) + "\n";
  const std::vector<std::byte> checkpoint = trainer.checkpoint();
  std::vector<std::byte> bytes(mark.size() + checkpoint.size());
  std::memcpy(bytes.data(), mark.data(), mark.size());
  std::ranges::copy(checkpoint, bytes.begin() + static_cast<std::ptrdiff_t>(mark.size()));
  return bytes;
}

// Seconds that the earlier part took; 0 where there is none, or none of this run, which is then begun anew.
double restore(Trainer& trainer, std::span<const std::byte> saved) {
  const std::string_view text = text_of_bytes(saved);
  const std::size_t end = text.find('\n');
  if (!text.starts_with(kSavedMark) || end == std::string_view::npos) return 0;
  double seconds = 0;
  std::from_chars(text.data() + kSavedMark.size(), text.data() + end, seconds);
  if (!trainer.restore(saved.subspan(end + 1)).ok()) return 0;
  trainer.resume();
  return seconds;
}

class Training {
 public:
  Training(Trainer& trainer, const RunHooks& hooks) : trainer_(trainer), hooks_(hooks) {
    before_s_ = hooks.saved.empty() ? 0 : restore(trainer_, hooks.saved);
  }

  Result<> run() {
    while (!trainer_.done()) {
      EEGATE_TRY([[maybe_unused]] const StepRecord step, trainer_.step());
      if (trainer_.at_epoch_end()) {
        trainer_.finish_epoch();
        if (seconds_since(saved_at_) >= hooks_.save_every_s) EEGATE_CHECK(save());
      }
      if (hooks_.progress)
        hooks_.progress(static_cast<double>(trainer_.n_steps_done()) / static_cast<double>(trainer_.n_steps_total()));
      if (trainer_.done() || !hooks_.interrupted || !hooks_.interrupted()) continue;
      EEGATE_CHECK(save());
      return Error{.code = kRunInterrupted, .message = "The run was interrupted"};
    }
    return {};
  }
  double seconds() const { return before_s_ + seconds_since(start_); }

 private:
  Result<> save() {
    if (!hooks_.save) return {};
    saved_at_ = Clock::now();
    return hooks_.save(saved_state(trainer_, seconds()));
  }

  Trainer& trainer_;
  const RunHooks& hooks_;
  const Clock::time_point start_ = Clock::now();
  Clock::time_point saved_at_ = start_;
  double before_s_ = 0;
};

Result<TrainOptions> checked_options(const RunContext& context, const TrainingStart& start, const TrainingSets& sets) {
  TrainingRequest request = context.plan.models[context.point.model].training.request;
  request.seed = context.plan.seeds[context.point.seed];
  EEGATE_TRY(TrainOptions options, training_options(start, request, class_counts(sets, start.config)));
  const std::size_t n_trials = sets.train.set.x.d0 + sets.validation.set.x.d0;
  EEGATE_TRY(const TrainingMemory needed, training_memory(start, options, n_trials));
  EEGATE_CHECK(check_memory(needed, n_trials, kAddressableBytes));
  return options;
}

Result<RunResult> run_network(const RunContext& context, WindowSamples window, const RunHooks& hooks) {
  EEGATE_TRY(const TrainingStart start, make_start(context, window));
  TrainingSets sets;
  sets.train = labelled(context, window, context.split.split.train);
  sets.validation = labelled(context, window, context.split.split.validation);
  EEGATE_TRY(const TrainOptions options, checked_options(context, start, sets));
  EEGATE_TRY(Trainer trainer, start_training(start, sets, options));
  RunResult result{
      .config = start.config.to_json(), .options = to_json(options), .n_parameters = n_parameters(start.weights)};
  Training training(trainer, hooks);
  EEGATE_CHECK(training.run());
  result.training_s = training.seconds();
  result.ended = state_text(trainer.state());
  result.curves = trainer.epochs();
  TrainableModel model{start.config, trainer.result(), nullptr};
  EEGATE_CHECK(copy_weights(model, trainer.result()));
  PassMemory memory;
  const Predict predict = [&](ConstTensor3 x) -> Result<std::vector<float>> {
    std::vector<std::uint32_t> all(x.d0);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint32_t>(i);
    const std::vector<float> logits = infer(model, {x, {}}, all, memory);
    if (const std::size_t n = count_unanswered(logits, start.config.n_outputs); n > 0) return no_answer_error(n, x.d0);
    return class_probabilities(start.config.task, {logits.data(), x.d0, start.config.n_outputs});
  };
  EEGATE_CHECK(judge_all(context, window, predict, result));
  return result;
}

// Fitted at once: there is no course, nothing to interrupt, and no seed.
Result<RunResult> run_band_power(const RunContext& context, WindowSamples window) {
  const auto start = Clock::now();
  const std::vector<std::uint32_t>& trials = context.split.split.train.epochs;
  const Samples train = take(context, window, trials);
  const std::vector<int> labels = labels_of(context.table, trials);
  EEGATE_TRY(const BandPowerBaseline baseline,
             BandPowerBaseline::fit(train.x, context.data.sfreq, labels, context.table.classes.size()));
  RunResult result{.n_parameters = baseline.n_parameters(), .ended = "fitted", .training_s = seconds_since(start)};
  EEGATE_CHECK(judge_all(context, window, [&](ConstTensor3 x) { return baseline.probabilities(x); }, result));
  return result;
}

}  // namespace

Result<std::string> run_point(const RunContext& context, const RunHooks& hooks) {
  EEGATE_TRY(Warnings warnings, audit(context));
  EEGATE_TRY(const WindowSamples window, window_samples(context.plan, context.point.window, context.table));
  const bool band_power = context.plan.models[context.point.model].band_power;
  EEGATE_TRY(RunResult result, band_power ? run_band_power(context, window) : run_network(context, window, hooks));
  result.warnings.insert(result.warnings.begin(), warnings.begin(), warnings.end());
  if (hooks.peak_mib) result.peak_mib = hooks.peak_mib();
  return to_json(context, result);
}

Result<> check_point(const RunContext& context) {
  EEGATE_TRY([[maybe_unused]] const Warnings warnings, audit(context));
  EEGATE_TRY(const WindowSamples window, window_samples(context.plan, context.point.window, context.table));
  if (context.plan.models[context.point.model].band_power) return {};
  EEGATE_TRY(const TrainingStart start, make_start(context, window));
  const auto labels = [&](const SplitSet& set) {
    LabelledEpochs epochs;
    epochs.set = {{nullptr, set.epochs.size(), context.data.ch_names.size(), window.n},
                  {.classes = labels_of(context.table, set.epochs)}};
    return epochs;
  };
  TrainingSets sets;
  sets.train = labels(context.split.split.train);
  sets.validation = labels(context.split.split.validation);
  EEGATE_TRY([[maybe_unused]] const TrainOptions options, checked_options(context, start, sets));
  return {};
}

}  // namespace eegate
