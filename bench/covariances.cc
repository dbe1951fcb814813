// Classifiers of covariances on 90 trials of 64 channels, 3 s at 160 Hz, made up of two classes: the parts of a fit,
// whole fits, one window, and what `eegate compare` does without asking for networks. Prints JSON lines {name, ms}: the
// fastest of nine, of three where it takes longer than half a second.
//   eegate_bench_covariances
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/portable_math.h"
#include "base/rng.h"
#include "covariance/covariance.h"
#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "files/json.h"
#include "model/architecture.h"
#include "model/config.h"
#include "session/train/comparison.h"
#include "train/closed_form.h"

namespace {

using namespace eegate;

constexpr std::size_t kChans = 64, kTimes = 480, kTrials = 90, kFirstBin = 24, kLastBin = 96;  // 8 to 32 Hz

void measure(const char* name, const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  double fastest = std::numeric_limits<double>::infinity();
  for (int i = 0, n = 9; i < n; ++i) {
    const auto start = Clock::now();
    work();
    fastest = std::min(fastest, std::chrono::duration<double, std::milli>(Clock::now() - start).count());
    if (fastest > 500) n = 3;
  }
  std::printf("{\"name\":\"%s\",\"ms\":%.4g}\n", name, fastest);
  std::fflush(stdout);
}

[[noreturn]] void give_up(const Error& error) {
  std::puts(describe(error).c_str());
  std::exit(1);
}

// Rhythms of 8 to 32 Hz of as many sources as there are electrodes, whose strengths differ between trials, one of them
// between classes; neighbouring electrodes see much the same.
LabelledEpochs made_up_epochs() {
  const Rng rng(3, "trials of covariances");
  std::uint64_t n_drawn = 0;
  RealMatrix waves(2 * (kLastBin - kFirstBin), kTimes), seen(kChans, kChans);
  for (std::size_t i = 0; i < waves.rows; ++i) {
    for (std::size_t t = 0; t < kTimes; ++t) {
      const double turns =
          static_cast<double>((kFirstBin + i / 2) * t % kTimes) / static_cast<double>(kTimes) + (i % 2 == 0 ? 0 : 0.25);
      waves(i, t) = portable::sin_turns(turns - std::floor(turns));
    }
  }
  for (std::size_t c = 0; c < kChans; ++c) {
    for (std::size_t s = 0; s < kChans; ++s)
      seen(c, s) =
          portable::exp(-0.25 * std::abs(static_cast<double>(c) - static_cast<double>(s))) * rng.normal(n_drawn++);
  }
  LabelledEpochs epochs;
  for (std::size_t trial = 0; trial < kTrials; ++trial) {
    RealMatrix amplitudes(kChans, waves.rows);
    for (std::size_t s = 0; s < kChans; ++s) {
      const double strength = portable::exp(0.4 * rng.normal(n_drawn++) + (s == 20 && trial % 2 == 1 ? 0.5 : 0));
      for (double& amplitude : amplitudes.row(s)) amplitude = strength * rng.normal(n_drawn++);
    }
    const RealMatrix signals = product(product(seen, amplitudes), waves);
    for (const double value : signals.values) epochs.values.push_back(static_cast<float>(value));
    epochs.set.targets.classes.push_back(static_cast<int>(trial % 2));
  }
  epochs.set.x = {epochs.values.data(), kTrials, kChans, kTimes};
  return epochs;
}

void measure_parts(const LabelledEpochs& epochs) {
  const CovarianceOptions options;
  std::vector<RealMatrix> all;
  measure("90 covariances", [&] {
    all.clear();
    for (std::size_t i = 0; i < kTrials; ++i)
      all.push_back(covariance_of(centered_trial(epochs.set.x[i], options), options).matrix);
  });
  measure("eigenproblem of 64", [&] { symmetric_eigen(all[0]); });
  measure("Riemannian mean of 90", [&] { riemann_mean(all); });
}

void measure_fit(const std::string& name, const std::string& fields, const LabelledEpochs& epochs) {
  const std::string json = "{" + fields + R"(,"n_outputs":2,"standardize":"none","n_chans":64,"n_times":480})";
  const auto document = JsonDocument::parse(json);
  const auto config = document.ok() ? read_config(document->root()) : Result<ModelConfig>(document.error());
  if (!config.ok()) give_up(config.error());
  measure(("fit: " + name).c_str(), [&] {
    const auto fit = fit_closed_form(*config, epochs.set, {});
    if (!fit.ok()) give_up(fit.error());
  });
  const auto fit = fit_closed_form(*config, epochs.set, {});
  auto network = find_architecture(fit->config.architecture)->make(fit->config, fit->weights);
  if (!network.ok()) give_up(network.error());
  const TrainableModel model{fit->config, fit->weights, std::move(network).value()};
  const std::vector<std::uint32_t> window = {5};
  PassMemory memory;
  measure(("a window: " + name).c_str(), [&] { infer(model, epochs.set, window, memory); });
}

}  // namespace

int main() {
  const LabelledEpochs epochs = made_up_epochs();
  measure_parts(epochs);
  measure_fit("tangent space, logistic regression", R"("architecture":"tangent_space")", epochs);
  measure_fit("filtering on the geodesic", R"("architecture":"tangent_space","fitted_by":"fgmdm")", epochs);
  measure_fit("distance to the means", R"("architecture":"mdm")", epochs);
  measure_fit("common spatial patterns", R"("architecture":"csp")", epochs);
  measure("comparison of these four, five folds", [&] {
    const auto comparison = compare_models(epochs, {}, {.setup = R"({"config":{}})", .tuned = {}});
    if (!comparison.ok()) give_up(comparison.error());
  });
}
