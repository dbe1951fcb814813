// The trials of a training set as covariances: what all fits of closed_form.h begin with.
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

// Of its window in the middle, before shrinkage.
SampleCovariance covariance_of_trial(const ModelConfig& config, ConstMatrix trial, const CovarianceOptions& options);

struct TrialPart {
  std::vector<RealMatrix> covariances;
  std::vector<std::uint32_t> origins;
};

struct FitTrials {
  std::vector<RealMatrix> covariances;  // shrunk, in the directions of the basis
  std::vector<int> labels;
  std::vector<std::int32_t> groups;  // whose each is; all 0 where nobody knows
  // Which trial each is, of the set or of the whole of which that is a part (TrainingSet::places): twice its place, one
  // more where it was mirrored.
  std::vector<std::uint32_t> origins;
  std::optional<RealMatrix> basis;  // where the trials lack directions
  // Only with a basis: shrunk in all directions, as a model without one sees them.
  std::vector<RealMatrix> at_electrodes;
  std::size_t n_left_out = 0;  // zeros throughout

  std::size_t rank() const { return covariances[0].rows; }
  // All trials (0), or those of one class (1 ...).
  TrialPart part(std::size_t which) const;
};

// Of each band of a bank, else one alone; labels, groups, basis and what is left out are the same of all. Errors:
// TRAIN_LABELS, TRAIN_RANK. `shared`: what fits of parts of the same trials share; null: nothing.
Result<std::vector<FitTrials>> fit_trials(const ModelConfig& config, const TrainingSet& set,
                                          const AugmentOptions& augment, SharedFits* shared = nullptr);

// The Riemannian mean unless another one was asked for; counts means that did not converge.
RealMatrix fitted_mean(CovarianceMean rule, std::span<const RealMatrix> all, std::size_t& n_not_converged);

// M^(-1/2) C M^(-1/2) with the mean M of each group's own trials, in place. Returns the means.
std::vector<RealMatrix> recentre_groups(FitTrials& trials, CovarianceMean rule, std::size_t& n_not_converged);

}  // namespace eegate
