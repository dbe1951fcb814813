#include "train/init.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/rng.h"
#include "train/optimizer.h"
#include "train/trainable.h"

namespace eegate {
namespace {

void fill_uniform(std::span<float> values, const Rng& rng, double bound) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(bound * (2 * rng.uniform(i) - 1));
}

void fill_normal(std::span<float> values, const Rng& rng, double deviation) {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(deviation * rng.normal(i));
}

// Draws beyond two deviations are repeated.
void fill_truncated_normal(std::span<float> values, const Rng& rng, double deviation) {
  constexpr std::uint64_t kMostDraws = 32;  // one in 1e42 values would need more
  for (std::size_t i = 0; i < values.size(); ++i) {
    double value = 3;
    for (std::uint64_t k = 0; k < kMostDraws && std::abs(value) > 2; ++k) value = rng.normal(i + k * values.size());
    values[i] = static_cast<float>(deviation * std::clamp(value, -2.0, 2.0));
  }
}

// [n, m] with orthonormal columns: normal draws, orthogonalised by Gram-Schmidt, twice because of rounding.
void fill_orthogonal(std::span<float> values, const Rng& rng, std::size_t n_rows) {
  const std::size_t n_cols = values.size() / n_rows;
  std::vector<double> columns(n_rows * n_cols);
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = rng.normal(i);
  for (std::size_t c = 0; c < n_cols; ++c) {
    const std::span<double> own = std::span(columns).subspan(c * n_rows, n_rows);
    for (std::size_t pass = 0; pass < 2 * c; ++pass) {
      const std::span<const double> other = std::span(columns).subspan(pass % c * n_rows, n_rows);
      const double share = std::inner_product(own.begin(), own.end(), other.begin(), 0.0);
      for (std::size_t r = 0; r < n_rows; ++r) own[r] -= share * other[r];
    }
    const double norm = std::sqrt(std::inner_product(own.begin(), own.end(), own.begin(), 0.0));
    for (std::size_t r = 0; r < n_rows; ++r) {
      own[r] /= norm;
      values[r * n_cols + c] = static_cast<float>(own[r]);
    }
  }
}

void fill(std::span<float> values, const InitialValues& first, const Rng& rng, std::size_t n_rows) {
  switch (first.draw) {
    case Draw::kConstant:
      return std::ranges::fill(values, static_cast<float>(first.scale)), void();
    case Draw::kUniform:
      return fill_uniform(values, rng, first.scale);
    case Draw::kUniformMagnitude:
      fill_uniform(values, rng, first.scale);
      for (float& value : values) value = std::abs(value);
      return;
    case Draw::kNormal:
      return fill_normal(values, rng, first.scale);
    case Draw::kTruncatedNormal:
      return fill_truncated_normal(values, rng, first.scale);
    case Draw::kOrthogonal:
      return fill_orthogonal(values, rng, n_rows);
    case Draw::kForgetGate: {
      const std::size_t n = values.size() / 4;
      std::ranges::fill(values, 0.0F);
      std::ranges::fill(values.subspan(n, n), 1.0F);
      return;
    }
  }
}

}  // namespace

Weights initial_weights(const ModelConfig& config, std::uint64_t seed, InitRule rule) {
  Weights weights(tensors_of(config));
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    const std::span<float> values = weights.values(i);
    fill(values, rule == InitRule::kKeras ? spec.initial.keras : spec.initial.torch, Rng(seed, "init." + spec.name),
         spec.shape[0]);
    if (spec.constraint == Constraint::kFirstColumnZero) apply_constraint(spec, values);
  }
  set_fixed_weights(weights, config);
  return weights;
}

}  // namespace eegate
