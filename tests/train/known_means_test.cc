// What fits of overlapping trials share, and that nobody sees it in the results.
#include "train/known_means.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "covariance/matrix_functions.h"
#include "support/model_bytes.h"
#include "train/closed_form.h"
#include "train/fit_trials.h"

using namespace eegate;

namespace known_means_test {

namespace {

constexpr std::size_t kChans = 5, kTimes = 100, kTrials = 40;

// Noise, louder in channel k for class k; `flat`: the last channel is a copy of the first.
struct Trials {
  explicit Trials(bool flat = false) : values(kTrials * kChans * kTimes) {
    const Rng rng(5, "trials of known means");
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t trial = i / (kChans * kTimes), channel = i / kTimes % kChans;
      values[i] = static_cast<float>((channel == trial % 2 ? 30 : 10) * rng.normal(i));
      if (flat && channel == kChans - 1) values[i] = values[i - (kChans - 1) * kTimes];
    }
  }
  TrainingSet part(std::size_t first, std::size_t n) const {
    TrainingSet set{{values.data() + first * kChans * kTimes, n, kChans, kTimes}, {}};
    for (std::size_t i = 0; i < n; ++i) set.targets.classes.push_back(static_cast<int>((first + i) % 2));
    return set;
  }
  TrainingSet all() const { return part(0, kTrials); }
  std::vector<float> values;
};

ModelConfig config_of(const std::string& architecture) {
  return test::config_from(R"({"architecture":")" + architecture +
                           R"(","n_outputs":2,"standardize":"none","n_chans":5,"n_times":100})");
}

std::vector<float> fitted(const std::string& architecture, const TrainingSet& set, KnownMeans* known) {
  const auto fit = fit_closed_form(config_of(architecture), set, {}, known);
  INFO((fit.ok() ? std::string() : describe(fit.error())));
  REQUIRE(fit.ok());
  return {fit->weights.flat().begin(), fit->weights.flat().end()};
}

}  // namespace

TEST_CASE("a mean does not depend on where its iteration begins, and is found at once where that is known",
          "[covariance][train]") {
  const Trials trials;
  const TrainingSet whole = trials.all();
  const auto bands = fit_trials(config_of("mdm"), whole, {});
  REQUIRE(bands.ok());
  const std::vector<RealMatrix>& all = (*bands)[0].covariances;
  const std::span<const RealMatrix> fold = std::span(all).first(32);
  const MeanOptions exact{.tolerance = 1e-10};
  const RiemannMean from_scratch = riemann_mean(fold, exact);
  const RiemannMean near = riemann_mean_from(riemann_mean(all, {.tolerance = 0.03}).mean, fold, exact);
  const RiemannMean there = riemann_mean_from(from_scratch.mean, fold, exact);
  CHECK(near.converged);
  CHECK(there.n_steps == 1);
  CHECK(riemann_distance(near.mean, from_scratch.mean) < 1e-9);
  CHECK(riemann_mean_from(all[1], std::span(all).first(1)).mean.values == all[0].values);
}

TEST_CASE("fits that share means find what each finds alone, in any order", "[train]") {
  const Trials trials;
  const TrainingSet whole = trials.all();
  const TrainingSet folds[] = {trials.part(0, 32), trials.part(8, 32)};
  KnownMeans forwards(whole), backwards(whole);
  std::vector<std::vector<float>> first, second;
  for (const char* architecture : {"tangent_space", "mdm", "csp"}) {
    for (const TrainingSet& fold : folds) {
      first.push_back(fitted(architecture, fold, &forwards));
      const std::vector<float> alone = fitted(architecture, fold, nullptr);
      REQUIRE(first.back().size() == alone.size());
      for (std::size_t i = 0; i < alone.size(); ++i)
        CHECK(std::abs(first.back()[i] - alone[i]) <= 1e-6F * std::max(1.0F, std::abs(alone[i])));
    }
  }
  for (const char* architecture : {"csp", "mdm", "tangent_space"}) {
    second.push_back(fitted(architecture, folds[1], &backwards));
    second.push_back(fitted(architecture, folds[0], &backwards));
  }
  std::ranges::reverse(second);
  CHECK(first == second);
}

TEST_CASE("a mean that was found is not looked for again", "[train]") {
  const Trials trials;
  const TrainingSet whole = trials.all();
  KnownMeans known(whole);
  const auto bands = fit_trials(config_of("mdm"), trials.part(0, 32), {});
  REQUIRE(bands.ok());
  const std::vector<RealMatrix>& fold = (*bands)[0].covariances;
  const KnownMeans::Starts& starts = known.starts(config_of("mdm"), {});
  REQUIRE(starts.size() == 1);
  REQUIRE(starts[0].size() == 3);
  CHECK(&known.starts(config_of("mdm"), {}) == &starts);
  const RiemannMean& found = known.mean(fold, &starts[0][0]);
  CHECK(&known.mean(fold, &starts[0][0]) == &found);
  CHECK(&known.mean((*bands)[0].of_class(1), &starts[0][2]) != &found);
  CHECK(&known.mean(fold, nullptr) != &found);
}

TEST_CASE("where trials lack directions, means begin as they do alone", "[train]") {
  const Trials trials(true);
  const TrainingSet whole = trials.all();
  KnownMeans known(whole);
  CHECK(known.starts(config_of("tangent_space"), {})[0][0].rows == 0);
  const TrainingSet fold = trials.part(0, 32);
  CHECK(fitted("tangent_space", fold, &known) == fitted("tangent_space", fold, nullptr));
}

}  // namespace known_means_test
