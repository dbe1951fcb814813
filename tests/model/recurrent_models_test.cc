// Bi-LSTM with attention, CRAM and Mesh-Cascade as model files: errors, other window lengths, memory.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "model/model.h"
#include "model/network.h"
#include "model/resize.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/shard.h"

using namespace eegate;
using namespace eegate::test;

namespace recurrent_models_test {

namespace {

const std::string kBilstm = R"("architecture":"bilstm_attn","hidden":5,"attn_units":4,"n_layers":2)";
const std::string kCram = R"("architecture":"cram","window":12,"step":4,"filters":3,"kernel_length":4,"pool":3,
  "pool_stride":2,"hidden":5,"attn_units":3)";
const std::string kMesh = R"("architecture":"mesh_cascade","maps":[2,3],"dense":7,"hidden":5,"fc":4)";

ModelConfig config_of(const std::string& fields, std::size_t n_times, const std::vector<std::string>& names) {
  ModelConfig config = config_from(R"({"n_outputs":2,"n_chans":)" + std::to_string(names.size()) + R"(,"n_times":)" +
                                   std::to_string(n_times) + "," + fields + "}");
  config.ch_names = names;
  return config;
}

const std::vector<std::string> kNames = {"Fp1", "C3", "Cz", "O2"};

std::vector<std::byte> file_of(const ModelConfig& config) {
  Metadata metadata = metadata_for(config);
  std::string names;
  for (const std::string& name : config.ch_names) names += (names.empty() ? "[\"" : ",\"") + name + "\"";
  for (auto& [key, value] : metadata) {
    if (key == "channels") value = names + "]";
  }
  return model_bytes(config, metadata);
}

Weights weights_for(const ModelConfig& config) {
  Weights weights(find_architecture(config.architecture)->tensors(config));
  for (std::size_t i = 0; i < weights.specs().size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    std::ranges::copy(generated(1, spec.name, spec.n_values(), usual_fill(spec)), weights.values(i).begin());
  }
  return weights;
}

std::vector<float> logits_of(Model& model, const std::vector<float>& x, std::size_t n, std::size_t n_times) {
  std::vector<float> logits(n * model.config().n_outputs);
  const auto done =
      model.predict({x.data(), n, model.config().n_chans, n_times}, {logits.data(), n, model.config().n_outputs});
  INFO((done.ok() ? std::string() : describe(done.error())));
  REQUIRE(done.ok());
  return logits;
}

Error load_error(const ModelConfig& config) {
  const auto model = Model::load(file_of(config));
  REQUIRE_FALSE(model.ok());
  return model.error();
}

}  // namespace

TEST_CASE("an electrode without a cell of the mesh is refused by its name", "[model]") {
  const Error missing = load_error(config_of(kMesh, 20, {"Fp1", "C3", "X7", "O2"}));
  CHECK(missing.code == "MODEL_CHANNELS");
  CHECK(missing.found.find("X7") != std::string::npos);
  const Error twice = load_error(config_of(kMesh, 20, {"T3", "C3", "Cz", "T7"}));  // old and new name of one electrode
  CHECK(twice.code == "MODEL_CHANNELS");
  CHECK(twice.found.find("T7") != std::string::npos);
  CHECK(Model::load(file_of(config_of(kMesh, 20, {"fp1.", "c3..", "CZ", "O2.."}))).ok());
  // A network without electrode names.
  ModelConfig unnamed = config_of(kMesh, 20, kNames);
  unnamed.ch_names.clear();
  const auto network = find_architecture("mesh_cascade")->make(unnamed, weights_for(unnamed));
  CHECK(network.error().code == "MODEL_CHANNELS");
}

TEST_CASE("trials without a window or a segment are refused, at load and at run time", "[model]") {
  const auto refusal = [](const std::string& fields, std::size_t n_times) {
    const auto document =
        JsonDocument::parse(R"({"n_outputs":2,"n_chans":4,"n_times":)" + std::to_string(n_times) + "," + fields + "}");
    const auto config = read_config(document->root());
    return config.ok() ? Error{.code = "", .message = ""} : config.error();
  };
  const auto conflict = [&](const std::string& fields, std::size_t n_times) { return refusal(fields, n_times).code; };
  CHECK(refusal(kCram, 12).expected == "at least 13 samples, or a smaller window");
  CHECK(refusal(kCram + R"(,"strict":false)", 11).expected == "at least 12 samples, or a smaller window");
  CHECK(refusal(kMesh, 9).expected == "at least 10 samples, or a smaller segment");
  CHECK(conflict(kCram, 12) == "MODEL_CONFIG_CONFLICT");  // strict: a window that ends with the trial does not count
  CHECK(conflict(kCram, 13).empty());
  CHECK(conflict(kCram + R"(,"strict":false)", 12).empty());
  const std::string wide_pool = R"("architecture":"cram","window":12,"kernel_length":4,"pool":10)";
  CHECK(conflict(wide_pool, 40) == "MODEL_CONFIG_CONFLICT");  // 4 + 10 - 1 > 12
  CHECK(conflict(kMesh, 9) == "MODEL_CONFIG_CONFLICT");
  CHECK(conflict(kMesh, 10).empty());
  for (const std::string& fields : {kCram, kMesh}) {
    auto model = Model::load(file_of(config_of(fields, 20, kNames)));
    REQUIRE(model.ok());
    const std::vector<float> x = random_values(4 * 9, "x", 20);
    std::vector<float> logits(2);
    const auto done = model->predict({x.data(), 1, 4, 9}, {logits.data(), 1, 2});
    REQUIRE_FALSE(done.ok());
    CHECK(done.error().code == "MODEL_TIMES");
    CHECK(done.error().found == "9 samples");
    CHECK(done.error().expected == (fields == kMesh ? "at least 10" : "at least 13"));
  }
}

TEST_CASE("recurrent models take trials of other lengths as if they were made for them", "[model]") {
  for (const std::string& fields : {kBilstm, kCram, kCram + R"(,"strict":false)", kMesh}) {
    CAPTURE(fields);
    auto model = Model::load(file_of(config_of(fields, 20, kNames)));
    REQUIRE(model.ok());
    for (const std::size_t n_times : {14UL, 21UL, 57UL}) {
      CAPTURE(n_times);
      const std::vector<float> x = random_values(3 * 4 * n_times, "x", 20);
      auto made = Model::load(file_of(config_of(fields, n_times, kNames)));
      REQUIRE(made.ok());
      const std::vector<float> logits = logits_of(*model, x, 3, n_times);
      CHECK(logits == logits_of(*made, x, 3, n_times));
      CHECK(std::ranges::all_of(logits, [](float v) { return std::isfinite(v); }));
      // Trials one by one give the same as all together.
      for (std::size_t i = 0; i < 3; ++i) {
        const std::vector<float> own(x.begin() + static_cast<std::ptrdiff_t>(i * 4 * n_times),
                                     x.begin() + static_cast<std::ptrdiff_t>((i + 1) * 4 * n_times));
        const std::vector<float> alone = logits_of(*model, own, 1, n_times);
        CHECK(std::equal(alone.begin(), alone.end(), logits.begin() + static_cast<std::ptrdiff_t>(2 * i)));
      }
    }
  }
}

TEST_CASE("recurrent models that no engine can hold are refused instead of tried", "[model]") {
  const auto refusal = [](const std::string& fields, std::size_t n_chans) {
    CAPTURE(fields);
    std::vector<std::string> names(n_chans, "E");
    if (n_chans == 4) names = kNames;
    const ModelConfig config = config_of(fields, 1 << 20, names);
    const auto network = find_architecture(config.architecture)->make(config, weights_for(config));
    CHECK_FALSE(check_length(config, (1 << 20) - 1).ok());
    return network.ok() ? std::string_view() : network.error().code;
  };
  CHECK(refusal(R"("architecture":"bilstm_attn","hidden":8,"attn_units":4)", 4096) == "MODEL_TOO_LARGE");
  CHECK(refusal(R"("architecture":"cram","window":256,"step":1,"filters":40,"hidden":8)", 4) == "MODEL_TOO_LARGE");
  CHECK(refusal(R"("architecture":"mesh_cascade","dense":4,"hidden":4,"fc":4)", 4) == "MODEL_TOO_LARGE");
  // Small models run at any window length of a recording.
  const ModelConfig day = config_of(kBilstm, 64, kNames);
  CHECK(check_length(day, 1 << 20).ok());
}

TEST_CASE("after the first batch recurrent models take no more memory, in prediction and in training", "[model]") {
  for (const std::string& fields : {kBilstm, kCram, kMesh}) {
    CAPTURE(fields);
    const ModelConfig config = config_of(fields, 40, kNames);
    const Weights weights = weights_for(config);
    auto network = find_architecture(config.architecture)->make(config, weights);
    REQUIRE(network.ok());
    const TrainableModel model{config, weights, std::move(network).value()};
    const std::vector<float> x = random_values(6 * 4 * 40, "x", 20);
    const Targets targets{.classes = {0, 1, 0, 1, 0, 1}, .values = {}};
    PassMemory memory;
    Weights gradients = weights.zeros();
    std::vector<float> logits(12);
    std::size_t taken = 0;
    for (int round = 0; round < 3; ++round) {
      ForwardContext context{.arena = memory.arena};
      model.network->forward({x.data(), 6, 4, 40}, {logits.data(), 6, 2}, context);
      add_gradients(model, {x.data(), 6, 4, 40}, targets, 0, 6, {}, memory, gradients);
      CHECK(memory.tape.empty());
      const std::size_t now = memory.arena.capacity_bytes() + memory.tape.capacity_bytes();
      if (round > 0) CHECK(now == taken);
      taken = now;
    }
  }
}

}  // namespace recurrent_models_test
