// Classifiers of covariances from the command line: train, info --patterns, evaluate and classify with calibration,
// compare.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <string>

#include "cli/train_task.h"

using namespace eegate;
using namespace eegate::test;

namespace small_data_test {

namespace {

// In class k channel k is louder.
std::vector<float> loud(std::size_t n, const char* purpose) {
  const Rng rng(4, purpose);
  std::vector<float> x(n * kChans * kTimes);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = static_cast<float>((i / kTimes % kChans == i / (kChans * kTimes) % 2 ? 30 : 10) * rng.normal(i));
  return x;
}

void put_small_task(const Workshop& workshop) {
  put_task(workshop);
  put_samples(workshop, "x.npy", loud(40, "train"));
  put_samples(workshop, "vx.npy", loud(16, "validation"));
  workshop.put_text("setup.json",
                    R"({"config":{},"channels":["C3","Cz","C4"],"sfreq":160,"classes":["left","right"]})");
}

Outcome done(const Workshop& workshop, const std::string& arguments) {
  Outcome outcome = workshop.run(arguments);
  INFO(arguments << "\n" << outcome.err);
  REQUIRE(outcome.exit_code == 0);
  return outcome;
}

}  // namespace

TEST_CASE("the command fits classifiers of covariances in one go, and they are right about other epochs",
          "[cli][train]") {
  const Workshop workshop;
  put_small_task(workshop);
  for (const std::string preset : {"tangent_space", "fgmdm", "mdm", "csp"}) {
    CAPTURE(preset);
    done(workshop, "train setup.json --preset " + preset + " --data x.npy --labels y.npy -o m.safetensors");
    const JsonDocument judged = json(done(workshop, "evaluate m.safetensors vx.npy vy.npy --json").out);
    CHECK(judged.root().get("accuracy").number() > 0.9);
    const JsonDocument info = json(done(workshop, "info m.safetensors --json").out);
    CHECK(info.root().get("train").get("options").get("method").string() == "closed form");
    CHECK(info.root().get("train").get("options").get("n_trials").integer() == 40);
    const Outcome exported = workshop.run("export m.safetensors -o m.onnx");
    if (preset == "csp")
      CHECK(exported.exit_code == 0);
    else
      check_error(exported, "EXPORT_UNSUPPORTED");
  }
}

TEST_CASE("a fit in closed form says which options it does not use", "[cli][train]") {
  const Workshop workshop;
  put_small_task(workshop);
  const std::string task = "train setup.json --preset csp --data x.npy --labels y.npy -o m.safetensors ";
  CHECK(done(workshop, task).err.find("TRAIN_OPTION") == std::string::npos);
  CHECK(done(workshop, task + "--class-weights balanced --label-smoothing 0.1 --channel-dropout 0.2")
            .err.find("warning[TRAIN_OPTION]: A fit in closed form does not use: class weights, label smoothing, "
                      "channel dropout") != std::string::npos);
}

TEST_CASE("a fit tells which epochs and directions it had", "[cli][train]") {
  const Workshop workshop;
  put_small_task(workshop);
  std::vector<float> x = loud(40, "train");
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t trial = i / (kChans * kTimes), channel = i / kTimes % kChans;
    if (trial < 2) x[i] = 0;
    if (channel == 2) x[i] = x[i - kTimes];
  }
  put_samples(workshop, "x.npy", x);
  const std::string task = "train setup.json --preset mdm --data x.npy --labels y.npy -o m.safetensors";
  const std::string told = done(workshop, task).out;
  CHECK(told.find("fitted in one go to 38 epochs of data, which have 2 of 3 directions; 2 of zeros throughout are left "
                  "out; training loss ") == 0);
  const JsonDocument json_told = json(done(workshop, task + " --json").out);
  CHECK(json_told.root().get("options").get("rank").integer() == 2);
  CHECK(json_told.root().get("options").get("n_left_out").integer() == 2);
}

TEST_CASE("training the head of a fit further leaves out epochs of zeros, which it cannot answer", "[cli][train]") {
  const Workshop workshop;
  put_small_task(workshop);
  for (const std::string preset : {"tangent_space", "csp"}) {
    CAPTURE(preset);
    done(workshop, "train setup.json --preset " + preset + " --data x.npy --labels y.npy -o m.safetensors");
    std::vector<float> x = loud(40, "train");
    std::fill_n(x.begin(), 2 * kChans * kTimes, 0.0F);
    put_samples(workshop, "flat.npy", x);
    const std::string data = "--data flat.npy --labels y.npy --epochs 2 ";
    const std::string train = "train m.safetensors --tune head --val flat.npy y.npy -o n.safetensors " + data;
    const std::string told = done(workshop, train).out;
    CHECK(told.find("2 epochs, 2 steps on 38 epochs of data (epochs done); 2 of zeros throughout are left out;") == 0);
    CHECK(told.find("best epoch ") != std::string::npos);
    CHECK(json(done(workshop, train + "--json").out).root().get("n_left_out").integer() == 2);
    const std::string tuned = done(workshop, "tune m.safetensors " + data).out;
    CHECK(tuned.find("40 epochs, 2 of them left out without an answer; ") == 0);
    put_samples(workshop, "flat.npy", std::vector<float>(x.size()));
    check_error(workshop.run("train m.safetensors --tune head -o n.safetensors " + data), "TRAIN_EMPTY");
  }
}

TEST_CASE("the same fit gives the same file, whatever the number of threads and the order of options", "[cli][train]") {
  const Workshop workshop;
  put_small_task(workshop);
  const std::string task = "train setup.json --preset tangent_space --data x.npy --labels y.npy -o ";
  done(workshop, task + "a.safetensors --workers 1");
  done(workshop, task + "b.safetensors --workers 3");
  CHECK(read_bytes(workshop.path("a.safetensors")) == read_bytes(workshop.path("b.safetensors")));
}

TEST_CASE("patterns of a classifier of covariances are its sources at the electrodes", "[cli]") {
  const Workshop workshop;
  put_small_task(workshop);
  done(workshop, "train setup.json --preset csp --data x.npy --labels y.npy -o m.safetensors");
  const JsonDocument patterns = json(done(workshop, "info m.safetensors --patterns --json").out);
  CHECK(patterns.root().get("channels").size() == 3);
  const JsonValue first = patterns.root().get("patterns").elements()[0];
  CHECK(first.get("class").string() == "right");  // class 1, loud at Cz
  const auto size = [&](std::size_t i) { return std::abs(first.get("pattern").elements()[i].number()); };
  CHECK(size(1) > 3 * size(0));
  CHECK(size(1) > 3 * size(2));
  check_error(workshop.run("info model.safetensors --patterns"), "MODEL_PATTERNS");
}

TEST_CASE("evaluation calibrates each person without labels, and refuses persons of one class", "[cli]") {
  const Workshop workshop;
  put_small_task(workshop);
  workshop.put_text("recentre.json", R"({"architecture":"tangent_space","standardize":"none","recentre":true})");
  done(workshop, "train recentre.json --data x.npy --labels y.npy --subjects s.npy -o m.safetensors --split none");
  for (const std::string rule : {"median", "recentre", "online"}) {
    CAPTURE(rule);
    const std::string command = "evaluate m.safetensors x.npy y.npy --subjects s.npy --json --calibrate " + rule;
    const JsonDocument judged = json(done(workshop, command).out);
    CHECK(judged.root().get("calibration").string() == rule);
    CHECK(judged.root().get("accuracy").number() > 0.85);
  }
  put_labels(workshop, "one.npy", 40, 1);
  check_error(workshop.run("evaluate m.safetensors x.npy one.npy --subjects s.npy --calibrate median"),
              "CALIBRATION_ONE_CLASS");
  check_error(workshop.run("classify model.safetensors S001R04.edf --calibrate recentre"), "CALIBRATION_MODEL");
  const Outcome classified = done(workshop, "classify model.safetensors S001R04.edf --calibrate median");
  CHECK(lines_of(classified.out)[0].ends_with(",calibration"));
  CHECK(classified.err.find("CALIBRATION_BALANCE") != std::string::npos);
}

TEST_CASE("compare tells what works, by people", "[cli]") {
  const Workshop workshop;
  put_small_task(workshop);
  const Outcome table = done(workshop, "compare setup.json --data x.npy --labels y.npy --subjects s.npy");
  CHECK(table.out.find("4 subjects or runs, left out in 4 folds") != std::string::npos);
  CHECK(table.out.find("\nUse ") != std::string::npos);
  const JsonDocument two = json(done(workshop, "compare --data x.npy --labels y.npy --models csp,mdm --json").out);
  CHECK(two.root().get("models").size() == 2);
  check_error(workshop.run("compare --data x.npy --labels y.npy --models forest"), "MODEL_PRESET");
}

TEST_CASE("compare fits classifiers of covariances in a band of their own, if the recipe's band contains it", "[cli]") {
  const Workshop workshop;
  put_small_task(workshop);
  const auto bands = [&](const std::string& bandpass) {
    workshop.put_text("wide.json",
                      R"({"config":{},"channels":["C3","Cz","C4"],"sfreq":160,"classes":["left","right"],"recipe":{)"
                      R"("version":1,"bandpass":{)" +
                          bandpass + R"(},"epochs":{"by":"window","length_s":1}}})");
    const std::string command = "compare wide.json --data x.npy --labels y.npy --models csp,band_power --epochs 2 ";
    const JsonDocument found = json(done(workshop, command + "--json").out);
    std::string text;
    for (const JsonValue& model : found.root().get("models").elements()) {
      text += std::string(model.get("preset").string()) + " ";
      const JsonValue band = model.get("band_hz");
      if (!band.absent()) text += band.text() + " ";
    }
    return std::pair(text, done(workshop, command).out);
  };
  const auto [wide, table] = bands(R"("low_hz":0.5,"high_hz":55)");
  CHECK(wide.find("csp [8,32] ") != std::string::npos);
  CHECK(wide.find("band_power [") == std::string::npos);
  CHECK(table.find("8 to 32") != std::string::npos);
  CHECK(table.find("as prepared") != std::string::npos);
  CHECK(bands(R"("low_hz":10,"high_hz":55)").first.find("csp [") == std::string::npos);
  CHECK(bands(R"("low_hz":8,"high_hz":32)").first.find("csp [") == std::string::npos);
}

TEST_CASE("compare and benchmark warn of folds that divide aligned recordings", "[cli]") {
  const Workshop workshop;
  put_small_task(workshop);
  workshop.put_text("aligned.json",
                    R"({"config":{},"channels":["C3","Cz","C4"],"sfreq":160,"classes":["left","right"],"recipe":{)"
                    R"("version":1,"align":"euclidean","epochs":{"by":"window","length_s":1}}})");
  const std::string data = " --data x.npy --labels y.npy --models csp";
  const auto warns = [&](const std::string& command) {
    return done(workshop, command).err.find("warning[FOLDS_RECENTRED]") != std::string::npos;
  };
  CHECK(warns("compare aligned.json" + data));
  CHECK_FALSE(warns("compare aligned.json --subjects s.npy" + data));
  CHECK_FALSE(warns("compare setup.json" + data));
  CHECK(warns("benchmark aligned.json --subjects s.npy --protocol folds" + data));
  CHECK_FALSE(warns("benchmark setup.json --subjects s.npy --protocol folds" + data));
  workshop.put_text("overlapping.json",
                    R"({"config":{},"channels":["C3","Cz","C4"],"sfreq":160,"classes":["left","right"],"recipe":{)"
                    R"("version":1,"epochs":{"by":"window","length_s":0.5,"step_s":0.25}}})");
  const auto overlaps = [&](const std::string& rest) {
    return done(workshop, "benchmark overlapping.json --subjects s.npy " + rest + data)
               .err.find("warning[FOLDS_OVERLAP]") != std::string::npos;
  };
  CHECK(overlaps("--protocol folds"));
  CHECK_FALSE(
      done(workshop, "benchmark aligned.json --subjects s.npy --protocol folds" + data).err.find("FOLDS_OVERLAP") !=
      std::string::npos);
  const JsonDocument found = json(done(workshop, "compare aligned.json --json" + data).out);
  CHECK(found.root().get("warnings").at(0).get("code").string() == "FOLDS_RECENTRED");
}

TEST_CASE("explain asks for surrogates where zeros have no covariance, and relevances then add up", "[cli]") {
  const Workshop workshop;
  put_small_task(workshop);
  for (const std::string preset : {"tangent_space", "mdm", "csp"}) {
    CAPTURE(preset);
    done(workshop, "train setup.json --preset " + preset + " --data x.npy --labels y.npy -o m.safetensors");
    const std::string command = "explain m.safetensors vx.npy --target 1 -o r.npy --json";
    const Outcome refused = workshop.run(command);
    check_error(refused, "EXPLAIN_NONFINITE");
    CHECK(refused.err.find("--baseline surrogate") != std::string::npos);
    const JsonDocument checks = json(done(workshop, command + " --baseline surrogate").out);
    CHECK(checks.root().get("completeness").get("residual").number() < 0.02);
    CHECK(checks.root().get("completeness").get("passed").boolean());
  }
}

}  // namespace small_data_test
