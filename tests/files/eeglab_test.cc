// EEGLAB: what the fixtures of scripts/fixtures/eeglab.mjs hold, value for value.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>

#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::eeglab_test {
namespace {

using Catch::Matchers::WithinAbs;

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "eeglab" / (name + ".set"));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

std::vector<float> samples(const Recording& recording, std::uint64_t first, std::uint64_t n) {
  const std::vector<std::size_t> channels = {0, 1};
  std::vector<float> out(2 * static_cast<std::size_t>(n));
  REQUIRE(recording.read(channels, first, n, out.data()).ok());
  return out;
}

TEST_CASE("EEGLAB: every way to save a data set gives the same samples", "[recording]") {
  for (const char* name : {"good_classic", "good_flat", "good_compressed", "good_flat_compressed", "good_double",
                           "good_small_numbers", "good_beside", "odd_renamed"}) {
    const Recording recording = opened(name);
    CHECK(recording.channels()[0].label == "C3");
    CHECK(recording.channels()[0].sfreq == 100);
    CHECK(recording.channels()[0].n_samples == 6);
    CHECK(samples(recording, 1, 3) == std::vector<float>{2, 3, 4, -20, -30, -40});
    REQUIRE(recording.annotations().size() == 2);
    CHECK(recording.annotations()[0].text == "left");
    CHECK(recording.annotations()[1].text == "7");
  }
}

TEST_CASE("EEGLAB: latencies count from 1, and may lie between samples", "[recording]") {
  const Recording recording = opened("good_classic");
  CHECK_THAT(recording.annotations()[0].onset_s, WithinAbs(0.015, 1e-15));
  CHECK_THAT(recording.annotations()[0].duration_s, WithinAbs(0.02, 1e-15));
  CHECK_THAT(recording.annotations()[1].onset_s, WithinAbs(0.03, 1e-15));
}

TEST_CASE("EEGLAB: positions are directions: X to the nose, Y to the left ear", "[recording]") {
  const Recording recording = opened("good_classic");
  const auto& c3 = recording.channels()[0].direction;
  const auto& fz = recording.channels()[1].direction;
  REQUIRE((c3 && fz));
  CHECK(*c3 == std::array<double, 3>{-1, 0, 0});
  CHECK(*fz == std::array<double, 3>{0, 0.6, 0.8});
  const Recording angles = opened("good_angles");
  const auto& c4 = angles.channels()[0].direction;
  CHECK(angles.channels()[0].label == "C4");
  REQUIRE(c4.has_value());
  CHECK_THAT((*c4)[0], WithinAbs(1, 1e-15));
  CHECK_THAT((*c4)[1], WithinAbs(0, 1e-15));
  CHECK_THAT((*c4)[2], WithinAbs(0, 1e-15));
}

TEST_CASE("EEGLAB: a boundary begins a segment, and so does every epoch", "[recording]") {
  const Recording cut = opened("odd_boundary");
  REQUIRE(cut.segments().size() == 2);
  CHECK_THAT(cut.segments()[1].sample_onset_s, WithinAbs(0.03, 1e-15));
  CHECK(cut.annotations()[0].duration_s == 0);
  CHECK(opened("odd_epochs").segments().size() == 3);
}

TEST_CASE("EEGLAB: what is there of a file that is cut is read", "[recording]") {
  const Recording recording = opened("odd_short");
  CHECK(recording.channels()[0].n_samples == 4);
  CHECK(samples(recording, 3, 1) == std::vector<float>{4, -40});
  CHECK(samples(opened("odd_not_finite"), 2, 1) == std::vector<float>{0, -30});
}

TEST_CASE("EEGLAB: channels without names are numbered", "[recording]") {
  CHECK(opened("odd_no_names").channels()[1].label == "EEG 001");
}

}  // namespace
}  // namespace eegate::test::eeglab_test
