#include "train/optimizer.h"

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

std::string_view optimizer_name(OptimizerKind kind) { return kOptimizers.name_of(kind); }

Result<OptimizerKind> optimizer_kind(std::string_view name) {
  if (const auto kind = kOptimizers.find(name)) return *kind;
  return Error{.code = "TRAIN_OPTION",
               .message = "There is no optimizer of this name",
               .field = "optimizer",
               .found = quoted(name),
               .expected = "one of " + listed(kOptimizers.names)};
}

bool is_tuned(const TensorSpec& spec, Tune tune) {
  switch (tune) {
    case Tune::kAll:
      return true;
    case Tune::kHead:
      return spec.role == TensorRole::kHead;
    case Tune::kNorms:
      return spec.role == TensorRole::kNorm;
  }
  abort_on_internal_error();
}

Optimizer::Optimizer(const OptimizerOptions& options, const Weights& like)
    : options_(options), first_(like.flat().size()) {
  if (options_.kind != OptimizerKind::kSgd) second_.resize(first_.size());
  if (options_.epsilon == 0) options_.epsilon = options_.kind == OptimizerKind::kAdamKeras ? 1e-7 : 1e-8;
}

double gradient_norm(const Weights& gradients, Tune tune) {
  double squares = 0;
  for (std::size_t i = 0; i < gradients.specs().size(); ++i) {
    if (!gradients.specs()[i].is_parameter || !is_tuned(gradients.specs()[i], tune)) continue;
    squares += sum_of_squares(gradients.values(i));
  }
  return std::sqrt(squares);
}

// Both forms of Adam are theta -= rate m / (sqrt(v) root + eps); the bias correction of v is in `root` or in `rate`.
AdamStep Optimizer::adam(double scale, double learning_rate) const {
  const bool keras = options_.kind == OptimizerKind::kAdamKeras;
  const double correction = std::sqrt(1 - beta2_power_);
  return {.scale = static_cast<float>(scale),
          .beta1 = static_cast<float>(options_.beta1),
          .share1 = static_cast<float>(1 - options_.beta1),
          .beta2 = static_cast<float>(options_.beta2),
          .share2 = static_cast<float>(1 - options_.beta2),
          .rate = static_cast<float>(learning_rate / (1 - beta1_power_) * (keras ? correction : 1.0)),
          .root = static_cast<float>(keras ? 1.0 : 1 / correction),
          .epsilon = static_cast<float>(options_.epsilon)};
}

double Optimizer::step(Weights& weights, const Weights& gradients, double learning_rate) {
  const double norm = gradient_norm(gradients, options_.tune);
  step(weights, weights, gradients, learning_rate, norm);
  return norm;
}

void Optimizer::step(Weights& next, const Weights& weights, const Weights& gradients, double learning_rate,
                     double norm) {
  ++n_steps_;
  beta1_power_ *= options_.beta1;
  beta2_power_ *= options_.beta2;
  // As torch.nn.utils.clip_grad_norm_: the small summand keeps the quotient finite.
  const double scale = options_.clip_norm > 0 ? std::min(1.0, options_.clip_norm / (norm + 1e-6)) : 1.0;
  std::size_t offset = 0;
  for (std::size_t i = 0; i < weights.specs().size(); offset += weights.values(i++).size()) {
    const TensorSpec& spec = weights.specs()[i];
    if (!spec.is_parameter) continue;
    const std::span<const float> theta = weights.values(i);
    const std::span<float> moved = next.values(i), first = std::span(first_).subspan(offset, theta.size());
    if (!is_tuned(spec, options_.tune)) {
      if (moved.data() != theta.data()) std::ranges::copy(theta, moved.begin());
      continue;
    }
    if (options_.kind == OptimizerKind::kSgd) {
      momentum_step(static_cast<float>(options_.momentum), static_cast<float>(scale), static_cast<float>(learning_rate),
                    moved, theta, first, gradients.values(i));
      continue;
    }
    AdamStep adam_of_this = adam(scale, learning_rate);
    const bool decays =
        options_.kind == OptimizerKind::kAdamW && (spec.shape.size() >= 2 || !options_.decay_matrices_only);
    if (decays) adam_of_this.keep = static_cast<float>(1 - learning_rate * options_.weight_decay);
    adam_step(adam_of_this, moved, theta, first, std::span(second_).subspan(offset, theta.size()), gradients.values(i));
  }
}

std::vector<NamedTensor> Optimizer::state() const {
  if (options_.kind == OptimizerKind::kSgd) return {{"momentum", first_}};
  return {{"m", first_}, {"v", second_}};
}

Result<> Optimizer::restore(std::uint64_t n_steps, std::span<const NamedTensor> tensors) {
  const std::vector<NamedTensor> wanted = state();
  bool fits = tensors.size() == wanted.size();
  for (std::size_t i = 0; fits && i < wanted.size(); ++i) {
    fits = tensors[i].name == wanted[i].name && tensors[i].values.size() == wanted[i].values.size();
  }
  if (!fits) {
    return Error{.code = "TRAIN_CHECKPOINT",
                 .message = "The checkpoint was made with another optimizer or another model",
                 .field = "optimizer",
                 .expected = std::string(optimizer_name(options_.kind))};
  }
  first_ = tensors[0].values;
  if (tensors.size() > 1) second_ = tensors[1].values;
  n_steps_ = n_steps;
  beta1_power_ = beta2_power_ = 1;
  for (std::uint64_t t = 0; t < n_steps; ++t) {
    beta1_power_ *= options_.beta1;
    beta2_power_ *= options_.beta2;
  }
  return {};
}

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
