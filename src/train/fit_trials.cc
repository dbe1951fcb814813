#include "train/fit_trials.h"

#include <algorithm>
#include <map>
#include <string>

#include "covariance/matrix_functions.h"
#include "model/covariance_config.h"
#include "train/shared_fits.h"

namespace eegate {
namespace {

constexpr std::size_t kLeastOfClass = 2, kLeastRank = 2;

// A trial's window of the model's length, from its middle.
ConstMatrix window_of(ConstMatrix trial, std::size_t n_times) {
  return trial.slice_cols((trial.cols - n_times) / 2, n_times);
}

// The covariance of the mirrored trial: rows and columns are exchanged with those of the other hemisphere.
RealMatrix mirrored(const RealMatrix& s, std::span<const std::uint32_t> channels) {
  RealMatrix out(s.rows, s.cols);
  const auto other = [&](std::size_t i) {
    return i / channels.size() * channels.size() + channels[i % channels.size()];
  };
  for (std::size_t i = 0; i < s.rows; ++i) {
    for (std::size_t j = 0; j < s.cols; ++j) out(i, j) = s(other(i), other(j));
  }
  return out;
}

RealMatrix shrunk(RealMatrix s, double rho) {
  if (rho > 0) shrink(s, rho);
  return s;
}

Error fit_error(std::string_view code, std::string message, std::string field, std::size_t found,
                const std::string& of_what, std::size_t least, std::string hint) {
  return Error{.code = code,
               .message = std::move(message),
               .field = std::move(field),
               .found = std::to_string(found) + of_what,
               .expected = std::to_string(least) + " or more",
               .hint = std::move(hint)};
}

Result<> check_classes(std::span<const int> labels, std::size_t n_classes) {
  for (std::size_t k = 0; k < n_classes; ++k) {
    const auto n = static_cast<std::size_t>(std::ranges::count(labels, static_cast<int>(k)));
    if (n >= kLeastOfClass) continue;
    return fit_error("TRAIN_LABELS", "A class has too few trials with a signal to be fitted", "labels", n,
                     " trials of class " + std::to_string(k), kLeastOfClass,
                     "Add recordings in which this class occurs, or leave the class out.");
  }
  return {};
}

struct Sample : SampleCovariance {
  std::size_t trial = 0;
  bool is_mirrored = false;
};

// The trials of one band, before and after their shrinkage.
struct BandTrials {
  CovarianceOptions options;
  std::vector<Sample> samples;
};

// Projects to the directions of the basis.
RealMatrix in_basis(const Sample& sample, const RealMatrix& basis, ConstMatrix trial,
                    const CovarianceOptions& options) {
  const RealMatrix s = sandwich(basis, sample.s);
  RealMatrix rows(basis.rows, options.band.rows > 0 ? options.band.cols : options.n_samples(trial.cols));
  if (options.estimator == CovarianceEstimator::kLwf) rows = product(basis, centered_trial(trial, options));
  return shrunk(s, shrinkage_of(s, rows, options));
}

std::vector<Sample> samples_of(const ModelConfig& config, const TrainingSet& set, const AugmentOptions& augment,
                               const CovarianceOptions& options, std::size_t band, FitTrials& trials,
                               SharedFits* shared) {
  std::vector<Sample> samples;
  for (std::size_t i = 0; i < set.x.d0; ++i) {
    SampleCovariance one = shared != nullptr ? shared->covariance(config, band, set.places[i])
                                             : covariance_of_trial(config, set.x[i], options);
    if (!one.has_power()) {
      trials.n_left_out += augment.mirrors() ? 2 : 1;
      continue;
    }
    if (augment.mirrors()) samples.push_back({{mirrored(one.s, augment.mirror_channels), one.rho}, i, true});
    samples.push_back({std::move(one), i, false});
  }
  for (const Sample& sample : samples) {
    const auto label = static_cast<std::size_t>(set.targets.classes[sample.trial]);
    trials.labels.push_back(static_cast<int>(sample.is_mirrored ? augment.mirror_classes[label] : label));
    trials.groups.push_back(set.groups.empty() ? 0 : set.groups[sample.trial]);
    const auto place = set.places.empty() ? static_cast<std::uint32_t>(sample.trial) : set.places[sample.trial];
    trials.origins.push_back(2 * place + (sample.is_mirrored ? 1 : 0));
  }
  return samples;
}

// A basis of the directions that the trials of all bands span; empty for full rank.
Result<std::optional<RealMatrix>> basis_of(std::span<const BandTrials> bands) {
  const std::size_t n_rows = bands[0].samples[0].s.rows;
  RealMatrix mean(n_rows, n_rows);
  for (const BandTrials& band : bands) {
    for (const Sample& sample : band.samples) add_scaled(mean, 1 / static_cast<double>(band.samples.size()), sample.s);
  }
  std::optional<RealMatrix> basis = range_basis(mean);
  const std::size_t rank = basis ? basis->rows : n_rows;
  if (rank >= kLeastRank) return basis;
  return rank_error(rank, n_rows);
}

void shrink_samples(const ModelConfig& config, const TrainingSet& set, BandTrials& band, FitTrials& trials) {
  for (Sample& sample : band.samples) {
    if (trials.basis) {
      // The shrinkage of Ledoit and Wolf is that of the original trial: it is invariant under mirroring, because the
      // basis contains all of the trial's power.
      const ConstMatrix trial = window_of(set.x[sample.trial], config.n_times);
      trials.covariances.push_back(in_basis(sample, *trials.basis, trial, band.options));
    }
    RealMatrix whole = shrunk(std::move(sample.s), sample.rho);
    (trials.basis ? trials.at_electrodes : trials.covariances).push_back(std::move(whole));
  }
}

}  // namespace

Error rank_error(std::size_t rank, std::size_t n_rows) {
  return fit_error("TRAIN_RANK", "The trials have too few directions for a classifier of covariances", "channels", rank,
                   " of " + std::to_string(n_rows), kLeastRank,
                   "Use more channels that are neither flat nor copies of each other.");
}

SampleCovariance covariance_of_trial(const ModelConfig& config, ConstMatrix trial, const CovarianceOptions& options) {
  const RealMatrix rows = centered_trial(window_of(trial, config.n_times), options);
  SampleCovariance one{sample_covariance(rows)};
  if (one.has_power()) one.rho = shrinkage_of(one.s, rows, options);
  return one;
}

TrialPart FitTrials::part(std::size_t which) const {
  TrialPart own;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (which > 0 && labels[i] != static_cast<int>(which - 1)) continue;
    own.covariances.push_back(covariances[i]);
    own.origins.push_back(origins[i]);
  }
  return own;
}

Result<std::vector<FitTrials>> fit_trials(const ModelConfig& config, const TrainingSet& set,
                                          const AugmentOptions& augment, SharedFits* shared) {
  std::vector<FitTrials> all;
  std::vector<BandTrials> bands;
  std::vector<CovarianceOptions> wanted = options_of_bands(config);
  for (CovarianceOptions& options : wanted) {
    FitTrials& trials = all.emplace_back();
    std::vector<Sample> samples = samples_of(config, set, augment, options, bands.size(), trials, shared);
    bands.push_back({std::move(options), std::move(samples)});
    EEGATE_CHECK(check_classes(trials.labels, config.n_classes()));
  }
  EEGATE_TRY(const std::optional<RealMatrix> basis, basis_of(bands));
  for (std::size_t b = 0; b < bands.size(); ++b) {
    all[b].basis = basis;
    shrink_samples(config, set, bands[b], all[b]);
  }
  return all;
}

RealMatrix fitted_mean(CovarianceMean rule, std::span<const RealMatrix> all, std::size_t& n_not_converged) {
  if (rule != CovarianceMean::kRiemann) return mean_of(rule, all);
  RiemannMean mean = riemann_mean(all);
  n_not_converged += mean.converged ? 0 : 1;
  return std::move(mean.mean);
}

std::vector<RealMatrix> recentre_groups(FitTrials& trials, CovarianceMean rule, std::size_t& n_not_converged) {
  std::map<std::int32_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < trials.groups.size(); ++i) members[trials.groups[i]].push_back(i);
  std::vector<RealMatrix> means;
  for (const auto& [group, own] : members) {
    std::vector<RealMatrix> all;
    for (const std::size_t i : own) all.push_back(trials.covariances[i]);
    means.push_back(fitted_mean(rule, all, n_not_converged));
    const RealMatrix whitener = matrix_inverse_sqrt(means.back());
    for (const std::size_t i : own) trials.covariances[i] = sandwich(whitener, trials.covariances[i]);
  }
  return means;
}

}  // namespace eegate
