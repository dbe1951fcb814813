// Neuroscan: what the fixtures of scripts/fixtures/cnt.mjs hold, value for value.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::cnt_test {
namespace {

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "cnt" / (name + ".cnt"));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

TEST_CASE("Neuroscan: 16 and 32 bits, one by one and in blocks, give the same samples", "[recording]") {
  for (const char* name :
       {"good_plain", "good_wide", "good_blocks", "odd_no_blocks", "odd_unknown_count", "odd_wide_unknown_count"}) {
    const Recording recording = opened(name);
    CHECK(recording.channels()[0].sfreq == 100);
    CHECK(recording.channels()[0].n_samples == 8);
    CHECK(recording.channels()[1].name == "C4");
    const std::vector<std::size_t> channels = {1, 0};
    std::vector<float> out(8);
    REQUIRE(recording.read(channels, 3, 4, out.data()).ok());
    CHECK(out == std::vector<float>{6, 8, 10, 12, 103, 104, 105, 106});
    CHECK(recording.read(0, 5, out).error().code == "CNT_RANGE");
    CHECK(recording.header().start.date_text().empty());
    CHECK(recording.header().start.time_text() == "14:05:44");
  }
}

TEST_CASE("Neuroscan: a file of 32 bits that is cut inside a sample keeps its whole samples", "[recording]") {
  const Recording recording = opened("odd_wide_cut");
  CHECK(recording.channels()[0].n_samples == 39);
  std::vector<float> last(2);
  REQUIRE(recording.read(1, 37, last).ok());
  CHECK(last == std::vector<float>{74, 76});
}

TEST_CASE("Neuroscan: events by bytes and by samples", "[recording]") {
  for (const char* name : {"good_plain", "good_wide", "good_sample_events"}) {
    const Recording recording = opened(name);
    REQUIRE(recording.annotations().size() == 2);
    CHECK(recording.annotations()[0].onset_s == 0);
    CHECK(recording.annotations()[0].text == "7");
    CHECK(recording.annotations()[1].onset_s == 0.04);
    CHECK(recording.annotations()[1].text == "300");
  }
  const Recording paused = opened("odd_pause");
  REQUIRE(paused.segments().size() == 2);
  CHECK(paused.segments()[1].sample_onset_s == 0.04);
}

}  // namespace
}  // namespace eegate::test::cnt_test
