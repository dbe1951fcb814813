// Computed gradients against central differences along random directions. A step along the gradient itself would not
// notice what is missing from it: half of a gradient, or zeros, has exactly the slope that its own norm promises. A
// direction that moves every value up or down by the same amount sees every value's share.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"

namespace eegate::test {

// Values that a function depends on, and what is said to be its gradient there.
struct GradientClaim {
  std::string name;
  std::span<float> values;
  std::span<const float> gradient;
  double scale = 1;  // of the values: steps are multiples of it
};

struct GradientCheck {
  double step = 4e-3;          // of every value; smaller where the function has kinks
  double largest_step = 0.1;   // of values on which the function hardly depends
  double noise = 2e-7;         // of the function, whose insides are rounded to float32
  double tolerance = 0.02;     // of the gradient's norm
  std::set<std::string> zero;  // gradients that must vanish; "attn.k.bias" means all names that end so
};

inline double norm_of(std::span<const float> values) {
  double squares = 0;
  for (const float v : values) squares += static_cast<double>(v) * static_cast<double>(v);
  return std::sqrt(squares);
}

// What was found for one tensor. All in units of the function for one step of size `scale`.
struct GradientFinding {
  double norm = 0;   // of the claimed gradient
  double error = 0;  // root mean square, over directions, of the difference between slope and claim
  double noise = 0;  // of the slope
};

// The mean square of the error over random signs is the squared norm of what is wrong with the gradient.
template <class Function>
GradientFinding compare_slopes(const GradientClaim& claim, const GradientCheck& check, const Function& function) {
  constexpr std::size_t kDirections = 3;
  constexpr double kSignal = 50;  // a change that many times the noise is enough
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

// One line for each gradient that is wrong. `function` gives the value for what the claims' values are now.
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
    const GradientFinding found = compare_slopes(claim, check, function);
    const auto report = [&](const std::string& what) {
      wrong.push_back(claim.name + ": " + what + "; norm " + std::to_string(found.norm) + ", error " +
                      std::to_string(found.error) + ", noise " + std::to_string(found.noise));
    };
    if (!(found.error <= check.tolerance * found.norm + found.noise)) report("not the slope");
    if (must_vanish && !(found.norm <= 1e-5 * std::sqrt(all))) report("must vanish");
    if (!must_vanish && !(found.noise <= 0.2 * found.norm)) report("too small to be told from rounding");
  }
  for (const std::string& name : vanishing) wrong.push_back(name + ": no such tensor");
  return wrong;
}

}  // namespace eegate::test
