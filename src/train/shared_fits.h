// A cache for fits of subsets of the same trials, as in cross-validation: covariances of trials, and Riemannian means,
// whose iterations start at an approximate mean of all trials, at which the logarithms of all trials are computed once.
// The results depend only on the trials, not on the order of fits. Means are cached while consecutive fits use the same
// trials.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "covariance/covariance.h"
#include "covariance/means.h"
#include "train/shard.h"

namespace eegate {

struct FitTrials;

class SharedFits {
 public:
  // `whole`: the trials of all folds; must outlive this object. Subsets refer to it by TrainingSet::places.
  // `tolerance`: of the means.
  explicit SharedFits(const TrainingSet& whole, double tolerance = MeanOptions{}.tolerance)
      : whole_(&whole), tolerance_(tolerance) {}

  // The covariance of trial `place` of the whole set in one band of a configuration.
  const SampleCovariance& covariance(const ModelConfig& config, std::size_t band, std::size_t place);
  // The mean of a fit's trials in one band: of all (part 0) or of one class (part 1 ...).
  const RiemannMean& mean(const ModelConfig& config, const AugmentOptions& augment, const FitTrials& trials,
                          std::size_t band, std::size_t part);
  std::size_t n_means() const { return found_.size(); }

 private:
  // All configuration values that the covariances depend on.
  using Reading = std::vector<double>;
  struct Covariances {
    std::vector<CovarianceOptions> bands;
    std::vector<std::vector<std::optional<SampleCovariance>>> of_band;  // [band][trial]
  };
  // An approximate mean of all trials or of a class, and the logarithms of its trials at that mean, by origin. Empty if
  // the trials do not have full rank, or if the fit of all of them fails.
  struct Start {
    RealMatrix mean;
    std::map<std::uint32_t, RealMatrix> logarithms;
  };
  // Of a band and part.
  using Place = std::pair<Reading, std::pair<std::size_t, std::size_t>>;

  const Start& start(const ModelConfig& config, const AugmentOptions& augment, std::size_t band, std::size_t part);

  const TrainingSet* whole_;
  double tolerance_;
  std::map<Reading, Covariances> covariances_;
  std::map<Place, Start> starts_;
  std::vector<std::uint32_t> origins_;  // the trials of which found_ are the means
  std::map<Place, RiemannMean> found_;
};

}  // namespace eegate
