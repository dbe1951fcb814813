#include "train/fit_trials.h"

#include <algorithm>
#include <map>
#include <string>

#include "covariance/matrix_functions.h"
#include "model/covariance_config.h"

namespace eegate {
namespace {

constexpr std::size_t kLeastOfClass = 2, kLeastRank = 2;

// A trial's window of the model's length, from its middle.
ConstMatrix window_of(ConstMatrix trial, std::size_t n_times) {
  return trial.slice_cols((trial.cols - n_times) / 2, n_times);
}

// Rows of the other hemisphere.
RealMatrix mirrored(const RealMatrix& rows, std::span<const std::uint32_t> channels) {
  RealMatrix out(rows.rows, rows.cols);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    const std::size_t copy = i / channels.size() * channels.size();
    std::ranges::copy(rows.row(copy + channels[i % channels.size()]), out.row(i).begin());
  }
  return out;
}

// Calls take(rows, trial, is_mirrored) for every trial and its mirror image.
template <class Take>
void for_each_trial(const ModelConfig& config, const TrainingSet& set, const AugmentOptions& augment,
                    const Take& take) {
  const CovarianceOptions options = covariance_options(config);
  for (std::size_t i = 0; i < set.x.d0; ++i) {
    const RealMatrix rows = centered_trial(window_of(set.x[i], config.n_times), options);
    take(rows, i, false);
    if (augment.mirrors()) take(mirrored(rows, augment.mirror_channels), i, true);
  }
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

// In the directions of the basis.
RealMatrix shrunk_in(const RealMatrix& basis, const RealMatrix& rows, const CovarianceOptions& options) {
  return covariance_of(product(basis, rows), options).matrix;
}

}  // namespace

Result<FitTrials> fit_trials(const ModelConfig& config, const TrainingSet& set, const AugmentOptions& augment) {
  const CovarianceOptions options = covariance_options(config);
  CovarianceOptions plain = options;
  plain.estimator = CovarianceEstimator::kScm;
  FitTrials trials;
  for_each_trial(config, set, augment, [&](const RealMatrix& rows, std::size_t i, bool is_mirrored) {
    RealMatrix s = covariance_of(rows, plain).matrix;
    if (!(trace(s) > 0)) return void(++trials.n_left_out);
    const auto label = static_cast<std::size_t>(set.targets.classes[i]);
    trials.labels.push_back(static_cast<int>(is_mirrored ? augment.mirror_classes[label] : label));
    trials.groups.push_back(set.groups.empty() ? 0 : set.groups[i]);
    trials.covariances.push_back(covariance_of(rows, options).matrix);
    trials.at_electrodes.push_back(std::move(s));
  });
  EEGATE_CHECK(check_classes(trials.labels, config.n_classes()));
  trials.basis = range_basis(euclid_mean(trials.at_electrodes));
  const std::size_t rank = trials.basis ? trials.basis->rows : trials.covariances[0].rows;
  if (rank < kLeastRank) {
    return fit_error("TRAIN_RANK", "The trials have too few directions for a classifier of covariances", "channels",
                     rank, " of " + std::to_string(trials.covariances[0].rows), kLeastRank,
                     "Use more channels that are neither flat nor copies of each other.");
  }
  trials.at_electrodes.clear();
  if (!trials.basis) return trials;
  std::size_t next = 0;
  trials.at_electrodes = std::move(trials.covariances);
  trials.covariances.resize(trials.at_electrodes.size());
  for_each_trial(config, set, augment, [&](const RealMatrix& rows, std::size_t, bool) {
    if (dot(rows.values, rows.values) > 0) trials.covariances[next++] = shrunk_in(*trials.basis, rows, options);
  });
  return trials;
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
