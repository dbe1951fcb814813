#include "train/after_step.h"

#include <algorithm>
#include <cmath>

namespace eegate {
namespace {

// The share rho of the new value, which each kind of batch norm has in its own field.
double momentum_of(const ModelConfig& config, const std::string& tensor) {
  const ConfigNode& f = config.fields;
  if (config.architecture != "transformer") return f.has_field("bn_momentum") ? f.number("bn_momentum") : 0.1;
  return tensor.starts_with("embed.bn.") ? f.node("embedding").number("bn_momentum") : f.number("norm_momentum");
}

// Rows are the first extent; everything behind it belongs to one filter.
void limit_norms(Weights& weights, std::string_view name, double limit) {
  const std::ptrdiff_t index = weights.find(name);
  if (limit <= 0 || index < 0) return;
  const std::span<float> values = weights.values(static_cast<std::size_t>(index));
  const std::size_t n_rows = weights.specs()[static_cast<std::size_t>(index)].shape[0], n_cols = values.size() / n_rows;
  for (std::size_t row = 0; row < n_rows; ++row) {
    const std::span<float> w = values.subspan(row * n_cols, n_cols);
    double squares = 0;
    for (const float value : w) squares += static_cast<double>(value) * static_cast<double>(value);
    const double norm = std::sqrt(squares);
    const float factor = static_cast<float>(std::min(norm, limit) / (1e-7 + norm));
    for (float& value : w) value *= factor;
  }
}

void constrain_syncnet(Weights& weights) {
  for (float& beta : weights.values(static_cast<std::size_t>(weights.find("beta")))) beta = std::max(beta, 0.0F);
  const auto phi = static_cast<std::size_t>(weights.find("phi"));
  const std::size_t n_chans = weights.specs()[phi].shape[1];
  for (std::size_t i = 0; i < weights.values(phi).size(); i += n_chans) weights.values(phi)[i] = 0;
}

}  // namespace

bool has_batch_norm(const Weights& weights) {
  return std::any_of(weights.specs().begin(), weights.specs().end(),
                     [](const TensorSpec& spec) { return spec.name.ends_with("running_var"); });
}

void move_running_statistics(const ModelConfig& config, Weights& next, const Weights& weights,
                             const Weights& gradients) {
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    if (weights.specs()[i].is_parameter) continue;
    const double rho = momentum_of(config, weights.specs()[i].name);
    const std::span<float> moved = next.values(i);
    const std::span<const float> running = weights.values(i), batch = gradients.values(i);
    for (std::size_t k = 0; k < running.size(); ++k) {
      moved[k] = static_cast<float>((1 - rho) * static_cast<double>(running[k]) + rho * static_cast<double>(batch[k]));
    }
  }
}

void apply_constraints(const ModelConfig& config, Weights& weights) {
  if (config.architecture == "syncnet") constrain_syncnet(weights);
  if (config.architecture != "eegnet") return;
  limit_norms(weights, "spatial.weight", config.fields.number("max_norm_spatial"));
  limit_norms(weights, "head.weight", config.fields.number("max_norm_head"));
}

}  // namespace eegate
