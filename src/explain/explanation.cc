#include "explain/explanation.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/count.h"
#include "base/finite.h"
#include "base/portable_math.h"
#include "base/rng.h"
#include "model/layers/input_standardize.h"
#include "signal/fourier.h"

namespace eegate {
namespace {

// The trial and its baseline.
class Logits final : public ModelQuery {
 public:
  explicit Logits(const ExplainedTrial& trial) : trial_(trial) {}
  std::size_t size() const override { return 2; }
  void write(std::size_t index, Matrix input) const override {
    std::ranges::copy((index == 0 ? trial_.x : trial_.baseline).flat(), input.data);
  }
  void take(std::size_t index, const Answer& answer) override {
    (index == 0 ? trial_.logit : trial_.baseline_logit) = answer.logit;
  }
  const ExplainedTrial& trial() const { return trial_; }

 private:
  ExplainedTrial trial_;
};

Error nonfinite(std::size_t trial, bool is_random, bool is_baseline) {
  if (is_baseline) {
    return {.code = "EXPLAIN_NONFINITE",
            .message = "The model has no finite value for the baseline of this epoch, so there is nothing to explain",
            .field = "baseline",
            .place = "epoch " + std::to_string(trial),
            .expected = "finite logits",
            .hint =
                "Use the baseline surrogate (--baseline surrogate): covariance classifiers take logarithms of "
                "power, and a constant signal has none."};
  }
  return {.code = "EXPLAIN_NONFINITE",
          .message = is_random ? "A network with random weights, for the checks, answers with what is not finite"
                               : "What the model computes of this epoch is not finite, so there is nothing to explain",
          .place = "epoch " + std::to_string(trial),
          .expected = "finite logits and gradients",
          .hint = "Check the amplitude of the recording; the weights of the model may be too large for it."};
}

// Relative cost: a gradient takes about three times as long as a logit.
constexpr double kGradientCost = 3;

void choose_windows(ExplainOptions& options, double sfreq, std::size_t n_times) {
  constexpr double kWindow_s = 0.2;
  const std::size_t samples = to_size_within(std::round(kWindow_s * sfreq), 2, std::max<std::size_t>(2, n_times));
  if (options.window == 0) options.window = options.step > 0 ? 2 * options.step : samples;
  options.window = std::min(options.window, n_times);
  if (options.step == 0) options.step = std::max<std::size_t>(1, options.window / 2);
}

double mean(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return values.empty() ? 0 : sum / static_cast<double>(values.size());
}

// Area under the curve by the trapezoidal rule, for points of equal distance in [0, 1].
double area_under(std::span<const double> curve) {
  double sum = (curve.front() + curve.back()) / 2;
  for (std::size_t i = 1; i + 1 < curve.size(); ++i) sum += curve[i];
  return sum / static_cast<double>(curve.size() - 1);
}

// For one channel: root mean square magnitude of each bin up to the Nyquist frequency, and the signed mean of bin 0.
struct Amplitudes {
  std::vector<double> sizes;
  double offset = 0;
};

Amplitudes amplitudes_of(ConstTensor3 epochs, std::size_t channel, const Fourier& fourier) {
  const std::size_t n = epochs.d2;
  Amplitudes found{std::vector<double>(n / 2 + 1), 0};
  std::vector<double> x(n);
  for (std::size_t i = 0; i < epochs.d0; ++i) {
    for (std::size_t t = 0; t < n; ++t) x[t] = static_cast<double>(epochs[i].row(channel)[t]);
    const std::vector<Complex> bins = fourier.transform(std::span<const double>(x));
    found.offset += bins[0].re / static_cast<double>(epochs.d0);
    for (std::size_t k = 1; k < found.sizes.size(); ++k)
      found.sizes[k] += (bins[k].re * bins[k].re + bins[k].im * bins[k].im) / static_cast<double>(epochs.d0);
  }
  for (double& size : found.sizes) size = std::sqrt(size);
  return found;
}

// `first`: index of the signal's first random number.
void write_surrogate(const Amplitudes& amplitudes, const Fourier& fourier, const Rng& rng, std::uint64_t first,
                     std::span<float> out) {
  const std::size_t n = out.size();
  std::vector<Complex> bins(n);  // conjugates, because a forward transform is used as the inverse one
  bins[0].re = amplitudes.offset;
  for (std::size_t k = 1; k < amplitudes.sizes.size(); ++k) {
    const bool has_twin = 2 * k != n;
    const double draw = rng.uniform(first + k);
    const double turns = has_twin ? draw : (draw < 0.5 ? 0 : 0.5);  // the Nyquist bin is real
    bins[k] = {amplitudes.sizes[k] * portable::cos_turns(turns), -amplitudes.sizes[k] * portable::sin_turns(turns)};
    if (has_twin) bins[n - k] = {bins[k].re, -bins[k].im};
  }
  const std::vector<Complex> x = fourier.transform(std::span<const Complex>(bins));
  for (std::size_t t = 0; t < n; ++t) out[t] = static_cast<float>(x[t].re / static_cast<double>(n));
}

}  // namespace

Result<std::unique_ptr<Explanation>> Explanation::begin(ExplainedNetwork network, std::span<const float> x,
                                                        double sfreq, ExplainOptions options, CheckOptions checks,
                                                        MakeRandom make_random) {
  choose_windows(options, sfreq, network.config.n_times);
  EEGATE_CHECK(check_explainable(network.config, network.config.n_times, options));
  return std::unique_ptr<Explanation>(new Explanation(std::move(network), x, options, checks, std::move(make_random)));
}

Explanation::Explanation(ExplainedNetwork network, std::span<const float> x, ExplainOptions options,
                         CheckOptions checks, MakeRandom make_random)
    : network_(std::move(network)),
      options_(options),
      check_options_(checks),
      make_random_(std::move(make_random)),
      patches_(config().n_chans, config().n_times, options.step, options.method),
      scratch_(config().n_chans * config().n_times) {
  logits_.resize(x.size() / scratch_.size() - options.n_background);
  baseline_logits_.resize(logits_.size());
  values_.resize(n_trials() * n_rows() * n_times());
  standardize(x);
  plan();
}

void Explanation::standardize(std::span<const float> x) {
  x_.resize(x.size());
  const ConstTensor3 raw(x.data(), n_trials() + options_.n_background, config().n_chans, n_times());
  const Tensor3 standard(x_.data(), raw.d0, raw.d1, raw.d2);
  for (std::size_t b = 0; b < raw.d0; ++b) standardize_input(config().standardize, standard[b], raw[b]);
  choose_baselines(standard);
  x_.resize(n_trials() * scratch_.size());
}

void Explanation::choose_baselines(ConstTensor3 epochs) {
  baseline_.resize(n_trials() * scratch_.size());
  const Tensor3 baseline(baseline_.data(), n_trials(), epochs.d1, epochs.d2);
  if (options_.baseline == Baseline::kSurrogate) make_surrogates(epochs, options_.surrogate_seed, baseline);
  for (std::size_t i = 0; options_.baseline == Baseline::kChannelMean && i < baseline.rows().rows; ++i) {
    const std::span<const float> row = epochs.rows().row(i);
    double sum = 0;
    for (const float value : row) sum += static_cast<double>(value);
    std::ranges::fill(baseline.rows().row(i), static_cast<float>(sum / static_cast<double>(row.size())));
  }
}

// Random networks are used one after the other, so that at most two networks are in memory.
void Explanation::plan() {
  const double whole = explain_trial(trial(0), config(), options_)->size();
  const bool has_gradients = explain_trial(trial(0), config(), options_)->pass() == Pass::kGradient;
  const double relevance_cost = static_cast<double>(whole) * (has_gradients ? kGradientCost : 1);
  const std::vector<std::size_t> checked = checked_trials();
  const std::size_t n_steps = Deletion::n_steps(patches_.size());
  for (std::size_t i = 0; i < n_trials(); ++i) {
    add({0, i, Work::kLogits, 2});
    add({0, i, Work::kRelevance, relevance_cost});
    if (std::ranges::find(checked, i) == checked.end() || n_steps < 3) continue;
    add({0, i, Work::kDeletion, static_cast<double>((n_steps - 1) * (check_options_.n_orders + 1))});
  }
  for (std::size_t r = 1; r <= check_options_.n_networks; ++r) {
    for (const std::size_t i : checked) {
      add({r, i, Work::kLogits, 2});
      if (r <= check_options_.n_explained) add({r, i, Work::kRelevance, relevance_cost});
    }
  }
  checks_.n_trials = checked.size();
  if (check_options_.wanted) checks_.strength.random.assign(check_options_.n_networks, 0);
  if (check_options_.wanted) checks_.random_weights.correlations.assign(check_options_.n_explained, 0);
  checks_.random_weights.n_patches = patches_.size();
  checks_.completeness.promised = options_.method == ExplainMethod::kIntegratedGradients;
}

void Explanation::add(Job job) {
  jobs_.push_back(job);
  cost_ += job.cost;
}

// The trials that are checked, evenly distributed over all.
std::vector<std::size_t> Explanation::checked_trials() const {
  std::vector<std::size_t> trials;
  const std::size_t n = check_options_.wanted ? std::min(check_options_.n_trials, n_trials()) : 0;
  for (std::size_t i = 0; i < n; ++i) trials.push_back(i * n_trials() / n);
  return trials;
}

ExplainedTrial Explanation::trial(std::size_t index) const {
  const ConstTensor3 x(x_.data(), n_trials(), config().n_chans, n_times());
  const ConstTensor3 baseline(baseline_.data(), x.d0, x.d1, x.d2);
  return {x[index], baseline[index], logits_[index], baseline_logits_[index]};
}

Matrix Explanation::relevance(std::size_t trial) {
  return {values_.data() + trial * n_rows() * n_times(), n_rows(), n_times()};
}

Result<double> Explanation::advance() {
  if (at_ == jobs_.size()) return 1.0;
  const Job& job = jobs_[at_];
  if (!query_) {
    EEGATE_CHECK(choose_network(job.network));
    query_ = query_of(job);
    next_input_ = 0;
  }
  next_input_ = runner_->run_batch(*query_, next_input_);
  if (next_input_ == query_->size()) {
    EEGATE_CHECK(finish(job));
    query_.reset();
    cost_done_ += job.cost;
    if (++at_ < jobs_.size()) return share_ = std::max(share_, cost_done_ / cost_);
    judge();
    return 1.0;
  }
  // The progress does not decrease if integration needs more steps than planned.
  const double part = static_cast<double>(next_input_) / static_cast<double>(query_->size());
  return share_ = std::max(share_, (cost_done_ + part * job.cost) / cost_);
}

Result<> Explanation::choose_network(std::size_t index) {
  if (runner_ && index == chosen_) return {};
  chosen_ = index;
  runner_.reset();
  if (index > 0) {
    EEGATE_TRY(random_, make_random_(index - 1));
  }
  runner_ = std::make_unique<QueryRunner>(index == 0 ? network_ : *random_, options_.target);
  return {};
}

std::unique_ptr<ModelQuery> Explanation::query_of(const Job& job) {
  const ExplainedTrial asked = trial(job.trial);
  if (job.work == Work::kLogits) return std::make_unique<Logits>(asked);
  if (job.work == Work::kDeletion) {
    return std::make_unique<Deletion>(asked, patches_, patches_.sums(relevance(job.trial)), check_options_.n_orders,
                                      check_options_.seed);
  }
  if (job.network == 0) return explain_trial(asked, config(), options_);
  // Explanations of random networks are only compared, so the initial number of integration steps is enough.
  ExplainOptions options = options_;
  if (options.n_steps == 0) options.n_steps = 32;
  return explain_trial(asked, config(), options);
}

Result<> Explanation::finish(const Job& job) {
  bool is_sound = true, is_baseline = false;
  if (job.work == Work::kLogits) {
    finish_logits(job);
    const ExplainedTrial& answered = static_cast<const Logits&>(*query_).trial();
    is_sound = std::isfinite(answered.difference());
    is_baseline = std::isfinite(answered.logit) && options_.baseline != Baseline::kSurrogate;
  }
  if (job.work == Work::kRelevance) is_sound = all_finite(finish_relevance(job).flat());
  if (job.work == Work::kDeletion) {
    for (const std::vector<double>& curve : finish_deletion()) is_sound = is_sound && all_finite(curve);
  }
  return is_sound ? Result<>() : nonfinite(job.trial, job.network > 0, is_baseline);
}

void Explanation::finish_logits(const Job& job) {
  const ExplainedTrial& answered = static_cast<const Logits&>(*query_).trial();
  if (job.network > 0) {
    checks_.strength.random[job.network - 1] += std::abs(answered.difference()) / static_cast<double>(checks_.n_trials);
    return;
  }
  logits_[job.trial] = answered.logit;
  baseline_logits_[job.trial] = answered.baseline_logit;
}

Matrix Explanation::finish_relevance(const Job& job) {
  auto& explaining = static_cast<RelevanceQuery&>(*query_);
  if (job.network > 0) {
    const Matrix other(scratch_.data(), n_rows(), n_times());
    explaining.finish(other);
    checks_.random_weights.correlations[job.network - 1] +=
        rank_correlation(patches_.sums(relevance(job.trial)), patches_.sums(other)) /
        static_cast<double>(checks_.n_trials);
    return other;
  }
  const Matrix own = relevance(job.trial);
  explaining.finish(own);
  double sum = 0;
  for (const float value : own.flat()) sum += static_cast<double>(value);
  const double difference = logits_[job.trial] - baseline_logits_[job.trial];
  const double residual = difference == 0 ? (sum == 0 ? 0 : 1) : std::abs((sum - difference) / difference);
  Completeness& completeness = checks_.completeness;
  completeness.residual = std::max(completeness.residual, residual);
  completeness.n_steps = std::max(completeness.n_steps, explaining.n_steps());
  return own;
}

std::span<const std::vector<double>> Explanation::finish_deletion() {
  const auto& curves = static_cast<const Deletion&>(*query_).curves();
  DeletionCheck& check = checks_.deletion;
  const std::size_t n_points = curves.front().size();
  if (check.curve.empty()) {
    check.curve.assign(n_points, 0);
    check.random.assign(curves.size() - 1, check.curve);
    for (std::size_t i = 0; i < n_points; ++i)
      check.shares.push_back(static_cast<double>(i) / static_cast<double>(n_points - 1));
  }
  for (std::size_t k = 0; k < curves.size(); ++k) {
    std::vector<double>& sum = k == 0 ? check.curve : check.random[k - 1];
    for (std::size_t i = 0; i < n_points; ++i) sum[i] += curves[k][i] / static_cast<double>(checks_.n_trials);
  }
  return curves;
}

void Explanation::judge() {
  runner_.reset();
  random_.reset();
  if (!check_options_.wanted) return;
  checks_.made = true;
  for (const std::size_t i : checked_trials())
    checks_.strength.difference += std::abs(logits_[i] - baseline_logits_[i]) / static_cast<double>(checks_.n_trials);
  checks_.random_weights.mean = mean(checks_.random_weights.correlations);
  DeletionCheck& deletion = checks_.deletion;
  if (deletion.curve.empty()) return;
  deletion.area = area_under(deletion.curve);
  for (const std::vector<double>& curve : deletion.random) deletion.random_areas.push_back(area_under(curve));
}

void make_surrogates(ConstTensor3 epochs, std::uint64_t seed, Tensor3 out) {
  const Fourier fourier(out.d2);
  const Rng rng(seed, "surrogate");
  for (std::size_t c = 0; c < out.d1; ++c) {
    const Amplitudes amplitudes = amplitudes_of(epochs, c, fourier);
    for (std::size_t i = 0; i < out.d0; ++i) {
      const std::uint64_t signal = i * out.d1 + c;
      write_surrogate(amplitudes, fourier, rng, signal << 32, out[i].row(c));
    }
  }
}

}  // namespace eegate
