// Calibration without labels: what it moves, what it refuses, and its stamp on every output.
#include "session/classify/calibration.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "files/npy.h"
#include "model/covariance_config.h"
#include "session/classify/live.h"
#include "session/classify/results.h"
#include "session/fixtures.h"
#include "session/open/describe.h"
#include "session/session.h"
#include "session/train/training_evaluation.h"
#include "support/close_to.h"
#include "support/model_bytes.h"
#include "support/random_values.h"

using namespace eegate;
using namespace eegate::test;

namespace calibration_test {

namespace {

constexpr std::size_t kChans = 4, kTimes = 60, kTrials = 12;

ModelConfig recentring_config(const std::string& more = {}) {
  return config_from(R"({"architecture":"tangent_space","standardize":"none","n_chans":4,"n_times":60,"n_outputs":2)" +
                     more + "}");
}

Model loaded(const ModelConfig& config) {
  auto model = Model::load(test::model_bytes(config, metadata_for(config)));
  INFO((model.ok() ? std::string() : describe(model.error())));
  REQUIRE(model.ok());
  return std::move(model).value();
}

struct Trials {
  std::vector<float> values = random_values(kTrials * kChans * kTimes, "calibration", 20);
  ConstTensor3 x() const { return {values.data(), kTrials, kChans, kTimes}; }
};

std::vector<float> predicted(Model& model, const Trials& trials, Calibration rule,
                             const std::vector<std::int32_t>& groups = {}) {
  std::vector<float> logits(kTrials * 2);
  const auto done = predict_calibrated(model, trials.x(), groups, rule, {logits.data(), kTrials, 2});
  INFO((done.ok() ? std::string() : describe(done.error())));
  REQUIRE(done.ok());
  return logits;
}

std::vector<double> odds_of(const std::vector<float>& logits) {
  std::vector<double> odds;
  for (std::size_t i = 0; i < kTrials; ++i) odds.push_back(log_odds(std::span(logits).subspan(2 * i, 2)));
  return odds;
}

Plan plan_of(const FixtureModel& model, std::vector<FixtureAnnotation> annotations) {
  auto plan = Plan::make(open(model),
                         open({.channels = channels_named({"C3", "Cz", "C4"}), .annotations = std::move(annotations)}),
                         nullptr, false);
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  return std::move(plan).value();
}

constexpr const char* kWindows = R"({"version":1,"epochs":{"by":"window","length_s":2,"step_s":2}})";

std::shared_ptr<OpenModel> open_recentring(const std::string& recipe) {
  const ModelConfig config = config_from(
      R"({"architecture":"tangent_space","standardize":"none","n_chans":3,"n_times":320,"n_outputs":2,"recentre":true})");
  Metadata metadata = metadata_for(config);
  for (auto& [key, value] : metadata) {
    if (key == "channels") value = R"(["C3","Cz","C4"])";
  }
  metadata.emplace_back("recipe", recipe);
  auto opened = open_model(test::model_bytes(config, metadata), "recentring.safetensors");
  INFO((opened.ok() ? std::string() : describe(opened.error())));
  REQUIRE(opened.ok());
  return std::make_shared<OpenModel>(std::move(opened).value());
}

FixtureModel around_events() {
  FixtureModel model;
  model.recipe =
      R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"eyes open","T2":"eyes closed"},"tmin_s":0,"tmax_s":2}})";
  return model;
}

}  // namespace

TEST_CASE("The median calibration puts as many trials on one side as on the other", "[session][calibration]") {
  Model model = loaded(config_from(
      R"({"architecture":"eegnet","n_chans":4,"n_times":60,"n_outputs":2,"pool1":2,"pool2":2,"kernel_length":8})"));
  const Trials trials;
  const std::vector<double> before = odds_of(predicted(model, trials, Calibration::kNone));
  const std::vector<double> after = odds_of(predicted(model, trials, Calibration::kMedian));
  std::vector<double> sorted = before;
  std::ranges::sort(sorted);
  const double median = (sorted[kTrials / 2 - 1] + sorted[kTrials / 2]) / 2;
  for (std::size_t i = 0; i < kTrials; ++i) CHECK(std::abs(after[i] - (before[i] - median)) < 1e-6);
  CHECK(std::ranges::count_if(after, [](double odds) { return odds > 0; }) == kTrials / 2);
  // Each group by its own trials.
  std::vector<std::int32_t> groups(kTrials, 7);
  std::fill_n(groups.begin(), 4, 3);
  const std::vector<double> apart = odds_of(predicted(model, trials, Calibration::kMedian, groups));
  CHECK(std::count_if(apart.begin(), apart.begin() + 4, [](double odds) { return odds > 0; }) == 2);
}

TEST_CASE("Recentring whitens by the mean of the trials and leaves the model as it was", "[session][calibration]") {
  Model model = loaded(recentring_config(R"(,"recentre":true)"));
  const Trials trials;
  const std::vector<float> before = predicted(model, trials, Calibration::kNone);
  const std::vector<float> found = predicted(model, trials, Calibration::kRecentre);
  CHECK(predicted(model, trials, Calibration::kNone) == before);
  const CovarianceOptions options = covariance_options(model.config());
  std::vector<RealMatrix> all;
  for (std::size_t i = 0; i < kTrials; ++i)
    all.push_back(covariance_of(centered_trial(trials.x()[i], options), options).matrix);
  const RealMatrix whitener = matrix_inverse_sqrt(riemann_mean(all).mean);
  const std::span<const float> head = (*model.recentring_weights())["head.weight"],
                               bias = (*model.recentring_weights())["head.bias"];
  for (std::size_t i = 0; i < kTrials; ++i) {
    const std::vector<double> vector = tangent_vector(all[i], whitener);
    for (std::size_t k = 0; k < 2; ++k) {
      double score = static_cast<double>(bias[k]);
      for (std::size_t j = 0; j < vector.size(); ++j)
        score += vector[j] * static_cast<double>(head[k * vector.size() + j]);
      CHECK(std::abs(score - static_cast<double>(found[2 * i + k])) < 1e-5);
    }
  }
}

TEST_CASE("Recentring while trials arrive knows no later ones", "[session][calibration]") {
  Model model = loaded(recentring_config(R"(,"recentre":true)"));
  const Trials trials;
  Trials other;
  std::fill(other.values.begin() + kTrials / 2 * kChans * kTimes, other.values.end(), 1.0F);
  for (std::size_t i = kTrials / 2 * kChans * kTimes; i < other.values.size(); i += 3) other.values[i] = 5;
  const std::vector<float> a = predicted(model, trials, Calibration::kOnline),
                           b = predicted(model, other, Calibration::kOnline);
  CHECK(std::equal(a.begin(), a.begin() + kTrials, b.begin()));  // two logits of the first half
  CHECK(a.back() != b.back());
}

TEST_CASE("Calibration is refused where it has no meaning", "[session][calibration]") {
  Model plain = loaded(recentring_config());
  CHECK(check_calibration(plain, Calibration::kRecentre).error().code == "CALIBRATION_MODEL");
  CHECK(check_calibration(plain, Calibration::kOnline).error().code == "CALIBRATION_MODEL");
  CHECK(check_calibration(plain, Calibration::kMedian).ok());
  const ModelConfig three =
      config_from(R"({"architecture":"mdm","standardize":"none","n_chans":4,"n_times":60,"n_outputs":3})");
  CHECK(check_calibration(loaded(three), Calibration::kMedian).error().code == "CALIBRATION_CLASSES");
  const std::vector<std::string> same = {"left", "left", "", "left"}, both = {"left", "", "right"}, none = {"", ""};
  const auto refused = check_several_classes(same, "S001R01.edf");
  CHECK(refused.error().code == "CALIBRATION_ONE_CLASS");
  CHECK(refused.error().place == "S001R01.edf");
  CHECK(refused.error().found == "4 trials, all of class left");
  CHECK(check_several_classes(both, "").ok());
  CHECK(check_several_classes(none, "").ok());
  Model recentring = loaded(recentring_config(R"(,"recentre":true)"));
  const std::vector<float> zeros(kChans * kTimes);
  std::vector<float> logits(2);
  const auto empty = predict_calibrated(recentring, {zeros.data(), 1, kChans, kTimes}, {}, Calibration::kRecentre,
                                        {logits.data(), 1, 2});
  CHECK(empty.error().code == "CALIBRATION_EMPTY");
}

TEST_CASE("A calibrated classification carries its stamp in every output", "[session][calibration]") {
  Plan plan = plan_of(around_events(), {{1, 2, "T1"}, {4, 2, "T2"}, {7, 2, "T1"}});
  REQUIRE(plan.calibrate(Calibration::kMedian).ok());
  REQUIRE(plan.warnings().size() == 1);
  CHECK(plan.warnings()[0].code == "CALIBRATION_FEW");
  CHECK(plan.warnings()[0].message.find(std::to_string(plan.epochs().size()) + ", where 10 or more") !=
        std::string::npos);
  std::vector<float> p(plan.epochs().size() * 2);
  REQUIRE(plan.classify(0, plan.epochs().size(), p).ok());
  // Three trials: the one in the middle stands at the threshold.
  CHECK(std::ranges::count_if(p, [](float value) { return std::abs(value - 0.5F) < 1e-6F; }) == 2);
  CHECK(lines_of(results_csv(plan, p))[0].ends_with(",calibration"));
  CHECK(lines_of(results_csv(plan, p))[1].ends_with(",median"));
  CHECK(lines_of(results_bids_events(plan, p))[1].ends_with("\tmedian"));
  CHECK(results_json(plan, p).find(R"("calibration": "median")") != std::string::npos);
  CHECK(results_json(plan, p).find("CALIBRATION_FEW") != std::string::npos);
  const auto edf = results_edf(plan, p);
  REQUIRE(edf.ok());
  CHECK(text_of(*edf).find("calibrated without labels (median)") != std::string::npos);
}

TEST_CASE("A recording of one class is not calibrated by, one without labels with a warning",
          "[session][calibration]") {
  Plan one = plan_of(around_events(), {{1, 2, "T1"}, {4, 2, "T1"}});
  const auto refused = one.calibrate(Calibration::kMedian);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "CALIBRATION_ONE_CLASS");
  Plan unknown = plan_of({}, {});
  REQUIRE(unknown.calibrate(Calibration::kMedian).ok());
  REQUIRE(unknown.warnings().size() == 2);
  CHECK(unknown.warnings()[0].code == "CALIBRATION_BALANCE");
  CHECK(unknown.warnings()[1].code == "CALIBRATION_FEW");
  Plan plain = plan_of({}, {});
  REQUIRE(plain.calibrate(Calibration::kNone).ok());
  std::vector<float> p(plain.epochs().size() * 2);
  REQUIRE(plain.classify(0, plain.epochs().size(), p).ok());
  CHECK(results_csv(plain, p).find("calibration") == std::string::npos);
}

TEST_CASE("A plan is calibrated in pieces or at once, with the same answers", "[session][calibration]") {
  for (const char* rule : {"median", "recentre"}) {
    INFO(rule);
    const auto model = open_recentring(kWindows);
    const auto recording = open(FixtureRecording{.channels = channels_named({"C3", "Cz", "C4"}), .n_records = 80});
    const auto made = [&] { return Plan::make(model, recording, nullptr, false); };
    auto plain = made(), whole = made(), pieces = made();
    REQUIRE(plain.ok());
    const std::size_t n = plain->epochs().size();
    REQUIRE(n > 16);  // more than one piece
    std::vector<float> before(n * 2), p(n * 2), q(n * 2), after(n * 2);
    REQUIRE(plain->classify(0, n, before).ok());
    for (auto* plan : {&whole, &pieces}) REQUIRE((*plan)->calibrate(kCalibrations.value_of(rule)).ok());
    REQUIRE((*whole).classify(0, n, p).ok());
    double share = 0;
    for (std::size_t i = 0; share < 1; ++i) {
      REQUIRE(i < 1000);
      const auto done = (*pieces).advance_calibration();
      REQUIRE(done.ok());
      CHECK(*done >= share);
      share = *done;
    }
    for (std::size_t i = n; i > 0; --i)
      REQUIRE((*pieces).classify(i - 1, 1, std::span(q).subspan(2 * (i - 1), 2)).ok());
    CHECK(p == q);
    CHECK(p != before);
    // Another plan of the same model knows nothing of it.
    REQUIRE(plain->classify(0, n, after).ok());
    CHECK(after == before);
    CHECK(describe_plan(*pieces, Keys::kCamel).find(std::string(R"("calibration":")") + rule + '"') !=
          std::string::npos);
    CHECK(describe_plan(*pieces, Keys::kCamel).find("CALIBRATION_BALANCE") != std::string::npos);
    CHECK(describe_plan(*plain, Keys::kCamel).find(R"("calibration":"")") != std::string::npos);
    // What predict_calibrated says of the same trials.
    std::vector<float> x(n * 3 * 320), logits(n * 2), expected(n * 2);
    REQUIRE(whole->inputs(0, n, x).ok());
    REQUIRE(
        predict_calibrated(model->model, {x.data(), n, 3, 320}, {}, kCalibrations.value_of(rule), {logits.data(), n, 2})
            .ok());
    for (std::size_t i = 0; i < n; ++i)
      model->model.probabilities(std::span(logits).subspan(2 * i, 2), std::span(expected).subspan(2 * i, 2));
    CHECK(p == expected);
  }
}

TEST_CASE("A stream is recentred by its windows so far", "[session][calibration][live]") {
  const auto model = open_recentring(
      R"({"version":1,"bandpass":{"low_hz":1,"high_hz":40,"order":2,"mode":"causal"},"epochs":{"by":"window","length_s":2,"step_s":0.5}})");
  const auto recording = open(FixtureRecording{.channels = channels_named({"C3", "Cz", "C4"}), .n_records = 12});
  auto plan = Plan::make(model, recording, nullptr, false);
  REQUIRE(plan.ok());
  const std::size_t n = plan->epochs().size(), n_samples = std::size_t{160} * 12;
  std::vector<float> x(n * 3 * 320), logits(n * 2), expected(n * 2), found, signal(3 * n_samples);
  REQUIRE(plan->inputs(0, n, x).ok());
  REQUIRE(
      predict_calibrated(model->model, {x.data(), n, 3, 320}, {}, Calibration::kOnline, {logits.data(), n, 2}).ok());
  for (std::size_t i = 0; i < n; ++i)
    model->model.probabilities(std::span(logits).subspan(2 * i, 2), std::span(expected).subspan(2 * i, 2));
  const auto request = parse_live_request(
      R"({"chNames":["C3","Cz","C4"],"sfreq":160,"dropsOldest":false,"maxWaiting":1000,"recentre":true})");
  REQUIRE(request.ok());
  auto live = Live::open(model, *request);
  REQUIRE(live.ok());
  CHECK(live->describe(Keys::kCamel).find(R"("recentred":true)") != std::string::npos);
  const std::vector<std::size_t> wanted = {0, 1, 2};
  REQUIRE(recording->recording.read(wanted, 0, n_samples, signal.data()).ok());
  REQUIRE(live->push(signal, 0, true).ok());
  for (auto decision = live->next(); decision.ok() && *decision; decision = live->next())
    found.insert(found.end(), (*decision)->probabilities.begin(), (*decision)->probabilities.end());
  CHECK(found == expected);
  auto plain = open(FixtureModel{});
  LiveRequest again = *request;
  again.as_causal = true;
  const auto refused = Live::open(plain, again);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "CALIBRATION_MODEL");
}

TEST_CASE("A session knows the words of calibration", "[session][calibration]") {
  Session session;
  const auto refused = session.plan(1, 1, 1, "", false, "best");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "CALIBRATION_RULE");
  CHECK(refused.error().found == "\"best\"");
  CHECK(session.calibrate(1).error().code == "SESSION_CLOSED");
}

}  // namespace calibration_test
