// A model over a stream says what it says of the finished recording under the causal recipe, to the bit.
#include "session/classify/live.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "session/fixtures.h"

using namespace eegate;
using namespace eegate::test;

namespace live_test {

namespace {

const std::vector<std::string> kLabels = {"Fc5.", "C4..", "Cz..", "C3.."};
constexpr std::size_t kSeconds = 12, kSamples = 160 * kSeconds;

std::string recipe_with(const std::string& mode) {
  return R"({"version":1,"bandpass":{"low_hz":1,"high_hz":40,"order":2,"mode":")" + mode +
         R"("},"epochs":{"by":"window","length_s":2,"step_s":0.3}})";
}

std::string request_with(const std::string& more) {
  return R"({"chNames":["Fc5.","C4..","Cz..","C3.."],"sfreq":160)" + more + "}";
}

Result<Live> opened(const std::string& more, const FixtureModel& model = {}) {
  EEGATE_TRY(const LiveRequest request, parse_live_request(request_with(more)));
  return Live::open(open(model), request);
}

std::string code_of(const std::string& more, const FixtureModel& model = {}) {
  const auto live = opened(more, model);
  return live.ok() ? "ok" : std::string(live.error().code);
}

}  // namespace

TEST_CASE("live probabilities are those of the offline causal run, bit by bit", "[live]") {
  const auto recording = open(FixtureRecording{.channels = channels_named(kLabels), .n_records = kSeconds});
  const auto recipe = parse_recipe(recipe_with("causal"));
  REQUIRE(recipe.ok());
  auto plan = Plan::make(open(FixtureModel{}), recording, &*recipe, false);
  REQUIRE(plan.ok());
  std::vector<float> expected(plan->epochs().size() * 2);
  REQUIRE(plan->classify(0, plan->epochs().size(), expected).ok());

  const std::vector<std::size_t> wanted = {3, 2, 1};  // C3, Cz, C4 among the source's channels
  std::vector<float> signal(wanted.size() * kSamples);
  REQUIRE(recording->recording.read(wanted, 0, kSamples, signal.data()).ok());
  for (const std::size_t size : {1, 7, 160, 1000}) {
    INFO("pieces of " << size);
    auto live = opened(R"(,"dropsOldest":false,"recipe":)" + recipe_with("causal"));
    REQUIRE(live.ok());
    CHECK(live->describe(Keys::kCamel).find(R"("channels":[3,2,1])") != std::string::npos);
    std::vector<float> probabilities;
    std::vector<double> onsets_s;
    for (std::size_t begin = 0; begin < kSamples;) {
      const std::size_t n = std::min(size, kSamples - begin);
      std::vector<float> piece;
      for (std::size_t row = 0; row < wanted.size(); ++row) {
        const auto from = signal.begin() + static_cast<std::ptrdiff_t>(row * kSamples + begin);
        piece.insert(piece.end(), from, from + static_cast<std::ptrdiff_t>(n));
      }
      const auto n_taken = live->push(piece, 0, begin + n == kSamples);
      REQUIRE(n_taken.ok());
      begin += *n_taken;
      for (auto decision = live->next(); decision.ok() && *decision; decision = live->next()) {
        onsets_s.push_back((*decision)->window.onset_s);
        probabilities.insert(probabilities.end(), (*decision)->probabilities.begin(), (*decision)->probabilities.end());
      }
    }
    CHECK(probabilities == expected);
    REQUIRE(onsets_s.size() == plan->epochs().size());
    for (std::size_t i = 0; i < onsets_s.size(); ++i) CHECK(onsets_s[i] == plan->epochs()[i].onset_s);
  }
}

TEST_CASE("a zero-phase recipe is refused live, or carried out in its causal form and said", "[live]") {
  const auto refused = opened("");
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == "STREAM_ZERO_PHASE");
  CHECK(refused.error().hint.find("causalForm: true") != std::string::npos);

  const auto live = opened(R"(,"causalForm":true,"stepS":0.5)");
  REQUIRE(live.ok());
  const std::string words = live->describe(Keys::kCamel);
  CHECK(words.find(R"("causalForm":true)") != std::string::npos);
  CHECK(words.find(R"("mode":"causal")") != std::string::npos);
  CHECK(words.find(R"("stepS":0.5)") != std::string::npos);
  CHECK(words.find(R"("lookAheadS":0)") != std::string::npos);
}

TEST_CASE("epochs by annotation become windows of their length", "[live]") {
  FixtureModel model;
  model.recipe = R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"eyes open"},"tmin_s":-0.5,"tmax_s":1.5}})";
  const auto live = opened("", model);
  REQUIRE(live.ok());
  const std::string words = live->describe(Keys::kCamel);
  CHECK(words.find(R"("nTimes":320)") != std::string::npos);
  CHECK(words.find(R"("stepS":2)") != std::string::npos);
}

TEST_CASE("what a stream cannot do has a code", "[live]") {
  const std::string causal = R"(,"recipe":)" + recipe_with("causal");
  CHECK(code_of(causal + R"(,"stepS":0.001)") == "STREAM_STEP");
  CHECK(code_of(causal + R"(,"stepS":-1)") == "STREAM_OPTION");
  CHECK(code_of(causal + R"(,"maxWaiting":1.5)") == "STREAM_OPTION");
  CHECK(code_of(causal + R"(,"colour":"red")") == "STREAM_OPTION");
  CHECK(code_of(R"(,"recipe":{"resample_hz":100})") == "STREAM_RATE");
  CHECK(code_of(R"(,"recipe":{"pick":["C3","Cz"]})") == "STREAM_CHANNELS");
  CHECK(code_of(R"(,"recipe":{"standardize":"zscore"})") == "RECIPE_VALUE");
  FixtureModel tied;
  tied.pool = "flatten";
  CHECK(code_of(R"(,"recipe":{"epochs":{"by":"window","length_s":1,"step_s":1}})", tied) == "MODEL_TIMES");
  FixtureModel other;
  other.ch_names = {"C3", "Oz", "C4"};
  CHECK(code_of(causal, other) == "STREAM_CHANNELS");

  auto live = opened(causal);
  REQUIRE(live.ok());
  const std::vector<float> four(4);
  CHECK(live->push(four, 0, false).error().code == "STREAM_INPUT");
}

}  // namespace live_test
