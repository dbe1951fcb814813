// The trials of a training set as covariances, the input of all fits of closed_form.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "covariance/covariance.h"
#include "covariance/means.h"
#include "model/config.h"
#include "train/shard.h"

namespace eegate {

class SharedFits;

// The covariance, before shrinkage, of the window in the middle of a trial.
SampleCovariance covariance_of_trial(const ModelConfig& config, ConstMatrix trial, const CovarianceOptions& options);

struct TrialPart {
  std::vector<RealMatrix> covariances;
  std::vector<std::uint32_t> origins;
};

struct FitTrials {
  std::vector<RealMatrix> covariances;  // shrunk, in the directions of the basis
  std::vector<int> labels;
  std::vector<std::int32_t> groups;  // subject or run of each trial; all 0 if unknown
  // Identity of each trial: 2 index (+ 1 if mirrored), index in the whole set (TrainingSet::places).
  std::vector<std::uint32_t> origins;
  std::optional<RealMatrix> basis;  // if the trials do not have full rank
  // Only with a basis: the covariances of all electrodes, shrunk.
  std::vector<RealMatrix> at_electrodes;
  std::size_t n_left_out = 0;  // trials of zeros

  std::size_t rank() const { return covariances[0].rows; }
  // All trials (0), or those of one class (1 ...).
  TrialPart part(std::size_t which) const;
};

// One entry for each band of a filter bank, or one without; labels, groups, basis and left out trials are the same in
// all. `shared`: results that fits of overlapping sets of trials share; null: none. Errors: TRAIN_LABELS, TRAIN_RANK.
Result<std::vector<FitTrials>> fit_trials(const ModelConfig& config, const TrainingSet& set,
                                          const AugmentOptions& augment, SharedFits* shared = nullptr);

// The mean of covariances by the given rule; adds 1 to n_not_converged if its iteration did not converge.
RealMatrix fitted_mean(CovarianceMean rule, std::span<const RealMatrix> all, std::size_t& n_not_converged);

// Recentring (Zanini et al. 2018), in place: M^(-1/2) C M^(-1/2) with the mean M of each group's own trials. Returns
// the means.
std::vector<RealMatrix> recentre_groups(FitTrials& trials, CovarianceMean rule, std::size_t& n_not_converged);

// TRAIN_RANK: trials of n_rows channels have so few directions.
Error rank_error(std::size_t rank, std::size_t n_rows);

}  // namespace eegate
