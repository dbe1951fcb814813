// Hypnograms of files: every fixture of scripts/fixtures/hypnogram.mjs is answered as its index says, and found files
// as their reference says (EEGATE_DATA2).
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "files/json.h"
#include "sleep/hypnogram_file.h"
#include "sleep/hypnogram_write.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::hypnogram_files_test {
namespace {

Result<HypnogramFile> open(const std::filesystem::path& path, const HypnogramOptions& options = {}) {
  return read_hypnogram(std::make_shared<FileSource>(path.string()), path.filename().string(), options);
}

Result<HypnogramFile> of_text(const std::string& text, const HypnogramOptions& options = {}) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return read_hypnogram(std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end())), "night.txt",
                        options);
}

std::string letters(const Hypnogram& hypnogram) {
  std::string out;
  for (const Stage stage : hypnogram.stages) out += name_of(stage).back();
  return out;
}

TEST_CASE("Hypnograms: every fixture is answered as its index says", "[hypnogram]") {
  const std::filesystem::path folder = test_data() / "hypnogram";
  const auto index = JsonDocument::parse(read_text(folder / "index.json"));
  REQUIRE(index.ok());
  REQUIRE(index->root().size() > 30);
  for (const JsonValue& entry : index->root().elements()) {
    INFO(entry.get("file").string());
    const auto file = open(folder / std::string(entry.get("file").string()));
    if (!entry.get("code").is_null()) {
      REQUIRE_FALSE(file.ok());
      CHECK(file.error().code == entry.get("code").string());
      CHECK(file.error().message.back() != '.');
      continue;
    }
    if (!file.ok()) FAIL(describe(file.error()));
    std::set<std::string> warnings, expected;
    for (const Warning& warning : file->warnings) warnings.insert(std::string(warning.code));
    for (const JsonValue& code : entry.get("warnings").elements()) expected.insert(std::string(code.string()));
    CHECK(warnings == expected);
    CHECK(letters(file->hypnogram) == entry.get("stages").string());
    CHECK(file->hypnogram.epoch_s == entry.get("epoch_s").number());
    CHECK(file->hypnogram.start_s == entry.get("start_s").number());
  }
}

TEST_CASE("Hypnograms: a table of which only the header is there holds no stages", "[hypnogram]") {
  for (const char* header : {"epoch,start,stage\n", "onset\tduration\tstage\n", "stage;onset\n"}) {
    const auto file = of_text(header);
    REQUIRE_FALSE(file.ok());
    CHECK(file.error().code == "HYP_EMPTY");
  }
}

TEST_CASE("Hypnograms: runs of epochs whose length nobody scores are refused before they are counted", "[hypnogram]") {
  const auto file = of_text("# 1 value per 1e-9 seconds of data\nonset,duration,stage\n0,90,W\n90,30,N2\n");
  REQUIRE_FALSE(file.ok());
  CHECK(file.error().code == "HYP_EPOCH");
}

// Times beyond the resolution of milliseconds.
TEST_CASE("Hypnograms: stages and lights of another age are refused or left out", "[hypnogram]") {
  const auto night = [](const std::string& first_s, const std::string& second_s) {
    const auto event = [](const std::string& start_s, const std::string& what) {
      return "<ScoredEvent><EventType>Stages|Stages</EventType><EventConcept>" + what + "</EventConcept><Start>" +
             start_s + "</Start><Duration>30</Duration></ScoredEvent>";
    };
    return of_text("<PSGAnnotation><EpochLength>30</EpochLength><ScoredEvents>" + event(first_s, "Wake|0") +
                   event(second_s, "Wake|0") + "</ScoredEvents></PSGAnnotation>");
  };
  const auto near = night("0", "30");
  REQUIRE(near.ok());
  CHECK(letters(near->hypnogram) == "WW");
  for (const auto& far : {night("1.35e265", "1.35e265"), night("1000000030", "1000000060")}) {
    REQUIRE_FALSE(far.ok());
    CHECK(far.error().code == "HYP_LENGTH");
  }
  const Lights lights = lights_of(std::vector<Annotation>{{.onset_s = -1e265, .text = "Lights off"},
                                                          {.onset_s = 1e265, .text = "Lights on"},
                                                          {.onset_s = 90, .text = "Lights on"}});
  CHECK(!lights.off_s);
  CHECK(lights.on_s == 90);
}

// Many runs of weeks each: setting every epoch for each of them would take minutes.
TEST_CASE("Hypnograms: of many runs that overlap the later one holds", "[hypnogram]") {
  std::string text = "# 1 value per 1 seconds of data\nonset,duration,stage\n";
  constexpr int kRuns = 30000;
  for (int i = 0; i < kRuns; ++i) text += std::to_string(i) + ",2500000," + (i % 2 == 0 ? "W" : "N2") + "\n";
  text += std::to_string(kRuns) + ",10,R\n";
  const auto file = of_text(text);
  REQUIRE(file.ok());
  const std::vector<Stage>& stages = file->hypnogram.stages;
  REQUIRE(stages.size() == kRuns - 1 + 2500000);
  CHECK(stages[0] == Stage::kWake);
  CHECK(stages[1] == Stage::kN2);
  CHECK(stages[kRuns] == Stage::kRem);
  CHECK(stages[kRuns + 10] == Stage::kN2);  // the second last run continues after the last one
  CHECK(stages.back() == Stage::kN2);
}

TEST_CASE("Hypnograms: stages as EDF+ hold the date of the recording and no patient", "[hypnogram]") {
  const Hypnogram hypnogram{.stages = {Stage::kWake, Stage::kN2}};
  const RecordingStart start{.year = 2020, .month = 2, .day = 29, .hour = 23, .minute = 15, .second = 0};
  const auto bytes = write_hypnogram(hypnogram, HypnogramFormat::kEdfAnnotations, start);
  REQUIRE(bytes.ok());
  const std::string header(reinterpret_cast<const char*>(bytes->data()), 256);
  CHECK(header.substr(8, 80).find_first_not_of("X ") == std::string::npos);
  CHECK(header.substr(168, 16) == "29.02.2023.15.00");
}

TEST_CASE("Hypnograms: more epochs than are read of an EDF+ file are not written as one", "[hypnogram]") {
  Hypnogram hypnogram{.epoch_s = 2, .stages = std::vector<Stage>(262144, Stage::kN2)};
  CHECK(write_hypnogram(hypnogram, HypnogramFormat::kEdfAnnotations).ok());
  hypnogram.stages.push_back(Stage::kWake);
  const auto bytes = write_hypnogram(hypnogram, HypnogramFormat::kEdfAnnotations);
  REQUIRE_FALSE(bytes.ok());
  CHECK(bytes.error().code == "EDF_WRITE_ANNOTATION");
  CHECK(write_hypnogram(hypnogram, HypnogramFormat::kCsv).ok());
}

TEST_CASE("Hypnograms: what stands beside the stages is kept", "[hypnogram]") {
  const std::filesystem::path folder = test_data() / "hypnogram";
  const auto profusion = open(folder / "good_profusion.xml");
  REQUIRE(profusion->events.size() == 1);
  CHECK(profusion->events[0].text == "Arousal & more");
  CHECK(profusion->events[0].onset_s == 40.5);
  const auto events = open(folder / "good_events.tsv");
  REQUIRE(events->events.size() == 1);
  CHECK(events->events[0].text == "arousal");
  const auto words = open(folder / "good_rk_words.txt");
  REQUIRE(words->words.size() == 9);
  CHECK(words->words[1].word == "S1");
  CHECK(words->words[2].n == 3);
}

TEST_CASE("Hypnograms: numbers mean what the caller says, unless the file contradicts", "[hypnogram]") {
  const std::string numbers = "0\n1\n2\n3\n4\n5\n";
  CHECK(letters(of_text(numbers, {.codes = StageCodes::kNsrr})->hypnogram) == "W1233R");
  CHECK(letters(of_text(numbers, {.codes = StageCodes::kDreams})->hypnogram) == "3321RW");
  const auto yasa = of_text(numbers, {.codes = StageCodes::kYasa});
  CHECK(letters(yasa->hypnogram) == "W123R?");
  REQUIRE(yasa->warnings.size() == 1);
  CHECK(yasa->warnings[0].code == "HYP_WORD");
  const auto contradicted = of_text("# 0: Wake, 1: N1, 2: N2, 3: N3, 4: REM\n" + numbers, {.codes = StageCodes::kNsrr});
  REQUIRE_FALSE(contradicted.ok());
  CHECK(contradicted.error().code == "HYP_CODES");
  CHECK(of_text("[Hypnogram]\n" + numbers, {.codes = StageCodes::kYasa}).error().code == "HYP_CODES");
  CHECK(of_text("W\nN2\n", {.epoch_s = 20})->hypnogram.epoch_s == 20);
  CHECK(of_text("W\nN2\n", {.epoch_s = 0.5}).error().code == "HYP_EPOCH");
  CHECK(of_text("W\nN2\n", {.epoch_s = 120.5}).error().code == "HYP_EPOCH");
  for (const double epoch_s : {1.0, 120.0})
    CHECK(of_text("W\nN2\n", {.epoch_s = epoch_s})->hypnogram.epoch_s == epoch_s);
}

TEST_CASE("Hypnograms: what is written is read back as it was", "[hypnogram]") {
  Hypnogram night{20, 12.5, {}};
  for (int i = 0; i < 40; ++i) night.stages.push_back(static_cast<Stage>((i / 3 * 5) % 7));
  for (const HypnogramFormat format : kHypnogramFormats.values) {
    const auto bytes = write_hypnogram(night, format, {2020, 2, 29, 22, 30, 0});
    REQUIRE(bytes.ok());
    const auto back = read_hypnogram(std::make_shared<MemorySource>(*bytes), "night");
    if (!back.ok()) FAIL(describe(back.error()));
    CHECK(letters(back->hypnogram) == letters(night));
    CHECK(back->hypnogram.epoch_s == 20);
    CHECK(back->hypnogram.start_s == 12.5);
    CHECK(back->warnings.empty());
    if (format == HypnogramFormat::kEdfAnnotations) CHECK(back->start.time_text() == "22:30:00");
  }
}

TEST_CASE("Hypnograms: a row without a time is left out, the others stay where they are", "[hypnogram]") {
  const auto read = of_text("onset,duration,stage\n3600,30,W\n3630,30,N1\n,30,N2\n3690,30,N2\nn/a,30,N3\n3720,30,R\n");
  REQUIRE(read.ok());
  CHECK(read->hypnogram.start_s == 3600);
  CHECK(letters(read->hypnogram) == "W1?2R");
  REQUIRE(read->warnings.size() == 1);  // of several with one code the first
  CHECK(read->warnings[0].code == "HYP_GAP");
}

TEST_CASE("Hypnograms: an empty stage of XML is an epoch", "[hypnogram]") {
  for (const char* empty : {"<SleepStage/>", "<SleepStage></SleepStage>", "<SleepStage><!-- 2 --></SleepStage>"}) {
    const auto read = of_text("<CMPStudyConfig><EpochLength>30</EpochLength><SleepStages><SleepStage>0</SleepStage>" +
                                  std::string(empty) +
                                  "<SleepStage>2</SleepStage><SleepStage>5</SleepStage></SleepStages></CMPStudyConfig>",
                              {.codes = StageCodes::kNsrr});
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == "W?2R");
    REQUIRE(read->warnings.size() == 1);
    CHECK(read->warnings[0].code == "HYP_WORD");
  }
}

TEST_CASE("Hypnograms: a column of ends gives durations; the last of uneven runs has none", "[hypnogram]") {
  for (const char* text :
       {"start,end,stage\n0,60,W\n60,120,N1\n180,240,N2\n240,270,R\n",
        "Start Time,End Time,stage\n23:58:00,23:59:00,W\n23:59:00,00:00:00,N1\n00:01:00,00:02:00,N2\n"
        "00:02:00,00:02:30,R\n"}) {
    const auto read = of_text(text);
    INFO(text);
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == "WW11??22R");
    REQUIRE(read->warnings.size() == 1);
    CHECK(read->warnings[0].code == "HYP_GAP");
  }
  CHECK(letters(of_text("start,stop,duration,stage\n0,99,30,W\n30,99,30,N1\n")->hypnogram) == "W1");
  const auto lengths_of_text = [](const char* text, const char* stages, double epoch_s) {
    const auto read = of_text(text);
    INFO(text);
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == stages);
    CHECK(read->hypnogram.epoch_s == epoch_s);
    REQUIRE(read->warnings.size() == 1);
    CHECK(read->warnings[0].code == "HYP_EPOCH");
  };
  lengths_of_text("onset,stage\n0,W\n60,N2\n180,R\n", "WW2222R", 30);
  lengths_of_text("onset,stage\n0,W\n20,N1\n40,N2\n80,R\n", "W122R", 20);
  CHECK(of_text("onset,stage,lights\n0,W,on\n30,N1,off\n90,R,off\n")->hypnogram.lights.on_s == 120);
  lengths_of_text("start,end,stage\n0,60,W\n60,n/a,N2\n120,60,R\n", "WW22R", 30);
}

TEST_CASE("Hypnograms: all stages in one line", "[hypnogram]") {
  for (const char* text : {"W,N1,-,N2,R\n", "W N1 nan N2 R\n", "W\tN1\tnone\tN2\tR"})
    CHECK(letters(of_text(text)->hypnogram) == "W1?2R");
  CHECK(letters(of_text("0 1 2 3 4 4 0\n", {.codes = StageCodes::kYasa})->hypnogram) == "W123RRW");
  CHECK(letters(of_text("0,1,2,3,4,4,0\n", {.codes = StageCodes::kYasa})->hypnogram) == "W123RRW");
}

TEST_CASE("Hypnograms: a word for an epoch without a stage is known", "[hypnogram]") {
  const auto read = of_text("W\nN1\n-\nNaN\nN2\nR\n");
  REQUIRE(read.ok());
  CHECK(letters(read->hypnogram) == "W1??2R");
  CHECK(read->warnings.empty());
  CHECK(of_text("W\nN1\nwhat\nN2\nR\n")->warnings.size() == 1);
}

TEST_CASE("Hypnograms: lights are written as EDF+ names them, and read back", "[hypnogram]") {
  const Hypnogram night{
      30, 60, {Stage::kWake, Stage::kWake, Stage::kN1, Stage::kN2, Stage::kWake}, {.off_s = 95.5, .on_s = 180}};
  for (const HypnogramFormat format : {HypnogramFormat::kBidsEvents, HypnogramFormat::kEdfAnnotations}) {
    const auto bytes = write_hypnogram(night, format, {2020, 2, 29, 22, 30, 0});
    REQUIRE(bytes.ok());
    const auto back = read_hypnogram(std::make_shared<MemorySource>(*bytes), "night");
    if (!back.ok()) FAIL(describe(back.error()));
    CHECK(letters(back->hypnogram) == letters(night));
    CHECK(back->warnings.empty());
    CHECK(back->hypnogram.lights.off_s == 95.5);
    CHECK(back->hypnogram.lights.on_s == 180);
  }
  const auto csv = write_hypnogram(night, HypnogramFormat::kCsv);
  REQUIRE(csv.ok());
  const std::string text(reinterpret_cast<const char*>(csv->data()), csv->size());
  CHECK(text ==
        "epoch,onset_s,duration_s,stage,lights\r\n1,60,30,W,on\r\n2,90,30,W,off\r\n3,120,30,N1,off\r\n"
        "4,150,30,N2,off\r\n5,180,30,W,on\r\n");
  CHECK(of_text(text)->hypnogram.start_s == 60);
  CHECK(of_text(text)->hypnogram.lights.off_s == 90);  // to the epoch
  CHECK(of_text(text)->hypnogram.lights.on_s == 180);
  // The first lights off and the last lights on; move_by() moves the lights, too.
  Lights lights = lights_of(std::vector<Annotation>{{.onset_s = 50, .text = "LIGHTS_OFF"},
                                                    {.onset_s = 20, .text = "Lights out"},
                                                    {.onset_s = 90, .text = "lights on"},
                                                    {.onset_s = 70, .text = "Lights on"}});
  CHECK(lights.off_s == 20);
  CHECK(lights.on_s == 90);
  Hypnogram moved = night;
  moved.move_by(-10);
  CHECK(moved.lights.off_s == 85.5);
}

TEST_CASE("Hypnograms are cut to their recording, and a length that does not fit is told", "[hypnogram]") {
  const Hypnogram night{30, 0, std::vector<Stage>(10, Stage::kN2)};
  Warnings warnings;
  CHECK(within_recording(night, 300, warnings)->stages.size() == 10);
  CHECK(within_recording(night, 310, warnings)->stages.size() == 10);
  CHECK(within_recording(night, 290, warnings)->stages.size() == 10);
  CHECK(warnings.empty());
  CHECK(within_recording(night, 200, warnings)->stages.size() == 7);
  REQUIRE(warnings.size() == 1);
  CHECK(warnings[0].code == "HYP_LENGTH");
  CHECK(within_recording(night, 600, warnings)->stages.size() == 10);
  CHECK(warnings.size() == 2);
  const auto early = within_recording({30, -60, night.stages}, 300, warnings);
  CHECK(early->start_s == 0);
  CHECK(early->stages.size() == 8);
  CHECK(within_recording({30, 500, night.stages}, 300, warnings).error().code == "HYP_LENGTH");
}

// Neighbouring epochs of one stage.
std::vector<StageRun> runs_of(const Hypnogram& hypnogram) {
  std::vector<StageRun> runs;
  for (const Stage stage : hypnogram.stages) {
    if (runs.empty() || runs.back().stage != stage) runs.push_back({0, 0, stage});
    runs.back().duration_s += hypnogram.epoch_s;
  }
  return runs;
}

// Found files. The reference writes stages as W N1 N2 N3 R M ?.
void check_found(const std::filesystem::path& folder, const JsonValue& entry) {
  const auto file = open(folder / std::string(entry.get("file").string()));
  INFO(entry.get("file").string());
  if (!file.ok()) FAIL(describe(file.error()));
  CHECK(file->hypnogram.epoch_s == entry.get("epoch_s").number());
  CHECK(static_cast<double>(file->hypnogram.stages.size()) == entry.get("n_epochs").number());
  const auto runs = runs_of(file->hypnogram);
  CHECK(static_cast<double>(runs.size()) == entry.get("runs_total").number());
  const auto expected = entry.get("runs").elements();
  for (std::size_t i = 0; i < expected.size() && i < runs.size(); ++i) {
    CHECK(name_of(runs[i].stage) == expected[i].at(0).string());
    CHECK(runs[i].duration_s == expected[i].at(1).number() * file->hypnogram.epoch_s);
  }
  for (const auto& [word, n] : entry.get("raw_counts").members()) {
    const auto counted = std::ranges::find(file->words, word, &StageWordCount::word);
    REQUIRE(counted != file->words.end());
    CHECK(static_cast<double>(counted->n) == n.number());
  }
  CHECK(file->warnings.empty());
}

TEST_CASE("Hypnograms that were found are what their reference says", "[hypnogram][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  const auto reference = JsonDocument::parse(read_text(folder / "reference.json"));
  REQUIRE(reference.ok());
  int n = 0;
  for (const JsonValue& entry : reference->root().get("entries").elements()) {
    if (entry.get("kind").string() != "hypnogram" || entry.get("file").string().starts_with('(')) continue;
    check_found(folder, entry);
    ++n;
  }
  CHECK(n == 8);
}

}  // namespace
}  // namespace eegate::test::hypnogram_files_test
