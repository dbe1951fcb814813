// What a training session refuses, and what it tells beforehand.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "session/fixtures.h"
#include "session/train/training_session.h"
#include "session/train/training_session_cases.h"
#include "support/random_values.h"

using namespace eegate;
using namespace eegate::test;
using namespace eegate::test::training_sessions;

namespace training_session_refusals_test {

TEST_CASE("labels that slipped by one epoch are told before the first step", "[session][train]") {
  constexpr std::size_t kMany = 160, kPerPerson = 40;
  const Rng rng(1, "slipped");
  std::vector<float> x = random_values(kMany * kChans * kTimes, "samples", 30);
  std::vector<std::int32_t> right, slipped;
  for (std::size_t i = 0; i < kMany; ++i) {
    right.push_back(static_cast<std::int32_t>(rng.bits(i) % 2));
    slipped.push_back(i % kPerPerson == 0 ? right[i] : right[i - 1]);
    const std::size_t loud = (i * kChans + static_cast<std::size_t>(right[i])) * kTimes;
    for (std::size_t t = 0; t < kTimes; ++t) x[loud + t] *= 3;
  }
  const auto findings = [&](const std::vector<std::int32_t>& labels) {
    Training session = session_of("{" + kConfig + R"(,"options":{"epochs":1}})");
    REQUIRE(session->add_labels(labels, people(kMany, kPerPerson), kChans * kTimes).ok());
    REQUIRE(session->plan().ok());
    CHECK(session->audit_fit().empty());  // nothing is loaded yet
    REQUIRE(session->add_epochs(x).ok());
    const std::string text = TrainingSession::describe(session->audit_fit());
    REQUIRE(session->begin().ok());
    CHECK(session->audit_fit().empty());  // nor any more
    return text;
  };
  CHECK(findings(right) == R"({"warnings":[]})");
  CHECK(findings(slipped).find("AUDIT_SHIFTED") != std::string::npos);
}

TEST_CASE("what labels do not say is named, and a class without epochs has a name", "[session][train]") {
  const auto regression = TrainingSession::create(R"({"config":{"preset":"small_gated","task":"regress"}})", {});
  REQUIRE_FALSE(regression.ok());
  CHECK(regression.error().code == "TRAIN_TASK");
  Training three = session_of(R"({"config":{"preset":"mdm","n_chans":2,"n_outputs":3}})");
  REQUIRE(three->add_labels(alternating(kEpochs), {}, kChans * kTimes).ok());
  const auto plan = three->plan();
  REQUIRE(plan.ok());
  CHECK(TrainingSession::describe((*plan)->warnings).find("AUDIT_CLASS_MISSING") != std::string::npos);
}

TEST_CASE("groups of one class that are recentred are reported", "[session][train]") {
  const auto findings = [](const std::vector<std::int32_t>& subjects) {
    Training session = session_of(R"({"config":{"preset":"tangent_space","recentre":true,"n_chans":2}})");
    REQUIRE(session->add_labels(alternating(kEpochs), subjects, kChans * kTimes).ok());
    const auto plan = session->plan();
    REQUIRE(plan.ok());
    return TrainingSession::describe((*plan)->warnings);
  };
  CHECK(findings(alternating(kEpochs)).find("AUDIT_RECENTRED") != std::string::npos);
  CHECK(findings(people(kEpochs, 5)).find("AUDIT_RECENTRED") == std::string::npos);
}

TEST_CASE("validation is never made of neighbours", "[session][train]") {
  const auto split_of = [](const std::string& rule, std::size_t n_people, std::size_t n = kEpochs) {
    Training session = session_of("{" + kConfig + R"(,"options":{"split":")" + rule + "\"}}");
    const auto subjects = n_people == 0 ? std::vector<std::int32_t>() : people(n, n / n_people);
    REQUIRE(session->add_labels(alternating(n), subjects, kChans * kTimes).ok());
    const auto plan = session->plan();
    if (!plan.ok()) return std::string(plan.error().code);
    return std::string(kSplitRules.name_of((*plan)->split_by)) + ": " + (*plan)->split_text;
  };
  CHECK(split_of("auto", 6) == "subject: 1 of 6 subjects set aside for validation");
  CHECK(split_of("auto", 1) == "block: the last epochs of every recording and label set aside for validation");
  CHECK(split_of("auto", 0) == "block: the last epochs of every recording and label set aside for validation");
  CHECK(split_of("auto", 1, 2) == "none: ");
  CHECK(split_of("none", 6) == "none: ");
  CHECK(split_of("subject", 1) == "TRAIN_SPLIT");
  CHECK(split_of("subject", 0) == "TRAIN_SPLIT");
  CHECK(split_of("run", 3) == "TRAIN_OPTION");
}

TEST_CASE("data that cannot train are refused with a reason", "[session][train]") {
  const auto fresh = [](const std::string& more = "") { return session_of("{" + kConfig + more + "}"); };
  const std::size_t floats = kChans * kTimes;
  Training session = fresh();
  CHECK(plan_code(session) == "TRAIN_EMPTY");
  CHECK(session->add_labels(alternating(4), people(3, 1), floats).error().code == "TRAIN_SUBJECTS");
  CHECK(session->add_labels(alternating(4), {}, floats + 1).error().code == "TRAIN_SHAPE");
  REQUIRE(session->add_labels(std::vector<std::int32_t>{1, 1, 1}, {}, floats).ok());
  CHECK(plan_code(session) == "AUDIT_ONE_CLASS");
  session = fresh();
  REQUIRE(session->add_labels(std::vector<std::int32_t>{0, 1, -1}, {}, floats).ok());
  CHECK(plan_code(session) == "TRAIN_LABELS");
  session = fresh();
  REQUIRE(session->add_labels(alternating(kEpochs), {}, floats).ok());
  CHECK(plan_code(session, 1000) == "TRAIN_MEMORY");
  session = fresh(R"(,"options":{"classWeights":[1,2,3]})");
  REQUIRE(session->add_labels(alternating(kEpochs), {}, floats).ok());
  CHECK(plan_code(session) == "TRAIN_OPTION");
  session = fresh(R"(,"options":{"split":"run"})");  // subjects are all that arrays name
  REQUIRE(session->add_labels(alternating(kEpochs), people(kEpochs, 5), floats).ok());
  CHECK(plan_code(session) == "TRAIN_OPTION");
  std::vector<float> x = samples();
  x[100] = std::numeric_limits<float>::quiet_NaN();
  session = fresh(R"(,"options":{"split":"none"})");
  REQUIRE(session->add_labels(alternating(kEpochs), {}, floats).ok());
  REQUIRE(session->plan().ok());
  REQUIRE(session->add_epochs(std::span(x).first(500)).ok());
  CHECK(session->begin().error().code == "TRAIN_SHAPE");
  REQUIRE(session->add_epochs(std::span(x).subspan(500)).ok());
  CHECK(session->add_epochs(std::span(x).first(1)).error().code == "TRAIN_SHAPE");
  const auto outcome = session->begin();
  CHECK(outcome.error().code == "MODEL_INPUT_NONFINITE");
  CHECK(outcome.error().place == "epoch 4, channel 0, sample 4");
}

TEST_CASE("a plan that failed leaves nothing behind in the next one", "[session][train]") {
  const auto facts = [](Training& session) {
    const auto plan = session->plan();
    INFO((plan.ok() ? std::string() : describe(plan.error())));
    REQUIRE(plan.ok());
    return session->describe_plan();
  };
  Training plain = session_of("{" + kConfig + "}");
  REQUIRE(plain->add_labels(alternating(kEpochs), people(kEpochs, 5), kChans * kTimes).ok());
  const std::string wanted = facts(plain);
  Training session = session_of("{" + kConfig + "}");
  REQUIRE(session->add_labels(alternating(kEpochs), people(kEpochs, 5), kChans * kTimes).ok());
  CHECK(plan_code(session, std::uint64_t{300} << 10) == "TRAIN_MEMORY");
  CHECK(facts(session) == wanted);
  CHECK(facts(session) == wanted);
  REQUIRE(session->add_epochs(samples()).ok());
  CHECK(session->begin().ok());
}

TEST_CASE("recordings can be added after a plan that failed", "[session][train]") {
  const std::string request = R"({"config":{"preset":"gate_gru"},"options":{"epochs":1}})";
  const std::vector<std::string> texts = {"T1", "T0", "T2"};
  Training session = session_of(request), plain = session_of(request);
  for (const char* name : {"S001R04.edf", "S002R04.edf", "S003R04.edf"}) {
    REQUIRE(plain->add_recording(open(recording(name, texts)), kRecipe, "").ok());
    REQUIRE(session->add_recording(open(recording(name, texts)), kRecipe, "").ok());
    if (name[3] == '1') CHECK(plan_code(session, 1) == "TRAIN_MEMORY");
  }
  REQUIRE(plain->plan().ok());
  REQUIRE(session->plan().ok());
  CHECK(session->describe_plan() == plain->describe_plan());
}

TEST_CASE("what is called in another order is refused, and nothing is changed by it", "[session][train]") {
  const auto code = [](const auto& outcome) {
    return outcome.ok() ? std::string() : std::string(outcome.error().code);
  };
  const std::vector<std::int32_t> labels = alternating(kEpochs);
  const std::vector<float> x = samples();
  Training session = session_of("{" + kConfig + R"(,"options":{"epochs":1}})");
  CHECK(code(session->begin()) == "TRAIN_ORDER");
  CHECK(code(session->load(0)) == "TRAIN_ORDER");
  CHECK(code(session->loaded(0, 0)) == "TRAIN_ORDER");
  CHECK(code(session->add_loaded(0, x)) == "TRAIN_ORDER");
  CHECK(code(session->add_epochs(x)) == "TRAIN_ORDER");
  CHECK(code(session->advance(0, 0, 1, false)) == "TRAIN_OUT_OF_STEP");
  CHECK(code(session->checkpoint(0)) == "TRAIN_OUT_OF_STEP");
  CHECK(code(session->model_file(0)) == "TRAIN_OUT_OF_STEP");
  CHECK(session->audit_fit().empty());
  REQUIRE(session->add_labels(labels, people(kEpochs, 5), kChans * kTimes).ok());
  CHECK(code(session->begin()) == "TRAIN_ORDER");
  CHECK(session->audit_fit().empty());
  REQUIRE(session->plan().ok());
  CHECK(code(session->load(0)) == "TRAIN_ORDER");  // of recordings, and these are arrays
  REQUIRE(session->add_epochs(x).ok());
  const auto recording = open(FixtureRecording{.channels = channels_named({"C3", "C4"})});
  CHECK(code(session->add_recording(recording, "{}", "")) == "TRAIN_ORDER");
  REQUIRE(session->begin().ok());
  CHECK(code(session->begin()) == "TRAIN_ORDER");
  CHECK(code(session->plan()) == "TRAIN_ORDER");
  CHECK(code(session->add_labels(labels, {}, kChans * kTimes)) == "TRAIN_ORDER");
  CHECK(code(session->add_epochs(x)) == "TRAIN_ORDER");
  for (const std::size_t n_workers : {std::size_t{0}, std::size_t{1}})
    CHECK(code(session->advance(0, n_workers, n_workers, false)) == "TRAIN_OPTION");
  CHECK(session->advance(0, 0, 1, false).ok());
}

TEST_CASE("epochs that come after a plan need another one", "[session][train]") {
  Training session = session_of("{" + kConfig + R"(,"options":{"epochs":1}})");
  const std::vector<std::int32_t> labels = alternating(kEpochs);
  REQUIRE(session->add_labels(labels, {}, kChans * kTimes).ok());
  REQUIRE(session->plan().ok());
  REQUIRE(session->add_epochs(samples()).ok());
  REQUIRE(session->add_labels(labels, {}, kChans * kTimes).ok());
  CHECK(session->begin().error().code == "TRAIN_ORDER");
  REQUIRE(session->plan().ok());
  REQUIRE(session->add_epochs(samples()).ok());
  CHECK(session->begin().ok());
}

TEST_CASE("parts of another size are refused", "[session][train]") {
  EngineGroup small(R"("epochs":1,"batchSize":30)", 2);
  const auto size_of = [](const std::vector<std::byte>& parts) { return parts.size(); };
  while (small.latest[0].stage == TrainStage::kStep) {
    REQUIRE(small.engines[0]->give(small.latest[1].parts).ok());
    REQUIRE(small.engines[1]->give(small.latest[0].parts).ok());
    for (std::size_t i = 0; i < 2; ++i) small.latest[i] = small.advance(i, false);
  }
  REQUIRE(small.latest[0].stage == TrainStage::kValidation);
  std::vector<std::byte> parts = small.latest[0].parts;
  REQUIRE(size_of(parts) > 32);
  const std::uint32_t none = 0;
  std::copy_n(reinterpret_cast<const std::byte*>(&none), sizeof none, parts.begin() + 16 + 20);  // how many values
  CHECK(small.engines[0]->give(parts).error().code == "TRAIN_OUT_OF_STEP");
}

TEST_CASE("memory that is not there is told in numbers", "[session][train]") {
  Training session = session_of("{" + kConfig + "}");
  REQUIRE(session->add_labels(alternating(kEpochs), {}, kChans * kTimes).ok());
  const auto plan = session->plan();
  REQUIRE(plan.ok());
  const TrainingMemory memory = (*plan)->memory;
  CHECK(memory.data == kEpochs * kChans * kTimes * 4);
  CHECK(memory.activations > 0);
  CHECK(check_memory(memory, kEpochs, memory.total()).ok());
  TrainingMemory made{.data = 3000, .model = 500, .batch_size = 8, .n_shards = 2, .max_at_once = 4, .trial = 100};
  made.activations = made.activations_of(8);
  const auto hint = [&](std::uint64_t limit) {
    const auto outcome = check_memory(made, 30, limit);
    CHECK(outcome.error().code == "TRAIN_MEMORY");
    return outcome.error().hint;
  };
  CHECK(made.total() == 3900);
  CHECK(hint(3899) == "A batch of 6 instead of 8 would fit.");
  CHECK(hint(2100).find("of 30 epochs 15 would fit") != std::string::npos);
  CHECK(hint(600).find("smaller model") != std::string::npos);
  const auto device = check_memory(made, 30, 3900, [](std::span<const std::uint64_t> blocks) {
    return std::reduce(blocks.begin(), blocks.end()) < 3700;
  });
  CHECK(device.error().hint.ends_with("A batch of 2 instead of 8 would fit."));
  const auto in_pieces = check_memory(made, 30, 3900, [](std::span<const std::uint64_t> blocks) {
    return std::ranges::count_if(blocks, [](std::uint64_t bytes) { return bytes > 300; }) <= 2;
  });
  CHECK(in_pieces.error().hint.ends_with("A batch of 6 instead of 8 would fit."));
}

}  // namespace training_session_refusals_test
