// eegate bids: records and results of a data set, done once, and the table of all.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "cli/workshop.h"

using namespace eegate;
using namespace eegate::test;

namespace bids_test {
namespace fs = std::filesystem;

// Two people with the recording of the workshop, one of them in a session; events that name its classes.
void make_dataset(const Workshop& workshop) {
  fs::create_directories(workshop.path("data/sub-01/ses-1/eeg"));
  fs::create_directories(workshop.path("data/sub-02/eeg"));
  fs::create_directories(workshop.path("data/derivatives/sub-09/eeg"));
  for (const char* name : {"sub-01/ses-1/eeg/sub-01_ses-1_task-move_eeg.edf", "sub-02/eeg/sub-02_task-move_eeg.edf",
                           "derivatives/sub-09/eeg/sub-09_task-move_eeg.edf"})
    fs::copy(workshop.path("S001R04.edf"), workshop.path(std::string("data/") + name));
  workshop.put_text("data/dataset_description.json", R"({"Name": "Moves", "BIDSVersion": "1.8.0"})");
  workshop.put_text("data/participants.tsv", "participant_id\tage\nsub-01\t31\nsub-02\tn/a\n");
  workshop.put_text("data/task-move_events.tsv", "onset\tduration\ttrial_type\n1\t2\tT1\n3\t2\tT2\n5\t2\tT2\n");
}

const std::string kRecord = "out/sub-01/ses-1/eeg/sub-01_ses-1_task-move_desc-eegate_eeg.json";
const std::string kEvents = "out/sub-01/ses-1/eeg/sub-01_ses-1_task-move_desc-eegate_events.tsv";
const std::string kSecond = "out/sub-02/eeg/sub-02_task-move_desc-eegate_eeg.json";
const std::string kWithModel = " --model model.safetensors --recipe recipe.json";

TEST_CASE("bids: each recording has a record and results, with inherited events", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  const Outcome outcome = workshop.run("bids data out participant --json -q" + kWithModel);
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const auto told = json(outcome.out);
  REQUIRE(told.root().get("recordings").size() == 2);
  CHECK(told.root().get("recordings").at(1).get("state").string() == "done");
  CHECK(told.root().get("recordings").at(1).get("record").string() == kSecond);
  CHECK(lines_of(read_text(workshop.path(kEvents))).size() == 4);
  const auto record = json(read_text(workshop.path(kRecord)));
  CHECK(record.root().get("source").string() == "sub-01/ses-1/eeg/sub-01_ses-1_task-move_eeg.edf");
  CHECK(record.root().get("recording").get("n_channels").number() == 3);
  CHECK(record.root().get("recording").get("n_annotations").number() == 3);
  CHECK(record.root().get("results").get("n_epochs").number() == 3);
  CHECK(record.root().get("results").get("n_expected").number() == 3);
  CHECK(record.root().get("settings").get("model_sha256").string().size() == 64);
  const auto described = json(read_text(workshop.path("out/dataset_description.json")));
  CHECK(described.root().get("DatasetType").string() == "derivative");
}

// "done;there already;" of the recordings in order.
std::string states_of(const Workshop& workshop, const std::string& arguments) {
  const Outcome outcome = workshop.run("bids data out participant --json -q" + arguments);
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  std::string all;
  const auto told = json(outcome.out);
  for (const JsonValue one : told.root().get("recordings").elements())
    all += std::string(one.get("state").string()) + ";";
  return all;
}

TEST_CASE("bids: what is done is not done again, unless something changed", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  const auto states = [&](const std::string& arguments) { return states_of(workshop, arguments); };
  CHECK(states("") == "done;done;");
  CHECK(states("") == "there already;there already;");
  CHECK(states(kWithModel) == "done;done;");
  fs::remove(workshop.path(kEvents));
  workshop.put_text(kSecond, "{ cut");
  CHECK(states(kWithModel + " --participant-label sub-01") == "done;");
  CHECK(states(kWithModel) == "there already;done;");
  fs::last_write_time(workshop.path("data/sub-02/eeg/sub-02_task-move_eeg.edf"),
                      fs::file_time_type::clock::now() + std::chrono::hours(1));
  CHECK(states(kWithModel + " --shard 2/2") == "done;");
}

TEST_CASE("bids: what is read with a recording makes it new, too", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  const auto states = [&] { return states_of(workshop, {}); };
  REQUIRE(states() == "done;done;");
  REQUIRE(states() == "there already;there already;");
  const auto touch = [&](const std::string& path, int hours) {
    fs::last_write_time(workshop.path(path), fs::file_time_type::clock::now() + std::chrono::hours(hours));
  };
  workshop.put_text("data/sub-02/eeg/sub-02_task-other_events.tsv", "onset\tduration\ttrial_type\n");
  touch("data/sub-02/eeg/sub-02_task-other_events.tsv", 1);  // of another task
  CHECK(states() == "there already;there already;");
  workshop.put_text("data/sub-02/eeg/sub-02_task-move_channels.tsv", "name\ttype\tunits\n");
  touch("data/sub-02/eeg/sub-02_task-move_channels.tsv", 1);
  CHECK(states() == "there already;done;");
  workshop.put_text("data/task-move_eeg.json", "{}");
  touch("data/task-move_eeg.json", 1);  // inherited by both
  CHECK(states() == "done;done;");
}

TEST_CASE("bids: sidecars that are gone and files of other size or time make it new, README does not", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  const auto states = [&] { return states_of(workshop, {}); };
  const auto earlier = [&](const std::string& path) {
    fs::last_write_time(workshop.path(path), fs::file_time_type::clock::now() - std::chrono::hours(1));
  };
  REQUIRE(states() == "done;done;");
  for (const char* name : {"README", "CHANGES", "participants.tsv", "participants.json", "sub-02/sub-02_scans.tsv"})
    workshop.put_text(std::string("data/") + name, "participant_id\n");
  CHECK(states() == "there already;there already;");
  earlier("data/sub-02/eeg/sub-02_task-move_eeg.edf");
  CHECK(states() == "there already;done;");
  workshop.put_text("data/sub-02/eeg/sub-02_task-move_channels.tsv", "name\ttype\tunits\n");
  earlier("data/sub-02/eeg/sub-02_task-move_channels.tsv");
  CHECK(states() == "there already;done;");
  fs::remove(workshop.path("data/sub-02/eeg/sub-02_task-move_channels.tsv"));
  CHECK(states() == "there already;done;");
  fs::remove(workshop.path("data/task-move_events.tsv"));
  CHECK(states() == "done;done;");
  CHECK(states() == "there already;there already;");
}

TEST_CASE("bids: what failed has no results of earlier files", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  REQUIRE(states_of(workshop, kWithModel) == "done;done;");
  workshop.put_text("data/sub-02/eeg/sub-02_task-move_eeg.edf", "no recording");
  CHECK(workshop.run("bids data out participant -q" + kWithModel).exit_code == 1);
  CHECK_FALSE(fs::exists(workshop.path(kSecond)));
  CHECK(fs::exists(workshop.path(kRecord)));
  const Outcome group = workshop.run("bids data out group");
  CHECK(group.exit_code == 1);
  CHECK(group.out == "out/group_eegate.tsv: 1 of 2 recordings\n");
  CHECK(group.err.find("1 of 2, of which 1 failed") != std::string::npos);
  const auto second_row = [&] { return lines_of(read_text(workshop.path("out/group_eegate.tsv"))).at(2); };
  CHECK(second_row().find("\tfailed\tFORMAT_TEXT\tn/a") != std::string::npos);
  fs::copy(workshop.path("S001R04.edf"), workshop.path("data/sub-02/eeg/sub-02_task-move_eeg.edf"),
           fs::copy_options::overwrite_existing);
  CHECK(states_of(workshop, kWithModel) == "there already;done;");
  CHECK_FALSE(fs::exists(workshop.path("out/sub-02/eeg/sub-02_task-move_desc-eegate_eeg.error.json")));
  REQUIRE(workshop.run("bids data out group -q").exit_code == 0);
  CHECK(second_row().find("\tdone\tn/a\tEDF") != std::string::npos);
  // What is not here any more can not be made again.
  fs::remove(workshop.path("data/sub-01/ses-1/eeg/sub-01_ses-1_task-move_eeg.edf"));
  fs::create_symlink("../annex/gone", workshop.path("data/sub-01/ses-1/eeg/sub-01_ses-1_task-move_eeg.edf"));
  CHECK(workshop.run("bids data out participant -q" + kWithModel).err.starts_with("error[BIDS_DATA_MISSING]"));
  CHECK(fs::exists(workshop.path(kRecord)));
}

TEST_CASE("bids: names that are not of BIDS and participants without EEG are told", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  fs::create_directories(workshop.path("data/sub-03/anat"));
  fs::copy(workshop.path("S001R04.edf"), workshop.path("data/sub-02/eeg/sub-02_task-move_2_eeg.edf"));
  workshop.put_text("data/sub-02/eeg/._sub-02_task-move_eeg.edf", "of another system");
  const Outcome told = workshop.run("bids data out participant --json");
  CHECK(told.exit_code == 0);
  REQUIRE(json(told.out).root().get("left_out").size() == 1);
  CHECK(json(told.out).root().get("left_out").at(0).string() == "sub-02/eeg/sub-02_task-move_2_eeg.edf");
  CHECK(told.err.find("warning[BIDS_NAME]: 1 recording is left out") != std::string::npos);
  CHECK(told.err.find("warning[BIDS_NO_EEG]: There is no recording of EEG of sub-03\n") != std::string::npos);
  const Outcome group = workshop.run("bids data out group");
  CHECK(group.out == "out/group_eegate.tsv: 2 of 2 recordings; 1 left out by their names\n");
  CHECK(group.err.find("warning[BIDS_NAME]") != std::string::npos);
  CHECK(json(workshop.run("bids data out group --json").out).root().get("left_out").size() == 1);
  const Outcome none = workshop.run("bids data out participant --participant-label 03 --json");
  CHECK(none.exit_code == 0);
  CHECK(json(none.out).root().get("recordings").size() == 0);
}

TEST_CASE("bids: results are not written among the raw data", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  fs::create_directory_symlink("data", workshop.path("link"));
  for (const char* output : {"data", "data/", "link", "./data/../data", "data/sub-02", "data/sub-02/eegate"})
    for (const char* level : {"participant", "group"})
      check_error(workshop.run(std::string("bids data ") + output + " " + level), "BIDS_OUTPUT");
  CHECK_FALSE(fs::exists(workshop.path("data/sub-02/eegate")));
  CHECK(workshop.run("bids data data/derivatives/eegate participant -q").exit_code == 0);
  workshop.put_text("data/dataset_description.json", "{ \"Name\":");
  const Outcome cut = workshop.run("bids data out participant");
  check_error(cut, "JSON_SYNTAX");
  CHECK(cut.err.find("dataset_description.json") != std::string::npos);
}

TEST_CASE("bids: columns of participants keep their places and their names differ", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  workshop.put_text("data/participants.tsv",
                    "age\tparticipant_id\tage\tstatus\tage\n3\tsub-01\t4\tok\tn/a\n5\t2\t6\tok\t7\n");
  REQUIRE(workshop.run("bids data out participant -q").exit_code == 0);
  const Outcome group = workshop.run("bids data out group");
  CHECK(group.err.starts_with("warning[BIDS_SIDE_FILE]: Participants have no row in participants.tsv"));
  CHECK(group.err.ends_with("the name of the folder: sub-02\n"));
  const auto lines = lines_of(read_text(workshop.path("out/group_eegate.tsv")));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].ends_with("\tage\tparticipants_age\tparticipants_status\tparticipants_participants_age"));
  CHECK(lines[1].ends_with("\t3\t4\tok\tn/a"));
  CHECK(lines[2].ends_with("\tn/a\tn/a\tn/a\tn/a"));
}

// The cells of one column of a table with tabs, without its name.
std::vector<std::string> column_of(const std::string& table, const std::string& name) {
  std::vector<std::string> lines = lines_of(table), cells;
  const std::vector<std::string> names = cells_of(lines.at(0), '\t');
  const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
  for (const std::string& line : std::span(lines).subspan(1)) cells.push_back(cells_of(line, '\t').at(at));
  return cells;
}

TEST_CASE("bids: the accuracy is the share of epochs whose event is the predicted class", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  workshop.put("moves.safetensors", model_bytes(FixtureModel{.classes = {"left", "right"}}));
  for (const std::vector<std::string>& events : {std::vector<std::string>{"T1", "T2", "T2"}, {"T2", "T1", "T1"}}) {
    workshop.put_text("data/task-move_events.tsv", "onset\tduration\ttrial_type\n1\t2\t" + events[0] + "\n3\t2\t" +
                                                       events[1] + "\n5\t2\t" + events[2] + "\n");
    REQUIRE(workshop.run("bids data out -q participant --model moves.safetensors --recipe recipe.json").exit_code == 0);
    const std::vector<std::string> predicted = column_of(read_text(workshop.path(kEvents)), "trial_type");
    REQUIRE(predicted.size() == 3);
    double n_right = 0;
    for (std::size_t i = 0; i < 3; ++i) n_right += predicted[i] == (events[i] == "T1" ? "left" : "right") ? 1 : 0;
    CHECK((n_right > 0 && n_right < 3));  // else the next lines could not fail
    CHECK(json(read_text(workshop.path(kRecord))).root().get("results").get("n_correct").number() == n_right);
    REQUIRE(workshop.run("bids data out group").exit_code == 0);
    const std::string told = column_of(read_text(workshop.path("out/group_eegate.tsv")), "accuracy").at(0);
    CHECK(std::abs(std::stod(told) - n_right / 3) < 1e-6);
  }
}

TEST_CASE("bids: the group level makes one table, and says what is missing", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  REQUIRE(workshop.run("bids data out participant -q --participant-label 01" + kWithModel).exit_code == 0);
  const Outcome part = workshop.run("bids data out group");
  CHECK(part.exit_code == 1);
  CHECK(part.err.find("error[BIDS_INCOMPLETE]") != std::string::npos);
  CHECK(lines_of(read_text(workshop.path("out/group_eegate.tsv"))).at(2).find("\tmissing\tn/a") != std::string::npos);
  REQUIRE(workshop.run("bids data out participant -q" + kWithModel).exit_code == 0);
  const Outcome all = workshop.run("bids data out group --json");
  REQUIRE(all.exit_code == 0);
  const auto told = json(all.out);
  REQUIRE(told.root().get("recordings").size() == 2);
  const JsonValue first = told.root().get("recordings").at(0);
  CHECK(first.get("participant_id").string() == "sub-01");
  CHECK(first.get("n_epochs").number() == 3);
  double n_labelled = 0;
  for (const auto& [label, n] : first.get("labels").members()) n_labelled += n.number();
  CHECK(n_labelled == 3);
  const auto lines = lines_of(read_text(workshop.path("out/group_eegate.tsv")));
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].starts_with("participant_id\tsession_id\ttask\trun\tfile\tstatus\terror\tformat\tsfreq\t"));
  CHECK(lines[0].ends_with("\taccuracy\tage"));
  CHECK(lines[1].starts_with("sub-01\tses-1\tmove\tn/a\t"));
  CHECK(lines[1].ends_with("\t31"));
  CHECK(lines[2].ends_with("\tn/a"));
}

TEST_CASE("bids: without a model, results of one are kept until their files change", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  REQUIRE(workshop.run("bids data out participant -q" + kWithModel).exit_code == 0);
  CHECK(workshop.run("bids data out group" + kWithModel).err.find("BIDS_SETTINGS") == std::string::npos);
  CHECK(states_of(workshop, {}) == "there already;there already;");
  CHECK(states_of(workshop, kWithModel) == "there already;there already;");
  CHECK(fs::exists(workshop.path(kEvents)));
  workshop.put_text("data/sub-01/ses-1/eeg/sub-01_ses-1_task-move_events.tsv", "onset\tduration\ttrial_type\n");
  const Outcome described = workshop.run("bids data out participant");
  CHECK(described.exit_code == 0);
  CHECK(described.err.find("warning[BIDS_SETTINGS]: sub-01/ses-1/eeg/") != std::string::npos);
  CHECK(fs::exists(workshop.path(kRecord)));
  CHECK_FALSE(fs::exists(workshop.path(kEvents)));
  CHECK(workshop.run("bids data out group").err.find("warning[BIDS_SETTINGS]") != std::string::npos);
  CHECK(workshop.run("bids data out group" + kWithModel).err.find("warning[BIDS_SETTINGS]") != std::string::npos);
}

TEST_CASE("bids: recordings of one participant are one person", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  fs::create_directories(workshop.path("data/sub-x/eeg"));
  for (const char* run : {"1", "2"}) {
    fs::copy(workshop.path("S001R04.edf"),
             workshop.path("data/sub-x/eeg/sub-x_task-move_run-" + std::string(run) + "_eeg.edf"));
  }
  const Outcome outcome = workshop.run(
      "prepare data/sub-01 data/sub-02 data/sub-x S001R04.edf --recipe recipe.json -o x.npy --subjects s.npy -q");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  // Three epochs by inherited events each; the recording without a data set has two of its own.
  CHECK(workshop.array("s.npy").values == std::vector<double>{1, 1, 1, 2, 2, 2, -1, -1, -1, -1, -1, -1, 1, 1});
}

TEST_CASE("bids: a recording inherits from its own data set alone", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  const auto count = [&](const std::string& path) {
    const auto document = json(workshop.run("info 'data/" + path + "' --json").out);
    return document.root().get("annotations").size();
  };
  CHECK(count("sub-02/eeg/sub-02_task-move_eeg.edf") == 3);
  CHECK(count("derivatives/sub-09/eeg/sub-09_task-move_eeg.edf") == 2);
}

TEST_CASE("bids: what stands in the way is named, and the others are done", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  check_error(workshop.run("bids data/sub-01 out participant"), "BIDS_ROOT");
  check_error(workshop.run("bids data out participant --participant-label 7"), "BIDS_LABEL");
  const Outcome other = workshop.run("bids data out participant --participant-label 01 --task-label rest");
  check_error(other, "BIDS_LABEL");
  CHECK(other.err.find("--task-label") != std::string::npos);
  check_error(workshop.run("bids data out participant --shard 3/2"), "PLAN_SHARD");
  CHECK(workshop.run("bids data out both").exit_code == 2);
  CHECK(workshop.run("bids data out group --shard 1/2").exit_code == 2);
  CHECK(workshop.run("bids data out participant --recipe recipe.json").exit_code == 2);
  CHECK_FALSE(fs::exists(workshop.path("out")));
  workshop.put_text("data/sub-02/eeg/sub-02_task-move_eeg.edf", "../../.git/annex/objects/a/b/MD5E-s1--c.edf");
  const Outcome outcome = workshop.run("bids data out participant -q");
  CHECK(outcome.exit_code == 1);
  CHECK(outcome.err.starts_with("error[BIDS_DATA_MISSING]"));
  CHECK(outcome.err.find("error[FILES_FAILED]: 1 of 2 files failed") != std::string::npos);
  CHECK(fs::exists(workshop.path(kRecord)));
}

TEST_CASE("bids: a recording in the folder of another participant, session or kind is left out", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  fs::create_directories(workshop.path("data/sub-02/ieeg"));
  for (const char* name : {"sub-02/eeg/sub-03_task-move_eeg.edf", "sub-02/eeg/sub-02_task-move_run-1_run-2_eeg.edf",
                           "sub-02/eeg/sub-02_task-deep_ieeg.edf", "sub-02/ieeg/sub-02_task-deep_ieeg.edf",
                           "sub-01/ses-1/eeg/sub-01_ses-2_task-move_eeg.edf"})
    fs::copy(workshop.path("S001R04.edf"), workshop.path(std::string("data/") + name));
  const Outcome told = workshop.run("bids data out participant --json");
  INFO(told.err);
  CHECK(told.exit_code == 0);
  CHECK(json(told.out).root().get("recordings").size() == 3);
  CHECK(json(told.out).root().get("left_out").size() == 4);
  CHECK(told.err.find("warning[BIDS_NAME]: 4 recordings are left out") != std::string::npos);
  CHECK(fs::exists(workshop.path("out/sub-02/ieeg/sub-02_task-deep_desc-eegate_ieeg.json")));
  const Outcome group = workshop.run("bids data out group --json -q");
  for (const JsonValue row : json(group.out).root().get("recordings").elements())
    CHECK(row.get("participant_id").string() != "sub-03");
}

TEST_CASE("bids: records without a recording and participants with two rows are told", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  REQUIRE(workshop.run("bids data out participant -q").exit_code == 0);
  CHECK(workshop.run("bids data out group --participant-label 01").err.empty());
  fs::remove_all(workshop.path("data/sub-02"));
  workshop.put_text("data/participants.tsv", "participant_id\tage\nsub-01\t31\nsub-04\t1\nsub-01\t32\n");
  const Outcome group = workshop.run("bids data out group");
  CHECK(group.exit_code == 0);
  const auto lines = lines_of(group.err);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("warning[BIDS_NO_RECORDING]: "));
  CHECK(lines[0].ends_with(": sub-02/eeg/sub-02_task-move_desc-eegate_eeg.json"));
  CHECK(lines[1].starts_with("warning[BIDS_SIDE_FILE]: participants.tsv has several rows"));
  CHECK(lines[1].ends_with(": sub-01"));
}

TEST_CASE("bids: the record names bad channels", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  workshop.put_text("data/task-move_channels.tsv", "name\ttype\tunits\tstatus\nC3..\tEEG\tuV\tbad\n");
  REQUIRE(workshop.run("bids data out participant -q").exit_code == 0);
  const auto record = json(read_text(workshop.path(kRecord)));
  REQUIRE(record.root().get("recording").get("bad_channels").size() == 1);
  CHECK(record.root().get("recording").get("bad_channels").at(0).string() == "C3");
}

TEST_CASE("bids: options and folders that cannot be are refused with their reason", "[cli][bids]") {
  const Workshop workshop;
  make_dataset(workshop);
  for (const char* level : {"participant", "group"})
    CHECK(workshop.run(std::string("bids data out ") + level + " --calibrate recentre").exit_code == 2);
  const Outcome none = workshop.run("bids data '' participant");
  CHECK(none.exit_code == 2);
  CHECK(none.err.starts_with("output_dir: the value is empty"));
  workshop.put_text("file", "x");
  const Outcome blocked = workshop.run("bids data file participant");
  check_error(blocked, "IO_WRITE");
  CHECK(blocked.err.find("Not a directory") != std::string::npos);
  CHECK(blocked.err.find("\"file\"") != std::string::npos);
  workshop.put_text("data/dataset_description.json", "{");
  CHECK(workshop.run("bids data out participant").err.find("data/dataset_description.json") != std::string::npos);
}

}  // namespace bids_test
