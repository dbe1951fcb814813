// What staging holds at once, and models of sequences of which no window fits an engine: named before anything is made
// of their sizes.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "files/safetensors.h"
#include "model/sequence/sequence_architecture.h"
#include "model/sequence/sequence_model.h"
#include "session/sleep/night_data.h"
#include "session/sleep/staging.h"
#include "support/edf_builder.h"
#include "support/peak_memory.h"

using namespace eegate;

namespace staging_memory_test {

namespace {

// Small layers that look at epochs of `n_times` samples, with weights of zero.
Result<SequenceModel> model_of(std::size_t n_times, std::size_t hop, std::size_t n_fft, std::size_t context,
                               const std::string& recipe = "{}") {
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
  return SequenceModel::load(write_safetensors({{"format", "eegate-1"},
                                                {"config", text},
                                                {"channels", R"(["EEG","EOG"])"},
                                                {"sfreq", "60"},
                                                {"unit", "uV"},
                                                {"classes", R"(["W","N1","N2","N3","REM"])"},
                                                {"recipe", recipe}},
                                               tensors));
}

// How such a file is refused; empty where it is not.
std::string refusal(std::size_t n_times, std::size_t hop, std::size_t n_fft, std::size_t context) {
  const auto model = model_of(n_times, hop, n_fft, context);
  return model.ok() ? std::string() : std::string(model.error().code);
}

// Slow waves and an alpha rhythm, at 100 Hz.
Recording night_of(std::size_t hours) {
  test::BuiltEdf edf{.n_records = hours * 3600};
  test::BuiltSignal signal{.label = "EEG", .samples = 100};
  for (std::size_t second = 0; second < edf.n_records; ++second) {
    std::vector<int> values;
    for (int i = 0; i < 100; ++i) {
      const double t = static_cast<double>(second % 10) + i / 100.0, turn = 2 * std::numbers::pi;
      values.push_back(static_cast<int>(600 * std::sin(turn * 1.3 * t) + 150 * std::sin(turn * 10 * t)));
    }
    signal.records.push_back(test::int16_bytes(values));
  }
  edf.signals.push_back(std::move(signal));
  return Recording::open(test::source_of(edf), "night.edf").value();
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

TEST_CASE("eight hours of a channel are staged within 64 MiB, whichever filter comes first", "[staging]") {
  const Recording night = night_of(8);
  for (const std::string_view filter :
       {R"({"resample_hz":100},{"bandpass":{"low_hz":0.2,"high_hz":30,"order":2}})",
        R"({"fir_zero_phase":{"taps":101,"low_hz":0.3,"high_hz":30,"emg_low_hz":10}})"}) {
    auto model = model_of(1800, 60, 128, 5,
                          R"({"version":2,"steps":[)" + std::string(filter) +
                              R"(,{"resample_hz":60}],"epochs":{"by":"sequence","length_s":30,"context":5}})");
    REQUIRE(model.ok());
    SequenceModel* models[] = {&*model};
    const test::PeakMemory memory;
    const auto record = stage_record(night, models, {.stride = 5});
    REQUIRE(record.ok());
    CHECK(record->n_staged() == 960);
    CHECK(memory.bytes() < std::size_t{64} << 20);
  }
}

}  // namespace staging_memory_test
