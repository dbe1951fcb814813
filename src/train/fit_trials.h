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

struct FitTrials {
  std::vector<RealMatrix> covariances;  // shrunk, in the directions of the basis
  std::vector<int> labels;
  std::vector<std::int32_t> groups;  // whose each is; all 0 where nobody knows
  std::optional<RealMatrix> basis;   // where the trials lack directions
  // Only with a basis: shrunk in all directions, as a model without one sees them.
  std::vector<RealMatrix> at_electrodes;
  std::size_t n_left_out = 0;  // zeros throughout

  std::size_t rank() const { return covariances[0].rows; }
  // The covariances of one class.
  std::vector<RealMatrix> of_class(std::size_t k) const;
};

// Of each band of a bank, else one alone; labels, groups, basis and what is left out are the same of all. Errors:
// TRAIN_LABELS, TRAIN_RANK.
Result<std::vector<FitTrials>> fit_trials(const ModelConfig& config, const TrainingSet& set,
                                          const AugmentOptions& augment);

// The Riemannian mean unless another one was asked for; counts means that did not converge.
RealMatrix fitted_mean(CovarianceMean rule, std::span<const RealMatrix> all, std::size_t& n_not_converged);

// M^(-1/2) C M^(-1/2) with the mean M of each group's own trials, in place. Returns the means.
std::vector<RealMatrix> recentre_groups(FitTrials& trials, CovarianceMean rule, std::size_t& n_not_converged);

}  // namespace eegate
