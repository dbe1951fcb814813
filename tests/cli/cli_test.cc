// The built command from outside: exit codes, messages, files. Native only.

#include <filesystem>
#include <string>
#include <vector>

#include "base/sha256.h"
#include "cli/workshop.h"

using namespace eegate;
using namespace eegate::test;

namespace cli_test {
namespace fs = std::filesystem;

TEST_CASE("help and version succeed, wrong usage ends with 2", "[cli]") {
  const Workshop workshop;
  CHECK(workshop.run("--help").exit_code == 0);
  CHECK(workshop.run("--version").out.starts_with("eegate "));
  CHECK(workshop.run("classify --help").exit_code == 0);
  CHECK(workshop.run("").exit_code == 2);
  CHECK(workshop.run("frobnicate").exit_code == 2);
  CHECK(workshop.run("info").exit_code == 2);
  CHECK(workshop.run("read S001R04.edf").exit_code == 2);
  CHECK(workshop.run("read S001R04.edf -o x.npy --start-s -1").exit_code == 2);
  CHECK(workshop.run("classify model.safetensors S001R04.edf -o out.xls").exit_code == 2);
}

TEST_CASE("info describes recordings", "[cli]") {
  const Workshop workshop;
  const Outcome outcome = workshop.run("info S001R04.edf --json");
  REQUIRE(outcome.exit_code == 0);
  const auto document = json(outcome.out);
  CHECK(document.root().get("duration_s").number() == 10);
  CHECK(document.root().get("format").string() == "EDF+C");
  CHECK(document.root().get("channels").size() == 3);
  CHECK(document.root().get("channels").at(0).get("n_samples").number() == 1600);
  CHECK(document.root().get("annotations").at(1).get("onset_s").number() == 5);
  const Outcome text = workshop.run("info S001R04.edf");
  CHECK(text.exit_code == 0);
  CHECK(text.out.find("EDF+C, 3 channels, 10 s") != std::string::npos);
  CHECK(text.out.find("Cz..") != std::string::npos);
  workshop.put("one.edf", edf_bytes(FixtureRecording{.channels = channels_named({"Cz"})}));
  CHECK(workshop.run("info one.edf").out.find(", 1 channel, ") != std::string::npos);
}

TEST_CASE("the files of a recording are found beside its header", "[cli]") {
  const Workshop workshop;
  for (const char* ending : {".vhdr", ".vmrk", ".eeg"}) {
    const std::string name = std::string("good_int16") + ending;
    workshop.put(name, read_bytes(test_data() / "brainvision" / name));
  }
  const auto document = json(workshop.run("info good_int16.vhdr --json").out);
  CHECK(document.root().get("format").string() == "BrainVision");
  CHECK(document.root().get("channels").at(0).get("n_samples").number() == 8);
  CHECK(document.root().get("annotations").size() == 3);
  std::uintmax_t n_bytes = 0;
  for (const char* ending : {".vhdr", ".vmrk", ".eeg"})
    n_bytes += fs::file_size(workshop.path(std::string("good_int16") + ending));
  CHECK(document.root().get("size_bytes").number() == static_cast<double>(n_bytes));
  fs::remove(workshop.path("good_int16.eeg"));
  const Outcome missing = workshop.run("info good_int16.vhdr");
  check_error(missing, "BV_DATA_MISSING");
  CHECK(missing.err.find("good_int16.eeg") != std::string::npos);
}

TEST_CASE("info describes models", "[cli]") {
  const Workshop workshop;
  const auto document = json(workshop.run("info model.safetensors --json").out);
  CHECK(document.root().get("config").get("architecture").string() == "transformer");
  CHECK(document.root().get("parameters").number() > 0);
  CHECK(document.root().get("tensors").size() > 5);
  CHECK(workshop.run("info model.safetensors").out.find("parameters") != std::string::npos);
}

TEST_CASE("bad data end with 1 and one line that names the code", "[cli]") {
  const Workshop workshop;
  workshop.put_text("page.edf", "<!DOCTYPE html><html><head><title>404</title></head></html>");
  workshop.put_text("weights.pt", std::string("PK\x03\x04") + std::string(100, 'x'));
  workshop.put_text("empty.edf", "");
  workshop.put_text("bad.json", R"({"version":1,"ica":true})");
  check_error(workshop.run("info nowhere.edf"), "IO_OPEN");
  const Outcome by_name = workshop.run("classify eyes S001R04.edf");
  check_error(by_name, "IO_OPEN");
  CHECK(by_name.err.find("finds them by name") != std::string::npos);
  check_error(workshop.run("info weights.pt"), "MODEL_PICKLE_REFUSED");
  check_error(workshop.run("read S001R04.edf -o x.npy --channels Pz"), "CHANNEL_UNKNOWN");
  check_error(workshop.run("read S001R04.edf -o x.npy --start-s 11"), "READ_RANGE");
  check_error(workshop.run("read S001R04.edf -o nowhere/x.npy"), "IO_WRITE");
  check_error(workshop.run("prepare S001R04.edf --recipe bad.json -o x.npy"), "RECIPE_UNKNOWN_KEY");
  CHECK(workshop.run("info page.edf").exit_code == 1);
  CHECK(workshop.run("info empty.edf").exit_code == 1);
  CHECK_FALSE(fs::exists(workshop.path("x.npy")));
}

TEST_CASE("read writes microvolts as they are stored", "[cli]") {
  const Workshop workshop;
  REQUIRE(workshop.run("read S001R04.edf -o all.npy").exit_code == 0);
  REQUIRE(workshop.run("read --channels C4,C3.. S001R04.edf -o some.npy --start-s 2 --duration-s 1.5").exit_code == 0);
  const NpyArray all = workshop.array("all.npy"), some = workshop.array("some.npy");
  CHECK(all.descr == "<f4");
  CHECK(all.shape == std::vector<std::uint64_t>{3, 1600});
  REQUIRE(some.shape == std::vector<std::uint64_t>{2, 240});
  CHECK(some.values[0] == all.values[2 * 1600 + 320]);
  CHECK(some.values[240] == all.values[320]);
}

TEST_CASE("prepare writes epochs, labels, subjects and a table", "[cli]") {
  const Workshop workshop;
  fs::copy_file(workshop.path("S001R04.edf"), workshop.path("S002R04.edf"));
  const Outcome outcome = workshop.run(
      "prepare S001R04.edf S002R04.edf --recipe recipe.json -o x.npy --labels y.npy --subjects s.npy --epochs-tsv "
      "e.tsv");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(workshop.array("x.npy").shape == std::vector<std::uint64_t>{4, 3, 320});
  CHECK(workshop.array("y.npy").values == std::vector<double>{0, 1, 0, 1});
  CHECK(workshop.array("y.npy").descr == "<i8");
  CHECK(workshop.array("s.npy").values == std::vector<double>{1, 1, 2, 2});
  CHECK(workshop.array("s.npy").descr == "<i4");
  const auto lines = lines_of(read_text(workshop.path("e.tsv")));
  REQUIRE(lines.size() == 5);
  CHECK(lines[4] == "S002R04.edf\t5\t2\tright");
}

TEST_CASE("prepared epochs through predict and the recording through classify agree", "[cli]") {
  const Workshop workshop;
  workshop.put_text("windows.json", R"({"version":1,"pick":["C3","Cz","C4"],"bandpass":{"low_hz":1,"high_hz":40},)"
                                    R"("epochs":{"by":"window","length_s":2,"step_s":2}})");
  REQUIRE(workshop.run("prepare S001R04.edf --recipe windows.json -o x.npy").exit_code == 0);
  REQUIRE(workshop.run("predict model.safetensors x.npy -o logits.npy").exit_code == 0);
  const Outcome classified = workshop.run("classify model.safetensors S001R04.edf");
  REQUIRE(classified.exit_code == 0);
  const auto lines = lines_of(classified.out);
  const NpyArray logits = workshop.array("logits.npy");
  REQUIRE(logits.shape == std::vector<std::uint64_t>{5, 2});
  REQUIRE(lines.size() == 6);
  for (std::size_t i = 0; i < 5; ++i) {
    const bool second = logits.values[2 * i + 1] > logits.values[2 * i];
    CHECK(cells_of(lines[i + 1], ',')[2] == (second ? "eyes closed" : "eyes open"));
  }
}

TEST_CASE("classify writes every format, and prints a table without a file", "[cli]") {
  const Workshop workshop;
  for (const char* name : {"out.csv", "out.json", "out.tsv", "out.edf"}) {
    REQUIRE(workshop.run(std::string("classify model.safetensors S001R04.edf -o ") + name).exit_code == 0);
    CHECK(fs::file_size(workshop.path(name)) > 100);
  }
  CHECK(read_text(workshop.path("out.csv")) == workshop.run("classify model.safetensors S001R04.edf").out);
  CHECK(json(workshop.run("classify model.safetensors S001R04.edf --json").out).root().get("epochs").size() == 5);
  CHECK(json(workshop.run("info out.edf --json").out).root().get("annotations").size() == 5);
  for (const char* format : {" --format json", " -o out.csv --format json"})  // the end of the name says it
    CHECK(workshop.run(std::string("classify model.safetensors S001R04.edf") + format).exit_code == 2);
}

TEST_CASE("classify joins the windows of a class to events, for benchmarks of seizure detection", "[cli]") {
  const Workshop workshop;
  const std::string classify = "classify model.safetensors S001R04.edf -q";
  const auto windows = lines_of(workshop.run(classify + " -o -").out);
  std::size_t n_windows = 0;
  for (const auto& [name, number] : {std::pair("eyes open", 3), std::pair("eyes closed", 4)}) {
    const Outcome outcome = workshop.run(classify + " --events \"" + name + "=sz\" -o " + name[5] + ".tsv");
    INFO(outcome.err);
    REQUIRE(outcome.exit_code == 0);
    const auto lines = lines_of(read_text(workshop.path(std::string(1, name[5]) + ".tsv")));
    CHECK(lines[0] == "onset\tduration\teventType\tconfidence\tchannels\tdateTime\trecordingDuration");
    // Windows of 2 s that touch: an event ends where the next window is of the other class.
    std::vector<std::vector<std::string>> expected;
    bool inside = false;
    std::vector<double> sums;
    for (std::size_t i = 1; i < windows.size(); ++i) {
      const auto cells = cells_of(windows[i], ',');
      const bool is_of = cells[2] == name;
      if (is_of && !inside) expected.push_back({cells[0], "0"}), sums.push_back(0);
      if (is_of) {
        expected.back()[1] = std::to_string(std::stoi(expected.back()[1]) + 2);
        sums.back() += std::stod(cells[static_cast<std::size_t>(number)]);
        ++n_windows;
      }
      inside = is_of;
    }
    REQUIRE(lines.size() == 1 + std::max<std::size_t>(1, expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto cells = cells_of(lines[i + 1], '\t');
      CHECK(cells[0] == expected[i][0]);
      CHECK(cells[1] == expected[i][1]);
      CHECK(cells[2] == "sz");
      CHECK(std::abs(std::stod(cells[3]) - 2 * sums[i] / std::stod(expected[i][1])) < 1e-5);
      CHECK(cells[4] == "all");
    }
    if (expected.empty()) CHECK(lines[1].starts_with("0\t" + cells_of(lines[1], '\t')[6] + "\tbckg\tn/a\tall\t"));
    CHECK(workshop.run(classify + " --events \"" + name + "\"").out.starts_with("onset\t"));
  }
  CHECK(n_windows == windows.size() - 1);
  CHECK(workshop.run(classify + " --events seizure").err.find("RESULT_CLASS") != std::string::npos);
  for (const char* wrong : {" --events \"eyes open\" -o out.csv", " --events \"eyes open\" --json"})
    CHECK(workshop.run(classify + wrong).exit_code == 2);
}

TEST_CASE("report writes one page with the digests of the files as they are", "[cli]") {
  const Workshop shop;
  const Outcome outcome = shop.run("report model.safetensors S001R04.edf --recipe recipe.json -o report.html");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  const std::string html = read_text(shop.path("report.html"));
  for (const char* file : {"model.safetensors", "S001R04.edf"})
    CHECK(html.find(sha256(read_bytes(shop.path(file)))) != std::string::npos);
  CHECK(html.find("S001R04") == std::string::npos);
  REQUIRE(shop.run("report model.safetensors S001R04.edf --recipe recipe.json -o again.html").exit_code == 0);
  CHECK(read_text(shop.path("again.html")) == html);
  std::vector<std::byte> cut = read_bytes(shop.path("S001R04.edf"));
  cut.resize(cut.size() - 1);
  shop.put("cut.edf", cut);
  const Outcome repaired = shop.run("report model.safetensors cut.edf --recipe recipe.json -o cut.html");
  CHECK(repaired.err.find("EDF_SIZE_MISMATCH") != std::string::npos);
  CHECK(read_text(shop.path("cut.html")).find("EDF_SIZE_MISMATCH") != std::string::npos);
}

TEST_CASE("a pair that does not fit is classified only with --override", "[cli]") {
  const Workshop workshop;
  workshop.put("two.edf", edf_bytes({.channels = channels_named({"C3", "C4"})}));
  check_error(workshop.run("classify model.safetensors two.edf"), "FIT_INCOMPATIBLE");
  const Outcome forced = workshop.run("classify model.safetensors two.edf --override");
  REQUIRE(forced.exit_code == 0);
  CHECK(lines_of(forced.out)[0].ends_with(",fit_override"));
  CHECK(forced.err.find("FIT_OVERRIDDEN") != std::string::npos);
}

TEST_CASE("the sample recording depends on its seed alone", "[cli]") {
  const Workshop workshop;
  REQUIRE(workshop.run("sample -o a.edf --duration-s 4").exit_code == 0);
  REQUIRE(workshop.run("sample -o b.edf --duration-s 4 --seed 1").exit_code == 0);
  REQUIRE(workshop.run("sample -o c.edf --duration-s 4 --seed 2").exit_code == 0);
  check_error(workshop.run("sample --night -o d.edf --duration-s 10"), "SAMPLE_LENGTH");
  CHECK(workshop.run("sample --night -o d.edf --duration-s 10").err.find("found 10 s") != std::string::npos);
  CHECK(read_text(workshop.path("a.edf")) == read_text(workshop.path("b.edf")));
  CHECK(read_text(workshop.path("a.edf")) != read_text(workshop.path("c.edf")));
  CHECK(json(workshop.run("info a.edf --json").out).root().get("duration_s").number() == 4);
}

}  // namespace cli_test
