// Weights that are finite and outputs that are not: no label, no number, no average.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "explain/patches.h"
#include "session/classify/report.h"
#include "session/classify/results.h"
#include "session/fixtures.h"
#include "session/open/epoch_checks.h"
#include "train/metrics.h"

using namespace eegate;
using namespace eegate::test;

namespace no_answer_test {

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

struct Made {
  Plan plan;
  std::vector<float> probabilities;
};

// The second epoch has no answer.
Made made() {
  const FixtureRecording recording{.channels = channels_named({"C3", "Cz", "C4"})};
  auto plan = Plan::make(open(FixtureModel{}), open(recording), nullptr, false);
  REQUIRE(plan.ok());
  Made result{std::move(plan).value(), {}};
  result.probabilities.resize(result.plan.epochs().size() * 2);
  REQUIRE(result.plan.classify(0, result.plan.epochs().size(), result.probabilities).ok());
  result.probabilities[2] = result.probabilities[3] = kNan;
  return result;
}

std::string written(const Made& results, ResultFormat format) {
  auto bytes = write_results(results.plan, results.probabilities, format);
  REQUIRE(bytes.ok());
  return text_of(*bytes);
}

}  // namespace

TEST_CASE("logits that are not finite give no class any probability", "[session]") {
  const auto model = open(FixtureModel{});
  std::vector<float> out(2);
  for (const float bad : {kNan, std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    out = {0.5F, 0.5F};
    model->model.probabilities(std::vector<float>{bad, 1}, out);
    CHECK(std::isnan(out[0]));
    CHECK(std::isnan(out[1]));
  }
  const auto binary = open(FixtureModel{.task = "binary"});
  binary->model.probabilities(std::vector<float>{std::numeric_limits<float>::infinity()}, out);
  CHECK(std::isnan(out[0]));
  CHECK(std::isnan(out[1]));
}

TEST_CASE("an epoch without an answer has no label and no number in any file", "[session]") {
  const Made results = made();
  const std::size_t n = results.plan.epochs().size();
  CHECK(count_unanswered(results.probabilities, 2) == 1);
  CHECK(results.plan.label_of(std::span(results.probabilities).subspan(2, 2)) == "");
  CHECK(lines_of(written(results, ResultFormat::kCsv))[2] == "2,2,,,");
  const auto cells = cells_of(lines_of(written(results, ResultFormat::kBidsEvents))[2], '\t');
  REQUIRE(cells.size() == 7);
  for (const std::size_t i : {2, 3, 5, 6}) CHECK(cells[i] == "n/a");
  const auto json = JsonDocument::parse(written(results, ResultFormat::kJson));
  REQUIRE(json.ok());
  CHECK(json->root().get("n_unanswered").integer() == 1);
  const JsonValue epoch = json->root().get("epochs").at(1);
  CHECK(epoch.get("label").is_null());
  CHECK(epoch.get("probabilities").at(0).is_null());
  CHECK(json->root().get("epochs").at(0).get("label").is_string());
  auto bytes = write_results(results.plan, results.probabilities, ResultFormat::kEdfAnnotations);
  REQUIRE(bytes.ok());
  auto edf = open_recording(std::make_shared<MemorySource>(*std::move(bytes)), "results.edf");
  REQUIRE(edf.ok());
  REQUIRE(read_all_annotations(edf->recording).ok());
  REQUIRE(edf->recording.annotations().size() == n);
  CHECK(edf->recording.annotations()[1].text == "no answer");
}

TEST_CASE("figures count no trial without an answer, and say how many there are", "[session]") {
  const std::vector<float> probabilities = {0.9F, 0.1F, kNan, kNan, 0.2F, 0.8F, 0.6F, 0.4F};
  const std::vector<int> labels = {0, 1, 1, 1};
  const ClassificationMetrics m = classification_metrics({probabilities.data(), 4, 2}, labels);
  CHECK(m.n_trials == 4);
  CHECK(m.n_unanswered == 1);
  CHECK(m.confusion == std::vector<std::size_t>{1, 0, 1, 1});
  CHECK(m.accuracy == 2.0 / 3);
  CHECK(std::isfinite(m.cross_entropy));
  CHECK(std::isfinite(m.calibration_error));
  const BootstrapIntervals intervals = bootstrap_intervals({probabilities.data(), 4, 2}, labels, 50);
  CHECK(std::isfinite(intervals.kappa.low));
  const std::vector<float> none(4, kNan);
  CHECK(classification_metrics({none.data(), 2, 2}, std::vector<int>{0, 1}).n_unanswered == 2);
  const std::vector<float> values = {1, kNan, 3}, wanted = {1, 2, 4};
  const RegressionMetrics r = regression_metrics({values.data(), 3, 1}, wanted);
  CHECK(r.n_unanswered == 1);
  CHECK(r.mean_squared_error == 0.5);
}

TEST_CASE("ranks of values that are not finite come to an end", "[session]") {
  const double nan = std::nan("");
  CHECK(std::isfinite(rank_correlation({1, nan, 2, nan, 3}, {1, 2, 3, 4, 5})));
  CHECK(std::isfinite(rank_correlation({nan, nan}, {nan, nan})));
}

}  // namespace no_answer_test
