// What fits of parts of the same trials share, as those of a comparison's folds: covariances of trials, and Riemannian
// means, whose iterations begin at a rough mean of all trials, where the logarithms of all trials are known. What one
// fit has found another does not look for again. What is found depends on the trials alone, neither on the order of
// fits nor on who makes them. Means are kept as long as fits learn from the same trials: fit them one after the other.
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
  // `whole` are the trials of all folds; it must outlive this. What learns from a part says which they are
  // (TrainingSet::places).
  explicit SharedFits(const TrainingSet& whole) : whole_(&whole) {}

  // As one band of a configuration reads the trial at a place of the whole.
  const SampleCovariance& covariance(const ModelConfig& config, std::size_t band, std::size_t place);
  // Of the trials of one band of a fit (part 0), or of those of one class (1 ...).
  const RiemannMean& mean(const ModelConfig& config, const AugmentOptions& augment, const FitTrials& trials,
                          std::size_t band, std::size_t part);
  std::size_t n_means() const { return found_.size(); }

 private:
  // All that a configuration says of how trials are read.
  using Reading = std::vector<double>;
  struct Covariances {
    std::vector<CovarianceOptions> bands;
    std::vector<std::vector<std::optional<SampleCovariance>>> of_band;  // by place
  };
  // A rough mean of all trials or of a class, and the logarithms of its trials there by their origin; empty where the
  // trials lack directions, or where a fit of all of them fails.
  struct Start {
    RealMatrix mean;
    std::map<std::uint32_t, RealMatrix> logarithms;
  };
  // Of a band and part.
  using Place = std::pair<Reading, std::pair<std::size_t, std::size_t>>;

  const Start& start(const ModelConfig& config, const AugmentOptions& augment, std::size_t band, std::size_t part);

  const TrainingSet* whole_;
  std::map<Reading, Covariances> covariances_;
  std::map<Place, Start> starts_;
  std::vector<std::uint32_t> origins_;  // of the trials of the fits whose means are kept
  std::map<Place, RiemannMean> found_;
};

}  // namespace eegate
