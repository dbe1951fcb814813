// eegate tune, train --tune and train --pretrain from the command line: what pays is written, what does not is not.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "cli/train_task.h"
#include "files/safetensors.h"

using namespace eegate;
using namespace eegate::test;

namespace tune_command_test {
namespace fs = std::filesystem;

namespace {

// A model that has learnt the task, and labels of a person for whom both classes are exchanged.
void put_trained(const Workshop& workshop) {
  put_task(workshop);
  const Outcome trained = workshop.run("train full.json" + kData + "--epochs 30 --batch-size 8 --lr 3e-3 -o m.st");
  INFO(trained.err);
  REQUIRE(trained.exit_code == 0);
  std::vector<std::int64_t> exchanged(40);
  for (std::size_t i = 0; i < exchanged.size(); ++i) exchanged[i] = static_cast<std::int64_t>(1 - i % 2);
  const std::array<std::uint64_t, 1> shape = {exchanged.size()};
  workshop.put("other.npy", write_npy(std::span<const std::int64_t>(exchanged), shape));
}

JsonDocument tuned(const Workshop& workshop, const std::string& arguments) {
  const Outcome outcome = workshop.run("tune m.st --data x.npy " + arguments + " --json");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  return json(outcome.out);
}

JsonValue model_named(const JsonDocument& comparison, const std::string& name) {
  for (const JsonValue model : comparison.root().get("models").elements()) {
    if (model.get("preset").string() == name) return model;
  }
  FAIL("no model " << name);
  return comparison.root();
}

double accuracy(const Workshop& workshop, const std::string& model, const std::string& labels) {
  const Outcome outcome = workshop.run("evaluate " + model + " x.npy " + labels + " --json");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  return json(outcome.out).root().get("accuracy").number();
}

}  // namespace

TEST_CASE("tune refuses a model that gives values", "[cli][tune]") {
  const Workshop workshop;
  put_task(workshop);
  std::vector<float> values(40);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 7);
  const std::array<std::uint64_t, 2> shape = {values.size(), 1};
  workshop.put("values.npy", write_npy(std::span<const float>(values), shape));
  workshop.put_text("setup.json", R"({"config":{"task":"regress"},"channels":["C3","Cz","C4"],"sfreq":160})");
  const std::string data = " --data x.npy --labels values.npy";
  const Outcome trained = workshop.run("train setup.json --preset band_power --epochs 2 -o r.st" + data);
  INFO(trained.err);
  REQUIRE(trained.exit_code == 0);
  check_error(workshop.run("tune r.st" + data), "TRAIN_TASK");
}

TEST_CASE("tune writes the model where training further pays, with the gain on its card", "[cli][tune]") {
  const Workshop workshop;
  put_trained(workshop);
  const JsonDocument found =
      tuned(workshop, "--labels other.npy --subjects s.npy --tune all,head --lr 0.01 --batch-size 8 -o tuned.st");
  CHECK(found.root().get("models").size() == 3);
  CHECK(found.root().get("n_folds").integer() == 4);  // four people
  const JsonValue before = model_named(found, "as_is");
  CHECK(before.get("accuracy").number() < 0.2);
  const std::string kept(found.root().get("kept").string());
  REQUIRE(kept != "as_is");
  const JsonValue after = model_named(found, kept);
  CHECK(after.get("accuracy").number() > 0.8);
  CHECK(after.get("gain_95").elements()[0].number() > 0);
  CHECK(accuracy(workshop, "tuned.st", "other.npy") > 0.9);

  const JsonDocument info = json(workshop.run("info tuned.st --json").out);
  const JsonValue card = info.root().get("train").get("tuning");
  CHECK(card.get("part").string() == kept);
  CHECK(card.get("accuracy_before").number() == before.get("accuracy").number());
  CHECK(card.get("accuracy_after").number() == after.get("accuracy").number());
  CHECK(card.get("n_windows").integer() == 40);
}

TEST_CASE("tune writes nothing where training further does not pay, and says so", "[cli][tune]") {
  const Workshop workshop;
  put_trained(workshop);
  const std::string task = "tune m.st --data x.npy --labels y.npy --epochs 2 -o tuned.st";
  const Outcome table = workshop.run(task);
  INFO(table.err);
  CHECK(table.exit_code == 0);
  CHECK(table.out.find("5 segments of time") != std::string::npos);
  CHECK(table.out.find("not at all") != std::string::npos);
  for (const char* way : {"\nall ", "\nhead ", "\nnorms "}) CHECK(table.out.find(way) != std::string::npos);
  CHECK(table.out.find("Not used") != std::string::npos);
  CHECK(table.out.find("Nothing is written.") != std::string::npos);
  CHECK_FALSE(fs::exists(workshop.path("tuned.st")));
}

TEST_CASE("tune refuses what it cannot measure", "[cli][tune]") {
  const Workshop workshop;
  put_trained(workshop);
  put_labels(workshop, "three.npy", 40, 3);
  check_error(workshop.run("tune m.st --data x.npy --labels three.npy"), "TRAIN_LABELS");
  check_error(workshop.run("tune m.st --data x.npy --labels y.npy -o m.st"), "IO_SAME_FILE");
  CHECK(workshop.run("tune m.st --data x.npy --labels y.npy --tune tail").exit_code == 2);
}

TEST_CASE("train --tune moves one part of a model and leaves the bits of the rest", "[cli][tune]") {
  const Workshop workshop;
  put_trained(workshop);
  for (const std::string way : {"head", "norms"}) {
    CAPTURE(way);
    const Outcome done = workshop.run("train m.st --data x.npy --labels other.npy --split none --epochs 2 --tune " +
                                      way + " -o t.st --json");
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    CHECK(json(done.out).root().get("options").get("tune").string() == way);
    const auto first_bytes = read_bytes(workshop.path("m.st")), last_bytes = read_bytes(workshop.path("t.st"));
    const auto first = parse_safetensors(first_bytes), last = parse_safetensors(last_bytes);
    REQUIRE((first.ok() && last.ok()));
    std::size_t n_moved = 0;
    for (const SafetensorsTensor& tensor : first->tensors) {
      const SafetensorsTensor* other = last->find(tensor.name);
      if (tensor.name.starts_with("selftest")) continue;
      REQUIRE(other != nullptr);
      if (read_floats(*first, tensor, first_bytes).value() == read_floats(*last, *other, last_bytes).value()) continue;
      ++n_moved;
      CAPTURE(tensor.name);
      CHECK(tensor.name.starts_with("head.") == (way == "head"));
      CHECK((tensor.name.find("norm") != std::string::npos) == (way == "norms"));
    }
    CHECK(n_moved > 0);
  }
  check_error(workshop.run("train full.json" + kData + "--tune head -o t.st"), "TRAIN_OPTION");
}

TEST_CASE("train --pretrain learns without labels, the same for any number of threads, and is gone on from",
          "[cli][pretrain]") {
  const Workshop workshop;
  put_task(workshop);
  const std::string task =
      "train full.json --pretrain 0.5 --data x.npy --subjects s.npy --epochs 20 --batch-size 8 --lr 3e-3 ";
  const Outcome one = workshop.run(task + "--workers 1 --log log.jsonl -o one.st --json");
  INFO(one.err);
  REQUIRE(one.exit_code == 0);
  const JsonDocument told = json(one.out);
  CHECK(told.root().get("n_validation").integer() == 10);  // one of four people
  const auto first = json(lines_of(bytes(workshop, "log.jsonl")).front());
  const double loss = told.root().get("last").get("validation_loss").number();
  CHECK(loss < 0.8 * first.root().get("loss").number());
  CHECK(loss < 1);  // that of zeros, samples being standardised
  REQUIRE(workshop.run(task + "--workers 3 -o three.st").exit_code == 0);
  CHECK(bytes(workshop, "one.st") == bytes(workshop, "three.st"));

  const JsonDocument info = json(workshop.run("info one.st --json").out);
  CHECK(info.root().get("train").get("pretraining").get("hidden_share").number() == 0.5);
  CHECK(info.root().get("config").get("task").string() == "classify");
  CHECK(info.root().get("self_test").get("passed").boolean() == true);
  const Outcome further = workshop.run("train one.st" + kData + "--epochs 20 --batch-size 8 --lr 3e-3 -o m.st");
  INFO(further.err);
  REQUIRE(further.exit_code == 0);
  CHECK(accuracy(workshop, "m.st", "y.npy") > 0.9);
}

TEST_CASE("pretraining takes no labels, and only models with patches", "[cli][pretrain]") {
  const Workshop workshop;
  put_task(workshop);
  const std::string task = " --pretrain 0.5 --data x.npy -o m.st";
  CHECK(workshop.run("train full.json --labels y.npy" + task).exit_code == 2);
  CHECK(workshop.run("train full.json --mirror" + task).exit_code == 2);
  CHECK(workshop.run("train full.json --pretrain 0 --data x.npy -o m.st").exit_code == 2);
  CHECK(workshop.run("train full.json --data x.npy -o m.st").exit_code == 2);  // neither labels nor pretraining
  check_error(workshop.run("train --preset eegnet" + task), "MODEL_CONFIG_CONFLICT");
}

}  // namespace tune_command_test
