// OpenBCI: what the fixtures of scripts/fixtures/openbci.mjs hold, value for value.
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/byte_source.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::openbci_test {
namespace {

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "openbci" / (name + ".txt"));
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

TEST_CASE("OpenBCI: EEG columns are microvolts, independent of other columns", "[recording]") {
  for (const char* name : {"good_names", "odd_no_names", "odd_no_rate", "odd_cut", "odd_clock"}) {
    const Recording recording = opened(name);
    REQUIRE(recording.channels().size() == 8);
    CHECK(recording.channels()[7].label == "EXG Channel 7");
    CHECK(recording.channels()[0].n_samples == 8);
    std::vector<float> last(3);
    REQUIRE(recording.read(7, 5, last).ok());
    CHECK(last == std::vector<float>{24, 32, 40});
  }
  CHECK(opened("good_names").channels()[0].sfreq == 125);
  CHECK(opened("odd_no_rate").channels()[0].sfreq == 250);
}

TEST_CASE("OpenBCI: decimals may be written with a comma, where a blank separates fields too", "[recording]") {
  std::string text = "%OpenBCI Raw EEG Data\n%Number of channels = 8\n%Sample Rate = 250 Hz\n";
  for (const char* index : {"0", "1", "2"})
    text += index + std::string(", 1,5, -2,25, 3, 4,0, 5, 6, 7, -8,125, 0,02, 0,01, 0,9, 17:23:11,123\n");
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const auto source = std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end()));
  const auto recording = Recording::open(source, "a.txt");
  REQUIRE(recording.ok());
  REQUIRE(recording->channels().size() == 8);
  const float expected[] = {1.5F, -2.25F, 3, 4, 5, 6, 7, -8.125F};
  for (std::size_t i = 0; i < 8; ++i) {
    std::vector<float> values(3);
    REQUIRE(recording->read(i, 0, values).ok());
    CHECK(values == std::vector<float>(3, expected[i]));
  }
}

TEST_CASE("OpenBCI: a code of the marker channel is an annotation where it begins", "[recording]") {
  const Recording recording = opened("good_markers");
  std::vector<std::pair<double, std::string>> found;
  for (const Annotation& one : recording.annotations()) found.emplace_back(one.onset_s, one.text);
  CHECK(found == std::vector<std::pair<double, std::string>>{{3 / 125.0, "1"}, {6 / 125.0, "2.5"}, {7 / 125.0, "1"}});
}

TEST_CASE("OpenBCI: what is no number is 0, and costs no row", "[recording]") {
  std::string text = "%OpenBCI Raw EEG Data\n%Sample Rate = 250 Hz\n";
  for (const char* value : {"5", "NaN", "7"}) text += "0, 1, 2, " + std::string(value) + ", 4\n";
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  const auto recording =
      Recording::open(std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end())), "a.txt");
  REQUIRE(recording.ok());
  std::vector<float> values(3);
  REQUIRE(recording->read(2, 0, values).ok());
  CHECK(values == std::vector<float>{5, 0, 7});
}

TEST_CASE("OpenBCI: rows of the Ganglion have the time behind the acceleration, and count to 100", "[recording]") {
  const Recording recording = opened("odd_ganglion");
  REQUIRE(recording.channels().size() == 4);
  CHECK(recording.channels()[0].n_samples == 250);
  CHECK(recording.channels()[0].sfreq == 200);
  std::vector<float> last(2);
  REQUIRE(recording.read(3, 248, last).ok());
  CHECK(last == std::vector<float>{984, 988});
}

TEST_CASE("OpenBCI: a restarted sample index is not a gap", "[recording]") {
  const Recording recording = opened("good_names_wraps");
  CHECK(recording.channels()[0].n_samples == 300);
  CHECK(recording.warnings().empty());
  const Recording lost = opened("odd_lost");
  bool is_told = false;
  for (const Warning& warning : lost.warnings())
    is_told |= warning.message.find("about 2 in 1 place") != std::string::npos;
  CHECK(is_told);
}

}  // namespace
}  // namespace eegate::test::openbci_test
