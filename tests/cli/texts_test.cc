// Texts of files and people are written for where they go: terminal, table, JSON.
#include <cmath>
#include <cstring>

#include "base/utf8.h"
#include "cli/train_task.h"
#include "cli/workshop.h"
#include "files/safetensors.h"

namespace eegate::test::texts_test {
namespace {

void put_patient(std::vector<std::byte>& edf, std::string patient) {
  patient.resize(80, ' ');
  for (std::size_t i = 0; i < 80; ++i) edf[8 + i] = static_cast<std::byte>(patient[i]);
}

std::vector<std::byte> edf_with(const std::string& annotation) {
  FixtureRecording recording{.channels = channels_named({"C3..", "Cz..", "C4.."})};
  recording.annotations = {{1, 2, annotation}, {5, 2, "T2"}};
  return edf_bytes(recording);
}

// Finite weights, as large as floats are: what the first layer gives overflows.
std::vector<std::byte> overflowing_model() {
  std::vector<std::byte> bytes = model_bytes(FixtureModel{});
  const auto file = parse_safetensors(bytes);
  REQUIRE(file.ok());
  const float large = 3e38F;
  for (const SafetensorsTensor& tensor : file->tensors) {
    if (!tensor.name.ends_with(".weight")) continue;
    for (std::uint64_t at = tensor.begin; at < tensor.end; at += sizeof large)
      std::memcpy(bytes.data() + file->data_offset + at, &large, sizeof large);
  }
  return bytes;
}

TEST_CASE("nothing of a file moves the terminal's cursor or changes its colours", "[cli]") {
  const Workshop shop;
  std::vector<std::byte> bytes = edf_with("\x1b[2J\x1b]0;title\x07 T1");
  put_patient(bytes, "X \x1b[31mF\x1b[0m X X");
  shop.put("evil.edf", bytes);
  const Outcome tables = shop.run("info evil.edf");
  CHECK(tables.exit_code == 0);
  for (const std::string& text : {tables.out, tables.err, shop.run("info evil.edf --json").out})
    CHECK(text.find_first_of("\x1b\x07") == std::string::npos);
  shop.put("\x1b[31m.edf", std::vector<std::byte>(300));
  CHECK(shop.run("info *31m.edf; true").err.find('\x1b') == std::string::npos);
}

TEST_CASE("JSON is UTF-8, whatever bytes the header and the name of the file hold", "[cli]") {
  const Workshop shop;
  std::vector<std::byte> bytes = edf_with("T1");
  put_patient(bytes, "X F X M\xFCller_\xC3\xA9_\xFF");
  shop.put("na\xFFme.edf", bytes);
  const Outcome outcome = shop.run("info na*me.edf --json");
  CHECK(outcome.exit_code == 0);
  CHECK(is_utf8(outcome.out));
  json(outcome.out);
}

TEST_CASE("a newline in the name of a file breaks no table, and a label is no formula", "[cli]") {
  const Workshop shop;
  shop.put("S002\nR04.edf", edf_with("=HYPERLINK(\"http://x\")"));
  shop.put_text("by_text.json", R"({"version":1,"epochs":{"by":"annotation","tmin_s":0,"tmax_s":1}})");
  REQUIRE(shop.run("prepare S002*R04.edf --recipe by_text.json -o X.npy --epochs-tsv epochs.tsv").exit_code == 0);
  const auto lines = lines_of(read_text(shop.path("epochs.tsv")));
  REQUIRE(lines.size() == 3);
  for (const std::string& line : lines) CHECK(cells_of(line, '\t').size() == 4);
  CHECK(cells_of(lines[1], '\t')[3].starts_with("'="));
  FixtureModel model;
  model.classes = {"=1+1", "@eyes"};
  shop.put("formula.safetensors", model_bytes(model));
  for (const char* ending : {"csv", "tsv"}) {
    REQUIRE(shop.run(std::string("classify formula.safetensors S001R04.edf -o r.") + ending).exit_code == 0);
    for (const std::string& line : lines_of(read_text(shop.path(std::string("r.") + ending)))) {
      for (const std::string& cell : cells_of(line, ending[0] == 'c' ? ',' : '\t'))
        CHECK((cell.empty() || std::string_view("=@").find(cell.front()) == std::string_view::npos));
    }
  }
}

TEST_CASE("numbers of options are finite", "[cli]") {
  const Workshop shop;
  put_task(shop);
  for (const char* option : {"--lr nan", "--lr inf", "--weight-decay nan", "--clip nan", "--warmup nan",
                             "--label-smoothing nan", "--channel-dropout nan"}) {
    INFO(option);
    CHECK(shop.run("train full.json" + kSmall + "-o m.safetensors " + option).exit_code == 2);
  }
  CHECK(shop.run("read S001R04.edf -o x.npy --start-s nan").exit_code == 2);
  CHECK(shop.run("sample -o x.edf --duration-s inf").exit_code == 2);
}

TEST_CASE("an option says which numbers it takes", "[cli]") {
  const Workshop shop;
  const auto problem = [&](const std::string& option) {
    const std::string told = shop.run("train m.json --data X.npy -o m.safetensors " + option).err;
    return told.substr(0, told.find('\n'));
  };
  CHECK(problem("--epochs 0") == "--epochs: 0 is not a number above 0");
  CHECK(problem("--epochs x") == "--epochs: x is not a number above 0");
  CHECK(problem("--lr inf") == "--lr: inf is not a number above 0");
  CHECK(problem("--patience -1") == "--patience: -1 is not a number of at least 0");
  CHECK(problem("--pretrain 0.99") == "--pretrain: 0.99 is not a number from 0.05 to 0.95");
}

TEST_CASE("outputs that are not finite are no answer: marked, counted, and the exit code says so", "[cli]") {
  const Workshop shop;
  shop.put("large.safetensors", overflowing_model());
  const auto check = [](const Outcome& outcome) {
    INFO(outcome.err);
    CHECK(outcome.exit_code == 3);
    CHECK(outcome.err.find("error[RESULT_NO_ANSWER]") != std::string::npos);
    for (const char* text : {",nan", " nan", "inf"}) CHECK(outcome.out.find(text) == std::string::npos);
  };
  const Outcome csv = shop.run("classify large.safetensors S001R04.edf");
  check(csv);
  CHECK(lines_of(csv.out)[1] == "0,2,,,");
  const Outcome said = shop.run("classify large.safetensors S001R04.edf --json");
  check(said);
  CHECK(json(said.out).root().get("n_unanswered").number() > 0);
  check(shop.run("report large.safetensors S001R04.edf -o r.html"));
  CHECK(read_text(shop.path("r.html")).find("no answer") != std::string::npos);
  CHECK(shop.run("prepare S001R04.edf --recipe recipe.json -o X.npy --labels y.npy").exit_code == 0);
  check(shop.run("evaluate large.safetensors X.npy y.npy"));
  const Outcome figures = shop.run("evaluate large.safetensors X.npy y.npy --json");
  check(figures);
  CHECK(json(figures.out).root().get("accuracy").absent());
  check(shop.run("predict large.safetensors X.npy -o logits.npy"));
  check_error(shop.run("explain large.safetensors X.npy --target 0 -o R.npy"), "EXPLAIN_NONFINITE");
}

TEST_CASE("a record of epochs without an answer has the same exit code when it is there already", "[cli][bids]") {
  const Workshop shop;
  shop.put("large.safetensors", overflowing_model());
  std::filesystem::create_directories(shop.path("data/sub-1/eeg"));
  std::filesystem::copy(shop.path("S001R04.edf"), shop.path("data/sub-1/eeg/sub-1_task-move_eeg.edf"));
  shop.put_text("data/dataset_description.json", R"({"Name": "Moves"})");
  for (const char* state : {"done", "there already"}) {
    const Outcome outcome = shop.run("bids data out participant --json -q --model large.safetensors");
    INFO(outcome.err);
    CHECK(outcome.exit_code == 3);
    CHECK(json(outcome.out).root().get("recordings").at(0).get("state").string() == state);
  }
  CHECK(shop.run("bids data out participant -q").exit_code == 0);
  CHECK(shop.run("bids data out group").exit_code == 0);
}

TEST_CASE("a recipe that makes an unstable filter is an error, whoever brings it", "[cli]") {
  const Workshop shop;
  shop.put_text("notch.json", R"({"version":1,"notch":{"hz":50,"q":0.62},"epochs":{"by":"window","length_s":1}})");
  check_error(shop.run("prepare S001R04.edf --recipe notch.json -o x.npy"), "DSP_BAND");
  shop.put_text("band.json",
                R"({"version":1,"bandpass":{"low_hz":1e-9,"high_hz":2e-9},"epochs":{"by":"window","length_s":1}})");
  check_error(shop.run("prepare S001R04.edf --recipe band.json -o x.npy"), "DSP_DESIGN");
  FixtureModel model;
  model.recipe = R"({"version":1,"notch":{"hz":50,"q":1e-9},"epochs":{"by":"window","length_s":2}})";
  shop.put("crash.safetensors", model_bytes(model));
  check_error(shop.run("classify crash.safetensors S001R04.edf"), "DSP_BAND");
}

TEST_CASE("deidentify finds the name wherever else it stands, in other spellings too", "[cli]") {
  const Workshop shop;
  const auto warnings_after = [&](auto change) {
    std::vector<std::byte> bytes = edf_with("T1");
    put_patient(bytes, "MCH-0234567 F X M\xC3\xBCller_Harry");
    change(bytes);
    shop.put("named.edf", bytes);
    const Outcome outcome = shop.run("deidentify named.edf -o copy.edf");
    INFO(outcome.err);
    REQUIRE(outcome.exit_code == 0);
    CHECK((outcome.out + outcome.err).find("arry") == std::string::npos);
    return outcome.err.find("DEID_NAME") != std::string::npos;
  };
  const auto put = [](std::vector<std::byte>& bytes, std::size_t at, const std::string& text) {
    for (std::size_t i = 0; i < text.size(); ++i) bytes[at + i] = static_cast<std::byte>(text[i]);
  };
  constexpr std::size_t kSignals = 4;  // three electrodes and the annotations
  CHECK_FALSE(warnings_after([](auto&) {}));
  CHECK(warnings_after([&](auto& bytes) { put(bytes, 200, "Harry"); }));                        // reserved
  CHECK(warnings_after([&](auto& bytes) { put(bytes, 256 + 96 * kSignals + 2, " harry"); }));   // a unit
  CHECK(warnings_after([&](auto& bytes) { put(bytes, 256 + 224 * kSignals + 32, "HARRY"); }));  // a signal's reserved
  CHECK(warnings_after([&](auto& bytes) { put(bytes, bytes.size() - 8, "harry"); }));  // behind the annotations
  CHECK(warnings_after([](auto& bytes) {
    for (const char c : std::string("xx harry")) bytes.push_back(std::byte(c));
  }));
  for (const char* spelling : {"id 0234567", "Mueller", "MULLER", "M\xC3\x9CLLER", "Mu\xCC\x88ller"}) {
    INFO(spelling);
    CHECK(warnings_after([&](auto& bytes) {
      bytes = edf_with(spelling);
      put_patient(bytes, "MCH-0234567 F X M\xC3\xBCller_Harry");
    }));
  }
}

}  // namespace
}  // namespace eegate::test::texts_test
