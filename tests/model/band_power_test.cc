// The band power layer against Welch's spectrum, its gradients, and the architecture that is built on it.
#include "model/layers/band_power.h"

#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "model/architecture.h"
#include "session/train/training_request.h"
#include "support/layer_check.h"
#include "support/model_bytes.h"
#include "support/random_values.h"
#include "train/band_power.h"

using namespace eegate;
using namespace eegate::test;

namespace model_band_power_test {

TEST_CASE("the layer gives the logarithms of Welch's band powers", "[model]") {
  struct Size {
    double sfreq;
    std::size_t n_times;
  };
  for (const Size size : {Size{160, 400}, Size{160, 160}, Size{128, 100}, Size{250.5, 701}, Size{40, 90}}) {
    CAPTURE(size.sfreq, size.n_times);
    constexpr std::size_t kTrials = 3, kChans = 4;
    std::vector<float> x = random_values(kTrials * kChans * size.n_times, "eeg", 20);
    for (std::size_t t = 0; t < size.n_times; ++t) x[t] = 300;  // a flat channel far from zero
    const auto want = band_power_features({x.data(), kTrials, kChans, size.n_times}, size.sfreq);
    REQUIRE(want.ok());
    Memory memory;
    const BandPower layer(size.sfreq, welch_segment(size.sfreq, size.n_times));
    const std::vector<float> got = output_of(layer, {1, kChans, size.n_times, 1}, x, {.n_trials = kTrials}, memory);
    REQUIRE(got.size() == want->values.size());
    const std::size_t n_bands = got.size() / (kTrials * kChans);
    for (std::size_t i = 0; i < got.size(); ++i) {
      CAPTURE(i);
      if (i < n_bands)
        CHECK(got[i] < -12);  // rounding of 300 uV, negligible compared with any rhythm
      else
        CHECK(std::abs(static_cast<double>(got[i]) - want->values[i]) < 2e-5);
    }
  }
}

TEST_CASE("gradients of band powers equal central differences", "[model]") {
  BandPower whole(30, 30), pieces(16, 16);
  check_gradients(whole, {1, 2, 30, 1}, no_weights());
  check_gradients(pieces, {1, 3, 45, 1}, no_weights());
}

TEST_CASE("the band power model knows where its bands lie and takes longer windows", "[model]") {
  const ModelConfig config = config_from(
      R"({"architecture":"band_power","n_chans":8,"n_times":320,"n_outputs":2,"sfreq":160,"standardize":"none"})");
  const Architecture& architecture = *find_architecture("band_power");
  const auto tensors = architecture.tensors(config);
  CHECK(tensors.front().shape == std::vector<std::size_t>{8 * 5});
  CHECK(check_length(config, 640).ok());
  CHECK(check_length(config, 159).error().code == "MODEL_TIMES");

  const auto coarse =
      JsonDocument::parse(R"({"architecture":"band_power","n_chans":8,"n_times":20,"n_outputs":2,"sfreq":1000})");
  CHECK(read_config(coarse->root()).error().code == "MODEL_CONFIG_CONFLICT");  // bins of 50 Hz
  const auto blind =
      JsonDocument::parse(R"({"architecture":"band_power","n_chans":8,"n_times":1,"n_outputs":2,"sfreq":1})");
  CHECK(read_config(blind->root()).error().code == "MODEL_CONFIG_CONFLICT");
}

TEST_CASE("a setup learns its sampling rate from the data where the architecture asks for it", "[session]") {
  const DataFacts facts{.n_chans = 4, .n_times = 500, .n_outputs = 2, .sfreq = 250};
  CHECK(completed_setup(R"({"preset":"band_power"})", facts)->find(R"("sfreq":250,)") != std::string::npos);
  CHECK(completed_setup(R"({"architecture":"band_power","sfreq":200})", facts)->find(R"("sfreq":200,)") !=
        std::string::npos);
  const std::string other = *completed_setup(R"({"preset":"eegnet"})", facts);
  CHECK(other.substr(0, other.find('}')).find("sfreq") == std::string::npos);
}

}  // namespace model_band_power_test
