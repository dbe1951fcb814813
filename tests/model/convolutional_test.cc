// EEGNet, CNN, SyncNet and EEG-ChannelNet: shapes and parameter counts of the publications, impossible sizes, memory.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/architecture.h"
#include "model/layers/chain_network.h"
#include "model/model.h"
#include "support/model_bytes.h"
#include "support/peak_memory.h"
#include "support/random_values.h"

using namespace eegate;
using eegate::test::config_from;
using eegate::test::Fill;
using eegate::test::metadata_for;
using eegate::test::model_bytes;
using eegate::test::random_values;
using eegate::test::usual_fill;

namespace convolutional_test {

namespace {

std::string sized(const char* architecture, std::size_t n_chans, std::size_t n_times, const std::string& more = "") {
  return R"({"architecture":")" + std::string(architecture) + R"(","n_chans":)" + std::to_string(n_chans) +
         R"(,"n_times":)" + std::to_string(n_times) + R"(,"n_outputs":3)" + (more.empty() ? "" : "," + more) + "}";
}

// The shapes between all layers of the network.
std::vector<MapShape> shapes_of(const std::string& json) {
  const ModelConfig config = config_from(json);
  const Architecture& architecture = *find_architecture(config.architecture);
  const auto network = architecture.make(config, Weights(architecture.tensors(config)));
  REQUIRE(network.ok());
  return dynamic_cast<const ChainNetwork&>(**network).shapes(config.n_times);
}

bool passes_through(const std::vector<MapShape>& shapes, const std::vector<MapShape>& wanted) {
  auto from = shapes.begin();
  for (const MapShape& shape : wanted) {
    from = std::find(from, shapes.end(), shape);
    if (from == shapes.end()) return false;
  }
  return true;
}

Error refusal(const std::string& json) {
  const auto document = JsonDocument::parse(json);
  REQUIRE(document.ok());
  const auto config = read_config(document->root());
  REQUIRE_FALSE(config.ok());
  CHECK(config.error().code == "MODEL_CONFIG_CONFLICT");
  return config.error();
}

const char* const kNames[] = {"eegnet", "cnn", "syncnet", "eeg_channelnet"};
const char kSmallChannelnet[] = R"("temporal_maps":2,"temporal_kernel":9,"spatial_maps":2,"final_maps":3,"hidden":10)";

std::string small(const std::string& name) {
  return sized(name.c_str(), 20, 72, name == "eeg_channelnet" ? kSmallChannelnet : "");
}

// The phase of SyncNet's first channel is 0, and its decay rates are positive.
std::vector<std::byte> bytes_of(const ModelConfig& config) {
  return model_bytes(config, metadata_for(config), [](const TensorSpec& spec) {
    if (spec.name == "phi") return Fill{0, 0};
    return spec.name == "beta" ? Fill{0.3, 0.2} : usual_fill(spec);
  });
}

}  // namespace

TEST_CASE("maps have the shapes that the papers of the models give", "[model]") {
  CHECK(passes_through(shapes_of(sized("eegnet", 64, 656)), {{1, 64, 656, 1},
                                                             {1, 64, 656, 8},
                                                             {1, 1, 656, 16},
                                                             {1, 1, 164, 16},
                                                             {1, 1, 20, 16},
                                                             {1, 1, 1, 320},
                                                             {1, 1, 1, 3}}));
  // Half a kernel on both sides: an even one makes the signal longer by a sample.
  CHECK(passes_through(shapes_of(sized("eegnet", 64, 656, R"("pad":"torch")")),
                       {{1, 64, 657, 8}, {1, 1, 164, 16}, {1, 1, 165, 16}, {1, 1, 20, 16}}));
  CHECK(passes_through(shapes_of(sized("eeg_channelnet", 128, 440, R"("hidden":10)")), {{1, 128, 440, 1},
                                                                                        {1, 128, 220, 40},
                                                                                        {1, 64, 220, 200},
                                                                                        {1, 31, 109, 200},
                                                                                        {1, 15, 54, 200},
                                                                                        {1, 7, 26, 200},
                                                                                        {1, 3, 12, 200},
                                                                                        {1, 1, 10, 50},
                                                                                        {1, 1, 1, 500}}));
  CHECK(passes_through(shapes_of(sized("eeg_channelnet", 64, 656, R"("hidden":10)")), {{1, 64, 328, 40},
                                                                                       {1, 32, 328, 200},
                                                                                       {1, 15, 163, 200},
                                                                                       {1, 7, 81, 200},
                                                                                       {1, 3, 40, 200},
                                                                                       {1, 1, 38, 50},
                                                                                       {1, 1, 1, 1900}}));
  for (const char* name : {"cnn", "syncnet"}) {
    CHECK(passes_through(shapes_of(sized(name, 64, 656)), {{1, 1, 656, 64}, {1, 1, 656, 10}, {1, 1, 17, 10}}));
  }
}

TEST_CASE("windows and arrays of electrodes that are too small are refused with numbers and a way out", "[model]") {
  const Error eegnet = refusal(sized("eegnet", 8, 31));
  CHECK(eegnet.found == "31");
  CHECK(eegnet.expected == "at least 32 samples, or smaller pool1 and pool2");
  CHECK(refusal(sized("eegnet", 8, 1, R"("pad":"torch","pool1":2,"pool2":1,"kernel_length":3)")).found == "1");
  CHECK(shapes_of(sized("eegnet", 8, 32)).back() == MapShape{1, 1, 1, 3});

  const Error deep = refusal(sized("eeg_channelnet", 64, 656, R"("n_residual":4)"));
  CHECK(deep.field == "config.n_residual");
  CHECK(deep.found == "1 x 19");
  CHECK(deep.expected == "at least 3 x 3, which n_residual 3 leaves");
  const Error tiny = refusal(sized("eeg_channelnet", 4, 656));
  CHECK(tiny.found == "2 x 328");
  CHECK(tiny.expected == "at least 3 x 3: more channels, or longer windows");
  const Error odd = refusal(sized("eeg_channelnet", 21, 656));
  CHECK(odd.found == "11 and 10");
  CHECK(odd.expected == "an even number of channels, or a smaller n_spatial");
  const Error few = refusal(sized("eeg_channelnet", 3, 656));
  CHECK(few.found == "4");
  CHECK(few.expected == "at most 3");
}

TEST_CASE("a trial's logits do not depend on its batch, and memory is taken once", "[model]") {
  for (const std::string name : kNames) {
    CAPTURE(name);
    const ModelConfig config = config_from(small(name));
    auto model = Model::load(bytes_of(config));
    REQUIRE(model.ok());
    const std::size_t n = 5, n_trial = config.n_chans * config.n_times;
    const std::vector<float> x = random_values(n * n_trial, "x", 40);
    std::vector<float> together(n * 3), alone(n * 3);
    const auto predict = [&](std::size_t first, std::size_t count, std::vector<float>& out) {
      REQUIRE(model
                  ->predict({x.data() + first * n_trial, count, config.n_chans, config.n_times},
                            {out.data() + first * 3, count, 3})
                  .ok());
    };
    predict(0, n, together);
    const eegate::test::PeakMemory peak;
    for (std::size_t i = 0; i < n; ++i) predict(i, 1, alone);
    CHECK(peak.bytes() < 16384);  // some lists with one number for each map
    CHECK(alone == together);
  }
}

TEST_CASE("convolutional models that need more memory than an engine has are refused", "[model]") {
  const std::string huge[] = {
      sized("eegnet", 64, 1048576, R"("F1":1024,"D":1,"F2":1,"pool1":1024,"pool2":1024)"),
      sized("cnn", 8, 1048576, R"("filters":4096,"pool":65536)"),
      sized("syncnet", 8, 1048576, R"("filters":4096,"pool":65536)"),
      sized("eeg_channelnet", 64, 131072,
            R"("temporal_maps":256,"n_residual":3,"spatial_maps":1,"hidden":1,"final_maps":1)"),
  };
  for (const std::string& json : huge) {
    CAPTURE(json);
    const ModelConfig config = config_from(json);
    const auto model = Model::load(bytes_of(config));
    REQUIRE_FALSE(model.ok());
    CHECK(model.error().code == "MODEL_TOO_LARGE");
    CHECK(!model.error().hint.empty());
  }
}

}  // namespace convolutional_test
