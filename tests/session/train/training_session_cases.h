// Engines, recordings and requests that the tests of training sessions share.
#pragma once

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "base/rng.h"
#include "session/fixtures.h"
#include "session/train/training_session.h"
#include "support/random_values.h"

namespace eegate::test::training_sessions {

inline constexpr std::size_t kChans = 2, kTimes = 12, kEpochs = 30;
inline const std::string kConfig =
    R"("config":{"architecture":"transformer","n_chans":2,"n_heads":2,"n_blocks":1,"ffn_dim":8,)"
    R"("embedding":{"kind":"linear","dim":6},"dropout":{"attn_out":0.1,"ffn_out":0.1}})";
using Training = std::unique_ptr<TrainingSession>;

inline Training session_of(const std::string& request, std::span<const std::byte> model = {}) {
  auto session = TrainingSession::create(request, model);
  INFO((session.ok() ? std::string() : describe(session.error())));
  REQUIRE(session.ok());
  return std::move(session).value();
}

inline std::vector<std::int32_t> alternating(std::size_t n) {
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < n; ++i) labels.push_back(static_cast<std::int32_t>(i % 2));
  return labels;
}

inline std::vector<std::int32_t> people(std::size_t n, std::size_t epochs_each) {
  std::vector<std::int32_t> subjects;
  for (std::size_t i = 0; i < n; ++i) subjects.push_back(static_cast<std::int32_t>(i / epochs_each));
  return subjects;
}

// Epochs whose class shows in the second channel.
inline std::vector<float> samples(std::size_t n = kEpochs) {
  std::vector<float> x = random_values(n * kChans * kTimes, "samples", 20);
  for (std::size_t i = 1; i < n; i += 2) {
    for (std::size_t t = 0; t < kTimes; ++t)
      x[(i * kChans + 1) * kTimes + t] += static_cast<float>(15 * std::sin(static_cast<double>(t)));
  }
  return x;
}

// Ready for its first step.
inline Training begun(const std::string& options, const std::vector<float>& x = samples()) {
  Training session = session_of("{" + kConfig + R"(,"options":{)" + options + "}}");
  REQUIRE(session->add_labels(alternating(kEpochs), people(kEpochs, 5), kChans * kTimes).ok());
  REQUIRE(session->plan().ok());
  REQUIRE(session->add_epochs(x).ok());
  const auto outcome = session->begin();
  INFO((outcome.ok() ? std::string() : describe(outcome.error())));
  REQUIRE(outcome.ok());
  return session;
}

// Several engines in step, until `last_position` or the end. The parts of each engine go to all others.
struct EngineGroup {
  std::vector<Training> engines;
  std::vector<TrainAdvance> latest;

  explicit EngineGroup(const std::string& options, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) engines.push_back(begun(options));
    for (std::size_t i = 0; i < n; ++i) latest.push_back(advance(i, false));
  }

  TrainAdvance advance(std::size_t worker_index, bool stop) {
    auto out = engines[worker_index]->advance(engines[worker_index]->position(), worker_index, engines.size(), stop);
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
    for (std::size_t worker_index = 0; worker_index < engines.size(); ++worker_index)
      latest[worker_index] = advance(worker_index, stop);
  }

  // The file that every engine comes to.
  std::vector<std::byte> finish() {
    while (latest[0].stage != TrainStage::kEnd) round();
    const auto bytes = engines[0]->model_file(engines[0]->position());
    REQUIRE(bytes.ok());
    for (const Training& engine : engines) CHECK(*engine->model_file(engine->position()) == *bytes);
    return *bytes;
  }
};

inline const std::string kOptions = R"("epochs":3,"batchSize":10,"learningRate":0.01)";

inline std::string_view plan_code(Training& session, std::uint64_t limit = kAddressableBytes) {
  const auto plan = session->plan(limit);
  return plan.ok() ? std::string_view() : plan.error().code;
}

inline FixtureRecording recording(const std::string& name, const std::vector<std::string>& texts) {
  FixtureRecording fixture{.channels = channels_named({"C3", "Cz", "C4"}), .n_records = 20, .file_name = name};
  for (std::size_t i = 0; i < 9; ++i)
    fixture.annotations.push_back({2.0 * static_cast<double>(i), 1, texts[i % texts.size()]});
  return fixture;
}

inline constexpr const char* kRecipe =
    R"({"version":1,"bandpass":{"low_hz":1,"high_hz":40,"order":2,"mode":"zero_phase"},)"
    R"("epochs":{"by":"annotation","labels":{"T1":"left","T2":"right"},"tmin_s":0,"tmax_s":1}})";

}  // namespace eegate::test::training_sessions
