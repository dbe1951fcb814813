// Riemannian means that several fits of the same trials share, as those of a comparison's folds: iterations begin at
// the mean of all trials, which saves half of their steps, and what one fit has found another does not look for again.
// What is found depends on the trials alone, neither on the order of fits nor on who makes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "covariance/means.h"
#include "train/shard.h"

namespace eegate {

class KnownMeans {
 public:
  // `whole` are the trials of all folds; it must outlive this.
  explicit KnownMeans(const TrainingSet& whole) : whole_(&whole) {}
  // By band: rough means of all trials (0) and of each class (1 ...). Empty where the trials lack directions, or where
  // a fit of all of them fails.
  using Starts = std::vector<std::vector<RealMatrix>>;
  const Starts& starts(const ModelConfig& config, const AugmentOptions& augment);
  // A start of other directions than the matrices is none.
  const RiemannMean& mean(std::span<const RealMatrix> all, const RealMatrix* start, double tolerance = 1e-8);

 private:
  const TrainingSet* whole_;
  std::map<std::string, Starts> starts_;        // by configuration
  std::map<std::uint64_t, RiemannMean> found_;  // by fingerprint of matrices, start and tolerance
};

}  // namespace eegate
