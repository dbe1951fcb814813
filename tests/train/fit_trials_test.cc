// The input of closed-form fits: recentring.
#include "train/fit_trials.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/rng.h"

namespace eegate::fit_trials_test {
namespace {

// Covariances of noise, 10 of each of three people, whose electrodes see different amounts.
FitTrials three_people(std::size_t n_chans) {
  constexpr std::size_t kTimes = 40;
  const Rng rng(1, "three people");
  std::uint64_t at = 0;
  FitTrials trials;
  for (std::size_t i = 0; i < 30; ++i) {
    const std::size_t group = i % 3;
    RealMatrix covariance(n_chans, n_chans);
    for (std::size_t t = 0; t < kTimes; ++t) {
      std::vector<double> x;
      for (std::size_t c = 0; c < n_chans; ++c)
        x.push_back(rng.normal(at++) * static_cast<double>(1 + group * (c + 1)));
      for (std::size_t a = 0; a < n_chans; ++a)
        for (std::size_t b = 0; b < n_chans; ++b) covariance(a, b) += x[a] * x[b] / kTimes;
    }
    trials.covariances.push_back(std::move(covariance));
    trials.groups.push_back(static_cast<std::int32_t>(group));
  }
  return trials;
}

TEST_CASE("Recentring takes away each person's own mean", "[train][covariance]") {
  FitTrials trials = three_people(4);
  std::size_t n_not_converged = 0;
  CHECK(recentre_groups(trials, CovarianceMean::kRiemann, n_not_converged).size() == 3);
  CHECK(n_not_converged == 0);
  for (std::int32_t group = 0; group < 3; ++group) {
    std::vector<RealMatrix> own;
    for (std::size_t i = 0; i < trials.groups.size(); ++i)
      if (trials.groups[i] == group) own.push_back(trials.covariances[i]);
    REQUIRE(own.size() == 10);
    const RealMatrix mean = riemann_mean(own).mean;
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) CHECK(std::abs(mean(i, j) - (i == j ? 1 : 0)) < 1e-6);
  }
}

}  // namespace
}  // namespace eegate::fit_trials_test
