// The synthetic rhythm is only at the requested electrodes and times, with the requested amplitude.
#include "signal/synthetic_trials.h"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>

#include "base/rng.h"
#include "recordings.h"
#include "signal/spectrum.h"

namespace eegate::synthetic_trials_test {
namespace {

std::vector<std::byte> synthetic(const SyntheticTrialOptions& options) {
  auto bytes = make_synthetic_trials(options);
  REQUIRE(bytes.ok());
  return *std::move(bytes);
}

// Mean square of a channel over [begin_s, end_s) of the trials with this label.
double power(const Recording& recording, std::string_view channel, std::string_view label, double begin_s,
             double end_s) {
  const auto index = static_cast<std::size_t>(recording.find(channel));
  double sum = 0;
  std::size_t n = 0;
  for (const Annotation& trial : recording.annotations()) {
    if (trial.text != label) continue;
    std::vector<float> x(static_cast<std::size_t>((end_s - begin_s) * kSyntheticSfreq));
    REQUIRE(recording.read(index, static_cast<std::uint64_t>((trial.onset_s + begin_s) * kSyntheticSfreq), x).ok());
    for (const float value : x) sum += static_cast<double>(value) * static_cast<double>(value);
    n += x.size();
  }
  return sum / static_cast<double>(n);
}

TEST_CASE("Synthetic trials have the same bytes on every machine", "[signal][synthetic]") {
  const auto bytes = synthetic({.n_trials = 8});
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  CHECK(fnv1a64(text) == 0x791A509EFE76A7D3u);
  CHECK(synthetic({.n_trials = 8}) == bytes);
  CHECK(synthetic({.seed = 2, .n_trials = 8}) != bytes);
}

TEST_CASE("The synthetic rhythm has the requested electrodes, time and amplitude", "[signal][synthetic]") {
  const Recording recording = test::recording_of(
      synthetic({.ch_names = {"C4", "O1"}, .hz = 12, .begin_s = 0.8, .end_s = 1.6, .strength = 1.5}));
  REQUIRE(recording.main_channels().size() == 19);
  REQUIRE(recording.annotations().size() == 160);
  const auto is_rhythm = [](const Annotation& trial) { return trial.text == kSyntheticLabels[0]; };
  CHECK(std::ranges::count_if(recording.annotations(), is_rhythm) == 80);
  for (const std::string_view place : {"C4", "O1"}) {
    CHECK(power(recording, place, "rhythm", 0.9, 1.5) / 400 == Catch::Approx(1 + 2.25).epsilon(0.1));
    CHECK(power(recording, place, "rhythm", 0, 0.8) / 400 == Catch::Approx(1).epsilon(0.15));
    CHECK(power(recording, place, "none", 0.9, 1.5) / 400 == Catch::Approx(1).epsilon(0.15));
  }
  CHECK(power(recording, "C3", "rhythm", 0.9, 1.5) / 400 == Catch::Approx(1).epsilon(0.15));

  const auto c4 = static_cast<std::size_t>(recording.find("C4"));
  std::vector<float> x(static_cast<std::size_t>(recording.channels()[c4].n_samples));
  REQUIRE(recording.read(c4, 0, x).ok());
  const Spectrum spectrum = welch(x, kSyntheticSfreq, 160, 80).value();
  const double rhythm = band_power(spectrum, 11, 13), below = band_power(spectrum, 8, 10);
  CHECK(rhythm > 5 * below);
}

TEST_CASE("Invalid options of synthetic trials are rejected", "[signal][synthetic]") {
  const auto field = [](const SyntheticTrialOptions& options) -> std::string {
    const auto bytes = make_synthetic_trials(options);
    if (bytes.ok()) return "none";
    CHECK(bytes.error().code == "PLANTED_VALUE");
    return bytes.error().field;
  };
  CHECK(field({}) == "none");
  CHECK(field({.ch_names = {"C5"}}) == "channels");
  CHECK(field({.ch_names = {}}) == "channels");
  CHECK(field({.hz = 40}) == "hz");
  CHECK(field({.begin_s = 1.5, .end_s = 1.6}) == "endS");
  CHECK(field({.n_trials = 3}) == "trials");
}

}  // namespace
}  // namespace eegate::synthetic_trials_test
