// What a page is told of one trial's way through a model.
#include "session/explain/inspection.h"

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "session/session.h"
#include "support/model_bytes.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::metadata_for;
using eegate::test::model_bytes;
using eegate::test::random_values;

namespace inspection_test {

namespace {

Session session_with(const std::string& config_json) {
  const ModelConfig config = config_from(config_json);
  Session session;
  const auto opened = session.load_model(1, model_bytes(config, metadata_for(config)), "model");
  INFO((opened.ok() ? std::string() : describe(opened.error())));
  REQUIRE(opened.ok());
  return session;
}

const InspectedTensor& find(const Inspection& inspection, const std::string& name) {
  const auto at = std::ranges::find(inspection.tensors, name, &InspectedTensor::name);
  INFO(name);
  REQUIRE(at != inspection.tensors.end());
  return *at;
}

Inspection inspected(const Session& session, const std::vector<float>& x, const std::string& options) {
  auto inspection = session.inspect(1, x, options);
  INFO((inspection.ok() ? std::string() : describe(inspection.error())));
  REQUIRE(inspection.ok());
  return std::move(inspection).value();
}

using Shape = std::vector<std::size_t>;

const char* const kGated =
    R"({"architecture":"transformer","n_chans":3,"n_times":40,"n_outputs":2,"n_heads":2,"ffn_dim":12,"n_blocks":2,
        "embedding":{"kind":"conv_stem","filters":4,"depth":2,"spatial":"depthwise","kernel_times":5,"padding":"same",
                     "pool_times":8,"pool_stride":4}})";

}  // namespace

TEST_CASE("an inspection holds every step, in order, with shapes", "[session][inspection]") {
  const Session session = session_with(kGated);
  const std::vector<float> x = random_values(3 * 40, "x");
  const Inspection inspection = inspected(session, x, R"({"query":3,"weights":["blocks.1.gate2.w_z","head.bias"]})");
  std::vector<std::string> names;
  for (const InspectedTensor& tensor : inspection.tensors) {
    names.push_back(tensor.name);
    std::size_t n = 1;
    for (const std::size_t extent : tensor.shape) n *= extent;
    CAPTURE(tensor.name);
    CHECK(n == tensor.values.size());
  }
  CHECK(names.front() == "standardized");
  CHECK(find(inspection, "standardized").shape == Shape{3, 40});
  CHECK(find(inspection, "tokens").shape == Shape{9, 8});
  CHECK(find(inspection, "positions").shape == Shape{9, 8});
  CHECK(find(inspection, "blocks.1.attention_map").shape == Shape{2, 9, 9});
  CHECK(find(inspection, "blocks.0.attention_row").shape == Shape{2, 9});
  CHECK(find(inspection, "blocks.0.gate2_candidate").shape == Shape{9, 8});
  CHECK(find(inspection, "blocks.1.output").shape == Shape{9, 8});
  CHECK(find(inspection, "pooled").shape == Shape{1, 8});
  CHECK(find(inspection, "weights.blocks.1.gate2.w_z").shape == Shape{8, 8});
  CHECK(find(inspection, "probabilities").shape == Shape{2});
  // A token of a convolutional stem saw its pool window and half a kernel on both sides of it.
  const std::vector<float>& places = find(inspection, "blocks.0.places").values;
  CHECK(std::vector<float>(places.begin(), places.begin() + 8) == std::vector<float>{0, 10, 0, 3, 2, 12, 0, 3});
  CHECK(std::vector<float>(places.end() - 4, places.end()) == std::vector<float>{30, 10, 0, 3});
}

TEST_CASE("a token's place is where samples reach it", "[session][inspection]") {
  const char* embeddings[] = {
      R"("embedding":{"kind":"conv_stem","filters":4,"depth":1,"spatial":"full","kernel_times":7,"padding":"same","pool_times":6,"pool_stride":5})",
      R"("embedding":{"kind":"conv_stem","filters":4,"depth":1,"spatial":"full","kernel_times":7,"padding":"valid","pool_times":6,"pool_stride":5})",
      R"("embedding":{"kind":"patch","dim":8,"patch_chans":2,"patch_times":8,"stride_chans":1,"stride_times":5})",
      R"("embedding":{"kind":"linear","dim":8})", R"("embedding":{"kind":"linear","dim":8},"cls":true)"};
  for (const char* embedding : embeddings) {
    CAPTURE(embedding);
    const Session session = session_with(
        R"({"architecture":"transformer","n_chans":3,"n_times":40,"n_outputs":2,"n_heads":2,"n_blocks":1,"standardize":"none",)" +
        std::string(embedding) + "}");
    std::vector<float> x = random_values(3 * 40, "x");
    const Inspection before = inspected(session, x, "");
    const InspectedTensor& places = find(before, "blocks.0.places");
    const std::size_t n = places.shape[0], width = find(before, "tokens").shape[1];
    for (std::size_t chan = 0; chan < 3; ++chan) {
      for (std::size_t time = 0; time < 40; ++time) {
        std::vector<float> moved = x;
        moved[chan * 40 + time] += 1;
        const Inspection after = inspected(session, moved, "");
        for (std::size_t i = 0; i < n; ++i) {
          const float* place = places.values.data() + i * 4;
          const bool inside = static_cast<float>(time) >= place[0] && static_cast<float>(time) < place[0] + place[1] &&
                              static_cast<float>(chan) >= place[2] && static_cast<float>(chan) < place[2] + place[3];
          const auto row = [&](const Inspection& of) {
            const auto first = find(of, "embedded").values.begin() + static_cast<std::ptrdiff_t>(i * width);
            return std::vector<float>(first, first + static_cast<std::ptrdiff_t>(width));
          };
          CAPTURE(chan, time, i);
          CHECK(inside == (row(before) != row(after)));
        }
      }
    }
  }
}

TEST_CASE("the ablation of an inspection is that of a prediction", "[session][inspection]") {
  Session session = session_with(kGated);
  const std::vector<float> x = random_values(3 * 40, "x");
  const char* parts =
      R"([{"block":0,"head":1},{"block":1,"gate":"ffn","to":"closed"},{"block":1,"gate":"attention","to":"open"}])";
  const Inspection inspection = inspected(session, x, R"({"ablate":)" + std::string(parts) + "}");
  const auto logits = session.predict(1, x, 1, 40, parts), whole = session.predict(1, x, 1, 40);
  REQUIRE(logits.ok());
  REQUIRE(whole.ok());
  CHECK(*logits != *whole);
  for (std::size_t i = 0; i < 2; ++i) CHECK(std::abs((*logits)[i] - find(inspection, "logits").values[i]) < 1e-6F);
  CHECK(find(inspection, "blocks.1.output").values == find(inspection, "blocks.1.middle").values);
  const std::vector<float>& openness = find(inspection, "blocks.1.gate1").values;
  CHECK(std::ranges::all_of(openness, [](float s) { return s == 1.0F; }));
  for (std::size_t token = 0; token < 9; ++token) {
    for (std::size_t e = 0; e < 4; ++e) CHECK(find(inspection, "blocks.0.heads").values[token * 8 + 4 + e] == 0.0F);
  }
}

TEST_CASE("a gate is forced to a weight between closed and open", "[session][inspection]") {
  const Session session = session_with(kGated);
  const std::vector<float> x = random_values(3 * 40, "x");
  const auto part = [](const std::string& weight) {
    return R"({"ablate":[{"block":0,"gate":"attention","to":"open")" + weight + "}]}";
  };
  const Inspection third = inspected(session, x, part(R"(,"weight":0.3)"));
  for (const float s : find(third, "blocks.0.gate1").values) CHECK(std::abs(s - 0.3F) < 1e-6F);
  const auto logits = [&](const std::string& to) { return find(inspected(session, x, part(to)), "logits").values; };
  CHECK(logits(R"(,"weight":1)") == logits(""));
  CHECK(logits(R"(,"weight":0.3)") != logits(""));
}

TEST_CASE("a chain of layers is inspected layer by layer", "[session][inspection]") {
  const Session session = session_with(R"({"architecture":"eegnet","n_chans":3,"n_times":128,"n_outputs":2})");
  const Inspection inspection = inspected(session, random_values(3 * 128, "x"), "");
  REQUIRE(inspection.layers.size() > 5);
  CHECK(std::ranges::count(inspection.layers, "convolution") >= 2);
  CHECK(inspection.layers.back() == "dense");
  CHECK(find(inspection, "layers.0").shape.size() == 4);
  CHECK(find(inspection, "layers." + std::to_string(inspection.layers.size() - 1)).values ==
        find(inspection, "logits").values);
}

TEST_CASE("what cannot be inspected is said", "[session][inspection]") {
  const Session session = session_with(kGated);
  const std::vector<float> x = random_values(3 * 40, "x");
  const auto code = [&](const std::string& options, const std::vector<float>& values) {
    const auto inspection = session.inspect(1, values, options);
    return inspection.ok() ? std::string() : std::string(inspection.error().code);
  };
  CHECK(code("", x).empty());
  CHECK(code("", {x.begin(), x.end() - 1}) == "MODEL_CHANNELS");
  CHECK(code("", {x.begin(), x.begin() + 3}) == "MODEL_TIMES");
  CHECK(code(R"({"query":-1})", x) == "INSPECT_OPTION");
  CHECK(code(R"({"mapSize":0})", x) == "INSPECT_OPTION");
  CHECK(code(R"({"weights":["no.such"]})", x) == "INSPECT_OPTION");
  CHECK(code(R"({"ablate":[{"block":0}]})", x) == "ABLATE_PART");
  CHECK(code(R"({"ablate":[{"block":0,"head":2}]})", x) == "ABLATE_PART");
  CHECK(code(R"({"ablate":[{"block":2,"head":0}]})", x) == "ABLATE_PART");
  CHECK(code(R"({"ablate":[{"block":0,"gate":"input","to":"open"}]})", x) == "ABLATE_PART");
  CHECK(code(R"({"ablate":[{"block":0,"gate":"ffn","to":"half"}]})", x) == "ABLATE_PART");
  CHECK(code(R"({"ablate":[{"block":0,"gate":"ffn","to":"open","weight":1.5}]})", x) == "ABLATE_PART");
  CHECK(code(R"({"ablate":[{"block":0,"gate":"ffn","to":"open","weight":-0.1}]})", x) == "ABLATE_PART");
  CHECK(code("{", x) == "JSON_SYNTAX");
}

}  // namespace inspection_test
