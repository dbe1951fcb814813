// Muse: what the fixtures of scripts/fixtures/muse.mjs hold, value for value.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>

#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::muse_test {
namespace {

using Catch::Matchers::WithinAbs;

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "muse" / (name + ".csv"));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

TEST_CASE("Muse: rows are samples of 256 Hz, markers annotations", "[recording]") {
  for (const char* name : {"good_plain", "good_marked", "odd_row"}) {
    const Recording recording = opened(name);
    CHECK(recording.channels()[0].sfreq == 256);
    CHECK(recording.channels().size() == 3);
    CHECK(recording.channels()[0].n_samples == 64);
    std::vector<float> out(3);
    REQUIRE(recording.read(1, 1, out).ok());
    CHECK(out == std::vector<float>{3, 0, -3});
    CHECK(recording.header().start.time_text() == "12:00:00");
  }
  CHECK(opened("good_plain").annotations().empty());
  const Recording marked = opened("good_marked");
  REQUIRE(marked.annotations().size() == 1);
  CHECK(marked.annotations()[0].onset_s == 8 / 256.0);
  CHECK(marked.annotations()[0].text == "2");
}

TEST_CASE("Muse: missing rows are a gap, and unusual rates are estimated from the times", "[recording]") {
  const Recording gap = opened("odd_gap");
  REQUIRE(gap.segments().size() == 2);
  CHECK(gap.segments()[1].sample_onset_s == 32 / 256.0);
  CHECK_THAT(gap.segments()[1].onset_s, WithinAbs(32 / 256.0 + 1, 1e-4));
  CHECK(opened("good_220").channels()[0].sfreq == 220);
  const Recording back = opened("odd_clock_back");
  REQUIRE(back.segments().size() == 2);
  CHECK(back.segments()[1].onset_s == 32 / 256.0);  // nobody knows how long it was
  CHECK_THAT(opened("odd_rate").channels()[0].sfreq, WithinAbs(200, 1e-3));
}

TEST_CASE("Muse: times at which packets arrived are no gaps, and give the rate", "[recording]") {
  for (const char* name : {"good_packets", "good_packets_together"}) {
    const Recording recording = opened(name);
    CHECK(recording.warnings().empty());
    CHECK(recording.channels()[0].sfreq == 256);
    CHECK(recording.segments().size() == 1);
    REQUIRE(recording.annotations().size() == 1);
    CHECK(recording.annotations()[0].onset_s == 300 / 256.0);
  }
  const Recording gap = opened("odd_packets_gap");
  CHECK(gap.channels()[0].sfreq == 256);
  REQUIRE(gap.segments().size() == 2);
  CHECK(gap.segments()[1].sample_onset_s == 240 / 256.0);
  CHECK_THAT(gap.segments()[1].onset_s, WithinAbs(240 / 256.0 + 1, 0.006));
  const Recording together = opened("odd_one_time");
  CHECK(together.channels()[0].sfreq == 256);
  CHECK(together.segments().size() == 1);
  CHECK(together.warnings()[0].message.starts_with("The timestamps give no sampling rate"));
}

TEST_CASE("Muse: the auxiliary input is of no EEG type, and what is no number costs no row", "[recording]") {
  const Recording recording = opened("odd_nan");
  CHECK(recording.channels()[1].type.empty());
  CHECK(recording.channels()[2].type == "MISC");
  CHECK(recording.channels()[0].n_samples == 64);
  std::vector<float> out(2);
  REQUIRE(recording.read(2, 1, out).ok());
  CHECK(out == std::vector<float>{0, 0});
  REQUIRE(recording.read(1, 1, out).ok());
  CHECK(out == std::vector<float>{3, 0});
}

TEST_CASE("Muse: the night of a new month is no gap", "[recording]") {
  const Recording log = opened("odd_log_new_month");
  CHECK(log.segments().size() == 1);
  CHECK_THAT(log.duration_s(), WithinAbs(6, 1e-6));
}

TEST_CASE("Muse: the raw columns of Mind Monitor are read, and its elements are annotations", "[recording]") {
  const Recording log = opened("odd_log");
  REQUIRE(log.channels().size() == 2);
  CHECK(log.channels()[0].label == "TP9");
  CHECK_THAT(log.channels()[0].sfreq, WithinAbs(1, 1e-9));
  std::vector<float> out(6);
  REQUIRE(log.read(0, 0, out).ok());
  CHECK(out[5] == 805);
  REQUIRE(log.annotations().size() == 1);
  CHECK(log.annotations()[0].onset_s == 5);
  CHECK(log.annotations()[0].text == "/muse/elements/blink");
}

}  // namespace
}  // namespace eegate::test::muse_test
