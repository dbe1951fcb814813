// BIDS: names, inheritance, tables, and sidecar files of recordings.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "files/bids_sidecars.h"
#include "files/bids_tsv.h"
#include "files/diagnostics.h"
#include "signal/recording.h"
#include "support/file_source.h"
#include "support/reference_data.h"
#include "support/text_files.h"

namespace eegate::test::bids_test {
namespace {

using Catch::Matchers::WithinAbs;

std::set<std::string> codes_of(const Warnings& warnings) {
  std::set<std::string> codes;
  for (const Warning& warning : warnings) codes.insert(std::string(warning.code));
  return codes;
}

TEST_CASE("BIDS: a name is key-value pairs, a suffix and an ending", "[files][bids]") {
  const auto name = parse_bids_name("sub-01_ses-2_task-rest_run-1_eeg.vhdr");
  REQUIRE(name);
  CHECK(name->value("sub") == "01");
  CHECK(name->value("run") == "1");
  CHECK(name->value("acq").empty());
  CHECK(name->suffix == "eeg");
  CHECK(name->ending == ".vhdr");
  CHECK(is_bids_recording(*name));
  CHECK(parse_bids_name("participants.tsv")->entities.empty());
  for (const char* other :
       {"sub-01_.tsv", "sub_eeg.tsv", "sub-_eeg.tsv", "-01_eeg.tsv", "sub-0 1_eeg.edf", "_.tsv", ""})
    CHECK_FALSE(parse_bids_name(other));
  CHECK_FALSE(is_bids_recording(*parse_bids_name("task-rest_eeg.json")));
}

TEST_CASE("BIDS: sidecar files apply by the entities of their names", "[files][bids]") {
  const auto applies = [](const char* side) {
    return applies_to(*parse_bids_name(side), *parse_bids_name("sub-01_ses-2_task-rest_eeg.edf"));
  };
  CHECK(applies("task-rest_events.tsv"));
  CHECK(applies("sub-01_space-CapTrak_electrodes.tsv"));
  CHECK_FALSE(applies("task-eyes_events.tsv"));
  CHECK_FALSE(applies("sub-01_ses-2_task-rest_run-1_events.tsv"));
  // A file in the folder of a participant is more specific than one at the root, whatever entities their names have.
  CHECK(specificity(*parse_bids_name("sub-01_events.tsv")) >
        specificity(*parse_bids_name("task-rest_acq-a_events.tsv")));
}

TEST_CASE("BIDS: cells in quotes may contain tabs and quotes", "[files][bids]") {
  Diagnostics diagnostics(false);
  BidsTsv table("onset\t\"trial_type\"\n1\t\"go\tleft\"\n2\t\"say \"\"go\"\"\"\n3\t\"half\n4\t5\" wide\n5\t\"\"\n",
                "a.tsv");
  REQUIRE(table.has("trial_type"));
  std::vector<std::string> found;
  while (table.next(diagnostics)) found.emplace_back(table.cell("trial_type"));
  CHECK(found == std::vector<std::string>{"go\tleft", "say \"go\"", "\"half", "5\" wide", ""});
  CHECK(diagnostics.warnings().empty());
}

TEST_CASE("BIDS: the most specific table is used, and for JSON the most specific key", "[files][bids]") {
  const FileSet files = set_of({
      {"task-rest_events.tsv", "onset\tduration\ttrial_type\n9\t0\tfar\n"},
      {"sub-01_task-rest_events.tsv", "onset\tduration\ttrial_type\n1.5\t0.25\tnear\n"},
      {"task-rest_eeg.json", R"({"SamplingFrequency": 100, "RecordingDuration": 7})"},
      {"sub-01_task-rest_eeg.json", R"({"SamplingFrequency": 250})"},
  });
  Diagnostics diagnostics(false);
  const auto sides = read_bids_sidecars(files, "sub-01_task-rest_eeg.edf", diagnostics);
  REQUIRE(sides.ok());
  REQUIRE(sides->events->size() == 1);
  CHECK(sides->events->at(0).text == "near");
  CHECK(sides->events->at(0).onset_s == 1.5);
  CHECK(sides->events->at(0).duration_s == 0.25);
  CHECK(sides->sfreq == 250);
  CHECK(sides->duration_s == 7);
  CHECK(diagnostics.warnings().empty());
  Diagnostics others(false);
  CHECK_FALSE(read_bids_sidecars(files, "S001R04.edf", others)->events);
}

TEST_CASE("BIDS: the text of an event is in the first column that has one", "[files][bids]") {
  const FileSet files = set_of({{"sub-01_events.tsv",
                                 "onset\tstim_type\tevent_type\tvalue\ttrial_type\n1\ta\tb\tc\td\n2\ta\tb\tc\tn/a\n"
                                 "3\ta\tb\tn/a\tn/a\n4\ta\tn/a\tn/a\tn/a\n"}});
  Diagnostics diagnostics(false);
  const auto sides = read_bids_sidecars(files, "sub-01_eeg.edf", diagnostics);
  REQUIRE(sides.ok());
  REQUIRE(sides->events->size() == 4);
  CHECK(sides->events->at(0).text == "d");
  CHECK(sides->events->at(1).text == "c");
  CHECK(sides->events->at(2).text == "b");
  CHECK(sides->events->at(3).text == "a");
}

TEST_CASE("BIDS: unreadable content is skipped with a warning", "[files][bids]") {
  const FileSet files = set_of({
      {"sub-01_events.tsv", "duration\ttrial_type\n1\tx\n"},
      {"sub-01_eeg.json", "{\"SamplingFrequency\": "},
      {"sub-01_electrodes.tsv", "name\tx\ty\tz\nC3\t1\t0\t0\n"},
      {"sub-01_channels.tsv", "name\ttype\nC3\tEEG\textra\nC4\n\nCz\tEEG\n"},
  });
  Diagnostics diagnostics(false);
  const auto sides = read_bids_sidecars(files, "sub-01_eeg.edf", diagnostics);
  REQUIRE(sides.ok());
  CHECK_FALSE(sides->events);
  CHECK(sides->electrodes.empty());
  REQUIRE(sides->channels.size() == 1);
  CHECK(sides->channels[0].name == "Cz");
  CHECK(codes_of(diagnostics.warnings()) ==
        std::set<std::string>{"BIDS_SIDE_FILE", "BIDS_COORD_SYSTEM", "BIDS_TSV_ROW"});
}

TEST_CASE("BIDS: onsets that are not numbers are told from missing ones", "[files][bids]") {
  const FileSet files =
      set_of({{"sub-01_events.tsv", "onset\tduration\ttrial_type\nn/a\t1\tx\n20,5\t4\ty\n30.5\t4\tz\n"}});
  Diagnostics diagnostics(false);
  const auto sides = read_bids_sidecars(files, "sub-01_eeg.edf", diagnostics);
  REQUIRE(sides->events->size() == 1);
  CHECK(sides->events->at(0).onset_s == 30.5);
  const Warnings warnings = diagnostics.warnings();
  REQUIRE(codes_of(warnings) == std::set<std::string>{"BIDS_EVENT", "BIDS_ONSET"});
  CHECK(warnings[0].message.find("line 2") != std::string::npos);
  for (const char* part : {"line 3", "20,5", "with a point"})
    CHECK(warnings[1].message.find(part) != std::string::npos);
}

TEST_CASE("BIDS: axes of electrodes depend on the coordinate system", "[files][bids]") {
  for (const auto& [system, direction] : std::map<std::string, std::array<double, 3>>{
           {"CapTrak", {0.6, 0.8, 0}}, {"CTF", {-0.8, 0.6, 0}}, {"MNI305", {0.6, 0.8, 0}}}) {
    const FileSet files = set_of({
        {"sub-01_electrodes.tsv", "name\tx\ty\tz\nC3\t3\t4\t0\nC4\tn/a\tn/a\tn/a\nCz\t0\t0\t0\n"},
        {"sub-01_coordsystem.json", R"({"EEGCoordinateSystem": ")" + system + "\"}"},
    });
    Diagnostics diagnostics(false);
    const auto sides = read_bids_sidecars(files, "sub-01_eeg.edf", diagnostics);
    REQUIRE(sides->electrodes.size() == 1);
    for (std::size_t i = 0; i < 3; ++i) CHECK_THAT(sides->electrodes[0].direction[i], WithinAbs(direction[i], 1e-12));
  }
}

// A recording with the sidecar files of its folder and of those above, as the command line finds them.
Recording opened(const std::filesystem::path& root, const std::string& path) {
  std::vector<NamedFile> files;
  for (std::filesystem::path folder = (root / path).parent_path();; folder = folder.parent_path()) {
    const FileSet beside = files_of(folder);
    files.insert(files.end(), beside.files().begin(), beside.files().end());
    if (folder == root) break;
  }
  const FileSet set(std::move(files));
  const std::string name = std::filesystem::path(path).filename().string();
  auto recording =
      Recording::open(std::make_shared<FileSource>((root / path).string()), name, kFirstAnnotationBytes, set);
  REQUIRE(recording.ok());
  REQUIRE(recording->use_bids_sidecars(set).ok());
  return std::move(recording).value();
}

TEST_CASE("BIDS: events, types, bad channels and positions come from sidecar files", "[recording][bids]") {
  const Recording recording = opened(test_data() / "bids", "sub-01/ses-1/eeg/sub-01_ses-1_task-rest_eeg.edf");
  REQUIRE(recording.annotations().size() == 2);
  CHECK(recording.annotations()[0].onset_s == -0.5);
  CHECK(recording.annotations()[0].text == "7");
  CHECK(recording.annotations()[1].text == "go");
  CHECK(recording.channels()[0].type == "EEG");
  CHECK(recording.channels()[0].direction == std::array<double, 3>{-1, 0, 0});
  CHECK_FALSE(recording.channels()[1].direction);
  CHECK(recording.channels()[1].is_bad);
  CHECK_FALSE(recording.channels()[0].is_bad);
  CHECK(recording.channels()[2].type == "EOG");
  CHECK(codes_of(recording.warnings()) == std::set<std::string>{"BIDS_EVENT", "BIDS_TSV_ROW", "BIDS_BAD_CHANNELS"});
}

TEST_CASE("BIDS: channels of one name are described in their order", "[recording][bids]") {
  std::vector<Channel> channels(3);
  for (std::size_t i = 0; i < channels.size(); ++i) channels[i].label = i == 1 ? "Cz" : "Fz";
  BidsSidecars sidecars;
  sidecars.channels = {{.name = "Fz", .type = "EEG"}, {.name = "Fz", .type = "EOG", .is_bad = true}, {.name = "Fz"}};
  Diagnostics diagnostics(false);
  use_bids_channels(sidecars, channels, diagnostics);
  CHECK(channels[0].type == "EEG");
  CHECK_FALSE(channels[0].is_bad);
  CHECK(channels[2].type == "EOG");
  CHECK(channels[2].is_bad);
  CHECK(channels[1].type.empty());
  CHECK(codes_of(diagnostics.warnings()) == std::set<std::string>{"BIDS_CHANNELS", "BIDS_BAD_CHANNELS"});
  sidecars.channels = {{.name = "Cz", .type = ""}};
  channels[1].type = "EMG";  // of the file
  use_bids_channels(sidecars, channels, diagnostics);
  CHECK(channels[1].type == "EMG");
}

TEST_CASE("BIDS: a recording without its own sidecar files inherits others", "[recording][bids]") {
  const Recording recording = opened(test_data() / "bids", "sub-02/eeg/sub-02_task-rest_eeg.edf");
  REQUIRE(recording.annotations().size() == 1);
  CHECK(recording.annotations()[0].text == "of the file");
  CHECK(recording.channels()[0].type == "EEG");
  CHECK(recording.channels()[2].type.empty());
  CHECK(codes_of(recording.warnings()) == std::set<std::string>{"BIDS_CHANNELS", "BIDS_UNIT", "BIDS_JSON_MISMATCH"});
}

TEST_CASE("Published BIDS data sets agree with their reference", "[recording][golden][bids]") {
  EEGATE_DATA2_OR_SKIP(folder);
  const Recording tiny =
      opened(folder / "bids/mne-tools+mne-bids/tiny_bids", "sub-01/ses-eeg/eeg/sub-01_ses-eeg_task-rest_eeg.vhdr");
  REQUIRE(tiny.annotations().size() == 2);
  CHECK(tiny.annotations()[0].text == "start_experiment");
  CHECK(tiny.annotations()[1].onset_s == 0.2);
  CHECK(tiny.annotations()[1].text == "show_stimulus");
  std::size_t n_bad = 0, n_eeg = 0, n_placed = 0;
  for (const Channel& channel : tiny.channels()) {
    n_bad += channel.is_bad ? 1 : 0;
    n_eeg += channel.type == "EEG" ? 1 : 0;
    n_placed += channel.direction ? 1 : 0;
    if (channel.is_bad) CHECK(channel.label == "PO10");
  }
  CHECK(n_bad == 1);
  CHECK(n_eeg == 64);
  CHECK(n_placed == 64);
  CHECK(codes_of(tiny.warnings()).contains("BIDS_JSON_MISMATCH"));
  CHECK(codes_of(tiny.warnings()).contains("BIDS_AMBIGUOUS"));
  const Recording montage =
      opened(folder / "bids/eegdash+EEGDash/ds_snapshot_eeg_montage", "sub-xp101/eeg/sub-xp101_task-motorloc_eeg.vhdr");
  REQUIRE(montage.channels()[0].direction);
  CHECK_THAT((*montage.channels()[0].direction)[1],
             WithinAbs(0.0832 / std::sqrt(0.0294 * 0.0294 + 0.0832 * 0.0832 + 0.0085 * 0.0085), 1e-12));
  const Recording unfit =
      opened(folder / "bids/sccn+eeglab/BIDS_test", "sub-S1/ses-01/eeg/sub-S1_ses-01_task-Experiment_run-01_eeg.edf");
  CHECK(codes_of(unfit.warnings()).contains("BIDS_CHANNELS"));
  CHECK(codes_of(unfit.warnings()).contains("BIDS_JSON_MISMATCH"));
  CHECK(unfit.channels()[0].name == "Fp1");
  CHECK(unfit.channels()[0].type == "EEG");
}

}  // namespace
}  // namespace eegate::test::bids_test
