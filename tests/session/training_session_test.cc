// A training as a page does it: data in, the same steps on every engine, a model file out.
#include "session/training_session.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/rng.h"
#include "session/fixtures.h"
#include "support/random_values.h"

using namespace eegate;
using namespace eegate::test;

namespace {

constexpr std::size_t kChans = 2, kTimes = 12, kEpochs = 30;
const std::string kConfig =
    R"("config":{"architecture":"transformer","n_chans":2,"n_heads":2,"n_blocks":1,"ffn_dim":8,)"
    R"("embedding":{"kind":"linear","dim":6},"dropout":{"attn_out":0.1,"ffn_out":0.1}})";
using Session = std::unique_ptr<TrainingSession>;

Session session_of(const std::string& request, std::span<const std::byte> model = {}) {
  auto session = TrainingSession::create(request, model);
  INFO((session.ok() ? std::string() : describe(session.error())));
  REQUIRE(session.ok());
  return std::move(session).value();
}

std::vector<std::int32_t> alternating(std::size_t n) {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(i % 2));
  return labels;
}

std::vector<std::int32_t> people(std::size_t n, std::size_t epochs_each) {
  std::vector<std::int32_t> subjects;
  for (std::size_t i = 0; i < n; ++i) subjects.push_back(static_cast<std::int32_t>(i / epochs_each));
  return subjects;
}

// Epochs whose class shows in the second channel.
std::vector<float> samples(std::size_t n = kEpochs) {
  std::vector<float> x = random_values(n * kChans * kTimes, "samples", 20);
  for (std::size_t i = 1; i < n; i += 2) {
    for (std::size_t t = 0; t < kTimes; ++t)
      x[(i * kChans + 1) * kTimes + t] += static_cast<float>(15 * std::sin(static_cast<double>(t)));
  }
  return x;
}

// Ready for its first step.
Session begun(const std::string& options, const std::vector<float>& x = samples()) {
  Session session = session_of("{" + kConfig + R"(,"options":{)" + options + "}}");
  REQUIRE(session->add_labels(alternating(kEpochs), people(kEpochs, 5), kChans * kTimes).ok());
  REQUIRE(session->plan().ok());
  REQUIRE(session->add_epochs(x).ok());
  const auto outcome = session->begin();
  INFO((outcome.ok() ? std::string() : describe(outcome.error())));
  REQUIRE(outcome.ok());
  return session;
}

// Several engines in step, until `last_position` or the end. Lane i's parts go to all others.
struct Crew {
  std::vector<Session> engines;
  std::vector<TrainAdvance> latest;

  explicit Crew(const std::string& options, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) engines.push_back(begun(options));
    for (std::size_t i = 0; i < n; ++i) latest.push_back(advance(i, false));
  }

  TrainAdvance advance(std::size_t lane, bool stop) {
    auto out = engines[lane]->advance(engines[lane]->position(), lane, engines.size(), stop);
    INFO((out.ok() ? std::string() : describe(out.error())));
    REQUIRE(out.ok());
    return std::move(out).value();
  }

  void round(bool stop = false) {
    for (std::size_t to = 0; to < engines.size(); ++to) {
      for (std::size_t from = 0; from < engines.size(); ++from) {
        if (from != to) REQUIRE(engines[to]->give(latest[from].parts).ok());
      }
    }
    for (std::size_t lane = 0; lane < engines.size(); ++lane) latest[lane] = advance(lane, stop);
  }

  // The file that every engine comes to.
  std::vector<std::byte> finish() {
    while (latest[0].stage != TrainStage::kEnd) round();
    const auto bytes = engines[0]->model_file(engines[0]->position());
    REQUIRE(bytes.ok());
    for (const Session& engine : engines) CHECK(*engine->model_file(engine->position()) == *bytes);
    return *bytes;
  }
};

const std::string kOptions = R"("epochs":3,"batchSize":10,"learningRate":0.01)";

std::string_view plan_code(Session& session, std::uint64_t limit = kAddressableBytes) {
  const auto plan = session->plan(limit);
  return plan.ok() ? std::string_view() : plan.error().code;
}

FixtureRecording recording(const std::string& name, const std::vector<std::string>& texts) {
  FixtureRecording fixture{.channels = channels_named({"C3", "Cz", "C4"}), .n_records = 20, .file_name = name};
  for (std::size_t i = 0; i < 9; ++i)
    fixture.annotations.push_back({2.0 * static_cast<double>(i), 1, texts[i % texts.size()]});
  return fixture;
}

constexpr const char* kRecipe =
    R"({"version":1,"bandpass":{"low_hz":1,"high_hz":40,"order":2,"mode":"zero_phase"},)"
    R"("epochs":{"by":"annotation","labels":{"T1":"left","T2":"right"},"tmin_s":0,"tmax_s":1}})";

}  // namespace

TEST_CASE("any number of engines comes to the same bytes", "[session][train]") {
  Crew one(kOptions, 1);
  const std::vector<std::byte> expected = one.finish();
  REQUIRE(one.engines[0]->judgement() != nullptr);
  CHECK(one.engines[0]->judgement()->n_trials == 5);
  for (const std::size_t n : {2u, 3u, 4u, 5u}) CHECK(Crew(kOptions, n).finish() == expected);
  const auto file = read_training_start(expected, 0);
  REQUIRE(file.ok());
  const auto card = JsonDocument::parse(file->contract.train_json);
  REQUIRE(card.ok());
  CHECK(card->root().get("metrics").get("n_trials").number() == 5);
  CHECK(card->root().get("classes").at(1).get("train").number() == 13);
  CHECK(card->root().get("subjects").size() == 6);
  CHECK(card->root().get("limits").string().find("1 other person") != std::string_view::npos);
  CHECK(card->root().get("date").absent());
}

TEST_CASE("an engine that is lost is replaced by one from another's checkpoint, at any moment", "[session][train]") {
  const std::vector<std::byte> expected = Crew(kOptions, 1).finish();
  for (int lost_after = 0; lost_after < 13; ++lost_after) {
    Crew crew(kOptions, 2);
    for (int i = 0; i < lost_after && crew.latest[0].stage != TrainStage::kEnd; ++i) crew.round();
    if (crew.latest[0].stage == TrainStage::kEnd) break;
    const auto checkpoint = crew.engines[0]->checkpoint(crew.engines[0]->position());
    REQUIRE(checkpoint.ok());
    crew.engines[1] = begun(kOptions);
    REQUIRE(crew.engines[1]->restore(*checkpoint, false).ok());
    CHECK(crew.engines[1]->position() == crew.engines[0]->position());
    crew.latest[1] = crew.advance(1, false);
    CHECK(crew.latest[1].stage == crew.latest[0].stage);
    CHECK(crew.finish() == expected);
  }
}

TEST_CASE("an engine at another point is found out", "[session][train]") {
  Crew crew(kOptions, 2);
  const std::vector<std::byte> early = crew.latest[1].parts;
  CHECK(crew.engines[0]->advance(0, 0, 2, false).error().code == "TRAIN_OUT_OF_STEP");  // parts are missing
  crew.round();
  CHECK(crew.engines[0]->give(early).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(crew.engines[0]->give(std::span(early).first(20)).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(crew.engines[0]->advance(0, 0, 2, false).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(crew.engines[0]->checkpoint(0).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(crew.engines[0]->model_file(7).error().code == "TRAIN_OUT_OF_STEP");
  Session fresh = session_of("{" + kConfig + "}");
  CHECK(fresh->advance(0, 0, 1, false).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(fresh->give(early).error().code == "TRAIN_OUT_OF_STEP");
  CHECK(fresh->restore(early, false).error().code == "TRAIN_OUT_OF_STEP");
}

TEST_CASE("a run that was stopped keeps what it reached, and can go on", "[session][train]") {
  Crew crew(kOptions, 2);
  for (int i = 0; i < 4; ++i) crew.round();
  const auto checkpoint = crew.engines[0]->checkpoint(crew.engines[0]->position());
  crew.round(true);
  CHECK(crew.engines[0]->describe(crew.latest[0]).find(R"("ended":"stopped")") != std::string::npos);
  crew.finish();
  CHECK(crew.engines[0]->judgement() != nullptr);
  const auto stopped = crew.engines[0]->checkpoint(crew.engines[0]->position());
  for (const auto& from : {checkpoint, stopped}) {
    Crew again(kOptions, 1);
    REQUIRE(again.engines[0]->restore(*from, true).ok());
    again.latest[0] = again.advance(0, false);
    CHECK(again.finish() == Crew(kOptions, 1).finish());
  }
}

TEST_CASE("a run that ran away ends with the last good weights", "[session][train]") {
  Crew crew(R"("epochs":9,"batchSize":5,"learningRate":900,"optimizer":"sgd")", 2);
  std::vector<Error> problems;
  while (crew.latest[0].stage != TrainStage::kEnd) {
    crew.round();
    if (crew.latest[0].problem) problems.push_back(*crew.latest[0].problem);
  }
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].code == "TRAIN_DIVERGED");
  CHECK(crew.engines[0]->describe(crew.latest[0]).find(R"("ended":"diverged")") != std::string::npos);
  const auto file = crew.engines[1]->model_file(crew.engines[1]->position());
  REQUIRE(file.ok());
  CHECK(open_model(*file, "m").ok());
}

TEST_CASE("recordings are cut, labelled and told apart by their people", "[session][train]") {
  Session session = session_of(R"({"config":{"preset":"gate_gru"},"options":{"epochs":1,"classWeights":"balanced"}})");
  const std::vector<std::string> texts = {"T1", "T0", "T2"};
  REQUIRE(session->add_recording(open(recording("S007R04.edf", texts)), kRecipe, "").ok());
  REQUIRE(session->add_recording(open(recording("S007R08.edf", texts)), kRecipe, "").ok());
  REQUIRE(session->add_recording(open(recording("mine.edf", texts)), kRecipe, "me").ok());
  REQUIRE(session->add_recording(open(recording("other.edf", texts)), kRecipe, "").ok());
  const auto plan = session->plan();
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  CHECK((*plan)->split_text == "1 of 3 subjects kept for validation");
  CHECK((*plan)->split.train.epochs.size() + (*plan)->split.validation.epochs.size() == 24);
  CHECK((*plan)->options.loss.class_weights == std::vector<float>{1, 1});
  const std::string info = session->describe_plan();
  CHECK(info.find(R"("classes":["left","right"],"chNames":["C3","Cz","C4"],"sfreq":160,"nTimes":160)") !=
        std::string::npos);
  CHECK(info.find(R"("splitBy":"subject","nSetAside":1,"nGroups":3)") != std::string::npos);
  CHECK(info.find(R"({"reason":"not in labels","count":12})") != std::string::npos);
  for (double done = 0; done < 1;) {
    const auto more = session->load();
    REQUIRE(more.ok());
    done = *more;
  }
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
  Session further = session_of(more, *file);
  REQUIRE(further->add_recording(open(recording("S001R04.edf", texts)), kEpochsAlone, "").ok());
  REQUIRE(further->add_recording(open(recording("S001R08.edf", texts)), kRecipe, "").ok());
  REQUIRE(further->plan().ok());
  CHECK(further->describe_plan().find(R"("classes":["left","right"])") != std::string::npos);
  CHECK(further->describe_plan().find("AUDIT_ONE_SUBJECT") != std::string::npos);
  Session strange = session_of(more, *file);
  const std::string feet = R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"feet","T2":"left"},)"
                           R"("tmin_s":0,"tmax_s":1}})";
  REQUIRE(strange->add_recording(open(recording("S001R04.edf", texts)), feet, "").ok());
  CHECK(plan_code(strange) == "TRAIN_CLASSES");
  const std::string notch = R"({"version":1,"notch":{"hz":50},"epochs":{"by":"window","length_s":1,"step_s":1}})";
  CHECK(strange->add_recording(open(recording("S001R04.edf", texts)), notch, "").error().code == "TRAIN_RECIPE");
  FixtureRecording fewer = recording("S002R04.edf", texts);
  fewer.channels = channels_named({"C3", "Cz"});
  CHECK(strange->add_recording(open(fewer), kEpochsAlone, "").error().code == "MODEL_CHANNELS");
  Session longer = session_of(more, *file);
  const std::string two_seconds =
      R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"right","T2":"left"},"tmin_s":0,"tmax_s":2}})";
  REQUIRE(longer->add_recording(open(recording("S001R04.edf", texts)), two_seconds, "").ok());
  CHECK(plan_code(longer) == "MODEL_TIMES");
}

TEST_CASE("jitter cuts longer epochs, of which the model knows nothing", "[session][train]") {
  const auto started = [](const std::string& augment) {
    Session session = session_of(R"({"config":{"preset":"pre_ln","n_blocks":1},"options":{"epochs":1,"split":"run",)" +
                                 augment + "}}");
    const std::vector<std::string> texts = {"T1", "T0", "T2"};
    REQUIRE(session->add_recording(open(recording("S001R04.edf", texts)), kRecipe, "").ok());
    REQUIRE(session->add_recording(open(recording("S001R08.edf", texts)), kRecipe, "").ok());
    return session;
  };
  const auto finished = [](Session session) {
    REQUIRE(session->plan().ok());
    for (double done = 0; done < 1;) done = *session->load();
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
  Session mirrored = started(R"("augment":{"mirror":true})");  // C3 and C4, left and right
  CHECK(mirrored->plan().ok());
  const auto info = started(R"("augment":{"jitterS":0.25})");
  REQUIRE(info->plan().ok());
  CHECK(info->describe_plan().find("start of data") != std::string::npos);  // the first cue comes too early
}

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
    Session session = session_of("{" + kConfig + R"(,"options":{"epochs":1}})");
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

TEST_CASE("validation is never made of neighbours", "[session][train]") {
  const auto split_of = [](const std::string& rule, std::size_t n_people, std::size_t n = kEpochs) {
    Session session = session_of("{" + kConfig + R"(,"options":{"split":")" + rule + "\"}}");
    const auto subjects = n_people == 0 ? std::vector<std::int32_t>() : people(n, n / n_people);
    REQUIRE(session->add_labels(alternating(n), subjects, kChans * kTimes).ok());
    const auto plan = session->plan();
    if (!plan.ok()) return std::string(plan.error().code);
    return std::string(split_name((*plan)->split_by)) + ": " + (*plan)->split_text;
  };
  CHECK(split_of("auto", 6) == "subject: 1 of 6 subjects kept for validation");
  CHECK(split_of("auto", 1) == "block: the last epochs of every recording and label kept for validation");
  CHECK(split_of("auto", 0) == "block: the last epochs of every recording and label kept for validation");
  CHECK(split_of("auto", 1, 2) == "none: ");
  CHECK(split_of("none", 6) == "none: ");
  CHECK(split_of("subject", 1) == "TRAIN_SPLIT");
  CHECK(split_of("subject", 0) == "TRAIN_SPLIT");
  CHECK(split_of("run", 3) == "run: 1 of 3 files kept for validation");
}

TEST_CASE("data that cannot train are refused with a reason", "[session][train]") {
  const auto fresh = [](const std::string& more = "") { return session_of("{" + kConfig + more + "}"); };
  const std::size_t floats = kChans * kTimes;
  Session session = fresh();
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
  const auto facts = [](Session& session) {
    const auto plan = session->plan();
    INFO((plan.ok() ? std::string() : describe(plan.error())));
    REQUIRE(plan.ok());
    return session->describe_plan();
  };
  Session plain = session_of("{" + kConfig + "}");
  REQUIRE(plain->add_labels(alternating(kEpochs), people(kEpochs, 5), kChans * kTimes).ok());
  const std::string wanted = facts(plain);
  Session session = session_of("{" + kConfig + "}");
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
  Session session = session_of(request), plain = session_of(request);
  for (const char* name : {"S001R04.edf", "S002R04.edf", "S003R04.edf"}) {
    REQUIRE(plain->add_recording(open(recording(name, texts)), kRecipe, "").ok());
    REQUIRE(session->add_recording(open(recording(name, texts)), kRecipe, "").ok());
    if (name[3] == '1') CHECK(plan_code(session, 1) == "TRAIN_MEMORY");
  }
  REQUIRE(plain->plan().ok());
  REQUIRE(session->plan().ok());
  CHECK(session->describe_plan() == plain->describe_plan());
}

TEST_CASE("memory that is not there is told in numbers", "[session][train]") {
  Session session = session_of("{" + kConfig + "}");
  REQUIRE(session->add_labels(alternating(kEpochs), {}, kChans * kTimes).ok());
  const auto plan = session->plan();
  REQUIRE(plan.ok());
  const TrainingMemory memory = (*plan)->memory;
  CHECK(memory.data == kEpochs * kChans * kTimes * 4);
  CHECK(memory.activations > 0);
  CHECK(check_memory(memory, kEpochs, memory.total()).ok());
  TrainingMemory made{.data = 3000, .model = 500, .batch_size = 8, .n_shards = 2, .most_at_once = 4, .trial = 100};
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
  const auto device = check_memory(made, 30, 3900, [](std::uint64_t bytes) { return bytes < 3700; });
  CHECK(device.error().hint.ends_with("A batch of 2 instead of 8 would fit."));
}
