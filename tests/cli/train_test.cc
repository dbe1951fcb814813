// Training commands from outside: files in, files out. Native only.

#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "cli/train_task.h"
#include "files/safetensors.h"

using namespace eegate;
using namespace eegate::test;

namespace train_test {
namespace fs = std::filesystem;

namespace {

const std::vector<std::string> kMotorElectrodes = {"Fc3.", "Fcz.", "Fc4.", "C5..", "C3..",
                                                   "Cz..", "C4..", "Cp3.", "Cpz."};

}  // namespace

TEST_CASE("train learns a planted rhythm, evaluate says so", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const Outcome trained = workshop.run("train full.json" + kData +
                                       "-o m.safetensors --epochs 30 --batch-size 8 --lr 2e-3 --val vx.npy vy.npy");
  INFO(trained.err);
  REQUIRE(trained.exit_code == 0);
  const auto info = json(workshop.run("info m.safetensors --json").out);
  CHECK(info.root().get("ch_names").at(1).string() == "Cz");
  CHECK(info.root().get("classes").at(1).string() == "fast");
  CHECK(info.root().get("self_test").get("passed").boolean());
  const auto report = json(workshop.run("evaluate m.safetensors vx.npy vy.npy --json").out);
  CHECK(report.root().get("accuracy").number() >= 0.9);
  CHECK(report.root().get("chance").number() == 0.5);
  CHECK(report.root().get("confusion_matrix").at(1).size() == 2);
  CHECK(report.root().get("intervals_95").get("accuracy").at(0).number() < report.root().get("accuracy").number());
  CHECK(workshop.run("evaluate m.safetensors vx.npy vy.npy").out.find("balanced accuracy") != std::string::npos);
}

TEST_CASE("the number of threads changes no bit of model and log", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  for (const std::string w : {"1", "2", "4"}) {
    const std::string outputs = "-o " + w + ".st --log " + w + ".jsonl --workers " + w;
    REQUIRE(workshop.run("train bare.json" + kSmall + "--val vx.npy vy.npy " + outputs).exit_code == 0);
  }
  for (const std::string w : {"2", "4"}) {
    CHECK(bytes(workshop, w + ".st") == bytes(workshop, "1.st"));
    CHECK(bytes(workshop, w + ".jsonl") == bytes(workshop, "1.jsonl"));
  }
  const auto lines = lines_of(bytes(workshop, "1.jsonl"));
  REQUIRE(lines.size() == 4 * 4);
  CHECK(json(lines[0]).root().get("step").number() == 0);
  CHECK(json(lines[0]).root().get("loss").number() > 0);
  CHECK(json(lines[0]).root().get("lr").number() > 0);
  CHECK(json(lines[3]).root().get("validation").get("accuracy").is_number());
}

TEST_CASE("the instruction set can be named, and changes no more than rounding", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const auto train_on = [&](const char* target) {
    ::setenv("EEGATE_TARGET", target, 1);
    const Outcome outcome = workshop.run("train bare.json" + kSmall + "-o m.st --json");
    ::unsetenv("EEGATE_TARGET");
    return outcome;
  };
  const Outcome unknown = train_on("z80");
  CHECK(unknown.exit_code == 2);
  CHECK(unknown.err.find("error[CPU_TARGET]") != std::string::npos);
  const std::string expected = unknown.err.substr(unknown.err.find("one of "));
  const Outcome usual = train_on("");
  REQUIRE(usual.exit_code == 0);
  const double loss = json(usual.out).root().get("last").get("train_loss").number();
  for (const char* target : {"avx3", "avx2", "sse2"}) {
    if (expected.find(target) == std::string::npos) continue;
    const Outcome outcome = train_on(target);
    REQUIRE(outcome.exit_code == 0);
    CHECK(std::abs(json(outcome.out).root().get("last").get("train_loss").number() - loss) < 1e-4 * loss);
  }
}

TEST_CASE("a run that goes on from its checkpoint ends as if it had never stopped", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const std::string run = "train bare.json" + kSmall + "--checkpoint c.ck -o ";
  REQUIRE(workshop.run(run + "a.st --log log.jsonl").exit_code == 0);
  const std::string log = bytes(workshop, "log.jsonl");
  // The log of a killed process: steps after the checkpoint, the last one cut off.
  workshop.put_text("log.jsonl", log + "{\"step\":12,\"loss\":1,\"lr\":0}\n{\"step\":13,\"lo");
  REQUIRE(workshop.run(run + "b.st --log log.jsonl --resume").exit_code == 0);
  CHECK(bytes(workshop, "a.st") == bytes(workshop, "b.st"));
  CHECK(bytes(workshop, "log.jsonl") == log);
  check_error(workshop.run("train bare.json" + kSmall + "--seed 9 --checkpoint c.ck --resume -o c.st"),
              "TRAIN_CHECKPOINT");
  fs::remove(workshop.path("c.ck"));
  CHECK(workshop.run(run + "d.st --resume").exit_code == 0);
  CHECK(bytes(workshop, "a.st") == bytes(workshop, "d.st"));
  CHECK(workshop.run("train bare.json" + kSmall + "-o c.st --resume").exit_code == 2);
}

TEST_CASE("16-bit weights make half of the file and pass their own exam", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const std::string run = "train full.json" + kSmall;
  REQUIRE(workshop.run(run + "-o wide.st").exit_code == 0);
  REQUIRE(workshop.run(run + "-o half.st --f16").exit_code == 0);
  const auto info = json(workshop.run("info half.st --json").out);
  CHECK(info.root().get("self_test").get("passed").boolean());
  CHECK(info.root().get("self_test").get("max_abs_diff").number() < 1e-5);
  const auto n_parameters = static_cast<std::size_t>(info.root().get("parameters").number());
  const std::size_t saved = bytes(workshop, "wide.st").size() - bytes(workshop, "half.st").size();
  CHECK(saved / 64 == 2 * n_parameters / 64);  // headers are padded and differ by a few bytes
  REQUIRE(workshop.run("predict wide.st vx.npy -o wide.npy").exit_code == 0);
  REQUIRE(workshop.run("predict half.st vx.npy -o half.npy").exit_code == 0);
  const NpyArray wide = workshop.array("wide.npy"), half = workshop.array("half.npy");
  for (std::size_t i = 0; i < wide.values.size(); ++i) CHECK(std::abs(wide.values[i] - half.values[i]) < 0.02);
}

TEST_CASE("training goes on from a model and keeps its contract", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  REQUIRE(workshop.run("train full.json" + kSmall + "-o a.st").exit_code == 0);
  const std::string plain = "--no-shuffle --no-dropout --optimizer adam --lr 1e-3 ";
  const Outcome outcome = workshop.run("train a.st" + kSmall + plain + "-o b.st --log l.jsonl --json");
  REQUIRE(outcome.exit_code == 0);
  CHECK(json(outcome.out).root().get("n_steps").number() == 12);
  CHECK(json(lines_of(bytes(workshop, "l.jsonl"))[0]).root().get("lr").number() == 1e-3);
  const auto info = json(workshop.run("info b.st --json").out);
  CHECK(info.root().get("classes").at(0).string() == "slow");
  CHECK(info.root().get("train").get("before").get("start").string().starts_with("new weights"));
}

TEST_CASE("epochs that are longer than the window are cut at random, in the middle for validation", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  std::string shorter = kConfig;
  shorter.replace(shorter.find(R"("n_times":80)"), 12, R"("n_times":60)");
  workshop.put_text("shorter.json", R"({"config":)" + shorter + R"(,"channels":["C3","Cz","C4"]})");
  check_error(workshop.run("train shorter.json" + kSmall + "-o m.st"), "MODEL_TIMES");
  check_error(workshop.run("train full.json" + kSmall + "--jitter -o m.st"), "TRAIN_OPTION");  // nothing to move in
  const std::string run = "train shorter.json" + kSmall + "--jitter --val vx.npy vy.npy ";
  REQUIRE(workshop.run(run + "-o a.st").exit_code == 0);
  REQUIRE(workshop.run(run + "-o b.st --mirror --channel-dropout 0.3 --workers 1").exit_code == 0);
  REQUIRE(workshop.run(run + "-o c.st --mirror --channel-dropout 0.3 --workers 2").exit_code == 0);
  CHECK(bytes(workshop, "a.st") != bytes(workshop, "b.st"));
  CHECK(bytes(workshop, "b.st") == bytes(workshop, "c.st"));
  workshop.put_text("lonely.json", R"({"config":)" + shorter + R"(,"channels":["C3","Cz","P4"]})");
  check_error(workshop.run("train lonely.json" + kSmall + "--jitter --mirror -o m.st"), "TRAIN_OPTION");
}

TEST_CASE("people are kept apart when a part of them validates", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const auto report = json(workshop.run("train bare.json" + kSmall + "-o m.st --subjects s.npy --json").out);
  CHECK(report.root().get("n_train").number() == 30);
  CHECK(report.root().get("n_validation").number() == 10);
}

TEST_CASE("the card has the figures of the validation epochs, as evaluate computes them, and their limits",
          "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const auto card_of = [&](const std::string& model) { return json(workshop.run("info " + model + " --json").out); };
  REQUIRE(workshop.run("train full.json" + kSmall + "--val vx.npy vy.npy -o m.st").exit_code == 0);
  const JsonDocument given = card_of("m.st");
  const JsonValue metrics = given.root().get("train").get("metrics");
  const JsonDocument evaluated = json(workshop.run("evaluate m.st vx.npy vy.npy --json").out);
  CHECK(metrics.get("n_trials").number() == 16);
  CHECK(metrics.get("classes").at(1).string() == "fast");
  for (const char* key : {"accuracy", "balanced_accuracy", "macro_f1", "kappa", "chance"})
    CHECK(metrics.get(key).number() == evaluated.root().get(key).number());
  CHECK(metrics.get("accuracy_interval").at(0).number() ==
        evaluated.root().get("intervals_95").get("accuracy").at(0).number());
  CHECK(metrics.get("confusion").text() == evaluated.root().get("confusion_matrix").text());
  CHECK(given.root().get("train").get("limits").string().starts_with("The subjects are unknown"));
  REQUIRE(workshop.run("train bare.json" + kSmall + "--subjects s.npy -o m.st").exit_code == 0);
  const JsonDocument of_people = card_of("m.st");
  CHECK(of_people.root().get("train").get("metrics").get("n_trials").number() == 10);
  CHECK(
      of_people.root().get("train").get("limits").string().find("Trained on 3 subjects. The figures come from 1 other "
                                                                "subject") == 0);
  REQUIRE(workshop.run("train bare.json" + kSmall + "-o m.st").exit_code == 0);
  CHECK(card_of("m.st").root().get("train").get("metrics").absent());
  workshop.put_text("card.json",
                    std::string(R"({"card":{"metrics":{"mean":0.9},"limits":"mine"},"config":)") + kConfig + "}");
  REQUIRE(workshop.run("train card.json" + kSmall + "--val vx.npy vy.npy -o m.st").exit_code == 0);
  const JsonDocument own = card_of("m.st");
  CHECK(own.root().get("train").get("metrics").get("mean").number() == 0.9);
  CHECK(own.root().get("train").get("limits").string() == "mine");
}

TEST_CASE("training further on people the model was trained on is told, on its card too", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  const auto card_of = [&](const std::string& model) { return json(workshop.run("info " + model + " --json").out); };
  REQUIRE(workshop.run("train bare.json" + kSmall + "-o m.st --subjects s.npy --seed 0").exit_code == 0);
  const JsonDocument first = card_of("m.st");
  CHECK(first.root().get("train").get("subjects").size() == 4);
  const std::string aside(first.root().get("train").get("set_aside").at(0).string());
  for (const char* seed : {"1", "2", "3"}) {
    const Outcome again = workshop.run("train m.st" + kSmall + "-o n.st --subjects s.npy --seed " + seed);
    CHECK(again.exit_code == 0);
    CHECK(again.err.find("AUDIT_TRAINED_BEFORE") == std::string::npos);
    CHECK(card_of("n.st").root().get("train").get("set_aside").at(0).string() == aside);
  }
  REQUIRE(workshop.run("train bare.json" + kSmall + "-o all.st --subjects s.npy --split none").exit_code == 0);
  const Outcome known = workshop.run("train all.st" + kSmall + "-o n.st --subjects s.npy");
  CHECK(known.exit_code == 0);
  CHECK(known.err.find("AUDIT_TRAINED_BEFORE") != std::string::npos);
  CHECK(card_of("n.st").root().get("train").get("limits").string().find("no test") != std::string_view::npos);
  const Outcome tuned = workshop.run("tune all.st" + kData + "--subjects s.npy --epochs 1 --tune head");
  CHECK(tuned.err.find("AUDIT_TRAINED_BEFORE") != std::string::npos);
}

TEST_CASE("data that cannot be trained on end with one line that says why", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  put_labels(workshop, "one.npy", 40, 1);
  put_labels(workshop, "three.npy", 40, 3);
  std::vector<float> x = planted(40, "train");
  x[300] = std::nanf("");
  put_samples(workshop, "nan.npy", x);
  workshop.put_text("unknown.json", std::string(R"({"colour":1,"config":)") + kConfig + "}");
  workshop.put_text("names.json", std::string(R"({"channels":["C3"],"config":)") + kConfig + "}");
  check_error(workshop.run("train bare.json --data x.npy --labels vy.npy -o m.st"), "TRAIN_LABELS");
  check_error(workshop.run("train bare.json --data x.npy --labels three.npy -o m.st"), "TRAIN_LABELS");
  check_error(workshop.run("train bare.json --data x.npy --labels one.npy -o m.st"), "AUDIT_ONE_CLASS");
  const Outcome swapped = workshop.run("train bare.json --data y.npy --labels x.npy -o m.st");
  check_error(swapped, "NPY_SHAPE");
  CHECK(swapped.err.find("y.npy, found [40]") != std::string::npos);
  CHECK(swapped.err.find("eegate prepare") != std::string::npos);
  const Outcome two = workshop.run("train bare.json --data x.npy --labels vy.npy -o m.st");
  CHECK(two.err.find("'eegate prepare --labels y.npy' writes") != std::string::npos);
  workshop.put_text("text.npy", "no array");
  CHECK(workshop.run("train bare.json --data x.npy --labels text.npy -o m.st").err.find("text.npy") !=
        std::string::npos);
  check_error(workshop.run("train bare.json --data nan.npy --labels y.npy -o m.st"), "MODEL_INPUT_NONFINITE");
  check_error(workshop.run("train bare.json" + kSmall + "--subjects vy.npy -o m.st"), "TRAIN_SUBJECTS");
  check_error(workshop.run("train unknown.json" + kSmall + "-o m.st"), "MODEL_CONFIG_UNKNOWN");
  check_error(workshop.run("train names.json" + kSmall + "-o m.st"), "MODEL_META_VALUE");
  check_error(workshop.run("train bare.json" + kSmall + "-o nowhere/m.st"), "IO_WRITE");
  check_error(workshop.run("evaluate model.safetensors x.npy vy.npy"), "TRAIN_LABELS");
  CHECK_FALSE(fs::exists(workshop.path("m.st")));
  CHECK(workshop.run("train bare.json" + kSmall + "-o m.st --lr 0").exit_code == 2);
  CHECK(workshop.run("train bare.json" + kSmall + "-o m.st --optimizer newton").exit_code == 2);
}

TEST_CASE("a run that diverges fails and leaves its last good weights", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  // Squared errors at such a rate: what the head is off by grows a thousandfold with each step.
  std::string values(kConfig);
  values.replace(values.find("\"n_outputs\":2"), 13, R"("n_outputs":1,"task":"regress")");
  workshop.put_text("values.json", values);
  check_error(workshop.run("train values.json" + kData + "--epochs 60 --optimizer sgd --lr 1000 -o m.st"),
              "TRAIN_DIVERGED");
  const auto info = json(workshop.run("info m.st --json").out);
  CHECK(info.root().get("train").get("ended").string() == "diverged");
}

TEST_CASE("grad writes every parameter and the input", "[cli][train]") {
  const Workshop workshop;
  put_task(workshop);
  REQUIRE(workshop.run("train bare.json" + kSmall + "-o m.st").exit_code == 0);
  REQUIRE(workshop.run("grad m.st x.npy y.npy -o g.safetensors").exit_code == 0);
  const auto content = read_bytes(workshop.path("g.safetensors"));
  const auto file = parse_safetensors(content);
  REQUIRE(file.ok());
  CHECK(file->metadata_value("loss") != nullptr);
  REQUIRE(file->find("input") != nullptr);
  CHECK(file->find("input")->shape == std::vector<std::uint64_t>{40, kChans, kTimes});
  const auto info = json(workshop.run("info m.st --json").out);
  CHECK(file->tensors.size() == info.root().get("tensors").size() + 1);
  check_error(workshop.run("grad m.st x.npy vy.npy -o h.safetensors"), "TRAIN_LABELS");
}

TEST_CASE("what prepare knows of the electrodes reaches a network that lays them out", "[cli][train]") {
  const Workshop workshop;
  FixtureRecording recording{.channels = channels_named(kMotorElectrodes), .n_records = 40};
  for (int i = 0; i < 8; ++i) recording.annotations.push_back({4.0 * i + 1, 1, i % 2 == 0 ? "T1" : "T2"});
  workshop.put("S002R04.edf", edf_bytes(recording));
  workshop.put_text("r.json", R"({"version":1,"bandpass":{"low_hz":1,"high_hz":18},"resample_hz":40,
    "epochs":{"by":"annotation","labels":{"T1":"left","T2":"right"},"tmin_s":0,"tmax_s":0.5}})");
  const Outcome prepared = workshop.run("prepare S002R04.edf --recipe r.json -o x.npy --labels y.npy --setup s.json");
  INFO(prepared.err);
  REQUIRE(prepared.exit_code == 0);

  const std::string rest = kData + "--epochs 1 -o m.st";
  const Outcome trained = workshop.run("train s.json --preset mesh_cascade_small" + rest);
  INFO(trained.err);
  REQUIRE(trained.exit_code == 0);
  const auto info = json(workshop.run("info m.st --json").out);
  CHECK(info.root().get("ch_names").at(3).string() == "C5");
  CHECK(info.root().get("classes").at(1).string() == "right");
  CHECK(info.root().get("sfreq").number() == 40);
  CHECK(info.root().get("recipe").get("resample_hz").number() == 40);
  // The model takes a recording as it is, and says which electrode it misses.
  CHECK(workshop.run("classify m.st S002R04.edf -o c.csv").exit_code == 0);
  check_error(workshop.run("classify m.st S001R04.edf -o c.csv"), "FIT_INCOMPATIBLE");

  check_error(workshop.run("train --preset mesh_cascade_small" + rest), "MODEL_CHANNELS");
  std::string setup = bytes(workshop, "s.json");
  setup.replace(setup.find("\"C5\""), 4, "\"EOG\"");
  workshop.put_text("eog.json", setup);
  const Outcome refused = workshop.run("train eog.json --preset mesh_cascade_small" + rest);
  check_error(refused, "MODEL_CHANNELS");
  CHECK(refused.err.find("EOG") != std::string::npos);

  check_error(workshop.run("train s.json" + rest), "MODEL_CONFIG_MISSING");
  workshop.put_text("named.json", R"({"preset":"vit1d"})");
  check_error(workshop.run("train named.json --preset eegnet" + rest), "MODEL_CONFIG_CONFLICT");
  check_error(workshop.run("train m.st --preset eegnet" + rest), "TRAIN_OPTION");
}

}  // namespace train_test
