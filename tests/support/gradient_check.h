// Compares computed gradients with central differences along random directions. A step along the gradient itself would
// not detect missing parts: half of a gradient, or zeros, has exactly the derivative that its own norm predicts. A
// direction of random signs is sensitive to every value.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"

namespace eegate::test {

// Values that a function depends on, and its claimed gradient.
struct GradientClaim {
  std::string name;
  std::span<float> values;
  std::span<const float> gradient;
  double scale = 1;  // magnitude of the values; steps are multiples of it
};

struct GradientCheck {
  double step = 4e-3;          // relative step; smaller if the function has kinks
  std::size_t n_steps = 1;     // steps tried, each a quarter of the one before: the shortest cross no kink
  double largest_step = 0.1;   // for values with little effect on the function
  double noise = 2e-7;         // of the function, which is computed in float32
  double tolerance = 0.02;     // of the gradient's norm
  std::set<std::string> zero;  // gradients that must be zero; "attn.k.bias" means all names with this ending
};

inline double norm_of(std::span<const float> values) {
  double squares = 0;
  for (const float v : values) squares += static_cast<double>(v) * static_cast<double>(v);
  return std::sqrt(squares);
}

// The result for one tensor, in units of the function for one step of size `scale`.
struct GradientFinding {
  double norm = 0;   // of the claimed gradient
  double error = 0;  // root mean square difference between derivative and claim, over directions
  double noise = 0;  // of the derivative
};

// The mean square error over random signs is the squared norm of the error of the gradient.
template <class Function>
GradientFinding compare_derivatives(const GradientClaim& claim, const GradientCheck& check, const Function& function) {
  constexpr std::size_t kDirections = 3;
  constexpr double kSignal = 50;  // required ratio of change to noise
  const double norm = claim.scale * norm_of(claim.gradient);
  const double step = std::min(check.largest_step, std::max(check.step, kSignal * check.noise / norm));
  const std::vector<float> before(claim.values.begin(), claim.values.end());
  double squares = 0;
  for (std::size_t direction = 0; direction < kDirections; ++direction) {
    const Rng rng(direction + 1, claim.name);
    const auto sign = [&](std::size_t i) { return rng.bits(i) >> 63 != 0 ? 1.0 : -1.0; };
    const auto moved = [&](double by) {
      for (std::size_t i = 0; i < before.size(); ++i) claim.values[i] = before[i] + static_cast<float>(by * sign(i));
      return function();
    };
    double claimed = 0;
    for (std::size_t i = 0; i < before.size(); ++i)
      claimed += claim.scale * sign(i) * static_cast<double>(claim.gradient[i]);
    const double above = moved(step * claim.scale), below = moved(-step * claim.scale);
    squares += std::pow((above - below) / (2 * step) - claimed, 2) / kDirections;
  }
  std::ranges::copy(before, claim.values.begin());
  return {norm, std::sqrt(squares), check.noise / step};
}

// One line for each wrong gradient. `function` evaluates the function at the current values of the claims.
template <class Function>
std::vector<std::string> wrong_gradients(std::span<const GradientClaim> claims, const GradientCheck& check,
                                         const Function& function) {
  std::vector<std::string> wrong;
  std::set<std::string> vanishing = check.zero;
  double all = 0;
  for (const GradientClaim& claim : claims) all += std::pow(claim.scale * norm_of(claim.gradient), 2);
  for (const GradientClaim& claim : claims) {
    const auto named = std::ranges::find_if(check.zero, [&](const auto& end) { return claim.name.ends_with(end); });
    const bool must_vanish = named != check.zero.end();
    if (must_vanish) vanishing.erase(*named);
    GradientFinding found = compare_derivatives(claim, check, function);
    GradientCheck finer = check;
    for (std::size_t i = 1; i < check.n_steps && !(found.error <= check.tolerance * found.norm + found.noise); ++i) {
      finer.step /= 4;
      found = compare_derivatives(claim, finer, function);
    }
    const auto report = [&](const std::string& what) {
      wrong.push_back(claim.name + ": " + what + "; norm " + std::to_string(found.norm) + ", error " +
                      std::to_string(found.error) + ", noise " + std::to_string(found.noise));
    };
    if (!(found.error <= check.tolerance * found.norm + found.noise)) report("not the derivative");
    if (must_vanish && !(found.norm <= 1e-5 * std::sqrt(all))) report("must vanish");
    if (!must_vanish && !(found.noise <= 0.2 * found.norm)) report("too small to be told from rounding");
  }
  for (const std::string& name : vanishing) wrong.push_back(name + ": no such tensor");
  return wrong;
}

}  // namespace eegate::test
