// What a network costs before it is trained.
#include "session/train/network_preview.h"

#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <string>

#include "files/json.h"

using namespace eegate;

namespace network_preview_test {

namespace {

Result<NetworkPreview> preview(const std::string& setup) {
  return preview_network(setup, [] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
  });
}

}  // namespace

TEST_CASE("a network's size and cost are told before it is trained", "[session]") {
  const auto known = preview(R"({"config":{"preset":"gate_gru","n_chans":4,"n_times":40,"n_outputs":2,"n_blocks":1}})");
  REQUIRE(known.ok());
  CHECK(known->config.preset == "gate_gru");
  // embedding 320, attention 16640, feed-forward 33088, norms 256 + 128, gates 49280, head 130
  CHECK(known->n_parameters == 99842);
  CHECK(known->forward_ms > 0);
  CHECK(known->training_ms > known->forward_ms);
  const auto json = JsonDocument::parse(describe(*known));
  REQUIRE(json.ok());
  CHECK(json->root().get("parameters").number() == 99842);
  CHECK(json->root().get("trainingMsPerEpoch").number() == known->training_ms);
  CHECK(json->root().get("config").get("n_blocks").number() == 1);
}

TEST_CASE("a very large network is not tried, and one that cannot be is refused", "[session]") {
  const auto large = preview(
      R"({"config":{"preset":"pre_ln","n_chans":64,"n_times":20,"n_outputs":2,"embedding":{"kind":"linear","dim":1024}}})");
  REQUIRE(large.ok());
  CHECK(large->n_parameters > 8'000'000);
  CHECK(large->training_ms < 0);
  CHECK(describe(*large).find("msPerEpoch") == std::string::npos);
  const auto untried = preview(
      R"({"config":{"architecture":"bilstm_attn","hidden":1024,"n_layers":8,"n_chans":6,"n_times":64,"n_outputs":2}})");
  REQUIRE(untried.ok());  // hundreds of millions of weights, of which none is drawn
  CHECK(untried->n_parameters > 150'000'000);
  CHECK(preview(R"({"config":{"preset":"pre_ln","n_chans":64,"n_times":20,"n_outputs":2,"ffn_dim":65536,"n_blocks":64,)"
                R"("embedding":{"kind":"linear","dim":8192}}})")
            .error()
            .code == "MODEL_TOO_LARGE");
  CHECK(preview(R"({"config":{"preset":"none such","n_chans":4,"n_times":40,"n_outputs":2}})").error().code ==
        "MODEL_PRESET");
  CHECK(preview(R"({"config":{"preset":"gate_gru","n_chans":4}})").error().code == "MODEL_CONFIG_MISSING");
}

}  // namespace network_preview_test
