// GDF: what the fixtures of scripts/fixtures/gdf.mjs hold, value for value.
#include <catch2/catch_test_macros.hpp>
#include <string>

#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::gdf_test {
namespace {

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "gdf" / (name + ".gdf"));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

TEST_CASE("GDF: both versions and all numbers give the same samples", "[recording]") {
  for (const char* name : {"good_second", "good_first", "good_floats", "good_doubles", "good_newest", "good_unit_codes",
                           "odd_records_unknown", "good_third", "good_24_bits", "good_24_bits_table", "good_64_bits"}) {
    const Recording recording = opened(name);
    CHECK(recording.channels()[0].sfreq == 4);
    CHECK(recording.channels()[0].n_samples == 8);
    const std::vector<std::size_t> channels = {1, 0};
    std::vector<float> out(6);
    REQUIRE(recording.read(channels, 3, 3, out.data()).ok());
    CHECK(out == std::vector<float>{-30'000, -40'000, -50'000, 30, 40, 50});  // 0.1 mV and 0.1 uV a digit
    CHECK(recording.header().start.date_text() == "2020-02-29");
    CHECK(recording.header().start.time_text() == "12:00:00");
  }
}

TEST_CASE("GDF: channels have the filters of their recording", "[recording]") {
  CHECK(opened("good_filtered").channels()[0].prefiltering == "HP:0.5Hz LP:1.5Hz");
  CHECK(opened("good_filtered").channels()[1].prefiltering.empty());
}

TEST_CASE("GDF: every channel has its own rate", "[recording]") {
  const Recording recording = opened("good_two_rates");
  CHECK(recording.channels()[1].sfreq == 8);
  std::vector<float> out(3);
  REQUIRE(recording.read(1, 3, out).ok());
  CHECK(out == std::vector<float>{-30'000, -40'000, -50'000});
  CHECK(recording.read(0, 6, out).error().code == "GDF_SAMPLES");
}

TEST_CASE("GDF: positions of events count from 1", "[recording]") {
  for (const char* name :
       {"good_first", "good_first_table", "good_events", "good_newest", "good_third", "odd_values"}) {
    const Recording recording = opened(name);
    REQUIRE(recording.annotations().size() == 2);
    CHECK(recording.annotations()[0].onset_s == 0);
    CHECK(recording.annotations()[1].onset_s == 0.75);
    CHECK(recording.annotations()[1].text == "0x0301");
  }
  CHECK(opened("good_events").annotations()[1].duration_s == 0.5);
  CHECK(opened("good_newest").annotations()[1].duration_s == 0.5);
  CHECK(opened("good_first_table").annotations()[1].duration_s == 0.5);
}

TEST_CASE("GDF: events have the names of their types, where the file has them", "[recording]") {
  const Recording recording = opened("good_event_names");
  REQUIRE(recording.annotations().size() == 3);
  CHECK(recording.annotations()[0].text == "left hand");
  CHECK(recording.annotations()[1].text == "Füße");
  CHECK(recording.annotations()[2].text == "0x0003");
}

TEST_CASE("GDF: a header with thousands of empty parts is read at once", "[recording]") {
  const std::string path = (test_data() / "gdf/good_newest.gdf").string();
  FileSource file(path);
  std::vector<std::byte> bytes = read_all(file, 1 << 20).value();
  constexpr std::size_t after_channels = 3 * 256, n_blocks = 100;
  REQUIRE(bytes[184] == std::byte{3});
  bytes[184] = std::byte{3 + n_blocks};
  std::vector<std::byte> parts(n_blocks * 256);
  for (std::size_t i = 0; i < parts.size(); i += 4) parts[i] = std::byte{5};  // of no bytes
  bytes.insert(bytes.begin() + after_channels, parts.begin(), parts.end());
  const auto counting = std::make_shared<CountingSource>(std::make_shared<MemorySource>(std::move(bytes)));
  const auto recording = Recording::open(counting, "parts.gdf");
  REQUIRE(recording.ok());
  CHECK(recording.value().channels()[0].n_samples == 8);
  CHECK(counting->n_reads < 20);
}

TEST_CASE("GDF: bytes after a cut are no table of events", "[recording]") {
  CHECK(opened("odd_records").annotations().empty());
}

TEST_CASE("GDF: the start is rounded to seconds", "[recording]") {
  CHECK(opened("good_start").header().start.time_text() == "12:34:56");
  CHECK(opened("good_midnight").header().start.date_text() == "2020-03-01");
  CHECK(opened("good_midnight").header().start.time_text() == "00:00:00");
}

}  // namespace
}  // namespace eegate::test::gdf_test
