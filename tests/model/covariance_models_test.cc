// Scores and derivatives of covariance models compared with numpy, and errors of their configurations.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "base/portable_math.h"
#include "covariance/golden.h"
#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "model/architecture.h"
#include "model/covariance_config.h"
#include "model/head_patterns.h"
#include "model/layers/covariance_input.h"
#include "support/model_bytes.h"

using namespace eegate;
using eegate::test::relative_difference;

namespace covariance_models_test {

namespace {

// [3, c, T] as trials of doubles with centred rows and a given amount of shrinkage.
CovarianceInput::Trial trial_of(const RealMatrix& x, double rho) {
  CovarianceInput::Trial trial{.centered = x};
  for (std::size_t i = 0; i < x.rows; ++i) {
    double mean = 0;
    for (const double value : x.row(i)) mean += value / static_cast<double>(x.cols);
    for (double& value : trial.centered.row(i)) value -= mean;
  }
  trial.covariance = covariance_of(trial.centered, {.estimator = CovarianceEstimator::kFixed, .shrinkage = rho});
  return trial;
}

std::string refusal(const std::string& fields) {
  const auto document = JsonDocument::parse("{" + fields + "}");
  REQUIRE(document.ok());
  const auto config = read_config(document->root());
  return config.ok() ? "" : std::string(config.error().code) + " " + config.error().field;
}

}  // namespace

TEST_CASE("Scores in the tangent space and their derivatives are those of numpy", "[model][covariance]") {
  const test::RiemannGolden golden("small");
  const RealMatrix whitener = golden.matrix("model.P"), g = golden.matrices("model.G")[0];
  const auto x = golden.matrices("model.X");
  const std::vector<double> rho = golden.values("model.rho"), bias = golden.values("model.b");
  std::vector<double> scores, of_covariances, of_inputs;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const CovarianceInput::Trial trial = trial_of(x[i], rho[i]);
    const SymmetricEigen eigen = positive_eigen(sandwich(whitener, trial.covariance.matrix));
    scores.push_back(trace_of_product(g, matrix_function(eigen, portable::log)) + bias[0]);
    const RealMatrix dc = sandwich(whitener, logarithm_gradient(eigen, g));
    of_covariances.insert(of_covariances.end(), dc.values.begin(), dc.values.end());
    std::vector<float> dtrial(x[i].values.size());
    Weights none{std::vector<TensorSpec>()};
    CovarianceInput({}).backward({dtrial.data(), x[i].rows, x[i].cols}, none, dc, trial);
    of_inputs.insert(of_inputs.end(), dtrial.begin(), dtrial.end());
  }
  CHECK(relative_difference(scores, golden.values("model.score")) < 1e-10);
  CHECK(relative_difference(of_covariances, golden.values("model.dC")) < 1e-10);
  CHECK(relative_difference(of_inputs, golden.values("model.dX")) < 1e-6);  // rounded to float32
}

TEST_CASE("Sources of the tangent space are those of numpy", "[model][covariance]") {
  const test::RiemannGolden golden("small");
  const TangentPatterns found = tangent_patterns(golden.matrix("model.P"), golden.matrices("model.G")[0]);
  CHECK(relative_difference(found.weights, golden.values("model.pattern_values")) < 1e-10);
  CHECK(relative_difference(found.filters.values, golden.values("model.pattern_filters")) < 1e-10);
  CHECK(relative_difference(found.patterns.values, golden.values("model.patterns")) < 1e-10);
  const RealMatrix mean = matrix_power(gram(golden.matrix("model.P")), -1);
  CHECK(relative_difference(product(found.filters, mean).values, found.patterns.values) < 1e-10);
}

TEST_CASE("Presets that are fitted in one go resolve, and are named with the others", "[model][covariance]") {
  for (const std::string_view name : fitted_preset_names()) {
    CAPTURE(name);
    const auto config = preset_config(name, 8, 100, 2);
    INFO((config.ok() ? std::string() : describe(config.error())));
    REQUIRE(config.ok());
    CHECK(config->preset == name);
    const auto unknown = preset_config("gate_none", 8, 100, 2);
    CHECK(unknown.error().expected.find(name) != std::string::npos);
  }
}

TEST_CASE("Configurations of covariance models refuse what they cannot be", "[model][covariance]") {
  const std::string sizes = R"(,"n_chans":4,"n_times":40,"n_outputs":2)", plain = sizes + R"(,"standardize":"none")";
  for (const std::string name : {"tangent_space", "mdm", "csp"}) {
    CAPTURE(name);
    const std::string own = R"("architecture":")" + name + "\"";
    CHECK(refusal(own + plain).empty());
    CHECK(refusal(own + sizes) == "MODEL_CONFIG_CONFLICT config.standardize");
    CHECK(refusal(own + plain + R"(,"task":"regress")") == "MODEL_CONFIG_CONFLICT config.task");
    CHECK(refusal(own + R"(,"standardize":"none","n_chans":4,"n_times":40,"n_outputs":1)") ==
          "MODEL_CONFIG_CONFLICT config.n_outputs");
    CHECK(refusal(own + R"(,"standardize":"none","n_chans":300,"n_times":40,"n_outputs":2)") ==
          "MODEL_CONFIG_CONFLICT config.n_chans");
    CHECK(refusal(own + plain + R"(,"order":3,"lag":20)") == "MODEL_CONFIG_CONFLICT config.n_times");
    CHECK(refusal(own + plain + R"(,"estimator":"ledoit")") == "MODEL_CONFIG_VALUE config.estimator");
  }
  CHECK(refusal(R"("architecture":"mdm","rank":5)" + plain) == "MODEL_CONFIG_CONFLICT config.rank");
  const ModelConfig four =
      test::config_from(R"({"architecture":"csp","standardize":"none","n_chans":8,"n_times":40,"n_outputs":4})");
  CHECK(four.fields.size("n_filters") == 8);  // two for each class
}

TEST_CASE("Samples of a band hold the power of its rhythms and nothing of others", "[model][covariance]") {
  constexpr std::size_t kTimes = 160;
  RealMatrix x(3, kTimes);
  for (std::size_t t = 0; t < kTimes; ++t) {
    const double turn = 6.283185307179586 * static_cast<double>(t) / kTimes;
    x(0, t) = 4 * std::cos(10 * turn);        // 10 Hz, power 8
    x(1, t) = 6 * std::sin(20 * turn) + 100;  // 20 Hz, and an offset
    x(2, t) = 2 * std::cos(10 * turn + 1);
  }
  const RealMatrix band = band_samples(8, 13, 160, kTimes);
  REQUIRE(band.cols == 10);
  const RealMatrix c = sample_covariance(product(x, band));
  CHECK(std::abs(c(0, 0) - 8) < 1e-9);
  CHECK(std::abs(c(1, 1)) < 1e-18);
  CHECK(std::abs(c(0, 2) - 4 * std::cos(1.0)) < 1e-9);
  CHECK(band_samples(8.1, 8.9, 160, kTimes).cols == 0);
}

TEST_CASE("Banks of bands refuse what they cannot be", "[model][covariance]") {
  const std::string plain = R"("n_chans":4,"n_times":80,"n_outputs":2,"standardize":"none")";
  for (const std::string name : {"tangent_space", "csp"}) {
    CAPTURE(name);
    const std::string own = R"("architecture":")" + name + "\"," + plain;
    CHECK(refusal(own + R"(,"sfreq":160,"bands":[8,12,16])").empty());
    CHECK(refusal(own + R"(,"sfreq":20,"bands":[8,12,16])") == "MODEL_CONFIG_CONFLICT config.bands");
    CHECK(refusal(own + R"(,"sfreq":160,"bands":[8,12,12])") == "MODEL_CONFIG_CONFLICT config.bands");
    CHECK(refusal(own + R"(,"sfreq":160,"bands":[8])") == "MODEL_CONFIG_CONFLICT config.bands");
    CHECK(refusal(own + R"(,"sfreq":160,"bands":[8,12,90,95])") == "MODEL_CONFIG_CONFLICT config.bands");
    CHECK(refusal(own + R"(,"sfreq":160,"bands":[8.5,9])") == "MODEL_CONFIG_CONFLICT config.bands");
  }
  const ModelConfig bank =
      test::config_from("{" + (R"("architecture":"csp","sfreq":160,"bands":[8,12,16],)" + plain) + "}");
  CHECK(check_length(bank, 80).ok());
  CHECK(check_length(bank, 120).error().code == "MODEL_TIMES");  // its bins are those of 80 samples
  CHECK(check_length(test::config_from(R"({"architecture":"csp",)" + plain + "}"), 120).ok());
  CHECK(refusal(R"("architecture":"tangent_space","recentre":true,"sfreq":160,"bands":[8,12],)" + plain) ==
        "MODEL_CONFIG_CONFLICT config.recentre");
  CHECK(refusal(R"("architecture":"mdm","sfreq":160,"bands":[8,12],)" + plain) != "");
}

}  // namespace covariance_models_test
