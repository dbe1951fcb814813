// Models of sequences of which no window fits an engine: named before anything is made of their sizes.
#include <catch2/catch_test_macros.hpp>
#include <span>
#include <string>
#include <vector>

#include "files/safetensors.h"
#include "model/sequence/sequence_architecture.h"
#include "model/sequence/sequence_model.h"
#include "session/night_data.h"

using namespace eegate;

namespace staging_memory_test {

namespace {

// How a file of small layers that looks at so many frames is refused; empty where it is not.
std::string refusal(std::size_t n_times, std::size_t hop, std::size_t n_fft, std::size_t context) {
  const std::string text =
      R"({"architecture":"robust_sleep_net","n_chans":2,"n_outputs":5,"filters":4,"virtual_channels":2,)"
      R"("channel_units":3,"hidden":4,"reduced":4,"attn_units":3,"sequence_hidden":3,"sequence_layers":1,"n_times":)" +
      std::to_string(n_times) + R"(,"hop":)" + std::to_string(hop) + R"(,"n_fft":)" + std::to_string(n_fft) +
      R"(,"context":)" + std::to_string(context) + "}";
  const ModelConfig config = read_sequence_config(JsonDocument::parse(text)->root()).value();
  const std::vector<TensorSpec> specs = find_sequence_architecture(config.architecture)->tensors(config);
  std::vector<std::vector<float>> values;
  for (const TensorSpec& spec : specs) values.emplace_back(spec.n_values());
  std::vector<SafetensorsOut> tensors;
  for (std::size_t i = 0; i < specs.size(); ++i)
    tensors.push_back({specs[i].name, {specs[i].shape.begin(), specs[i].shape.end()}, values[i]});
  const auto model = SequenceModel::load(write_safetensors({{"format", "eegate-1"},
                                                            {"config", text},
                                                            {"channels", R"(["EEG","EOG"])"},
                                                            {"sfreq", "60"},
                                                            {"unit", "uV"},
                                                            {"classes", R"(["W","N1","N2","N3","REM"])"},
                                                            {"recipe", "{}"}},
                                                           tensors));
  return model.ok() ? std::string() : std::string(model.error().code);
}

}  // namespace

TEST_CASE("a model of which no window fits an engine is refused before anything is made for it", "[staging]") {
  CHECK(refusal(1'000'000, 1, 65536, 5) == "MODEL_TOO_LARGE");       // 934,465 frames of 32,769 bins
  CHECK(refusal(1'048'576, 65536, 128, 1001) == "MODEL_TOO_LARGE");  // few frames of signals that do not fit
  CHECK(refusal(1'048'576, 1, 128, 1001) == "MODEL_TOO_LARGE");      // a product that 32 bits do not hold
  CHECK(refusal(1800, 60, 128, 5).empty());
}

TEST_CASE("a setup for training of which no window fits an engine is refused", "[staging]") {
  const std::string setup =
      R"({"architecture":"chambon2018","n_chans":64,"n_times":1000000,"n_outputs":5,"maps":512,"pool":900,"context":1})";
  const auto start = read_night_start(std::as_bytes(std::span(setup)), {}, {}, 1);
  REQUIRE_FALSE(start.ok());
  CHECK(start.error().code == "MODEL_TOO_LARGE");
}

}  // namespace staging_memory_test
