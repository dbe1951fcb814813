#include "train/known_means.h"

#include <bit>

#include "train/fit_trials.h"

namespace eegate {
namespace {

// A start need not be exact: a fold's mean lies further away than this.
constexpr double kRough = 0.03;

std::uint64_t added(std::uint64_t hash, double value) {
  hash = (hash ^ std::bit_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

std::uint64_t added(std::uint64_t hash, const RealMatrix& matrix) {
  for (const double value : matrix.values) hash = added(hash, value);
  return hash;
}

}  // namespace

const KnownMeans::Starts& KnownMeans::starts(const ModelConfig& config, const AugmentOptions& augment) {
  const auto [place, is_new] = starts_.try_emplace(config.to_json() + (augment.mirrors() ? " mirrored" : ""));
  if (!is_new) return place->second;
  const auto bands = fit_trials(config, *whole_, augment);
  if (!bands.ok()) return place->second;
  for (const FitTrials& trials : *bands) {
    std::vector<RealMatrix>& of_band = place->second.emplace_back(1 + config.n_classes());
    if (trials.basis) continue;
    of_band[0] = mean(trials.covariances, nullptr, kRough).mean;
    for (std::size_t k = 0; k < config.n_classes(); ++k)
      of_band[1 + k] = mean(trials.of_class(k), nullptr, kRough).mean;
  }
  return place->second;
}

const RiemannMean& KnownMeans::mean(std::span<const RealMatrix> all, const RealMatrix* start, double tolerance) {
  if (start != nullptr && start->rows != all[0].rows) start = nullptr;
  std::uint64_t hash = added(all.size(), tolerance);
  for (const RealMatrix& one : all) hash = added(hash, one);
  if (start != nullptr) hash = added(hash, *start);
  const auto [place, is_new] = found_.try_emplace(hash);
  const MeanOptions options{.tolerance = tolerance};
  if (is_new) place->second = start != nullptr ? riemann_mean_from(*start, all, options) : riemann_mean(all, options);
  return place->second;
}

}  // namespace eegate
