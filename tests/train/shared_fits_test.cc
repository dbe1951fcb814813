// What fits of overlapping trials share, and that nobody sees it in the results.
#include "train/shared_fits.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "base/rng.h"
#include "covariance/matrix_functions.h"
#include "support/model_bytes.h"
#include "support/riemann_distance.h"
#include "train/closed_form.h"
#include "train/fit_trials.h"

using namespace eegate;

namespace shared_fits_test {

namespace {

constexpr std::size_t kChans = 5, kTimes = 100, kTrials = 40;

// Noise, louder in channel k for class k; `flat`: the last channel is a copy of the first.
struct Trials {
  explicit Trials(bool flat = false) : values(kTrials * kChans * kTimes) {
    const Rng rng(5, "trials of shared fits");
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t trial = i / (kChans * kTimes), channel = i / kTimes % kChans;
      values[i] = static_cast<float>((channel == trial % 2 ? 30 : 10) * rng.normal(i));
      if (flat && channel == kChans - 1) values[i] = values[i - (kChans - 1) * kTimes];
    }
  }
  TrainingSet part(std::size_t first, std::size_t n) const {
    TrainingSet set{{values.data() + first * kChans * kTimes, n, kChans, kTimes}, {}};
    for (std::size_t i = 0; i < n; ++i) {
      set.targets.classes.push_back(static_cast<int>((first + i) % 2));
      set.places.push_back(static_cast<std::uint32_t>(first + i));
    }
    return set;
  }
  TrainingSet all() const { return part(0, kTrials); }
  std::vector<float> values;
};

ModelConfig config_of(const std::string& architecture) {
  return test::config_from(R"({"architecture":")" + architecture +
                           R"(","n_outputs":2,"standardize":"none","n_chans":5,"n_times":100})");
}

std::vector<float> fitted(const std::string& architecture, const TrainingSet& set, SharedFits* shared) {
  const auto fit = fit_closed_form(config_of(architecture), set, {}, shared);
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
  const RiemannMean near = riemann_mean_from({riemann_mean(all, {.tolerance = 0.03}).mean}, fold, exact);
  const RiemannMean there = riemann_mean_from({from_scratch.mean}, fold, exact);
  CHECK(near.converged);
  CHECK(there.n_steps == 1);
  CHECK(riemann_distance(near.mean, from_scratch.mean) < 1e-9);
  CHECK(riemann_mean_from({all[1]}, std::span(all).first(1)).mean.values == all[0].values);
}

TEST_CASE("fits that share means find what each finds alone, in any order", "[train]") {
  const Trials trials;
  const TrainingSet whole = trials.all();
  const TrainingSet folds[] = {trials.part(0, 32), trials.part(8, 32)};
  SharedFits forwards(whole), backwards(whole);
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

TEST_CASE("means that stop earlier change a fit little", "[train]") {
  const Trials trials;
  const TrainingSet whole = trials.all(), fold = trials.part(8, 32);
  for (const char* architecture : {"tangent_space", "mdm"}) {
    SharedFits exact(whole), rough(whole, 1e-4);
    const std::vector<float> first = fitted(architecture, fold, &exact), second = fitted(architecture, fold, &rough);
    REQUIRE(first.size() == second.size());
    for (std::size_t i = 0; i < first.size(); ++i)
      CHECK(std::abs(first[i] - second[i]) <= 1e-4F * std::max(1.0F, std::abs(first[i])));
  }
}

TEST_CASE("logarithms that are known change no bit of a mean, and those that it leaves are the tangent vectors",
          "[covariance][train]") {
  const Trials trials;
  const auto bands = fit_trials(config_of("mdm"), trials.all(), {});
  REQUIRE(bands.ok());
  const std::vector<RealMatrix>& all = (*bands)[0].covariances;
  const RiemannMean rough = riemann_mean(all, {.tolerance = 0.03, .keep_logarithms = true});
  REQUIRE(rough.logarithms.size() == all.size());
  const std::span<const RealMatrix> fold = std::span(all).subspan(8);
  MeanStart start{rough.mean};
  for (std::size_t i = 8; i < all.size(); ++i) start.logarithms.push_back(&rough.logarithms[i]);
  const RiemannMean known = riemann_mean_from(start, fold, {.keep_logarithms = true});
  const RiemannMean anew = riemann_mean_from({rough.mean}, fold);
  CHECK(known.mean.values == anew.mean.values);
  CHECK(known.n_steps == anew.n_steps);
  CHECK(anew.logarithms.empty());
  const RealMatrix whitener = matrix_inverse_sqrt(anew.mean);
  for (std::size_t i = 0; i < fold.size(); ++i) CHECK(upper(known.logarithms[i]) == tangent_vector(fold[i], whitener));
  CHECK(riemann_mean(fold, {.max_steps = 1, .keep_logarithms = true}).logarithms.empty());
}

TEST_CASE("parts of a whole read its trials once, with the bits that each would read", "[train]") {
  const Trials trials;
  const TrainingSet whole = trials.all(), fold = trials.part(8, 32);
  SharedFits shared(whole);
  for (const char* architecture : {"mdm", "csp"}) {
    const auto alone = fit_trials(config_of(architecture), trials.part(8, 32), {});
    const auto together = fit_trials(config_of(architecture), fold, {}, &shared);
    REQUIRE(alone.ok());
    REQUIRE(together.ok());
    for (std::size_t i = 0; i < 32; ++i)
      CHECK((*together)[0].covariances[i].values == (*alone)[0].covariances[i].values);
    CHECK((*together)[0].origins[1] == 2 * 9);
  }
  const ModelConfig
      one = config_of("mdm"),
      other = config_of("tangent_space"),
      scm = test::config_from(
          R"({"architecture":"mdm","estimator":"scm","n_outputs":2,"standardize":"none","n_chans":5,"n_times":100})");
  CHECK(&shared.covariance(one, 0, 3) == &shared.covariance(other, 0, 3));
  CHECK(&shared.covariance(one, 0, 3) != &shared.covariance(scm, 0, 3));
}

TEST_CASE("a mean that was found is not looked for again while fits learn from the same trials", "[train]") {
  const Trials trials;
  const TrainingSet whole = trials.all();
  SharedFits shared(whole);
  const ModelConfig config = config_of("mdm"), other = config_of("tangent_space");
  const auto first = fit_trials(config, trials.part(0, 32), {}), second = fit_trials(config, trials.part(8, 32), {});
  REQUIRE(first.ok());
  REQUIRE(second.ok());
  const RiemannMean& found = shared.mean(config, {}, (*first)[0], 0, 0);
  CHECK(&shared.mean(other, {}, (*first)[0], 0, 0) == &found);
  CHECK(&shared.mean(config, {}, (*first)[0], 0, 2) != &found);
  CHECK(shared.n_means() == 2);
  const std::vector<double> before = found.mean.values;
  shared.mean(config, {}, (*second)[0], 0, 0);
  CHECK(shared.n_means() == 1);
  CHECK(shared.mean(config, {}, (*first)[0], 0, 0).mean.values == before);
}

TEST_CASE("where trials lack directions, means begin as they do alone", "[train]") {
  const Trials trials(true);
  const TrainingSet whole = trials.all();
  SharedFits shared(whole);
  const TrainingSet fold = trials.part(0, 32);
  CHECK(fitted("tangent_space", fold, &shared) == fitted("tangent_space", fold, nullptr));
}

TEST_CASE("mirrored trials and banks of bands share, too", "[train]") {
  const Trials trials;
  const TrainingSet whole = trials.all(), fold = trials.part(8, 32);
  const AugmentOptions mirror{.mirror_channels = {1, 0, 2, 3, 4}, .mirror_classes = {1, 0}};
  const ModelConfig bank = test::config_from(
      R"({"architecture":"tangent_space","bands":[8,20,40],"sfreq":100,"n_outputs":2,"standardize":"none","n_chans":5,"n_times":100})");
  for (const ModelConfig& config : {config_of("tangent_space"), bank}) {
    SharedFits shared(whole);
    const auto alone = fit_closed_form(config, fold, mirror), together = fit_closed_form(config, fold, mirror, &shared),
               again = fit_closed_form(config, fold, mirror, &shared);
    REQUIRE(together.ok());
    CHECK(std::ranges::equal(together->weights.flat(), again->weights.flat()));
    CHECK(together->report_json == alone->report_json);
    for (std::size_t i = 0; i < alone->weights.flat().size(); ++i)
      CHECK(std::abs(together->weights.flat()[i] - alone->weights.flat()[i]) <= 1e-5F);
  }
}

}  // namespace shared_fits_test
