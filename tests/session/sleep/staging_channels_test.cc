// The channels that are staged by default: by their names and types.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "session/fixtures.h"
#include "session/sleep/staging.h"

using namespace eegate;

namespace staging_channels_test {

namespace {

std::vector<std::string> staged_of(const std::vector<std::string>& labels, const std::string& channels_tsv = {}) {
  const auto open = test::open(test::FixtureRecording{
      .channels = test::channels_named(labels), .file_name = "sub-01_eeg.edf", .channels_tsv = channels_tsv});
  std::vector<std::string> found;
  for (const std::size_t i : staging_channels(open->recording)) found.push_back(open->recording.channels()[i].label);
  return found;
}

}  // namespace

TEST_CASE("electrodes are known by their names, whatever they are measured against", "[staging]") {
  const std::vector<std::string> staged = {"C4",   "C3-A2",  "C4-M1",  "O2:M1", "F3/M2",  "C4_M1",
                                           "C3M2", "Fpz-Cz", "c4-avg", "E1-M2", "LOC-A2", "EOG horizontal"};
  std::vector<std::string> labels = staged;
  labels.insert(labels.end(), {"EMG", "Chin1-Chin2", "ECG", "SaO2", "O2-Sat", "Flow"});
  CHECK(staged_of(labels) == staged);
}

TEST_CASE("channels that are typed as neither EEG nor EOG are not staged by default", "[staging]") {
  CHECK(staged_of({"C3", "C4", "E1", "O1"}, "name\ttype\nC3\tEEG\nC4\tEMG\nE1\tVEOG\nO1\tn/a\n") ==
        std::vector<std::string>{"C3", "E1", "O1"});
}

TEST_CASE("channels that are marked as bad are not staged by default", "[staging]") {
  CHECK(staged_of({"C3", "C4", "E1"}, "name\ttype\tstatus\nC3\tEEG\tbad\nC4\tEEG\tgood\nE1\tVEOG\tn/a\n") ==
        std::vector<std::string>{"C4", "E1"});
}

}  // namespace staging_channels_test
