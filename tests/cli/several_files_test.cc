// Several recordings and folders at once, --json of every command that writes files, --quiet.
#include <filesystem>
#include <string>
#include <vector>

#include "cli/workshop.h"

using namespace eegate;
using namespace eegate::test;

namespace several_files_test {
namespace fs = std::filesystem;

// The recording of the workshop twice in a folder, once below another, beside a file that is no recording.
void fill_folder(const Workshop& workshop) {
  fs::create_directories(workshop.path("data/more"));
  for (const char* name : {"data/a.edf", "data/more/b.EDF"})
    fs::copy(workshop.path("S001R04.edf"), workshop.path(name));
  workshop.put_text("data/notes.txt", "nothing to read");
}

TEST_CASE("classify writes a file for each recording of a folder, as it does for one", "[cli]") {
  const Workshop workshop;
  fill_folder(workshop);
  const Outcome outcome = workshop.run("classify model.safetensors data S001R04.edf --recipe recipe.json -o out");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(lines_of(outcome.out).size() == 4);
  REQUIRE(workshop.run("classify model.safetensors S001R04.edf --recipe recipe.json -o one.tsv").exit_code == 0);
  const std::string one = read_text(workshop.path("one.tsv"));
  for (const char* name : {"out/a.tsv", "out/more/b.tsv", "out/S001R04.tsv"})
    CHECK(read_text(workshop.path(name)) == one);
}

TEST_CASE("recordings of one name in several folders have results of their own", "[cli]") {
  const Workshop workshop;
  for (const char* name : {"data/sub-01/eeg.edf", "data/sub-02/eeg.edf"}) {
    fs::create_directories(workshop.path(name).parent_path());
    fs::copy(workshop.path("S001R04.edf"), workshop.path(name));
  }
  REQUIRE(workshop.run("classify model.safetensors data/ --recipe recipe.json -o out").exit_code == 0);
  for (const char* name : {"out/sub-01/eeg.tsv", "out/sub-02/eeg.tsv"}) CHECK(fs::exists(workshop.path(name)));
}

TEST_CASE("endings of outputs are known in any case", "[cli]") {
  const Workshop workshop;
  REQUIRE(workshop.run("classify model.safetensors S001R04.edf --recipe recipe.json -o A.CSV").exit_code == 0);
  CHECK(read_text(workshop.path("A.CSV")).starts_with("onset_s,"));
  REQUIRE(workshop.run("convert S001R04.edf A.EDF").exit_code == 0);
  REQUIRE(workshop.run("convert S001R04.edf B.VHDR").exit_code == 0);
  CHECK(fs::exists(workshop.path("B.vmrk")));
  workshop.put_text("night.csv", "W\nW\nN2\n");
  REQUIRE(workshop.run("hypnogram night.csv -o night.TSV").exit_code == 0);
  CHECK(workshop.run("classify model.safetensors S001R04.edf -o a.XLS").exit_code == 2);
}

TEST_CASE("classify of several as JSON is a list, in the format that is asked for", "[cli]") {
  const Workshop workshop;
  fill_folder(workshop);
  const Outcome outcome =
      workshop.run("classify model.safetensors data --recipe recipe.json -o out --format csv --json");
  REQUIRE(outcome.exit_code == 0);
  const auto document = json(outcome.out);
  REQUIRE(document.root().size() == 2);
  CHECK(document.root().at(1).get("epochs").size() == 2);
  CHECK(fs::exists(workshop.path("out/more/b.csv")));
}

TEST_CASE("a folder with a recording of several files holds one", "[cli]") {
  const Workshop workshop;
  fs::create_directories(workshop.path("split"));
  for (const char* name : {"good_split.fif", "good_split-1.fif", "good_f32.fif"})
    fs::copy(test_data() / "fif" / name, workshop.path("split") / name);
  const Outcome outcome = workshop.run("info split --json");
  INFO(outcome.err);
  REQUIRE(outcome.exit_code == 0);
  CHECK(json(outcome.out).root().size() == 2);
}

TEST_CASE("a file of samples alone is told with the header to give", "[cli]") {
  const Workshop workshop;
  workshop.put_text("one.eeg", std::string(4000, '\x7f'));
  workshop.put_text("two.FDT", std::string(4000, '\x7f'));
  workshop.put_text("three.bin", std::string(4000, '\x7f'));
  const auto said = [&](const std::string& file) { return workshop.run("info " + file).err; };
  CHECK(said("one.eeg").find("give its header, a .vhdr file") != std::string::npos);
  CHECK(said("two.FDT").find("give its header, a .set file") != std::string::npos);
  CHECK(said("three.bin").find("header, a") == std::string::npos);
  workshop.put_text("one.vhdr", "");
  CHECK(said("one.eeg").find("Give its header instead: \"") != std::string::npos);
  CHECK(said("one.eeg").find("one.vhdr\"") != std::string::npos);
}

TEST_CASE("a recording that fails is named, and the others are done", "[cli]") {
  const Workshop workshop;
  fill_folder(workshop);
  workshop.put_text("data/c.edf", "nothing to read");
  const Outcome outcome = workshop.run("classify model.safetensors data --recipe recipe.json -o out -q");
  CHECK(outcome.exit_code == 1);
  const auto lines = lines_of(outcome.err);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find("data/c.edf") != std::string::npos);
  CHECK(lines[1].starts_with("error[FILES_FAILED]: 1 of 3 files failed"));
  CHECK(fs::exists(workshop.path("out/a.tsv")));
  CHECK(fs::exists(workshop.path("out/more/b.tsv")));
}

TEST_CASE("results of several recordings need a folder and names of their own", "[cli]") {
  const Workshop workshop;
  fill_folder(workshop);
  CHECK(workshop.run("classify model.safetensors data").exit_code == 2);
  CHECK(workshop.run("classify model.safetensors data -o out --format xls").exit_code == 2);
  const Outcome table = workshop.run("classify model.safetensors data -o out.csv");
  CHECK(table.exit_code == 2);
  CHECK(table.err.find("--output: is a folder for several recordings") != std::string::npos);
  CHECK(!fs::exists(workshop.path("out.csv")));
  fs::copy(workshop.path("S001R04.edf"), workshop.path("data/a.bdf"));
  check_error(workshop.run("classify model.safetensors data -o out"), "IO_SAME_FILE");
  fs::create_directories(workshop.path("empty"));
  check_error(workshop.run("classify model.safetensors empty -o out"), "NO_RECORDINGS");
  CHECK(!fs::exists(workshop.path("out")));
}

TEST_CASE("results of an earlier run are no recordings", "[cli]") {
  const Workshop workshop;
  fill_folder(workshop);
  for (int run = 0; run < 2; ++run) {
    const Outcome outcome =
        workshop.run("classify model.safetensors data --recipe recipe.json -o data/out --format edf");
    CHECK(outcome.exit_code == 0);
    CHECK(lines_of(outcome.out).size() == 3);
  }
  CHECK(!fs::exists(workshop.path("data/out/out")));
  // Recordings that lie in the folder of the results are recordings.
  CHECK(lines_of(workshop.run("classify model.safetensors data/more data/a.edf --recipe recipe.json -o data").out)
            .size() == 3);
}

TEST_CASE("info of several files is one text or one list", "[cli]") {
  const Workshop workshop;
  fill_folder(workshop);
  const auto document = json(workshop.run("info data model.safetensors --json").out);
  REQUIRE(document.root().size() == 3);
  CHECK(document.root().at(0).get("file_name").string() == "a.edf");
  CHECK(document.root().at(2).get("parameters").number() > 0);
  const Outcome text = workshop.run("info data");
  CHECK(text.out.find("a.edf: EDF+C") != std::string::npos);
  CHECK(text.out.find("\nb.EDF: EDF+C") != std::string::npos);
  CHECK(json(workshop.run("info empty nowhere.edf --json").out).root().size() == 0);
}

TEST_CASE("prepare takes the recordings of a folder", "[cli]") {
  const Workshop workshop;
  fill_folder(workshop);
  REQUIRE(workshop.run("prepare data --recipe recipe.json -o x.npy").exit_code == 0);
  CHECK(workshop.array("x.npy").shape[0] == 4);
}

TEST_CASE("commands that write a file say what as JSON", "[cli]") {
  const Workshop workshop;
  const auto said = [&](const std::string& arguments) {
    const Outcome outcome = workshop.run(arguments + " --json");
    INFO(arguments << outcome.err);
    REQUIRE(outcome.exit_code == 0);
    return json(outcome.out);
  };
  const auto sample = said("sample -o s.edf --duration-s 4");
  CHECK(sample.root().get("size_bytes").number() == static_cast<double>(fs::file_size(workshop.path("s.edf"))));
  REQUIRE(workshop.run("prepare S001R04.edf --recipe recipe.json -o x.npy --labels y.npy").exit_code == 0);
  CHECK(said("predict model.safetensors x.npy -o logits.npy").root().get("n_epochs").number() == 2);
  CHECK(said("grad model.safetensors x.npy y.npy -o g.safetensors").root().get("output").string() == "g.safetensors");
  CHECK(said("report model.safetensors S001R04.edf --recipe recipe.json -o r.html").root().get("n_epochs").number() ==
        2);
  CHECK(said("doctor").root().get("checks").size() >= 6);
}

TEST_CASE("quiet: no warnings, but results and errors", "[cli]") {
  const Workshop workshop;
  auto truncated = read_bytes(workshop.path("S001R04.edf"));
  truncated.resize(truncated.size() - 1000);
  workshop.put("short.edf", truncated);
  const Outcome loud = workshop.run("info short.edf");
  CHECK(loud.err.starts_with("warning["));
  for (const char* option : {"--quiet", "-q"}) {
    const Outcome quiet = workshop.run(std::string("info short.edf ") + option);
    CHECK(quiet.err.empty());
    CHECK(quiet.out == loud.out);
  }
  check_error(workshop.run("info nowhere.edf -q"), "IO_OPEN");
}

TEST_CASE("prepare numbers labels that the recipe does not name by their names", "[cli]") {
  const Workshop workshop;
  FixtureRecording other{.channels = channels_named({"C3..", "Cz..", "C4.."})};
  other.annotations = {{1, 2, "T2"}, {5, 2, "T1"}};
  workshop.put("S002R04.edf", edf_bytes(other));
  workshop.put_text("each.json", R"({"version":1,"epochs":{"by":"annotation","tmin_s":0,"tmax_s":2}})");
  const auto labels = [&](const std::string& recordings) {
    REQUIRE(workshop.run("prepare " + recordings + " --recipe each.json -o x.npy --labels y.npy").exit_code == 0);
    return workshop.array("y.npy").values;
  };
  CHECK(labels("S001R04.edf") == std::vector<double>{0, 1});
  CHECK(labels("S002R04.edf") == std::vector<double>{1, 0});
  CHECK(labels("S002R04.edf S001R04.edf") == std::vector<double>{1, 0, 0, 1});
  CHECK(labels("S002R04.edf ./S002R04.edf") == std::vector<double>{1, 0});  // one file, named twice
}

}  // namespace several_files_test
