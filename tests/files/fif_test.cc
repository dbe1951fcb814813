// FIF: what the fixtures of scripts/fixtures/fif.mjs hold, value for value.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::fif_test {
namespace {

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "fif" / name);
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

TEST_CASE("FIF: all numbers give the same samples, across buffers, packed or not", "[recording]") {
  for (const char* name : {"good_i16.fif", "good_old.fif", "good_i32.fif", "good_f32.fif", "good_f64.fif",
                           "good_processed.fif", "good_packed.fif.gz", "good_split.fif", "good_split_packed.fif"}) {
    const Recording recording = opened(name);
    CHECK(recording.header().format == "FIF");
    CHECK(recording.channels()[0].sfreq == 4);
    CHECK(recording.channels()[0].n_samples == 4);
    const std::vector<std::size_t> channels = {1, 0};
    std::vector<float> out(6);
    REQUIRE(recording.read(channels, 1, 3, out.data()).ok());
    // C4 is in tesla, which are unchanged; C3 in microvolts.
    const auto tesla = [](double number) { return static_cast<float>(number * static_cast<double>(1e-6F)); };
    CHECK(out == std::vector<float>{tesla(-100), tesla(-200), tesla(-300), 100, 200, 300});
    CHECK(recording.read(0, 2, out).error().code == "FIF_RANGE");
    CHECK(recording.header().start.date_text() == "2020-02-29");
    CHECK(recording.header().start.time_text() == "12:00:02");  // of the first sample, which is the eighth
  }
}

TEST_CASE("FIF: channels have unit, position and status", "[recording]") {
  const Recording recording = opened("good_f32.fif");
  CHECK(recording.channels()[0].is_voltage);
  CHECK(recording.channels()[0].direction == std::array<double, 3>{0, 1, 0});
  CHECK_FALSE(recording.channels()[0].is_bad);
  CHECK_FALSE(recording.channels()[1].is_voltage);
  CHECK(recording.channels()[1].unit == "T");
  CHECK_FALSE(recording.channels()[1].direction);
  CHECK(recording.channels()[1].is_bad);
  CHECK(recording.channels()[0].type == "EEG");
}

TEST_CASE("FIF: voltages have the filters of the recording, which the sampling alone is not", "[recording]") {
  CHECK(opened("good_filtered.fif").channels()[0].prefiltering == "HP:0.1Hz LP:1.5Hz");
  CHECK(opened("good_filtered.fif").channels()[1].prefiltering.empty());
  CHECK(opened("good_only_sampled.fif").channels()[0].prefiltering.empty());
}

TEST_CASE("FIF: names of more than 15 characters; bad channels have their short ones", "[recording]") {
  const Recording recording = opened("good_long_names.fif");
  CHECK(recording.channels()[0].name == "EEG of the left hand");
  CHECK(recording.channels()[1].name == "C4");
  CHECK(recording.channels()[1].is_bad);
  CHECK(opened("good_one_long_name.fif").channels()[0].name == "C3");  // not known whose name it is
}

TEST_CASE("FIF: codes of triggers, to which MNE gives the unit of voltage, are codes", "[recording]") {
  const Recording recording = opened("good_trigger.fif");
  CHECK(recording.channels()[1].is_trigger);
  CHECK_FALSE(recording.channels()[1].is_voltage);
  CHECK(recording.channels()[1].unit.empty());
  CHECK(recording.channels()[1].type == "TRIG");
  CHECK(recording.main_channels() == std::vector<std::size_t>{0});
  std::vector<float> codes(2);
  REQUIRE(recording.read(1, 1, codes).ok());
  CHECK(codes == std::vector<float>{-100, -200});
}

TEST_CASE("FIF: rises of the codes in the channel of all triggers are events", "[recording]") {
  Recording recording = opened("odd_triggers.fif");
  for (int i = 0; i < 100 && !recording.annotations_complete(); ++i) REQUIRE(recording.read_annotations(1).ok());
  REQUIRE(recording.annotations_complete());
  // At 4 Hz, with a gap of 1 s behind the fourth sample.
  const std::vector<std::pair<double, std::string>> expected = {
      {0.75, "5"}, {2, "5"}, {2.25, "7"}, {3.25, "32768"}, {3.75, "1"}};
  REQUIRE(recording.annotations().size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(recording.annotations()[i].onset_s == expected[i].first);
    CHECK(recording.annotations()[i].text == expected[i].second);
    CHECK(recording.annotations()[i].is_trigger);
  }
  CHECK(recording.annotations()[0].duration_s == 0.25);  // to the gap
  CHECK(recording.annotations()[4].duration_s == 0.25);  // to the end
}

TEST_CASE("FIF: onsets of annotations count from the first sample", "[recording]") {
  // With a date, onsets are relative to it, and the first sample is the eighth: 2 s later.
  for (const char* name :
       {"good_f32.fif", "good_no_date.fif", "good_split.fif", "good_no_dates.fif", "good_split_no_dates.fif"}) {
    const Recording recording = opened(name);
    REQUIRE(recording.annotations().size() == 2);
    CHECK(recording.annotations()[0].onset_s == 0.25);
    CHECK(recording.annotations()[0].duration_s == 0);
    CHECK(recording.annotations()[0].text == "go: left");
    CHECK(recording.annotations()[1].onset_s == 0.5);
    CHECK(recording.annotations()[1].duration_s == 0.5);
    CHECK(recording.annotations()[1].text ==
          "\xC3\x9C"
          "ben");
  }
}

TEST_CASE("FIF: complex samples are no damage", "[recording]") {
  const auto recording = open_beside(test_data() / "fif" / "bad_type.fif");
  REQUIRE_FALSE(recording.ok());
  CHECK(recording.error().hint == "Save the recording with real numbers, not complex ones");
}

TEST_CASE("FIF: skipped buffers are a gap", "[recording]") {
  const Recording recording = opened("odd_gap.fif");
  REQUIRE(recording.segments().size() == 2);
  CHECK(recording.segments()[1].sample_onset_s == 0.5);
  CHECK(recording.segments()[1].onset_s == 2);
  CHECK(recording.duration_s() == 2.5);
  CHECK(opened("good_first_skipped.fif").is_contiguous());
}

TEST_CASE("FIF: segments begin where annotations of MNE say that recordings were joined or paused", "[recording]") {
  const Recording joined = opened("good_edges.fif");  // "EDGE boundary" at 0.5 s, for as long
  REQUIRE(joined.segments().size() == 2);
  CHECK(joined.segments()[1].sample_onset_s == 0.5);
  CHECK(joined.segments()[1].onset_s == 0.5);
  CHECK(joined.duration_s() == 1);
  const Recording paused = opened("odd_stored_skip.fif");  // from 0.25 to 0.25 s, and where a gap of 0.5 s begins
  REQUIRE(paused.segments().size() == 3);
  CHECK(paused.segments()[1].sample_onset_s == 0.25);
  CHECK(paused.segments()[1].onset_s == 0.25);
  CHECK(paused.segments()[2].sample_onset_s == 0.5);
  CHECK(paused.segments()[2].onset_s == 1);
}

TEST_CASE("FIF: samples missing between two parts are a gap", "[recording]") {
  const Recording recording = opened("odd_split_gap.fif");
  REQUIRE(recording.segments().size() == 2);
  CHECK(recording.segments()[1].sample_onset_s == 0.5);
  CHECK(recording.segments()[1].onset_s == 1.5);
}

TEST_CASE("FIF: a part that is missing is named", "[recording]") {
  const auto recording = open_beside(test_data() / "fif" / "bad_split_missing.fif");
  REQUIRE_FALSE(recording.ok());
  CHECK(recording.error().message.find("gone-1.fif") != std::string::npos);
}

}  // namespace
}  // namespace eegate::test::fif_test
