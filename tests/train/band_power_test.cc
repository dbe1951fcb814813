// Logistic regression compared with analytic solutions, and the baseline on synthetic data with known power.
#include "train/band_power.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "base/portable_math.h"
#include "base/rng.h"
#include "support/random_values.h"

using namespace eegate;

namespace train_band_power_test {

namespace {

// Where a rising function crosses zero.
double root(const std::function<double(double)>& f, double low, double high) {
  for (int i = 0; i < 200; ++i) (f((low + high) / 2) < 0 ? low : high) = (low + high) / 2;
  return low;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

constexpr std::size_t kChans = 4, kTimes = 320;
constexpr double kSfreq = 160;

// White noise of 10 uV; class k has a weak oscillation of its own frequency in its own channel.
struct Planted {
  Planted(std::size_t n, std::size_t n_classes, const char* purpose) : x(n * kChans * kTimes) {
    constexpr double kOwn_hz[] = {10, 20, 6, 40};
    const Rng rng(4, purpose);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(10 * rng.normal(i));
    for (std::size_t i = 0; i < n; ++i) {
      labels.push_back(static_cast<int>(rng.bits(2 * x.size() + i) % n_classes));
      const auto k = static_cast<std::size_t>(labels.back());
      float* row = x.data() + (i * kChans + k) * kTimes;
      const double phase = rng.uniform(3 * x.size() + i);
      for (std::size_t t = 0; t < kTimes; ++t)
        row[t] += static_cast<float>(4 * portable::sin_turns(phase + kOwn_hz[k] * static_cast<double>(t) / kSfreq));
    }
  }
  ConstTensor3 epochs() const { return {x.data(), labels.size(), kChans, kTimes}; }
  double accuracy(const std::vector<int>& predicted) const {
    double hits = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) hits += predicted[i] == labels[i] ? 1 : 0;
    return hits / static_cast<double>(labels.size());
  }
  std::vector<float> x;
  std::vector<int> labels;
};

}  // namespace

TEST_CASE("logistic regression with one feature solves the equation of its optimum", "[train]") {
  // Two classes at x = 1 and x = -1, one of four on the wrong side: by symmetry no bias and w of one class is minus
  // that of the other. Half the derivative with respect to w is  8 (sigmoid(2 w) - 3/4) + w / strength.
  const FeatureRows balanced{8, 1, {1, 1, 1, -1, -1, -1, -1, 1}};
  const std::vector<int> eight = {0, 0, 0, 0, 1, 1, 1, 1};
  for (const double strength : {0.01, 1.0, 100.0}) {
    CAPTURE(strength);
    const LogisticRegression fitted(balanced, eight, 2, strength);
    const double w = root([&](double v) { return 8 * (sigmoid(2 * v) - 0.75) + v / strength; }, -10, 10);
    CHECK(std::abs(fitted.weights(0)[0] - w) < 1e-5);
    CHECK(std::abs(fitted.weights(1)[0] + w) < 1e-5);
    CHECK(std::abs(fitted.weights(0)[1] - fitted.weights(1)[1]) < 1e-5);
    std::vector<double> p(2);
    fitted.probabilities(p, std::vector<double>{1.0});
    CHECK(std::abs(p[0] - sigmoid(2 * w)) < 1e-5);
  }
  // Without symmetry: the gradient is zero.
  const FeatureRows features{4, 1, {1, 1, 1, -1}};
  const std::vector<int> labels = {0, 0, 1, 1};
  const LogisticRegression uneven(features, labels, 2, 1.0);
  double by_weight = uneven.weights(0)[0], by_bias = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    std::vector<double> p(2);
    uneven.probabilities(p, features.row(i));
    const double error = p[0] - (labels[i] == 0 ? 1 : 0);
    by_weight += error * features.row(i)[0];
    by_bias += error;
  }
  CHECK(std::abs(by_weight) < 1e-5);
  CHECK(std::abs(by_bias) < 1e-5);
}

TEST_CASE("features that say nothing leave the shares of the classes, and separable classes stay finite", "[train]") {
  const FeatureRows silent{10, 2, std::vector<double>(20, 0.0)};
  const std::vector<int> labels = {0, 0, 0, 0, 0, 1, 1, 1, 2, 2};
  const LogisticRegression shares(silent, labels, 3, 1.0);
  std::vector<double> p(3);
  shares.probabilities(p, silent.row(0));
  CHECK(std::abs(p[0] - 0.5) < 1e-6);
  CHECK(std::abs(p[1] - 0.3) < 1e-6);
  CHECK(std::abs(p[2] - 0.2) < 1e-6);
  const FeatureRows apart{4, 1, {-1, -2, 1, 2}};
  const LogisticRegression finite(apart, std::vector<int>{0, 0, 1, 1}, 2, 1e4);
  CHECK(std::isfinite(finite.weights(0)[0]));
  finite.probabilities(p = {0, 0}, apart.row(3));
  CHECK(p[1] > 0.999);
  // All epochs of one class.
  const LogisticRegression only(apart, std::vector<int>{1, 1, 1, 1}, 2, 1.0);
  only.probabilities(p = {0, 0}, apart.row(0));
  CHECK(p[1] > 0.99);
}

TEST_CASE("the power of a sine stands in its band, and in that of its electrode alone", "[train]") {
  std::vector<float> x(2 * 160);
  for (std::size_t t = 0; t < 160; ++t) {
    x[t] = static_cast<float>(portable::sin_turns(10.0 * static_cast<double>(t) / 160) * 20);
    x[160 + t] = static_cast<float>(portable::sin_turns(20.0 * static_cast<double>(t) / 160) * 20);
  }
  const auto features = band_power_features({x.data(), 1, 2, 160}, 160);
  REQUIRE(features.ok());
  REQUIRE(features->width == 10);
  // A sine of 20 uV has 200 uV^2; the Hann window spreads it over three bins within the band.
  CHECK(std::abs(features->values[2] - std::log(200.0)) < 1e-4);
  CHECK(std::abs(features->values[8] - std::log(200.0)) < 1e-4);
  CHECK(features->values[3] < 0);
  CHECK(features->values[7] < 0);
}

TEST_CASE("the baseline finds planted powers in epochs that it has not seen, the same way each time", "[train]") {
  for (const std::size_t n_classes : {std::size_t{2}, std::size_t{4}}) {
    CAPTURE(n_classes);
    const Planted train(160, n_classes, "train"), test(120, n_classes, "test");
    const auto baseline = BandPowerBaseline::fit(train.epochs(), kSfreq, train.labels, n_classes);
    REQUIRE(baseline.ok());
    CHECK(baseline->n_parameters() == n_classes * (kChans * 5 + 1));
    const auto predicted = baseline->predict(test.epochs());
    REQUIRE(predicted.ok());
    CHECK(test.accuracy(*predicted) > (n_classes == 2 ? 0.85 : 0.7));
    const auto again = BandPowerBaseline::fit(train.epochs(), kSfreq, train.labels, n_classes);
    REQUIRE(again.ok());
    const auto first = baseline->probabilities(test.epochs()), second = again->probabilities(test.epochs());
    CHECK(first.value() == second.value());
    for (std::size_t i = 0; i < test.labels.size(); ++i) {
      double sum = 0;
      for (std::size_t k = 0; k < n_classes; ++k) sum += static_cast<double>(first.value()[i * n_classes + k]);
      CHECK(std::abs(sum - 1) < 1e-6);
    }
  }
}

TEST_CASE("labels without meaning give the baseline nothing to find", "[train]") {
  const Planted train(160, 2, "train"), test(120, 2, "test");
  std::vector<int> shuffled;
  for (std::size_t i = 0; i < 160; ++i) shuffled.push_back(static_cast<int>(Rng(3, "labels").bits(i) % 2));
  const auto baseline = BandPowerBaseline::fit(train.epochs(), kSfreq, shuffled, 2);
  REQUIRE(baseline.ok());
  CHECK(std::abs(test.accuracy(baseline->predict(test.epochs()).value()) - 0.5) < 0.05);
}

TEST_CASE("the baseline names what is wrong with its input", "[train]") {
  const Planted train(8, 2, "train");
  const auto code = [&](ConstTensor3 x, double sfreq, const std::vector<int>& labels) {
    const auto baseline = BandPowerBaseline::fit(x, sfreq, labels, 2);
    return baseline.ok() ? std::string_view() : baseline.error().code;
  };
  CHECK(code({}, 160, {}) == "TRAIN_EMPTY");
  CHECK(code(train.epochs(), 160, {0, 1}) == "TRAIN_TARGETS");
  CHECK(code(train.epochs(), 160, {0, 1, 0, 1, 0, 1, 0, 2}) == "TRAIN_TARGETS");
  CHECK(code(train.epochs(), 160, {0, 1, 0, 1, 0, 1, 0, -1}) == "TRAIN_TARGETS");
  CHECK(code(train.epochs(), 0, train.labels) == "TRAIN_BAND_POWER");
  CHECK(code({train.x.data(), 8, 1, 2}, 160, train.labels) == "TRAIN_BAND_POWER");  // bins at 0 and 80 Hz only
  CHECK(code({train.x.data(), 8, 1, 1}, 160, train.labels) == "TRAIN_BAND_POWER");
  CHECK(code({train.x.data(), 8, 4, 16}, 160, train.labels).empty());  // bins of 10 Hz: three bands have some
  const std::vector<float> flat(8 * 4 * 320, 3.0F);
  CHECK(code({flat.data(), 8, 4, 320}, 160, train.labels).empty());
  const auto baseline = BandPowerBaseline::fit(train.epochs(), 160, train.labels, 2);
  REQUIRE(baseline.ok());
  CHECK(baseline->predict({train.x.data(), 8, 2, 320}).error().code == "MODEL_CHANNELS");
  CHECK(baseline->predict({train.x.data(), 8, 4, 16}).error().code == "TRAIN_BAND_POWER");
}

}  // namespace train_band_power_test
