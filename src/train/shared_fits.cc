#include "train/shared_fits.h"

#include <numeric>

#include "model/covariance_config.h"
#include "train/fit_trials.h"

namespace eegate {
namespace {

// A starting point need not be exact: the mean of a fold differs from it by more than this.
constexpr double kRough = 0.03;

std::vector<double> reading_of(const ModelConfig& config) {
  const CovarianceOptions options = covariance_options(config);
  std::vector<double> facts = {static_cast<double>(options.estimator), options.shrinkage,
                               static_cast<double>(options.order), static_cast<double>(options.lag),
                               static_cast<double>(config.n_times)};
  const std::vector<double> bank = bank_of(config);
  facts.insert(facts.end(), bank.begin(), bank.end());
  return facts;
}

}  // namespace

const SampleCovariance& SharedFits::covariance(const ModelConfig& config, std::size_t band, std::size_t place) {
  const auto [found, is_new] = covariances_.try_emplace(reading_of(config));
  Covariances& all = found->second;
  if (is_new) {
    all.bands = options_of_bands(config);
    all.of_band.resize(all.bands.size(), std::vector<std::optional<SampleCovariance>>(whole_->x.d0));
  }
  std::optional<SampleCovariance>& one = all.of_band[band][place];
  if (!one) one = covariance_of_trial(config, whole_->x[place], all.bands[band]);
  return *one;
}

const SharedFits::Start& SharedFits::start(const ModelConfig& config, const AugmentOptions& augment, std::size_t band,
                                           std::size_t part) {
  Reading reading = reading_of(config);
  reading.push_back(static_cast<double>(config.n_classes()));
  reading.push_back(augment.mirrors() ? 1 : 0);
  const auto [place, is_new] = starts_.try_emplace({std::move(reading), {band, part}});
  Start& result = place->second;
  if (!is_new) return result;
  TrainingSet whole = *whole_;
  whole.places.resize(whole.x.d0);
  std::iota(whole.places.begin(), whole.places.end(), 0U);
  const auto bands = fit_trials(config, whole, augment, this);
  if (!bands.ok() || (*bands)[band].basis) return result;
  const TrialPart own = (*bands)[band].part(part);
  // That of a class begins at that of all trials, where its logarithms are known.
  const Start* all = part == 0 ? nullptr : &start(config, augment, band, 0);
  MeanStart from;
  if (all != nullptr && !all->logarithms.empty()) {
    from.matrix = all->mean;
    for (const std::uint32_t origin : own.origins) from.logarithms.push_back(&all->logarithms.at(origin));
  } else {
    from.matrix = euclid_mean(own.covariances);
  }
  RiemannMean mean =
      riemann_mean_from(std::move(from), own.covariances, {.tolerance = kRough, .keep_logarithms = true});
  result.mean = std::move(mean.mean);
  for (std::size_t i = 0; i < mean.logarithms.size(); ++i)
    result.logarithms.emplace(own.origins[i], std::move(mean.logarithms[i]));
  return result;
}

const RiemannMean& SharedFits::mean(const ModelConfig& config, const AugmentOptions& augment, const FitTrials& trials,
                                    std::size_t band, std::size_t part) {
  if (trials.origins != origins_) {
    found_.clear();
    origins_ = trials.origins;
  }
  const auto [place, is_new] = found_.try_emplace({reading_of(config), {band, part}});
  RiemannMean& result = place->second;
  if (!is_new) return result;
  const TrialPart own = trials.part(part);
  // The logarithms of all trials are also returned: they are the tangent vectors that classifiers use.
  const MeanOptions options{.tolerance = tolerance_, .keep_logarithms = part == 0};
  const Start& begin = start(config, augment, band, part);
  if (begin.mean.rows != trials.rank()) return result = riemann_mean(own.covariances, options);
  MeanStart from{begin.mean};
  for (std::size_t i = 0; i < own.origins.size() && !begin.logarithms.empty(); ++i)
    from.logarithms.push_back(&begin.logarithms.at(own.origins[i]));
  return result = riemann_mean_from(std::move(from), own.covariances, options);
}

}  // namespace eegate
