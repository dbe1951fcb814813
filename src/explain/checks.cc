#include "explain/checks.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "base/sort.h"

namespace eegate {
namespace {

std::string percent(double share) { return significant(100 * share, 2) + " %"; }

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

bool DeletionCheck::passed() const {
  if (!applies()) return true;
  return std::ranges::all_of(random_areas, [&](double other) { return area < other; });
}

double Strength::strongest_random() const { return random.empty() ? 0 : *std::ranges::max_element(random); }

bool ExplainChecks::trustworthy() const {
  return made && completeness.passed() && deletion.passed() && random_weights.passed() && strength.passed();
}

std::vector<std::string> ExplainChecks::reasons() const {
  if (!made) return {"The checks were not made."};
  std::vector<std::string> reasons;
  if (!strength.passed()) {
    reasons.push_back("The model is hardly moved by this signal: by " + significant(strength.difference, 2) +
                      ", where more than " + significant(strength.limit(), 2) + " is asked for, " +
                      significant(strength.factor, 2) + " times what networks with random weights make of it.");
  }
  if (!completeness.passed()) {
    reasons.push_back("The parts do not add up: they miss the model's output by " + percent(completeness.residual) +
                      ".");
  }
  if (!deletion.passed()) {
    reasons.emplace_back(
        "Taking away what is marked as most important changes the model's output no sooner than taking away any other "
        "part.");
  }
  if (!random_weights.passed()) {
    reasons.push_back("A network with random weights explains this signal nearly the same way (rank correlation " +
                      significant(random_weights.mean, 2) + "): the picture shows the signal, not the model.");
  }
  if (!reasons.empty()) return reasons;
  reasons.push_back("This signal moves the model's output by " + significant(strength.difference, 2) +
                    ", and that of networks with random weights by at most " +
                    significant(strength.strongest_random(), 2) + ".");
  if (completeness.promised)
    reasons.push_back("The parts add up to the model's output within " + percent(completeness.residual) + ".");
  if (deletion.applies())
    reasons.emplace_back("Taking away what is marked changes the model's output sooner than any random order.");
  if (random_weights.applies()) {
    reasons.push_back("Networks with random weights explain this signal differently (rank correlation " +
                      significant(random_weights.mean, 2) + ").");
  }
  return reasons;
}

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
