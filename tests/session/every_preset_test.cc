// Whatever can be trained can be explained, and looked into.
#include "support/every_preset.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "session/explain/explanation.h"
#include "session/explain/inspection.h"
#include "session/fixtures.h"
#include "session/session.h"
#include "session/train/training_session.h"
#include "support/random_values.h"
#include "train/init.h"
#include "train/save.h"

using namespace eegate;

namespace every_preset_test {

namespace {

constexpr ExplainMethod kMethods[] = {ExplainMethod::kGradientInput, ExplainMethod::kIntegratedGradients,
                                      ExplainMethod::kOcclusionChannel, ExplainMethod::kOcclusionTime,
                                      ExplainMethod::kAttentionRollout};

struct NewModel {
  explicit NewModel(std::string_view preset) {
    const auto [n_chans, n_times] = test::few_tokens(preset);
    auto made = preset_config(preset, n_chans, n_times, 3);
    REQUIRE(made.ok());
    config = std::move(made).value();
    test::make_narrow(config);
    config.ch_names = test::electrodes(n_chans);
    ModelContract contract{.ch_names = config.ch_names, .sfreq = 160, .classes = {"left", "right", "rest"}};
    auto written = write_model(config, initial_weights(config, 3), contract, {});
    INFO((written.ok() ? std::string() : describe(written.error())));
    REQUIRE(written.ok());
    file = std::move(written).value();
    x_uv = test::random_values(n_chans * n_times, preset, 30);
  }
  ModelConfig config;
  std::vector<std::byte> file;
  std::vector<float> x_uv;  // one trial
};

void check_explanation(const NewModel& model, ExplainMethod method) {
  const std::string request = R"({"target":1,"method":")" + std::string(kExplainMethods.name_of(method)) + "\"}";
  auto begun = begin_explanation(model.file, model.x_uv, 1, model.config.n_times, request);
  if (method == ExplainMethod::kAttentionRollout && model.config.architecture != "transformer") {
    REQUIRE_FALSE(begun.ok());
    CHECK(std::string(begun.error().code) == "EXPLAIN_NO_ATTENTION");
    return;
  }
  INFO((begun.ok() ? std::string() : describe(begun.error())));
  REQUIRE(begun.ok());
  Explanation& explanation = **begun;
  for (double done = 0; done < 1;) {
    const auto share = explanation.advance();
    REQUIRE(share.ok());
    done = *share;
  }
  const auto& values = explanation.values();
  CHECK(std::ranges::all_of(values, [](float v) { return std::isfinite(v); }));
  CHECK(std::ranges::any_of(values, [](float v) { return v != 0; }));
  CHECK(explanation.checks().made);
  CHECK_FALSE(explanation.checks().reasons().empty());
  if (method == ExplainMethod::kIntegratedGradients) CHECK(explanation.checks().completeness.residual <= 0.02);
}

}  // namespace

TEST_CASE("every preset is explained by every method that has a meaning for it", "[session][explain][heavy]") {
  for (const std::string_view preset : preset_names()) {
    if (!test::is_taken(preset)) continue;
    DYNAMIC_SECTION(preset) {
      const NewModel model(preset);
      for (const ExplainMethod method : kMethods) {
        CAPTURE(std::string(kExplainMethods.name_of(method)));
        check_explanation(model, method);
      }
    }
  }
}

TEST_CASE("every preset can be looked into", "[session][inspection]") {
  for (const std::string_view preset : preset_names()) {
    CAPTURE(std::string(preset));
    const NewModel model(preset);
    Session session;
    REQUIRE(session.load_model(1, model.file, "model").ok());
    const auto inspection = session.inspect(1, model.x_uv, "{}");
    INFO((inspection.ok() ? std::string() : describe(inspection.error())));
    REQUIRE(inspection.ok());
    const bool is_transformer = model.config.architecture == "transformer";
    const auto has = [&](const char* name) {
      return std::ranges::find(inspection->tensors, name, &InspectedTensor::name) != inspection->tensors.end();
    };
    CHECK(has("standardized"));
    CHECK(has(is_transformer ? "blocks.0.attention_map" : "layers.0"));
    CHECK(has("probabilities"));
  }
}

TEST_CASE("a page trains what lays out electrodes by name, and hears of one that has no place", "[session][train]") {
  const std::string recipe =
      R"({"version":1,"bandpass":{"low_hz":1,"high_hz":18},"resample_hz":40,)"
      R"("epochs":{"by":"annotation","labels":{"T1":"left","T2":"right"},"tmin_s":0,"tmax_s":0.5}})";
  const auto training_with = [&](const std::string& last_electrode) {
    std::vector<std::string> names = test::electrodes(9);
    names.push_back(last_electrode);
    test::FixtureRecording recording{.channels = test::channels_named(names), .annotations = {}};
    for (int i = 0; i < 4; ++i) recording.annotations.push_back({2.0 * i + 1, 1, i % 2 == 0 ? "T1" : "T2"});
    auto session = TrainingSession::create(
        R"({"config":{"preset":"mesh_cascade_small"},"options":{"epochs":1,"split":"none"}})", {});
    REQUIRE(session.ok());
    REQUIRE((*session)->add_recording(test::open(recording), recipe, "").ok());
    return std::move(session).value();
  };
  const auto session = training_with("CPz");
  const auto plan = session->plan();
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  for (double done = 0; done < 1; done = session->load(0).value()) {
  }
  REQUIRE(session->begin().ok());
  CHECK(session->advance(session->position(), 0, 1, false).ok());

  const auto refused = training_with("EOG")->plan();
  REQUIRE_FALSE(refused.ok());
  CHECK(std::string(refused.error().code) == "MODEL_CHANNELS");
  CHECK(refused.error().found.find("EOG") != std::string::npos);
}

}  // namespace every_preset_test
