// Whether an explanation may be believed. The checks are made for some of the trials and judged together.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "explain/options.h"

namespace eegate {

// The relevances add up to the difference between the logit of the trial and that of the baseline; only integrated
// gradients promise it, the others tell it.
struct Completeness {
  bool promised = false;
  double residual = 0;  // the worst of all trials, as a share of the difference
  double limit = 0.02;
  std::size_t n_steps = 0;  // the most that were needed
  bool passed() const { return !promised || residual <= limit; }
};

struct DeletionCheck {
  std::vector<double> shares;               // of the signal that is gone, 0 to 1
  std::vector<double> curve;                // mean logit when the most relevant goes first
  std::vector<std::vector<double>> random;  // in random orders
  double area = 0;                          // mean height of the curve
  std::vector<double> random_areas;
  bool applies() const { return curve.size() > 2; }  // at least three pieces
  bool passed() const;
};

// The same network with other weights should explain differently: a picture that stays shows the signal, not the model.
struct RandomWeights {
  std::vector<double> correlations;  // rank correlation of the patches, one of each network
  double mean = 0, limit = 0.5;
  std::size_t n_patches = 0;
  bool applies() const { return !correlations.empty() && n_patches >= 5; }
  bool passed() const { return !applies() || mean < limit; }
};

// How far the trial moves the logit away from the baseline, against networks that have learned nothing.
struct Strength {
  double difference = 0;       // mean size
  std::vector<double> random;  // the same of each network with random weights
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
  // In plain words: why not, or what was found in order.
  std::vector<std::string> reasons() const;
};

}  // namespace eegate
