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
  for (const char* name :
       {"good_classic",       "good_flat",         "good_compressed",    "good_flat_compressed", "good_double",
        "good_small_numbers", "good_long_numbers", "good_cells",         "good_beside",          "odd_renamed",
        "good_73_classic",    "good_73_flat",      "good_73_compact",    "good_73_chunks",       "good_73_shuffled",
        "good_73_unfiltered", "good_73_trees",     "good_73_attributes", "good_73_references",   "good_73_beside",
        "good_73_cells"}) {
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

TEST_CASE("EEGLAB: complex numbers are refused as such", "[recording]") {
  const auto recording = open_beside(test_data() / "eeglab" / "bad_complex.set");
  REQUIRE_FALSE(recording.ok());
  CHECK(recording.error().found == "complex numbers");
}

TEST_CASE("EEGLAB: the types of channels are read", "[recording]") {
  const Recording recording = opened("good_types");
  CHECK(recording.channels()[0].type == "EEG");
  CHECK(recording.channels()[1].type == "EOG");
  CHECK(recording.channels()[1].is_voltage);
  CHECK(opened("good_classic").channels()[0].type.empty());
}

TEST_CASE("EEGLAB: latencies count from 1 and may be fractional", "[recording]") {
  for (const char* name : {"good_classic", "good_73_classic"}) {
    const Recording recording = opened(name);
    CHECK_THAT(recording.annotations()[0].onset_s, WithinAbs(0.015, 1e-15));
    CHECK_THAT(recording.annotations()[0].duration_s, WithinAbs(0.02, 1e-15));
    CHECK_THAT(recording.annotations()[1].onset_s, WithinAbs(0.03, 1e-15));
  }
}

TEST_CASE("EEGLAB: events outside the samples keep their time", "[recording]") {
  const Recording recording = opened("odd_event_range");
  CHECK_THAT(recording.annotations()[0].onset_s, WithinAbs(-0.06, 1e-15));
  CHECK_THAT(recording.annotations()[1].onset_s, WithinAbs(0.08, 1e-15));
}

TEST_CASE("EEGLAB: positions are directions: X to the nose, Y to the left ear", "[recording]") {
  for (const char* name : {"good_classic", "good_73_classic"}) {
    const Recording recording = opened(name);
    const auto& c3 = recording.channels()[0].direction;
    const auto& fz = recording.channels()[1].direction;
    REQUIRE((c3 && fz));
    CHECK(*c3 == std::array<double, 3>{-1, 0, 0});
    CHECK(*fz == std::array<double, 3>{0, 0.6, 0.8});
  }
  const Recording numbered = opened("good_numbered");
  CHECK(numbered.channels()[0].name == "1");
  CHECK(numbered.channels()[1].name == "12");
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

TEST_CASE("EEGLAB: the existing part of a truncated file is read", "[recording]") {
  const Recording recording = opened("odd_short");
  CHECK(recording.channels()[0].n_samples == 4);
  CHECK(samples(recording, 3, 1) == std::vector<float>{4, -40});
  CHECK(samples(opened("odd_not_finite"), 2, 1) == std::vector<float>{0, -30});
}

TEST_CASE("EEGLAB: data of a wrong size are refused with their size", "[recording]") {
  const auto recording = open_beside(test_data() / "eeglab" / "bad_transposed.set");
  REQUIRE_FALSE(recording.ok());
  CHECK(recording.error().found == "[6, 2]");
  CHECK(recording.error().expected.starts_with("2 rows"));
}

TEST_CASE("EEGLAB: channels without names are numbered", "[recording]") {
  CHECK(opened("odd_no_names").channels()[1].label == "EEG 001");
  CHECK(opened("odd_73_no_names").channels()[1].label == "EEG 001");
}

TEST_CASE("EEGLAB 7.3: a structure of one element stores its fields directly", "[recording]") {
  const Recording recording = opened("good_73_one_event");
  REQUIRE(recording.annotations().size() == 1);
  CHECK(recording.annotations()[0].text == "only");
  CHECK_THAT(recording.annotations()[0].onset_s, WithinAbs(0.015, 1e-15));
}

TEST_CASE("EEGLAB 7.3: chunks are three-dimensional, and absent ones are zero", "[recording]") {
  // Chunks of 4 samples of one channel: the third chunk contains the last two samples of the first channel.
  CHECK(samples(opened("odd_73_absent"), 0, 6) == std::vector<float>{1, 2, 3, 4, 0, 0, -10, -20, -30, -40, -50, -60});
  const Recording epochs = opened("odd_73_epochs");
  CHECK(epochs.segments().size() == 3);
  CHECK(samples(epochs, 0, 6) == std::vector<float>{1, 2, 3, 4, 5, 6, -10, -20, -30, -40, -50, -60});
}

TEST_CASE("EEGLAB 7.3: a damaged chunk is an error when it is read", "[recording]") {
  const Recording recording = opened("damaged_73_chunk");
  std::vector<float> out(6);
  CHECK(recording.read(0, 0, out).error().code == "INFLATE_DATA");
}

}  // namespace
}  // namespace eegate::test::eeglab_test
