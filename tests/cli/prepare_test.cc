// eegate prepare: epochs for a model, and what is said where labels or epochs are missing.
#include <cmath>
#include <string>

#include "cli/workshop.h"

using namespace eegate;
using namespace eegate::test;

namespace prepare_test {

// The workshop's model wants C3, Cz and C4: here they come in another order, beside others, at another rate.
void put_disordered(const Workshop& workshop) {
  FixtureRecording recording{.channels = channels_named({"EOG", "C4..", "Fz", "T3", "Cz..", "C3.."})};
  for (FixtureChannel& channel : recording.channels) channel.sfreq = 200;
  recording.annotations = {{1, 2, "T1"}, {5, 2, "T2"}};
  workshop.put("S002R04.edf", edf_bytes(recording));
}

TEST_CASE("epochs that are prepared for a model have its channels in its order", "[cli]") {
  const Workshop workshop;
  put_disordered(workshop);
  const Outcome prepared = workshop.run("prepare S002R04.edf --model model.safetensors -o x.npy --setup s.json");
  INFO(prepared.err);
  REQUIRE(prepared.exit_code == 0);
  CHECK(prepared.err.find("warning[FIT_ADAPTED]: S002R04.edf: sampling_rate") != std::string::npos);
  REQUIRE(workshop.array("x.npy").shape == std::vector<std::uint64_t>{5, 3, 320});
  const auto setup = json(read_text(workshop.path("s.json")));
  CHECK(setup.root().get("channels").at(0).string() == "C3");
  REQUIRE(workshop.run("predict model.safetensors x.npy -o logits.npy").exit_code == 0);
  const auto lines = lines_of(workshop.run("classify model.safetensors S002R04.edf -q").out);
  const NpyArray logits = workshop.array("logits.npy");
  REQUIRE(lines.size() == 6);
  for (std::size_t i = 0; i < 5; ++i) {
    const double p = 1 / (1 + std::exp(logits.values[2 * i] - logits.values[2 * i + 1]));
    CHECK(std::abs(std::stod(cells_of(lines[i + 1], ',')[4]) - p) < 1e-5);
  }
}

TEST_CASE("labels of epochs for a model are numbered like its classes", "[cli]") {
  const Workshop workshop;
  put_disordered(workshop);
  workshop.put("swapped.safetensors", model_bytes({.classes = {"right", "left"}}));
  const Outcome prepared = workshop.run(
      "prepare S001R04.edf S002R04.edf --model swapped.safetensors --recipe recipe.json -o x.npy --labels y.npy");
  INFO(prepared.err);
  REQUIRE(prepared.exit_code == 0);
  CHECK(workshop.array("y.npy").values == std::vector<double>{1, 0, 1, 0});
  CHECK(workshop.run("evaluate swapped.safetensors x.npy y.npy").exit_code == 0);
}

TEST_CASE("a recording without the model's channels is not prepared for it", "[cli]") {
  const Workshop workshop;
  workshop.put("few.edf", edf_bytes({.channels = channels_named({"C3", "C4"})}));
  check_error(workshop.run("prepare few.edf --model model.safetensors -o x.npy"), "FIT_INCOMPATIBLE");
  const Outcome neither = workshop.run("prepare few.edf -o x.npy");
  CHECK(neither.exit_code == 2);
  CHECK(neither.err.find("--recipe or --model is required") != std::string::npos);
}

TEST_CASE("prepare names labels without an epoch, and refuses to write none", "[cli]") {
  const Workshop workshop;
  const auto recipe = [](const std::string& labels) {
    return R"({"version":1,"epochs":{"by":"annotation","labels":)" + labels + R"(,"tmin_s":0,"tmax_s":2}})";
  };
  workshop.put_text("typo.json", recipe(R"({"T1":"left","TT2":"right"})"));
  const Outcome typo = workshop.run("prepare S001R04.edf --recipe typo.json -o x.npy");
  CHECK(typo.exit_code == 0);
  CHECK(typo.err ==
        "warning[PREPARE_LABEL_EMPTY]: No epoch has the label \"right\": no recording has an annotation \"TT2\"; there "
        "are \"T1\", \"T2\"\n");
  CHECK(workshop.run("prepare S001R04.edf --recipe recipe.json -o x.npy").err.empty());
  workshop.put_text("none.json", recipe(R"({"T9":"left"})"));
  const Outcome none = workshop.run("prepare S001R04.edf --recipe none.json -o none.npy");
  check_error(none, "PLAN_NO_EPOCHS");
  CHECK(none.err.find("\"T1\", \"T2\"") != std::string::npos);
  CHECK(!std::filesystem::exists(workshop.path("none.npy")));
}

TEST_CASE("prepare warns of names that tell no subject, and of one name for several recordings", "[cli]") {
  const Workshop workshop;
  const auto copy_to = [&](const std::string& name) {
    std::filesystem::create_directories(std::filesystem::path(workshop.path(name)).parent_path());
    std::filesystem::copy(workshop.path("S001R04.edf"), workshop.path(name));
  };
  for (const char* name : {"p/run1.edf", "p/run2.edf", "a/S003R04.edf", "b/S003R04.edf"}) copy_to(name);
  const std::string rest = " --recipe recipe.json -o x.npy --subjects s.npy";
  const Outcome unknown = workshop.run("prepare p S001R04.edf" + rest);
  CHECK(unknown.exit_code == 0);
  CHECK(unknown.err.find("warning[PREPARE_SUBJECTS]: Recordings whose names tell no subject") == 0);
  CHECK(unknown.err.ends_with("one subject each: run1.edf, run2.edf\n"));
  const Outcome shared = workshop.run("prepare a b" + rest);
  CHECK(shared.err ==
        "warning[PREPARE_SUBJECTS]: Recordings of one name in different folders count as one subject: S003R04.edf\n");
  CHECK(workshop.run("prepare p --recipe recipe.json -o x.npy").err.empty());
  CHECK(workshop.run("prepare p/run1.edf" + rest).err.empty());
  CHECK(workshop.run("prepare S001R04.edf a" + rest).err.empty());
}

TEST_CASE("patterns of a recording are refused", "[cli]") {
  const Workshop workshop;
  check_error(workshop.run("info S001R04.edf --patterns"), "MODEL_PATTERNS");
}

}  // namespace prepare_test
