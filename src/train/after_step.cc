#include "train/after_step.h"

#include <algorithm>
#include <cmath>

namespace eegate {
namespace {

// keras.constraints.MaxNorm: w <- w clip(|w|, 0, c) / (1e-7 + |w|), for each slice along the first axis.
void limit_row_norms(std::span<float> values, std::size_t n_rows, double bound) {
  const std::size_t n_cols = values.size() / n_rows;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::span<float> w = values.subspan(row * n_cols, n_cols);
    double squares = 0;
    for (const float value : w) squares += static_cast<double>(value) * static_cast<double>(value);
    const double norm = std::sqrt(squares);
    const float factor = static_cast<float>(std::min(norm, bound) / (1e-7 + norm));
    for (float& value : w) value *= factor;
  }
}

}  // namespace

void apply_constraint(const TensorSpec& spec, std::span<float> values) {
  switch (spec.constraint) {
    case Constraint::kNone:
    case Constraint::kFixed:
      return;
    case Constraint::kRowNorm:
      if (spec.bound > 0) limit_row_norms(values, spec.shape[0], spec.bound);
      return;
    case Constraint::kNonNegative:
      for (float& value : values) value = std::max(value, 0.0F);
      return;
    case Constraint::kFirstColumnZero:
      for (std::size_t i = 0; i < values.size(); i += spec.shape[1]) values[i] = 0;
      return;
  }
}

bool has_batch_norm(const Weights& weights) {
  return std::ranges::any_of(weights.specs(), [](const TensorSpec& spec) {
    return !spec.is_parameter && spec.constraint != Constraint::kFixed;
  });
}

void move_running_statistics(Weights& next, const Weights& weights, const Weights& gradients, Tune tune) {
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    if (spec.is_parameter || spec.constraint == Constraint::kFixed) continue;
    const double rho = is_tuned(spec, tune) ? spec.momentum : 0;
    const std::span<float> moved = next.values(i);
    const std::span<const float> running = weights.values(i), batch = gradients.values(i);
    for (std::size_t k = 0; k < running.size(); ++k) {
      moved[k] = static_cast<float>((1 - rho) * static_cast<double>(running[k]) + rho * static_cast<double>(batch[k]));
    }
  }
}

void apply_constraints(Weights& weights, Tune tune) {
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    if (spec.is_parameter && is_tuned(spec, tune)) apply_constraint(spec, weights.values(i));
  }
}

}  // namespace eegate
