// The deletion curve (Samek et al. 2017): patches of the signal are replaced by the baseline, the most relevant first.
// If the explanation is right, the logit decreases faster than for random orders.
#pragma once

#include <cstdint>
#include <vector>

#include "explain/model_query.h"
#include "explain/patches.h"

namespace eegate {

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
