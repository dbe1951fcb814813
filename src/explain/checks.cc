#include "explain/checks.h"

#include <algorithm>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

std::string percent(double share) { return significant(100 * share, 2) + " %"; }

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

}  // namespace eegate
