// Checks of whether an explanation can be trusted. They are computed for some of the trials and evaluated together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "explain/options.h"
#include "explain/patches.h"
#include "explain/query_runner.h"

namespace eegate {

// Completeness (Sundararajan et al. 2017): the relevances sum to the difference between the logits of the trial and of
// the baseline. Required only of integrated gradients; for the other methods the residual is reported.
struct Completeness {
  bool promised = false;
  double residual = 0;  // maximum over the trials, relative to the difference of the logits
  double limit = 0.02;
  std::size_t n_steps = 0;  // maximum number of integration steps over the trials
  bool passed() const { return !promised || residual <= limit; }
};

struct DeletionCheck {
  std::vector<double> shares;               // share of the signal that is deleted, 0 to 1
  std::vector<double> curve;                // mean logit if the most relevant patches are deleted first
  std::vector<std::vector<double>> random;  // mean logits for random orders
  double area = 0;                          // area under the curve
  std::vector<double> random_areas;
  bool applies() const { return curve.size() > 2; }  // at least two deletions
  bool passed() const;
};

// Model randomisation test (Adebayo et al. 2018): a network with random weights must give a different explanation;
// otherwise the explanation depends on the signal only.
struct RandomWeights {
  std::vector<double> correlations;  // rank correlation of the patches' relevances, one for each random network
  double mean = 0, limit = 0.5;
  std::size_t n_patches = 0;
  bool applies() const { return !correlations.empty() && n_patches >= 5; }
  bool passed() const { return !applies() || mean < limit; }
};

// The difference between the logits of trial and baseline, compared with that of networks with random weights.
struct Strength {
  double difference = 0;       // mean absolute difference
  std::vector<double> random;  // the same for each network with random weights
  double factor = 2;
  double strongest_random() const;
  double limit() const { return factor * strongest_random(); }
  bool passed() const { return difference > limit(); }
};

struct ExplainChecks {
  bool made = false;
  std::size_t n_trials = 0;
  Completeness completeness;
  DeletionCheck deletion;
  RandomWeights random_weights;
  Strength strength;

  bool trustworthy() const;
  // Sentences that say why the explanation is not trustworthy, or which checks it passed.
  std::vector<std::string> reasons() const;
};

// The deletion curve (Samek et al. 2017): patches of the signal are replaced by the baseline, the most relevant first.
// If the explanation is right, the logit decreases faster than for random orders.

class Deletion final : public ModelQuery {
 public:
  // `relevance` of each patch. `n_orders` random orders are drawn from `seed`.
  Deletion(const ExplainedTrial& trial, const Patches& patches, const std::vector<double>& relevance,
           std::size_t n_orders, std::uint64_t seed);

  std::size_t size() const override { return orders_.size() * (n_steps_ - 1); }
  void write(std::size_t index, Matrix input) const override;
  void take(std::size_t index, const Answer& answer) override;

  // Logits after 0, 1, ... n_steps deletions: by relevance, then for each random order.
  const std::vector<std::vector<double>>& curves() const { return curves_; }
  static constexpr std::size_t kMaxSteps = 20;
  static std::size_t n_steps(std::size_t n_patches);

 private:
  ExplainedTrial trial_;
  const Patches& patches_;
  std::size_t n_steps_;
  std::vector<std::vector<std::uint32_t>> orders_;
  std::vector<std::vector<double>> curves_;
};

}  // namespace eegate
