#include "signal/sample.h"

#include <algorithm>
#include <catch2/catch_approx.hpp>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "base/rng.h"
#include "recordings.h"
#include "signal/spectrum.h"

namespace eegate::sample_test {
namespace {

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const float> channel(const SampleSignal& sample, std::string_view name) {
  const auto found = std::find(sample.ch_names.begin(), sample.ch_names.end(), name);
  REQUIRE(found != sample.ch_names.end());
  const auto index = static_cast<std::size_t>(found - sample.ch_names.begin());
  return std::span(sample.values).subspan(index * sample.n_times, sample.n_times);
}

double alpha_power(std::span<const float> x) { return band_power(welch(x, 160, 320, 160).value(), 8, 13); }

TEST_CASE("The simulated recording has the same bytes on every machine", "[signal]") {
  const auto bytes = make_sample_edf({.seed = 1, .open_s = 4, .closed_s = 3});
  REQUIRE(bytes.ok());
  CHECK(fnv1a64(text_of(*bytes)) == 0x7401331EE94F394Eu);
  const auto again = make_sample_edf({.seed = 1, .open_s = 4, .closed_s = 3});
  CHECK(*again == *bytes);
  const auto other = make_sample_edf({.seed = 2, .open_s = 4, .closed_s = 3});
  CHECK(*other != *bytes);
}

TEST_CASE("The simulated recording is a valid EDF+ marked as simulated", "[signal]") {
  const auto bytes = make_sample_edf();
  REQUIRE(bytes.ok());
  const Recording recording = test::recording_of(*bytes);
  CHECK(recording.warnings().empty());
  CHECK(recording.main_channels().size() == 64);
  CHECK(recording.channels()[0].name == "FC5");
  CHECK(recording.channels()[63].name == "Iz");
  CHECK(recording.channels()[0].sfreq == 160);
  CHECK(recording.duration_s() == 120);
  CHECK(recording.header().patient == "X X X X");
  CHECK(recording.header().recording.find("simulated_not_a_person") != std::string::npos);
  const auto& annotations = recording.annotations();
  REQUIRE(annotations.size() > 10);
  CHECK(annotations.front().text == "eyes open");
  CHECK(annotations.back().text == "eyes closed");
  CHECK(annotations.back().onset_s == Catch::Approx(60));
  CHECK(annotations[1].text == "blink");
}

TEST_CASE("Closed eyes raise the alpha rhythm at the back of the head", "[signal]") {
  const SampleSignal sample = make_sample_signal();
  const std::size_t half = sample.n_times / 2;
  const auto oz = channel(sample, "Oz"), fz = channel(sample, "Fz");
  CHECK(alpha_power(oz.subspan(half)) > 4 * alpha_power(oz.first(half)));
  CHECK(alpha_power(oz.subspan(half)) > 2 * alpha_power(fz.subspan(half)));
  const double alpha_uv = std::sqrt(alpha_power(oz.subspan(half)));
  CHECK(alpha_uv > 15);
  CHECK(alpha_uv < 45);
}

TEST_CASE("Blinks are largest above the eyes while they are open", "[signal]") {
  const SampleSignal sample = make_sample_signal();
  const auto fpz = channel(sample, "Fpz"), oz = channel(sample, "Oz");
  const Annotation& blink = sample.annotations[1];
  const auto peak = static_cast<std::size_t>((blink.onset_s + 0.14) * sample.sfreq);
  const auto before = static_cast<std::size_t>(blink.onset_s * sample.sfreq);
  CHECK(fpz[peak] - fpz[before] > 60);
  CHECK(std::fabs(oz[peak] - oz[before]) < 60);
  for (const Annotation& annotation : sample.annotations) {
    if (annotation.text == "blink") CHECK(annotation.onset_s < 60);
  }
}

TEST_CASE("A sample without one of its parts is shorter", "[signal]") {
  CHECK(make_sample_signal({.seed = 1, .open_s = 0, .closed_s = 2}).n_times == 320);
  CHECK(make_sample_signal({.seed = 1, .open_s = 3, .closed_s = 0}).n_times == 480);
}

}  // namespace
}  // namespace eegate::sample_test
