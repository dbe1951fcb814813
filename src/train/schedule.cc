#include "train/schedule.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "model/transformer_config.h"

namespace eegate {
namespace {

// cos(pi x / 2) for x in [0, 1] by sums and products only, because math libraries differ in the last bit.
double quarter_cosine(double x) {
  const double angle = x * (std::numbers::pi / 2), square = angle * angle;
  double sum = 1;
  for (int k = 11; k >= 1; --k) sum = 1 - square * sum / static_cast<double>((2 * k - 1) * (2 * k));
  return sum;
}

// (1 + cos(pi x)) / 2 = cos^2(pi x / 2)
double half_cosine(double x) {
  const double c = quarter_cosine(x);
  return c * c;
}

}  // namespace

std::string_view decay_name(Decay decay) { return kDecays.name_of(decay); }

Result<Decay> decay_kind(std::string_view name) {
  if (const auto decay = kDecays.find(name)) return *decay;
  return Error{.code = "TRAIN_OPTION",
               .message = "There is no learning-rate schedule of this name",
               .field = "schedule",
               .found = quoted(name),
               .expected = "one of " + listed(kDecays.names)};
}

double default_warmup_share(const ModelConfig& config) {
  const std::optional<TransformerConfig> encoder = encoder_of(config);
  return encoder && encoder->block == BlockKind::kPostLn ? 0.1 : 0.05;
}

double learning_rate(const ScheduleOptions& options, std::uint64_t step, std::uint64_t n_steps) {
  const double s = static_cast<double>(step), total = static_cast<double>(n_steps);
  const double warmup = std::floor(std::min(options.warmup_share, 1.0) * total + 0.5);
  if (s < warmup) return options.peak * (s + 1) / warmup;
  switch (options.decay) {
    case Decay::kConstant:
      return options.peak;
    case Decay::kInverseSqrt:
      return options.peak * std::sqrt(std::max(warmup, 1.0) / (s + 1));
    case Decay::kLinear:
      return options.peak * (total - s) / std::max(1.0, total - warmup);
    case Decay::kCosine:
      return options.peak * half_cosine(std::min(1.0, (s - warmup) / std::max(1.0, total - warmup)));
  }
  abort_on_internal_error();
}

}  // namespace eegate
