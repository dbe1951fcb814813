// The rules of a training that can be chosen on the command line, and ways in which it ends early. Native only.

#include <cmath>
#include <string>
#include <vector>

#include "cli/train_task.h"

using namespace eegate;
using namespace eegate::test;

namespace train_options_test {
namespace fs = std::filesystem;

namespace {

// Runs a line of shell in the workshop's folder, with the command as $EEGATE; gives its exit code.
int shell(const Workshop& workshop, const std::string& script) {
  const std::string folder = workshop.path("x").parent_path().string();
  const int status = std::system(("cd '" + folder + "' && EEGATE='" + test::command_path() + "' && " + script).c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

JsonDocument options_of(const Workshop& workshop, const std::string& arguments) {
  const Outcome outcome = workshop.run("train bare.json" + kSmall + "-o m.st --json " + arguments);
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  return json(outcome.out);
}

const std::string kEndless = " --epochs 100000 --patience 0 --log log.jsonl -o m.st --json ";

// Starts an endless training, asks it to end when its log has more than so many lines, however long that takes.
int run_and_signal(const Workshop& workshop, const std::string& arguments, std::size_t n_lines = 0,
                   const std::string& data = kData) {
  return shell(workshop, "{ \"$EEGATE\" train bare.json" + data + kEndless + arguments +
                             " >stdout.txt 2>stderr.txt & pid=$!; for i in $(seq 1200); do [ \"$(cat log.jsonl "
                             "2>/dev/null | wc -l)\" -gt " +
                             std::to_string(n_lines) +
                             " ] && break; kill -0 $pid || break; sleep 0.05; done; kill -TERM $pid; wait $pid; }");
}

}  // namespace

TEST_CASE("every rule of a training can be chosen", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const auto chosen = options_of(workshop,
                                 "--schedule linear --warmup 0.25 --weight-decay 0.2 --clip 0.5 --label-smoothing 0.1 "
                                 "--class-weights 2,0.5 --log l.jsonl");
  const JsonValue options = chosen.root().get("options");
  CHECK(options.get("schedule").string() == "linear");
  CHECK(options.get("warmup_share").number() == 0.25);
  CHECK(options.get("weight_decay").number() == 0.2);
  CHECK(options.get("clip_norm").number() == 0.5);
  CHECK(options.get("label_smoothing").number() == 0.1);
  CHECK(options.get("class_weights").at(1).number() == 0.5);
  const auto lines = lines_of(bytes(workshop, "l.jsonl"));
  const auto rate = [&](std::size_t line) { return json(lines[line]).root().get("lr").number(); };
  CHECK(std::abs(rate(2) - 5e-4) < 1e-9);  // 12 steps, 3 of warm-up
  CHECK(std::abs(rate(4) - 5e-4) < 1e-9);  // the line of the first epoch lies between
  CHECK(std::abs(rate(14) - 5e-4 / 9) < 1e-9);
  CHECK(options_of(workshop, "--schedule constant --warmup 0").root().get("options").get("schedule").string() ==
        "constant");
}

TEST_CASE("balanced classes count by their rarity", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  std::vector<std::int64_t> y(40, 0);
  for (std::size_t i = 0; i < y.size(); i += 4) y[i] = 1;
  const std::array<std::uint64_t, 1> shape = {40};
  workshop.put("y.npy", write_npy(std::span<const std::int64_t>(y), shape));
  const JsonDocument report = options_of(workshop, "--class-weights balanced");
  const JsonValue weights = report.root().get("options").get("class_weights");
  CHECK(std::abs(weights.at(0).number() - 40.0 / 60) < 1e-6);
  CHECK(std::abs(weights.at(1).number() - 40.0 / 20) < 1e-6);
}

TEST_CASE("a preset needs no configuration, and a configuration no sizes", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  REQUIRE(workshop.run("train --preset gate_gru" + kData + "--epochs 1 -o m.st").exit_code == 0);
  const auto preset = json(workshop.run("info m.st --json").out);
  CHECK(preset.root().get("config").get("gate").string() == "gru");
  CHECK(preset.root().get("config").get("n_times").number() == 80);
  CHECK(preset.root().get("classes").size() == 2);
  workshop.put_text("binary.json", R"({"config":{"preset":"vit1d","task":"binary"},"classes":["slow","fast"]})");
  REQUIRE(workshop.run("train binary.json" + kData + "--epochs 1 -o b.st --init keras").exit_code == 0);
  const auto binary = json(workshop.run("info b.st --json").out);
  CHECK(binary.root().get("config").get("n_outputs").number() == 1);
  CHECK(binary.root().get("train").get("start").string() == "new weights, keras");
  CHECK(json(workshop.run("evaluate b.st vx.npy vy.npy --json").out).root().get("accuracy").is_number());
  const Outcome unknown = workshop.run("train --preset gate_tru" + kData + "-o n.st");
  check_error(unknown, "MODEL_PRESET");
  CHECK(unknown.err.find("gated_stager") != std::string::npos);
  const Outcome of_nights = workshop.run("train --preset gated_stager" + kData + "-o n.st");
  check_error(of_nights, "TRAIN_OPTION");
  CHECK(of_nights.err.find("--nights") != std::string::npos);
  check_error(workshop.run("train" + kData + "-o n.st"), "TRAIN_OPTION");
  check_error(workshop.run("train b.st" + kData + "-o n.st --init torch"), "TRAIN_OPTION");
  const Outcome two = workshop.run("train bare.json --preset gate_gru" + kData + "-o n.st");
  check_error(two, "MODEL_CONFIG_CONFLICT");
  CHECK(two.err.find("(field config.architecture, found \"transformer\", expected") != std::string::npos);
}

TEST_CASE("values are trained and judged as values", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  std::vector<double> values(80);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = (i / 2) % 2 == 0 ? 1 : -1;
  const std::array<std::uint64_t, 2> shape = {40, 2};
  workshop.put("values.npy", write_npy(std::span<const double>(values), shape));
  workshop.put_text("values.json", R"({"preset":"pre_ln","task":"regress"})");
  const std::string data = " --data x.npy --labels values.npy ";
  REQUIRE(workshop.run("train values.json" + data + "--epochs 40 --batch-size 8 --lr 2e-3 -o m.st").exit_code == 0);
  const auto report = json(workshop.run("evaluate m.st x.npy values.npy --json").out);
  CHECK(report.root().get("r2").number() > 0.5);
  check_error(workshop.run("train values.json" + data + "-o n.st --class-weights 1,2"), "TRAIN_OPTION");
  check_error(workshop.run("train values.json" + data + "-o n.st --class-weights balanced"), "TRAIN_OPTION");
}

TEST_CASE("the split can be chosen", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const auto n_validation = [&](const std::string& arguments) {
    return options_of(workshop, arguments).root().get("n_validation").number();
  };
  CHECK(n_validation("--subjects s.npy --split subject") == 10);
  CHECK(n_validation("--subjects s.npy --split none") == 0);
  CHECK(n_validation("--subjects s.npy --split block") == 8);
  CHECK(n_validation("--split block") == 6);
  CHECK(n_validation("") == 0);
  check_error(workshop.run("train bare.json" + kSmall + "-o n.st --split subject"), "TRAIN_SPLIT");
}

TEST_CASE("rules that cannot be are refused", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const std::string run = "train bare.json" + kSmall + "-o n.st ";
  CHECK(workshop.run(run + "--schedule steep").exit_code == 2);
  CHECK(workshop.run(run + "--warmup 2").exit_code == 2);
  CHECK(workshop.run(run + "--label-smoothing 1").exit_code == 2);
  CHECK(workshop.run(run + "--class-weights heavy").exit_code == 2);
  CHECK(workshop.run(run + "--split random").exit_code == 2);
  check_error(workshop.run(run + "--class-weights 1"), "TRAIN_OPTION");
  check_error(workshop.run(run + "--class-weights 1,-1"), "TRAIN_OPTION");
  check_error(workshop.run(run + "--optimizer sgd --weight-decay 0.1"), "TRAIN_OPTION");
  CHECK_FALSE(fs::exists(workshop.path("n.st")));
}

TEST_CASE("what does not fit into memory is refused beforehand, with what would", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const Outcome outcome = workshop.run("train bare.json" + kSmall + "-o n.st --memory-limit-mib 1");
  check_error(outcome, "TRAIN_MEMORY");
  CHECK(outcome.err.find("MiB of epochs") != std::string::npos);
  CHECK_FALSE(fs::exists(workshop.path("n.st")));
  CHECK(workshop.run("train bare.json" + kSmall + "-o n.st --memory-limit-mib 1000").exit_code == 0);
}

#ifndef __SANITIZE_ADDRESS__  // which needs more address space than there is
TEST_CASE("memory that runs out ends with a line, not with an abort", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  for (const int kib : {16000, 24000, 40000}) {
    const int exit_code =
        shell(workshop, "ulimit -v " + std::to_string(kib) + " && \"$EEGATE\" train --preset post_ln" + kData +
                            "--epochs 1 -o m.st >stdout.txt 2>stderr.txt");
    const std::string message = bytes(workshop, "stderr.txt");
    CAPTURE(kib, message);
    CHECK((exit_code == 0 || (exit_code == 1 && message.find("MEMORY]") != std::string::npos) || exit_code == 127));
  }
}
#endif

TEST_CASE("an interrupted training keeps what it has reached and can go on", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  CHECK(run_and_signal(workshop, "--checkpoint c.ck") == 130);
  const std::string message = bytes(workshop, "stderr.txt");
  CHECK(message.starts_with("error[TRAIN_INTERRUPTED]: "));
  CHECK(message.find("--resume") != std::string::npos);
  CHECK(json(bytes(workshop, "stdout.txt")).root().get("ended").string() == "stopped");
  CHECK(json(workshop.run("info m.st --json").out).root().get("train").get("ended").string() == "stopped");
  const auto n_lines = lines_of(bytes(workshop, "log.jsonl")).size();
  fs::remove(workshop.path("m.st"));
  // Goes on where it was: the log grows.
  CHECK(run_and_signal(workshop, "--checkpoint c.ck --resume", n_lines) == 130);
  CHECK(lines_of(bytes(workshop, "log.jsonl")).size() > n_lines);
  CHECK(fs::exists(workshop.path("m.st")));
}

TEST_CASE("an interrupted pretraining keeps its encoder and can go on", "[cli][train][pretrain]") {
  const Workshop workshop;
  put_task(workshop);
  const std::string task = "--pretrain 0.5 --checkpoint c.ck";
  CHECK(run_and_signal(workshop, task, 0, " --data x.npy ") == 130);
  CHECK(bytes(workshop, "stderr.txt").starts_with("error[TRAIN_INTERRUPTED]: "));
  const JsonDocument info = json(workshop.run("info m.st --json").out);
  CHECK(info.root().get("train").get("ended").string() == "stopped");
  CHECK(info.root().get("train").get("pretraining").get("hidden_share").number() == 0.5);
  const auto n_lines = lines_of(bytes(workshop, "log.jsonl")).size();
  CHECK(run_and_signal(workshop, task + " --resume", n_lines, " --data x.npy ") == 130);
  CHECK(lines_of(bytes(workshop, "log.jsonl")).size() > n_lines);
  // Another share is another run.
  check_error(workshop.run("train bare.json --data x.npy --pretrain 0.4 --epochs 100000 --patience 0 --checkpoint c.ck "
                           "--resume -o n.st"),
              "TRAIN_CHECKPOINT");
}

}  // namespace train_options_test
