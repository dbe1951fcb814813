// Experiments from outside: plans in, runs and tables out. Native only.

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "cli/train_task.h"
#include "support/reference_data.h"

using namespace eegate;
using namespace eegate::test;

extern char** environ;

namespace experiment_test {
namespace fs = std::filesystem;

namespace {

constexpr const char* kNet = R"("config":{"architecture":"transformer","n_heads":2,"n_blocks":1,"ffn_dim":16,)"
                             R"("embedding":{"kind":"patch","dim":16,"patch_times":20}})";

std::string array_plan(const std::string& more = {},
                       const std::string& training = R"("epochs":12,"lr":0.003,"batch_size":8)",
                       const std::string& splits = R"({"rule":"ratio","seeds":[0,1]})") {
  return std::string(R"({"version":1,"name":"planted","data":{"x":"x.npy","y":"y.npy","subjects":"s.npy"},)") + more +
         R"("training":{)" + training + R"(},"models":[{"name":"small",)" + kNet +
         R"(},{"method":"band_power"},{"name":"wide",)" + kNet + R"(,"training":{"dropout":false}}],"splits":)" +
         splits + "}";
}

std::map<std::string, std::string> runs_in(const fs::path& folder) {
  std::map<std::string, std::string> runs;
  for (const auto& entry : fs::directory_iterator(folder / "runs")) {
    if (entry.path().extension() == ".json") runs[entry.path().filename().string()] = read_text(entry.path());
  }
  return runs;
}

// All that may differ from one time to another stands in the last member.
std::map<std::string, std::string> without_times(std::map<std::string, std::string> runs) {
  for (auto& [name, text] : runs) {
    const std::size_t measured = text.find(R"("measured")");
    REQUIRE(measured != std::string::npos);
    text.resize(measured);
  }
  return runs;
}

// Kills the command, and with it whatever it has begun, once `enough` files are there.
void run_and_kill(const Workshop& workshop, const std::vector<std::string>& arguments, int signal,
                  const std::function<bool()>& enough) {
  std::vector<std::string> words = {test::command_path()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t pid = 0;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  const std::string out = workshop.path("killed.txt").string();
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  REQUIRE(posix_spawn(&pid, test::command_path().c_str(), &actions, nullptr, argv.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  while (!enough()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ::kill(pid, signal);
  int status = 0;
  ::waitpid(pid, &status, 0);
  if (signal == SIGTERM) CHECK(WEXITSTATUS(status) == 130);
}

std::size_t n_runs_in(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / "runs", ignored) ? runs_in(folder).size() : 0;
}

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("an experiment on planted arrays learns, compares and writes its table", "[cli][experiment]") {
  const Workshop workshop;
  put_task(workshop);
  workshop.put_text("plan.json", array_plan(R"("dataset":"brain_visual",)"));
  const Outcome outcome = workshop.run("experiment plan.json -o out");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(outcome.err.find("warning[DATASET_BLOCK_DESIGN]") != std::string::npos);
  CHECK(outcome.err.find("in one block") != std::string::npos);
  const std::string markdown = read_text(workshop.path("out/table.md"));
  CHECK(markdown.find("> **Warning.** In this data set") != std::string::npos);
  CHECK(markdown.find("4 subjects, 40 trials of 3 channels x 80 samples at 160 Hz") != std::string::npos);
  const auto runs = runs_in(workshop.path("out"));
  REQUIRE(runs.size() == 6);
  for (const auto& [name, text] : runs) {
    INFO(name);
    const auto run = json(text);
    CHECK(run.root().get("test").get("accuracy").number() >= 0.9);
    CHECK(run.root().get("test").get("chance").number() == 0.5);
    CHECK(run.root().get("test").get("intervals_95").get("accuracy").size() == 2);
    CHECK(run.root().get("predictions").get("predicted").size() == 10);
    CHECK(run.root().get("per_subject").size() == 1);
    CHECK(run.root().get("split").get("train").size() == 2);
    CHECK(run.root().get("n_parameters").number() > 0);
    CHECK(run.root().get("measured").get("latency_ms").number() > 0);
    if (name.starts_with("band_power")) continue;
    CHECK(run.root().get("curves").size() == run.root().get("n_epochs").number());
    CHECK(run.root().get("best_epoch").is_number());
  }
  CHECK(lines_of(read_text(workshop.path("out/table.csv"))).size() == 4);
  CHECK(lines_of(read_text(workshop.path("out/runs.csv"))).size() == 7);
}

TEST_CASE("what was run is not run again, and the table stays", "[cli][experiment]") {
  const Workshop workshop;
  put_task(workshop);
  workshop.put_text("plan.json", array_plan({}, R"("epochs":2)"));
  const std::string dry = workshop.run("experiment plan.json -o out --dry-run").out;
  CHECK(count_of(dry, "to do  ") == 6);
  CHECK_FALSE(fs::exists(workshop.path("out")));
  const Outcome first = workshop.run("experiment plan.json -o out --json --workers 2");
  REQUIRE(first.exit_code == 0);
  CHECK(json(first.out).root().get("n_done").number() == 6);
  const auto runs = runs_in(workshop.path("out"));
  const std::string table = read_text(workshop.path("out/table.md"));
  REQUIRE(workshop.run("experiment plan.json -o out --workers 1").exit_code == 0);
  CHECK(runs_in(workshop.path("out")) == runs);
  CHECK(read_text(workshop.path("out/table.md")) == table);
  CHECK(count_of(workshop.run("experiment plan.json -o out --dry-run").out, "done  ") == 6);
  // Another number of runs at once, in another folder: the same but for the times.
  REQUIRE(workshop.run("experiment plan.json -o again --workers 1").exit_code == 0);
  CHECK(without_times(runs_in(workshop.path("again"))) == without_times(runs));
}

TEST_CASE("a dry run says what would fail without training", "[cli][experiment]") {
  const Workshop workshop;
  put_task(workshop);
  std::string plan = array_plan();
  plan.replace(plan.find(R"("n_heads":2)"), 11, R"("n_heads":3)");
  workshop.put_text("plan.json", plan);
  const Outcome dry = workshop.run("experiment plan.json -o out --dry-run");
  INFO(dry.err);
  CHECK(dry.exit_code == 1);
  CHECK(count_of(dry.out, "to do  ") == 6);
  CHECK(count_of(dry.err, "error[MODEL_CONFIG") == 1);
  CHECK(dry.err.find("2 runs, the first: ") != std::string::npos);
  CHECK(dry.err.find("error[EXPERIMENT_FAILED_RUNS]: Runs of the experiment would fail") != std::string::npos);
  CHECK_FALSE(fs::exists(workshop.path("out")));
  // Another half of the runs fails for want of a channel.
  workshop.put_text("plan.json", array_plan(R"("electrodes":[{"name":"all"},{"name":"one","pick":["Cz"]}],)"));
  const Outcome electrodes = workshop.run("experiment plan.json -o out --dry-run");
  INFO(electrodes.err);
  CHECK(electrodes.err.find("error[PICK_MISSING]") != std::string::npos);
  CHECK(electrodes.err.find("6 of 12") != std::string::npos);
}

TEST_CASE("an experiment that was killed or interrupted goes on to the same results", "[cli][experiment]") {
  const Workshop workshop;
  put_task(workshop);
  const std::string training = R"("epochs":400,"patience":0,"batch_size":8)";
  workshop.put_text("plan.json", array_plan({}, training));
  REQUIRE(workshop.run("experiment plan.json -o whole --workers 1").exit_code == 0);
  const auto expected = without_times(runs_in(workshop.path("whole")));
  for (const int signal : {SIGKILL, SIGTERM}) {
    const std::string name = signal == SIGKILL ? "killed" : "stopped";
    const fs::path folder = workshop.path(name);
    run_and_kill(workshop, {"experiment", workshop.path("plan.json").string(), "-o", folder.string(), "--workers", "1"},
                 signal, [&] { return n_runs_in(folder) >= 1; });
    if (signal == SIGKILL) std::this_thread::sleep_for(std::chrono::milliseconds(300));  // the orphan notices and ends
    CHECK(n_runs_in(folder) < expected.size());
    REQUIRE(workshop.run("experiment plan.json --workers 2 -o " + name).exit_code == 0);
    CHECK(without_times(runs_in(folder)) == expected);
    for (const auto& entry : fs::directory_iterator(folder / "runs")) CHECK(entry.path().extension() == ".json");
  }
}

TEST_CASE("shards of an experiment add up to the whole", "[cli][experiment]") {
  const Workshop workshop;
  put_task(workshop);
  workshop.put_text("plan.json", array_plan({}, R"("epochs":2)"));
  REQUIRE(workshop.run("experiment plan.json -o whole").exit_code == 0);
  REQUIRE(workshop.run("experiment plan.json -o parts --shard 1/4").exit_code == 0);
  CHECK(runs_in(workshop.path("parts")).size() == 2);
  CHECK_FALSE(fs::exists(workshop.path("parts/table.md")));
  REQUIRE(workshop.run("experiment plan.json -o parts --table").exit_code == 0);
  CHECK(runs_in(workshop.path("parts")).size() == 2);
  CHECK(read_text(workshop.path("parts/table.md")).find("1 of 2 runs") != std::string::npos);
  fs::remove(workshop.path("parts/table.md"));
  for (const char* shard : {"2/4", "3/4", "4/4"})
    REQUIRE(workshop.run(std::string("experiment plan.json -o parts --shard ") + shard).exit_code == 0);
  CHECK(without_times(runs_in(workshop.path("parts"))) == without_times(runs_in(workshop.path("whole"))));
  CHECK(fs::exists(workshop.path("parts/table.md")));  // the last of them wrote it
  CHECK(read_text(workshop.path("parts/table.md")).find("1 of 2 runs") == std::string::npos);
  check_error(workshop.run("experiment plan.json -o parts --shard 5/4"), "PLAN_SHARD");
}

TEST_CASE("a run that fails is told and does not stop the others", "[cli][experiment]") {
  const Workshop workshop;
  put_task(workshop);
  std::string plan = array_plan({}, R"("epochs":2)");
  const std::string bad = R"({"preset":"no_such_preset"},{"name":"tied","config":{"architecture":"transformer",)"
                          R"("n_times":81,"embedding":{"kind":"linear","dim":8}}},{"method":"band_power"})";
  const std::string good = R"({"method":"band_power"})";
  plan.replace(plan.find(good), good.size(), bad);
  workshop.put_text("plan.json", plan);
  const Outcome outcome = workshop.run("experiment plan.json -o out");
  INFO(outcome.err);
  CHECK(outcome.exit_code == 1);
  CHECK(count_of(outcome.err, "error[RUN_FAILED]") == 4);
  CHECK(outcome.err.find("MODEL_PRESET") != std::string::npos);
  CHECK(outcome.err.find("RUN_MODEL_SIZE") != std::string::npos);
  CHECK(outcome.err.find("error[EXPERIMENT_FAILED_RUNS]") != std::string::npos);
  CHECK(count_of(read_text(workshop.path("out/runs.csv")), ",done,") == 6);
  CHECK(read_text(workshop.path("out/table.md")).find("## Runs that failed") != std::string::npos);
}

TEST_CASE("a plan is refused before anything is run", "[cli][experiment]") {
  const Workshop workshop;
  put_task(workshop);
  const auto refused = [&](const std::string& text, const std::string& code) {
    workshop.put_text("plan.json", text);
    check_error(workshop.run("experiment plan.json -o out"), code);
    CHECK_FALSE(fs::exists(workshop.path("out")));
  };
  refused(array_plan(R"("surprise":1,)"), "PLAN_UNKNOWN_KEY");
  refused(array_plan(R"("windows":[{"from_s":0,"to_s":9}],)"), "PLAN_VALUE");
  refused(array_plan({}, R"("epochs":2)", R"({"rule":"given","splits":[{"test":[9]}]})"), "TRAIN_SPLIT");
  refused("{", "JSON_SYNTAX");
  std::string plan = array_plan();
  plan.replace(plan.find("y.npy"), 5, "z.npy");
  refused(plan, "IO_OPEN");
  put_labels(workshop, "short.npy", 39, 2);
  plan = array_plan();
  plan.replace(plan.find("y.npy"), 5, "short.npy");
  refused(plan, "TRAIN_LABELS");
  fs::create_directory(workshop.path("plans"));  // paths are relative to the plan's folder, and to no other
  workshop.put_text("plans/plan.json", array_plan());
  check_error(workshop.run("experiment plans/plan.json -o out --dry-run"), "IO_OPEN");
  CHECK(workshop.run("experiment plans/plan.json -o out --dry-run --data .").exit_code == 0);
  CHECK(workshop.run("experiment").exit_code == 2);
}

TEST_CASE("recordings: what annotations mean depends on the run, what is left out is counted", "[cli][experiment]") {
  const Workshop workshop;
  fs::remove(workshop.path("S001R04.edf"));
  for (int subject = 1; subject <= 5; ++subject) {
    for (int run = 2; run <= 6; run += 2) {
      FixtureRecording recording{.channels = channels_named({"C3..", "Cz..", "C4.."}), .n_records = 30};
      const double duration_s = subject == 2 ? 3 : 4.1;
      for (int i = 0; run > 2 && i < 6; ++i)
        recording.annotations.push_back({4.0 * i + 1, i == 5 ? duration_s : 4.1,
                                         i % 3 == 2   ? "T0"
                                         : i % 2 == 0 ? "T1"
                                                      : "T2"});
      if (subject == 5)
        for (FixtureChannel& channel : recording.channels) channel.sfreq = 128;
      workshop.put("S00" + std::to_string(subject) + "R0" + std::to_string(run) + ".edf", edf_bytes(recording));
    }
  }
  workshop.put_text("plan.json", R"({"version":1,"name":"made up","data":{"recordings":["*.edf"],"exclude":[4],
    "groups":[{"runs":[2],"label":"rest","windows":{"take":"random","n_per_subject":"as_other_classes"}},
              {"runs":[4],"labels":{"T1":"left","T2":"right"}},{"runs":[6],"labels":{"T1":"fists","T2":"feet"}}],
    "tmin_s":0,"tmax_s":2,"accept":{"sfreq":160,"shortest_s":3.5,"longest_s":4.5,"min_trials":4}},
    "recipe":{"version":1,"bandpass":{"low_hz":4,"high_hz":40}},
    "models":[{"method":"band_power"}],"electrodes":[{"name":"all"},{"name":"two","pick":["C3","C4"]}],
    "splits":{"rule":"leave_one_out"}})");
  const Outcome outcome = workshop.run("experiment plan.json -o out --json");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const auto report = json(outcome.out);
  CHECK(report.root().get("n_subjects").number() == 3);
  const std::string left_out = report.root().get("left_out").text();
  INFO(left_out);
  CHECK(left_out.find("subject 4") != std::string::npos);
  CHECK(left_out.find("recorded at 128 Hz") != std::string::npos);
  CHECK(left_out.find("no class by its annotation") != std::string::npos);
  const auto run = json(runs_in(workshop.path("out")).begin()->second);
  CHECK(run.root().get("classes").text() == R"(["rest","left","right","fists","feet"])");
  CHECK(run.root().get("recipe").get("bandpass").get("low_hz").number() == 4);
  const std::string trials = read_text(workshop.path("out/trials.tsv"));
  CHECK(count_of(trials, "\tleft\n") == 6);
  CHECK(count_of(trials, "\tfeet\n") == 6);
  CHECK(count_of(trials, "S001R04.edf\t1\t2\tleft\n") == 1);
  CHECK(count_of(trials, "S001R06.edf\t1\t2\tfists\n") == 1);
  CHECK(count_of(trials, "\trest\n") == 6);
}

TEST_CASE("the committed plans can be read", "[cli][experiment]") {
  const fs::path plans = test::test_data() / "../../experiments";
  std::size_t n = 0;
  for (const auto& entry : fs::directory_iterator(plans)) {
    if (entry.path().extension() != ".json") continue;
    ++n;
    const Workshop workshop;
    INFO(entry.path());
    workshop.put_text("plan.json", read_text(entry.path()));
    // Only the data are missing here.
    const Outcome outcome = workshop.run("experiment plan.json -o out --dry-run");
    INFO(outcome.err);
    const bool no_data = outcome.err.find("error[PLAN_FILES]") != std::string::npos ||
                         outcome.err.find("error[IO_OPEN]") != std::string::npos;
    CHECK(no_data);
  }
  CHECK(n >= 6);
}

TEST_CASE("the quick plan on real recordings", "[cli][experiment]") {
  EEGATE_DATA_OR_SKIP(folder);
  const Workshop workshop;
  const std::string plan = (test::test_data() / "../../experiments/motor_imagery_quick.json").string();
  const Outcome outcome =
      workshop.run("experiment '" + plan + "' -o out --json --dry-run --data '" + folder.string() + "'");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const auto report = json(outcome.out);
  CHECK(report.root().get("n_subjects").number() == 6);
  CHECK(report.root().get("n_trials").number() == 515);
  CHECK(report.root().get("n_splits").number() == 2);
}

}  // namespace experiment_test
