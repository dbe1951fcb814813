#include "explain/deletion.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/rng.h"
#include "base/sort.h"

namespace eegate {
namespace {

std::vector<std::uint32_t> counted(std::size_t n) {
  std::vector<std::uint32_t> numbers(n);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<std::uint32_t>(i);
  return numbers;
}

std::vector<std::uint32_t> shuffled(std::size_t n, const Rng& rng, std::uint64_t first) {
  std::vector<std::uint32_t> order = counted(n);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[rng.bits(first + i) % i]);
  return order;
}

}  // namespace

std::size_t Deletion::n_steps(std::size_t n_patches) { return std::min(kMaxSteps, n_patches); }

Deletion::Deletion(const ExplainedTrial& trial, const Patches& patches, const std::vector<double>& relevance,
                   std::size_t n_orders, std::uint64_t seed)
    : trial_(trial), patches_(patches), n_steps_(n_steps(patches.size())) {
  std::vector<std::uint32_t> by_relevance = counted(relevance.size());
  sort_stable(by_relevance, [&](std::uint32_t a, std::uint32_t b) { return relevance[a] > relevance[b]; });
  orders_.push_back(std::move(by_relevance));
  const Rng rng(seed, "deletion");
  for (std::size_t i = 0; i < n_orders; ++i) orders_.push_back(shuffled(relevance.size(), rng, std::uint64_t{i} << 32));
  curves_.assign(orders_.size(), std::vector<double>(n_steps_ + 1));
  for (std::vector<double>& curve : curves_) {
    curve.front() = trial.logit;
    curve.back() = trial.baseline_logit;
  }
}

void Deletion::write(std::size_t index, Matrix input) const {
  const std::vector<std::uint32_t>& order = orders_[index / (n_steps_ - 1)];
  const std::size_t step = index % (n_steps_ - 1) + 1, n_gone = step * order.size() / n_steps_;
  std::ranges::copy(trial_.x.flat(), input.data);
  for (std::size_t i = 0; i < n_gone; ++i) patches_.erase(order[i], input, trial_.baseline);
}

void Deletion::take(std::size_t index, const Answer& answer) {
  curves_[index / (n_steps_ - 1)][index % (n_steps_ - 1) + 1] = answer.logit;
}

}  // namespace eegate
