// BrainVision: what the fixtures of scripts/fixtures/brainvision.mjs hold, value for value.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <string>

#include "files/table_signal_file.h"
#include "files/text.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::brainvision_test {
namespace {

using Catch::Matchers::WithinAbs;

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "brainvision" / (name + ".vhdr"));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

std::vector<float> samples(const Recording& recording, std::uint64_t first, std::uint64_t n) {
  std::vector<std::size_t> channels(recording.channels().size());
  for (std::size_t i = 0; i < channels.size(); ++i) channels[i] = i;
  std::vector<float> out(channels.size() * static_cast<std::size_t>(n));
  REQUIRE(recording.read(channels, first, n, out.data()).ok());
  return out;
}

TEST_CASE("BrainVision: every number format and order gives the same samples", "[recording]") {
  for (const char* name :
       {"good_int16", "good_int16_vectorized", "good_int16_big_endian", "good_int32", "good_float32", "good_float64",
        "good_text", "good_text_vectorized", "odd_v_amp", "good_tabs", "good_utf16"}) {
    const Recording recording = opened(name);
    CHECK(recording.channels()[0].label == "C3");
    CHECK(recording.channels()[0].sfreq == 250);
    CHECK(recording.channels()[0].n_samples == 8);
    CHECK(samples(recording, 2, 3) == std::vector<float>{1.5F, 2, 2.5F, -15, -20, -25});
  }
  CHECK(samples(opened("good_uint16"), 0, 2) == std::vector<float>{40.5F, 41, 35, 30});
}

TEST_CASE("BrainVision: resolution and unit make microvolts", "[recording]") {
  const Recording recording = opened("good_positions");
  CHECK(recording.channels()[0].label == "Fp1, left");
  CHECK(samples(recording, 0, 2) == std::vector<float>{1, 2, -10, -20});  // 0.001 mV; no resolution, no unit
  for (const char* name : {"good_unit_read_twice", "good_unit_lost", "odd_unit_shift_jis"}) {
    CHECK(samples(opened(name), 0, 2) == samples(opened("good_int16"), 0, 2));
    CHECK(opened(name).channels()[0].is_voltage);
    CHECK(opened(name).channels()[1].is_voltage);
  }
  const Recording unknown = opened("odd_unit");
  CHECK_FALSE(unknown.channels()[0].is_voltage);
  CHECK(samples(unknown, 0, 1) == std::vector<float>{0.5F, -5});
}

TEST_CASE("BrainVision: positions are directions from the centre of the head", "[recording]") {
  const Recording recording = opened("good_positions");
  const auto& direction = recording.channels()[0].direction;
  REQUIRE(direction.has_value());
  CHECK_THAT((*direction)[0], WithinAbs(-0.30901699437494745, 1e-15));  // to the left by sin(18 degrees)
  CHECK_THAT((*direction)[1], WithinAbs(0.9510565162951535, 1e-15));
  CHECK_THAT((*direction)[2], WithinAbs(0, 1e-15));
  CHECK_FALSE(recording.channels()[1].direction.has_value());  // radius 0
}

TEST_CASE("BrainVision: markers count from 1, and their description is the text", "[recording]") {
  const Recording recording = opened("good_int16");
  const auto& annotations = recording.annotations();
  REQUIRE(annotations.size() == 3);
  CHECK(annotations[0].text == "New Segment");
  CHECK(annotations[0].onset_s == 0);
  CHECK(annotations[1].text == "S  1");
  CHECK(annotations[1].onset_s == 2 / 250.0);
  CHECK(annotations[2].text == "left, then right");
  CHECK(annotations[2].duration_s == 2 / 250.0);
  CHECK(recording.header().start.date_text() == "2020-02-29");
  CHECK(recording.header().start.time_text() == "23:59:58");
  CHECK(recording.channels()[0].reference == "REF");
}

TEST_CASE("BrainVision: a marker outside the data keeps its position", "[recording]") {
  const Recording recording = opened("odd_marker_range");
  CHECK(recording.annotations()[0].onset_s == 0);
  CHECK(recording.annotations()[1].onset_s == 8 / 250.0);
}

TEST_CASE("BrainVision: a marker may lie between two samples", "[recording]") {
  const Recording recording = opened("odd_marker_text");
  REQUIRE(recording.annotations().size() == 2);  // those without a position are left out
  CHECK(recording.annotations()[0].onset_s == 1 / 250.0);
  CHECK(recording.annotations()[1].text == "S  4");
  CHECK(recording.annotations()[1].onset_s == 2.5 / 250.0);
}

TEST_CASE("BrainVision: segments end where the next one begins", "[recording]") {
  const Recording recording = opened("odd_segments");
  REQUIRE(recording.segments().size() == 2);
  CHECK(recording.segments()[1].sample_onset_s == 4 / 250.0);
  CHECK(recording.segments()[1].duration_s == 4 / 250.0);
  CHECK(recording.header().start.date_text().empty());  // the first one has no date
  CHECK(opened("odd_epochs").segments().size() == 4);
}

TEST_CASE("BrainVision: a file that is missing is named", "[recording]") {
  const auto recording = open_beside(test_data() / "brainvision" / "bad_no_data.vhdr");
  REQUIRE_FALSE(recording.ok());
  CHECK(recording.error().message.find("bad_no_data.eeg") != std::string::npos);
  CHECK(recording.error().hint.find("bad_no_data.vhdr") != std::string::npos);
}

TEST_CASE("BrainVision: samples beyond the end are rejected", "[recording]") {
  const Recording recording = opened("good_int16");
  std::vector<float> out(4);
  CHECK(recording.read(0, 5, std::span(out)).error().code == "BV_RANGE");
}

TEST_CASE("a table of samples is read in windows", "[files]") {
  constexpr std::size_t kSamples = 100'000, kColumns = 3;
  std::vector<std::byte> bytes(kSamples * kColumns);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i % 251);
  MemorySource source(bytes);
  const std::vector<double> factors = {1, 2, 3};
  const std::vector<std::size_t> columns = {2, 0};
  for (const bool by_column : {false, true}) {
    const SampleTable table{.type = NumberType::kUint8,
                            .is_by_column = by_column,
                            .first_byte = 0,
                            .n_columns = kColumns,
                            .n_samples = kSamples};
    std::vector<float> out(2 * (kSamples - 7));
    const OutputRows rows{.values = out.data(), .pitch = kSamples - 7};
    std::vector<std::byte> window;
    REQUIRE(read_table(source, table, factors, columns, 7, kSamples - 7, rows, window).ok());
    bool is_same = true;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      for (std::size_t t = 7; t < kSamples; ++t) {
        const std::size_t at = by_column ? columns[i] * kSamples + t : t * kColumns + columns[i];
        is_same &= out[i * (kSamples - 7) + t - 7] == static_cast<float>((at % 251) * (columns[i] + 1));
      }
    }
    CHECK(is_same);
  }
}

TEST_CASE("Windows-1252 has characters where Latin-1 has none", "[files]") {
  CHECK(windows1252_to_utf8("\xB5V \x80 \x93") == "\xC2\xB5V \xE2\x82\xAC \xE2\x80\x9C");
}

}  // namespace
}  // namespace eegate::test::brainvision_test
