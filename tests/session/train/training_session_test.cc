// A training as a page does it: data in, the same steps on every engine, a model file out.
#include "session/train/training_session.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/rng.h"
#include "session/fixtures.h"
#include "session/train/training_session_cases.h"
#include "support/random_values.h"

using namespace eegate;
using namespace eegate::test;
using namespace eegate::test::training_sessions;

namespace training_session_test {

TEST_CASE("any number of engines comes to the same bytes", "[session][train]") {
  EngineGroup one(kOptions, 1);
  const std::vector<std::byte> expected = one.finish();
  REQUIRE(one.engines[0]->judgement() != nullptr);
  CHECK(one.engines[0]->judgement()->n_trials == 5);
  for (const std::size_t n : {2u, 3u, 4u, 5u}) CHECK(EngineGroup(kOptions, n).finish() == expected);
  const auto file = read_training_start(expected, 0);
  REQUIRE(file.ok());
  const auto card = JsonDocument::parse(file->contract.train_json);
  REQUIRE(card.ok());
  CHECK(card->root().get("metrics").get("n_trials").number() == 5);
  CHECK(card->root().get("classes").at(1).get("train").number() == 13);
  CHECK(card->root().get("subjects").size() == 6);
  CHECK(card->root().get("limits").string().find("1 other subject") != std::string_view::npos);
  CHECK(card->root().get("date").absent());
}

TEST_CASE("a model that is trained further is judged on people it was not trained on, or the card says so",
          "[session][train]") {
  const auto trained = [](std::span<const std::byte> model, const std::string& options) {
    Training session =
        session_of("{" + (model.empty() ? kConfig + "," : "") + R"("options":{)" + options + "}}", model);
    REQUIRE(session->add_labels(alternating(kEpochs), people(kEpochs, 5), kChans * kTimes).ok());
    REQUIRE(session->plan().ok());
    REQUIRE(session->add_epochs(samples()).ok());
    const std::string plan = session->describe_plan();
    REQUIRE(session->begin().ok());
    for (TrainAdvance last; last.stage != TrainStage::kEnd;) {
      auto next = session->advance(session->position(), 0, 1, false);
      REQUIRE(next.ok());
      last = std::move(next).value();
    }
    const auto file = session->model_file(session->position());
    REQUIRE(file.ok());
    return std::pair(plan, *file);
  };
  const auto member = [](const std::vector<std::byte>& file, const char* key) {
    const auto card = JsonDocument::parse(read_training_start(file, 0)->contract.train_json);
    const JsonValue value = card->root().get(key);
    return value.is_array() ? value.text() : std::string(value.string());
  };
  const auto first = trained({}, kOptions + R"(,"seed":4)").second;
  for (const char* seed : {"0", "1", "2"}) {
    const auto [plan, file] = trained(first, kOptions + R"(,"seed":)" + seed);
    CHECK(plan.find("AUDIT_TRAINED_BEFORE") == std::string::npos);
    CHECK(member(file, "set_aside") == member(first, "set_aside"));
    CHECK(member(file, "limits").find("1 other subject") != std::string::npos);
  }
  const auto of_all = trained({}, kOptions + R"(,"split":"none")").second;
  const auto [plan, file] = trained(of_all, kOptions);
  CHECK(plan.find("AUDIT_TRAINED_BEFORE") != std::string::npos);
  CHECK(member(file, "limits").find("other subject") == std::string::npos);
  CHECK(member(file, "limits").find("they are no test.") != std::string::npos);
  // Whom an imported model was trained on is not known.
  auto bare = read_training_start(first, 0);
  bare->contract.train_json.clear();
  const auto foreign = write_model(bare->config, bare->weights, bare->contract, {});
  REQUIRE(foreign.ok());
  CHECK(member(trained(*foreign, kOptions).second, "limits").find("its card names nobody.") != std::string::npos);
}

TEST_CASE("an engine that is lost is replaced by one from another's checkpoint, at any moment", "[session][train]") {
  const std::vector<std::byte> expected = EngineGroup(kOptions, 1).finish();
  for (int lost_after = 0; lost_after < 13; ++lost_after) {
    EngineGroup group(kOptions, 2);
    for (int i = 0; i < lost_after && group.latest[0].stage != TrainStage::kEnd; ++i) group.round();
    if (group.latest[0].stage == TrainStage::kEnd) break;
    const auto checkpoint = group.engines[0]->checkpoint(group.engines[0]->position());
    REQUIRE(checkpoint.ok());
    group.engines[1] = begun(kOptions);
    REQUIRE(group.engines[1]->restore(*checkpoint, false).ok());
    CHECK(group.engines[1]->position() == group.engines[0]->position());
    group.latest[1] = group.advance(1, false);
    CHECK(group.latest[1].stage == group.latest[0].stage);
    CHECK(group.finish() == expected);
  }
}

TEST_CASE("an engine at another point is found out", "[session][train]") {
  EngineGroup group(kOptions, 2);
  const std::vector<std::byte> early = group.latest[1].parts;
  CHECK(group.engines[0]->advance(0, 0, 2, false).error().code == "TRAIN_OUT_OF_STEP");  // parts are missing
  group.round();
  CHECK(group.engines[0]->give(early).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(group.engines[0]->give(std::span(early).first(20)).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(group.engines[0]->advance(0, 0, 2, false).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(group.engines[0]->checkpoint(0).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(group.engines[0]->model_file(7).error().code == "TRAIN_OUT_OF_STEP");
  Training fresh = session_of("{" + kConfig + "}");
  CHECK(fresh->advance(0, 0, 1, false).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(fresh->give(early).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(fresh->restore(early, false).error().code == "TRAIN_OUT_OF_STEP");
}

TEST_CASE("a run that was stopped keeps what it reached, and can go on", "[session][train]") {
  EngineGroup group(kOptions, 2);
  for (int i = 0; i < 4; ++i) group.round();
  const auto checkpoint = group.engines[0]->checkpoint(group.engines[0]->position());
  group.round(true);
  CHECK(group.engines[0]->describe(group.latest[0]).find(R"("ended":"stopped")") != std::string::npos);
  group.finish();
  CHECK(group.engines[0]->judgement() != nullptr);
  const auto stopped = group.engines[0]->checkpoint(group.engines[0]->position());
  for (const auto& from : {checkpoint, stopped}) {
    EngineGroup again(kOptions, 1);
    REQUIRE(again.engines[0]->restore(*from, true).ok());
    again.latest[0] = again.advance(0, false);
    CHECK(again.finish() == EngineGroup(kOptions, 1).finish());
  }
}

TEST_CASE("a run that ran away ends with the last good weights", "[session][train]") {
  EngineGroup group(R"("epochs":9,"batchSize":5,"learningRate":900,"optimizer":"sgd")", 2);
  std::vector<Error> problems;
  while (group.latest[0].stage != TrainStage::kEnd) {
    group.round();
    if (group.latest[0].problem) problems.push_back(*group.latest[0].problem);
  }
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].code == "TRAIN_DIVERGED");
  CHECK(group.engines[0]->describe(group.latest[0]).find(R"("ended":"diverged")") != std::string::npos);
  const auto file = group.engines[1]->model_file(group.engines[1]->position());
  REQUIRE(file.ok());
  CHECK(open_model(*file, "m").ok());
}

void load(TrainingSession& session, std::size_t recording) {
  for (double done = 0; done < 1;) {
    const auto more = session.load(recording);
    REQUIRE(more.ok());
    done = *more;
  }
}

std::string code_of(const auto& outcome) { return outcome.ok() ? std::string() : std::string(outcome.error().code); }

TEST_CASE("engines divide the recordings: epochs that another one loaded are those that it would load itself",
          "[session][train]") {
  const std::vector<std::string> texts = {"T1", "T0", "T2"};
  const auto planned = [&] {
    Training session = session_of(R"({"config":{"preset":"csp"},"options":{"epochs":1,"split":"none"}})");
    for (const char* name : {"S001R04.edf", "S001R08.edf", "S001R12.edf"})
      REQUIRE(session->add_recording(open(recording(name, texts)), kRecipe, "").ok());
    REQUIRE(session->plan().ok());
    return session;
  };
  Training whole = planned(), one = planned(), other = planned();
  for (std::size_t i = 0; i < 3; ++i) load(*whole, i);
  load(*one, 2);
  load(*one, 0);
  CHECK(code_of(one->begin()) == "TRAIN_SHAPE");
  load(*other, 1);
  const auto hand_over = [](const TrainingSession& from, TrainingSession& to, std::size_t i) {
    const auto values = from.loaded(i, 0);
    REQUIRE(values.ok());
    CHECK(values->size() == 6 * 3 * 160);
    CHECK(from.loaded(i, 1)->empty());
    CHECK(from.loaded(i, SIZE_MAX)->empty());
    CHECK(to.loaded(i, 0)->empty());
    CHECK(code_of(to.add_loaded(i, values->first(values->size() - 1))) == "TRAIN_SHAPE");  // not whole epochs
    // In several parts.
    REQUIRE(to.add_loaded(i, values->first(480)).ok());
    REQUIRE(to.add_loaded(i, values->subspan(480)).ok());
    CHECK(code_of(to.add_loaded(i, values->first(480))) == "TRAIN_SHAPE");  // more than are missing
  };
  hand_over(*one, *other, 0);
  hand_over(*one, *other, 2);
  hand_over(*other, *one, 1);
  CHECK(code_of(one->load(3)) == "TRAIN_OPTION");
  CHECK(code_of(one->loaded(3, 0)) == "TRAIN_OPTION");
  CHECK(code_of(one->add_loaded(3, {})) == "TRAIN_OPTION");
  for (std::size_t i = 0; i < 3; ++i) {
    const auto expected = whole->loaded(i, 0), of_one = one->loaded(i, 0), of_other = other->loaded(i, 0);
    CHECK(std::ranges::equal(*expected, *of_one));
    CHECK(std::ranges::equal(*expected, *of_other));
  }
  CHECK(one->begin().ok());
}

TEST_CASE("recordings are cut, labelled and told apart by their people", "[session][train]") {
  Training session = session_of(R"({"config":{"preset":"gate_gru"},"options":{"epochs":1,"classWeights":"balanced"}})");
  const std::vector<std::string> texts = {"T1", "T0", "T2"};
  REQUIRE(session->add_recording(open(recording("S007R04.edf", texts)), kRecipe, "").ok());
  REQUIRE(session->add_recording(open(recording("S007R08.edf", texts)), kRecipe, "").ok());
  REQUIRE(session->add_recording(open(recording("mine.edf", texts)), kRecipe, "me").ok());
  REQUIRE(session->add_recording(open(recording("other.edf", texts)), kRecipe, "").ok());
  const auto plan = session->plan();
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  CHECK((*plan)->split_text == "1 of 3 subjects set aside for validation");
  CHECK((*plan)->split.train.epochs.size() + (*plan)->split.validation.epochs.size() == 24);
  CHECK((*plan)->options.loss.class_weights == std::vector<float>{1, 1});
  const std::string info = session->describe_plan();
  CHECK(info.find(R"("classes":["left","right"],"chNames":["C3","Cz","C4"],"sfreq":160,"nTimes":160)") !=
        std::string::npos);
  CHECK(info.find(R"("splitBy":"subject","nSetAside":1,"nGroups":3)") != std::string::npos);
  CHECK(info.find(R"({"reason":"not in labels","count":12})") != std::string::npos);
  for (std::size_t i = 0; i < 4; ++i) load(*session, i);
  REQUIRE(session->begin().ok());
  for (TrainAdvance out; out.stage != TrainStage::kEnd;) {
    auto next = session->advance(session->position(), 0, 1, false);
    REQUIRE(next.ok());
    out = std::move(next).value();
  }
  const auto file = session->model_file(session->position());
  REQUIRE(file.ok());
  const auto start = read_training_start(*file, 0);
  CHECK(start->contract.recipe_json.find(R"("labels":{"T1":"left","T2":"right"})") != std::string::npos);
  CHECK(start->contract.recipe_json.find("pick") == std::string::npos);
  CHECK(start->contract.train_json.find(R"("files":["S007R04.edf","S007R08.edf","mine.edf","other.edf"])") !=
        std::string::npos);
  CHECK(start->contract.train_json.find(R"("me")") != std::string::npos);

  // Trained further: its own recipe, its own classes.
  const std::string more = R"({"options":{"epochs":1,"split":"run"}})";
  constexpr const char* kEpochsAlone =
      R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"right","T2":"left"},"tmin_s":0,"tmax_s":1}})";
  Training further = session_of(more, *file);
  REQUIRE(further->add_recording(open(recording("S001R04.edf", texts)), kEpochsAlone, "").ok());
  REQUIRE(further->add_recording(open(recording("S001R08.edf", texts)), kRecipe, "").ok());
  REQUIRE(further->plan().ok());
  CHECK(further->describe_plan().find(R"("classes":["left","right"])") != std::string::npos);
  CHECK(further->describe_plan().find("AUDIT_ONE_SUBJECT") != std::string::npos);
  Training strange = session_of(more, *file);
  const std::string feet = R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"feet","T2":"left"},)"
                           R"("tmin_s":0,"tmax_s":1}})";
  REQUIRE(strange->add_recording(open(recording("S001R04.edf", texts)), feet, "").ok());
  CHECK(plan_code(strange) == "TRAIN_CLASSES");
  const std::string notch = R"({"version":1,"notch":{"hz":50},"epochs":{"by":"window","length_s":1,"step_s":1}})";
  CHECK(strange->add_recording(open(recording("S001R04.edf", texts)), notch, "").error().code == "TRAIN_RECIPE");
  FixtureRecording fewer = recording("S002R04.edf", texts);
  fewer.channels = channels_named({"C3", "Cz"});
  CHECK(strange->add_recording(open(fewer), kEpochsAlone, "").error().code == "MODEL_CHANNELS");
  Training longer = session_of(more, *file);
  const std::string two_seconds =
      R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"right","T2":"left"},"tmin_s":0,"tmax_s":2}})";
  REQUIRE(longer->add_recording(open(recording("S001R04.edf", texts)), two_seconds, "").ok());
  CHECK(plan_code(longer) == "MODEL_TIMES");
}

TEST_CASE("jitter cuts longer epochs, of which the model knows nothing", "[session][train]") {
  const auto started = [](const std::string& augment) {
    Training session = session_of(R"({"config":{"preset":"pre_ln","n_blocks":1},"options":{"epochs":1,"split":"run",)" +
                                  augment + "}}");
    const std::vector<std::string> texts = {"T1", "T0", "T2"};
    REQUIRE(session->add_recording(open(recording("S001R04.edf", texts)), kRecipe, "").ok());
    REQUIRE(session->add_recording(open(recording("S001R08.edf", texts)), kRecipe, "").ok());
    return session;
  };
  const auto finished = [](Training session) {
    REQUIRE(session->plan().ok());
    for (std::size_t i = 0; i < 2; ++i) load(*session, i);
    const auto begun = session->begin();
    INFO((begun.ok() ? std::string() : describe(begun.error())));
    REQUIRE(begun.ok());
    for (TrainAdvance out; out.stage != TrainStage::kEnd;) out = *session->advance(session->position(), 0, 1, false);
    auto file = session->model_file(session->position());
    REQUIRE(file.ok());
    return read_training_start(*file, 0).value();
  };
  const TrainingStart start = finished(started(R"("augment":{"jitterS":0.25})"));
  CHECK(start.config.n_times == 160);
  CHECK(start.contract.recipe_json.find(R"("tmin_s":0,"tmax_s":1)") != std::string::npos);
  CHECK(start.contract.train_json.find(R"("jitter":true)") != std::string::npos);
  Training mirrored = started(R"("augment":{"mirror":true})");  // C3 and C4, left and right
  CHECK(mirrored->plan().ok());
  const auto info = started(R"("augment":{"jitterS":0.25})");
  REQUIRE(info->plan().ok());
  CHECK(info->describe_plan().find("start of data") != std::string::npos);  // the first cue comes too early
}

}  // namespace training_session_test
