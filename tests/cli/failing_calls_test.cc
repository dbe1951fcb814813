// A disk that fails at one call of the command after the other: what is read, written, synced, renamed. Either all is
// well, or one error tells it, the exit code is 1, and what stood under the names of the outputs stands there still,
// alone.
#include <sys/stat.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/disturbed_command.h"
#include "cli/train_task.h"

namespace eegate::test::failing_calls_test {
namespace {

using Files = std::map<std::string, std::string>;

struct Job {
  std::vector<std::string> arguments;
  std::vector<std::string> outputs;  // none: standard output
};

const std::vector<Job> kJobs = {
    {{"info", "S001R04.edf", "--json"}, {}},
    {{"classify", "model.safetensors", "S001R04.edf"}, {}},
    {{"classify", "model.safetensors", "S001R04.edf", "-o", "results.json"}, {"results.json"}},
    {{"read", "S001R04.edf", "-o", "link.npy"}, {"link.npy"}},
    {{"prepare", "S001R04.edf", "--recipe", "recipe.json", "-o", "X.npy", "--labels", "l.npy", "--epochs-tsv", "e.tsv"},
     {"X.npy", "l.npy", "e.tsv"}},
    {{"predict", "model.safetensors", "X.npy", "-o", "logits.npy"}, {"logits.npy"}},
    {{"explain", "model.safetensors", "X.npy", "--target", "0", "--method", "gradient_input", "-o", "R.npy", "--checks",
      "c.json"},
     {"R.npy", "c.json"}},
    {{"grad", "model.safetensors", "X.npy", "l.npy", "-o", "g.safetensors"}, {"g.safetensors"}},
    {{"deidentify", "S001R04.edf", "-o", "copy.edf"}, {"copy.edf"}},
    {{"report", "model.safetensors", "S001R04.edf", "-o", "report.html"}, {"report.html"}},
    {{"sample", "--duration-s", "2", "-o", "sample.edf"}, {"sample.edf"}},
    {{"export", "model.safetensors", "-o", "m.onnx"}, {"m.onnx"}},
    {{"schema", "-o", "schema.ts"}, {"schema.ts"}},
    {{"prepare", "S001R04.edf", "--recipe", "recipe.json", "-o", "X.npy", "--subjects", "p.npy", "--runs", "r.npy",
      "--setup", "s.json"},
     {"X.npy", "p.npy", "r.npy", "s.json"}},
    {{"quantize", "model.safetensors", "-o", "q.safetensors", "--bits", "16"}, {"q.safetensors"}},
    {{"convert", "S001R04.edf", "converted.edf"}, {"converted.edf"}},
    {{"convert", "S001R04.edf", "converted.vhdr"}, {"converted.vhdr", "converted.eeg", "converted.vmrk"}},
};

std::set<std::string> names_in(const Workshop& shop) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(shop.path("")))
    names.insert(entry.path().filename().string() + (entry.is_symlink() ? ", a link" : ""));
  return names;
}

Files read_outputs(const Workshop& shop, const Job& job) {
  Files files;
  for (const std::string& name : job.outputs) files[name] = read_text(shop.path(name));
  return files;
}

Files put_old(const Workshop& shop, const Job& job) {
  for (const std::string& name : job.outputs) {
    shop.put_text(name, "old " + name);
    ::chmod(shop.path(name).c_str(), 0600);
  }
  return read_outputs(shop, job);
}

std::size_t n_errors(const Outcome& command) {
  const std::vector<std::string> lines = lines_of(command.err);
  return static_cast<std::size_t>(
      std::ranges::count_if(lines, [](const std::string& line) { return line.starts_with("error["); }));
}

// What must hold whatever fails.
void check_told(const DisturbedOutcome& disturbed, const Files& now, const Files& old, const Files& whole,
                const std::string& whole_text) {
  const Outcome& command = disturbed.command;
  CAPTURE(disturbed.refused, command.exit_code, command.err);
  const bool is_told_apart = command.err.find("they do not belong together") != std::string::npos;
  CHECK((now == old || now == whole || is_told_apart));
  if (command.exit_code == 0) {
    CHECK(now == whole);
    CHECK(command.out == whole_text);
    CHECK(command.err.find("error[") == std::string::npos);
  } else {
    CHECK(command.exit_code == 1);
    const std::vector<std::string> lines = lines_of(command.err);
    CHECK(std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("error[IO_"); }));
  }
}

// Fails each of its calls, one in each run; returns how often which call was refused and told.
std::map<std::string, int> fail_each(const Workshop& shop, const Job& job, Disturbance disturbance) {
  put_old(shop, job);
  const DisturbedOutcome undisturbed = run_disturbed(shop, job.arguments);
  INFO(undisturbed.command.err);
  REQUIRE(undisturbed.command.exit_code == 0);
  const Files whole = read_outputs(shop, job);
  const std::set<std::string> names = names_in(shop);
  std::map<std::string, int> told;
  for (disturbance.n = 0;; ++disturbance.n) {
    CAPTURE(job.arguments, disturbance.n, disturbance.error);
    REQUIRE(disturbance.n < 500);
    const Files old = put_old(shop, job);
    const DisturbedOutcome disturbed = run_disturbed(shop, job.arguments, disturbance);
    if (disturbed.refused.empty()) break;
    const Files now = read_outputs(shop, job);
    check_told(disturbed, now, old, whole, undisturbed.command.out);
    // One call that fails is one error, and leaves the way back.
    if (!disturbance.and_later) {
      CHECK((now == old || now == whole));
      CHECK(n_errors(disturbed.command) <= 1);
    }
    CHECK(names_in(shop) == names);
    for (const std::string& name : job.outputs) {
      struct stat status{};
      REQUIRE(::stat(shop.path(name).c_str(), &status) == 0);
      CHECK((status.st_mode & 07777) == 0600);
    }
    if (disturbed.command.exit_code != 0) ++told[disturbed.refused];
  }
  for (const auto& [name, bytes] : whole) shop.put_text(name, bytes);  // which later jobs read
  return told;
}

TEST_CASE("a call that fails is told, and changes no file", "[cli][disturbed]") {
  if (!can_disturb()) SKIP("a process cannot be traced here");
  const Workshop shop;
  std::filesystem::create_symlink("out.npy", shop.path("link.npy"));
  std::map<std::string, int> told;
  for (const Job& job : kJobs) {
    const std::map<std::string, int> of_job = fail_each(shop, job, {});
    CHECK_FALSE(of_job.empty());
    for (const auto& [call, n] : of_job) told[call] += n;
  }
  for (const char* call : {"openat", "pread", "write", "fsync", "linkat", "rename"}) {
    CAPTURE(call);
    CHECK(told[call] > 0);
  }
}

TEST_CASE("a disk that fails from some call on is told", "[cli][disturbed]") {
  if (!can_disturb()) SKIP("a process cannot be traced here");
  const Workshop shop;
  for (std::size_t i = 1; i < 5; ++i) {
    const auto told = fail_each(shop, kJobs[i], {.error = ENOSPC, .and_later = true});
    CHECK_FALSE(told.empty());
  }
}

// A log grows while others read it, and a checkpoint is replaced several times.
TEST_CASE("a call that fails while a model is trained is told; model and checkpoint are whole", "[cli][disturbed]") {
  if (!can_disturb()) SKIP("a process cannot be traced here");
  const Workshop shop;
  put_task(shop);
  const std::vector<std::string> arguments = {
      "train", "full.json", "--data",        "x.npy", "--labels", "y.npy",        "--epochs", "1",      "--batch-size",
      "40",    "-o",        "m.safetensors", "--log", "l.jsonl",  "--checkpoint", "c.bin",    "--seed", "1"};
  const Job job{arguments, {"m.safetensors", "c.bin", "l.jsonl"}};
  put_old(shop, job);
  REQUIRE(run_disturbed(shop, arguments).command.exit_code == 0);
  const Files whole = read_outputs(shop, job);
  const std::set<std::string> names = names_in(shop);
  for (Disturbance disturbance{.n = 0};; ++disturbance.n) {
    REQUIRE(disturbance.n < 500);
    const Files old = put_old(shop, job);
    const DisturbedOutcome disturbed = run_disturbed(shop, arguments, disturbance);
    if (disturbed.refused.empty()) break;
    CAPTURE(disturbance.n, disturbed.refused, disturbed.command.exit_code, disturbed.command.err);
    Files now = read_outputs(shop, job);
    CHECK((now["m.safetensors"] == old.at("m.safetensors") || now["m.safetensors"] == whole.at("m.safetensors")));
    CHECK((now["c.bin"] == old.at("c.bin") || now["c.bin"] == whole.at("c.bin")));
    CHECK(disturbed.command.exit_code == (n_errors(disturbed.command) == 0 ? 0 : 1));
    if (disturbed.command.exit_code == 0) CHECK(now["m.safetensors"] == whole.at("m.safetensors"));
    CHECK(names_in(shop) == names);
  }
}

}  // namespace
}  // namespace eegate::test::failing_calls_test
