// Words of stages, tables below other lines, and times: names and forms of columns, clocks with dates and zones,
// differences of clocks.
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/byte_source.h"
#include "sleep/hypnogram_file.h"

namespace eegate::test::hypnogram_clock_test {
namespace {

Result<HypnogramFile> of_text(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return read_hypnogram(std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end())),
                        "night.txt");
}

std::string letters(const Hypnogram& hypnogram) {
  std::string out;
  for (const Stage stage : hypnogram.stages) out += name_of(stage).back();
  return out;
}

TEST_CASE("Hypnograms: words of the programs that score nights", "[hypnogram]") {
  const std::pair<Stage, std::vector<const char*>> known[] = {
      {Stage::kWake,
       {"W", "Wake", "WAKE", "wk", "Sleep stage W", "Sleep stage 0", "SLEEP-S0", "S0", "Stage - W", "stage_W", "Wake|0",
        "Wach", "Éveil", "éveil", "EVEIL", "Stadium W"}},
      {Stage::kN1, {"N1",
                    "S1",
                    "Sleep stage 1",
                    "Sleep stage N1",
                    "Sleep_stage_1",
                    "sleep-n1",
                    "Stage 1 sleep|1",
                    "Stage1",
                    "stage_1",
                    "Stage: N1",
                    "NREM1",
                    "NREM 1",
                    "NREM-1",
                    "NonREM1",
                    "nonrem1",
                    "Non-REM 1",
                    "NREM stage 1",
                    "SLEEP-S1",
                    "Stadium 1",
                    "Schlafstadium N1",
                    "Stade 1",
                    "stade N1"}},
      {Stage::kN2, {"N2", "Sleep stage 2", "Stage 2 sleep|2", "NonREM2", "Stadium 2", "Stade 2"}},
      {Stage::kN3,
       {"N3", "N4", "S4", "SWS", "Sleep stage 3", "Sleep stage 4", "Stage 4 sleep|4", "NREM4", "Slow wave sleep",
        "Stade N3"}},
      {Stage::kRem,
       {"R", "REM", "Sleep stage R", "Sleep stage 5", "SLEEP-REM", "REM sleep|5", "Stage R", "REM-Schlaf",
        "Sommeil paradoxal", "SP", "Paradoxical sleep"}},
      {Stage::kMovement,
       {"MT", "SLEEP-MT", "Movement time", "Movement|6", "Sleep stage M", "Body movement", "Bewegung", "MVT"}},
      {Stage::kNone,
       {"?", "Sleep stage ?", "Unscored|9", "NotScored", "Not scored", "UNS", "ART", "SLEEP-UNSCORED", "Artefakt"}},
  };
  for (const auto& [stage, words] : known) {
    for (const char* word : words) {
      INFO(word);
      CHECK(stage_of_word(word) == stage);
    }
  }
  for (const char* word : {"1", "5", "T1", "S  1", "S 1", "Stage", "Sleep stage", "staged", "stager", "sleep1", "NREM",
                           "Sleep", "Lights off", "-", "", "|", "Response", "Sleep spindle", "REM 5 min"}) {
    INFO(word);
    CHECK_FALSE(stage_of_word(word));
  }
  CHECK(letters(of_text("Wach\nStadium 1\nStadium 2\nREM-Schlaf\n")->hypnogram) == "W12R");
  CHECK(letters(of_text("Wake|0\nStage 1 sleep|1\nREM sleep|5\nUnscored|9\n")->hypnogram) == "W1R?");
}

TEST_CASE("Hypnograms: a table below lines about the recording", "[hypnogram]") {
  // SOMNOmedics DOMINO, and RemLogic, as in the CAP Sleep Database.
  const auto domino = of_text(
      "Signal ID: SchlafProfil\\profil\r\nStart Time: 12.01.2020 22:30:00\r\nEvents list: "
      "N3,N2,N1,Rem,Wach,Bewegung\r\n"
      "Rate: 30 s\r\n\r\n22:30:00,000; Wach\r\n22:30:30,000; N1\r\n22:31:00,000; A\r\n22:31:30,000; Rem\r\n"
      "22:32:00,000; Bewegung\r\n");
  REQUIRE(domino.ok());
  CHECK(letters(domino->hypnogram) == "W1?RM");
  CHECK(domino->hypnogram.epoch_s == 30);
  CHECK(domino->start.hour == 22);
  CHECK(domino->start.minute == 30);
  CHECK(domino->warnings.empty());
  const auto remlogic = of_text(
      "RemLogic Event Export\nPatient:\tX\nRecording Date:\t01/02/2018\n\nEvents Included:\nSLEEP-S0\nMCAP-A1\n\n"
      "Sleep Stage\tPosition\tTime [hh:mm:ss]\tEvent\tDuration[s]\tLocation\n"
      "W\tUnknown Position\t23:59:30\tSLEEP-S0\t30\tROC-LOC\nS2\tUnknown Position\t00:00:00\tSLEEP-S2\t30\tROC-LOC\n"
      "S2\tUnknown Position\t00:00:07\tMCAP-A1\t4\tC4-A1\nR\tUnknown Position\t00:00:30\tSLEEP-REM\t30\tROC-LOC\n");
  REQUIRE(remlogic.ok());
  CHECK(letters(remlogic->hypnogram) == "W2R");
  CHECK(remlogic->start.hour == 23);
  REQUIRE(remlogic->events.size() == 1);
  CHECK(remlogic->events[0].text == "MCAP-A1");
  CHECK(remlogic->events[0].onset_s == 37);
  CHECK(remlogic->events[0].duration_s == 4);
}

TEST_CASE("Hypnograms: text in UTF-16, as Excel and PowerShell write it", "[hypnogram]") {
  std::string text = "\xFF\xFE";
  for (const char c : std::string_view("W\r\nN1\r\nREM\r\n")) text += {c, '\0'};
  CHECK(letters(of_text(text)->hypnogram) == "W1R");
}

TEST_CASE("Hypnograms: times of the clock count from the first one, whose time is the start", "[hypnogram]") {
  for (const char* text :
       {"time,stage\n23:59:30,W\n00:00:00,N1\n00:00:30,N2\n", "onset,stage\n23:59:30,W\n00:00:00,N1\n00:00:30,N2\n",
        "onset,duration,stage\n2020-02-28T23:59:30,30,W\n2020-02-29 00:00:00,30,N1\n2020-02-29 00:00:30,30,N2\n"}) {
    const auto read = of_text(text);
    INFO(text);
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == "W12");
    CHECK(read->hypnogram.start_s == 0);
    CHECK(read->start.time_text() == "23:59:30");
    CHECK(read->warnings.empty());
  }
  const auto elapsed = of_text("onset,stage\n00:00:00,W\n00:00:30,N1\n");
  REQUIRE(elapsed.ok());
  CHECK(elapsed->start.time_text().empty());
  for (const char* text : {"onset,stage\n11:59:30 PM,W\n12:00:00 AM,N1\n12:00:30 AM,N2\n",
                           "datetime;stage\n2020-02-28T23:59:30Z;W\n2020-02-29T00:00:00Z;N1\n2020-02-29T00:00:30Z;N2\n",
                           "Start Time,stage\n2020-02-28 23:59:30+01:00,W\n2020-02-29 00:00:00+01:00,N1\n2020-02-29 "
                           "00:00:30+01:00,N2\n"}) {
    const auto read = of_text(text);
    INFO(text);
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == "W12");
    CHECK(read->start.time_text() == "23:59:30");
    CHECK(read->warnings.empty());
  }
}

TEST_CASE("Hypnograms: the start of XML of the NSRR has the clock of the recording", "[hypnogram]") {
  const auto read = of_text(
      "<PSGAnnotation><EpochLength>30</EpochLength><ScoredEvents><ScoredEvent><EventConcept>Recording Start Time"
      "</EventConcept><Start>0</Start><Duration>60</Duration><ClockTime>01.01.85 20.29.59</ClockTime></ScoredEvent>"
      "<ScoredEvent><EventType>Stages|Stages</EventType><EventConcept>Wake|0</EventConcept><Start>0</Start>"
      "<Duration>60</Duration></ScoredEvent></ScoredEvents></PSGAnnotation>");
  REQUIRE(read.ok());
  CHECK(letters(read->hypnogram) == "WW");
  CHECK(read->start.date_text() + read->start.time_text() == "20:29:59");
}

TEST_CASE("Hypnograms: dates of times, in their column or in another, are those of the start", "[hypnogram]") {
  for (const char* text :
       {"datetime,stage\n2020-01-01T23:59:30,W\n2020-01-02T00:00:00,N1\n2020-01-02T00:00:30,N2\n",
        "date,time,stage\n2020-01-01,23:59:30,W\n2020-01-02,00:00:00,N1\n2020-01-02,00:00:30,N2\n",
        "Start Date,Start Time,End Time,stage\n2020-01-01,23:59:30,00:00:00,W\n2020-01-01,00:00:00,00:00:30,N1\n"
        "2020-01-01,00:00:30,00:01:00,N2\n",  // the date of the evening
        "onset,stage\n2020-01-01T23:59:30+02:00,W\n2020-01-01T23:00:00+0100,N1\n2020-01-01T23:00:30+01,N2\n"}) {
    const auto read = of_text(text);
    INFO(text);
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == "W12");
    CHECK(read->start.date_text() + read->start.time_text() == "2020-01-0123:59:30");
    CHECK(read->warnings.empty());
  }
  const auto midnight = of_text("datetime,stage\n2020-01-02 00:00:00,W\n2020-01-02 00:00:30,N1\n");
  CHECK(midnight->start.date_text() + midnight->start.time_text() == "2020-01-0200:00:00");
  CHECK(of_text("date,time,stage\n1.1.2020,23:59:30,W\n2.1.2020,00:00:00,N1\n")->start.date_text().empty());
}

TEST_CASE("Hypnograms: names and forms of times; times that are not understood are told", "[hypnogram]") {
  for (const char* text :
       {"Onset [s],stage\n600,W\n630,N1\n", "Timestamp (s),stage\n600,W\n630,N1\n", "seconds\tstage\n600\tW\n630\tN1\n",
        "onset,stage\n0 days 00:10:00,W\n0 days 00:10:30,N1\n"}) {
    const auto read = of_text(text);
    INFO(text);
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == "W1");
    CHECK(read->hypnogram.start_s == 600);
    CHECK(read->warnings.empty());
  }
  for (const char* text : {"time,stage\n1,W\n2,N1\n3,N2\n", "Time (min),stage\n10,W\n10.5,N1\n11,N2\n",
                           "onset,stage\n600 s,W\n630 s,N1\n660 s,N2\n",
                           "timestamp,stage\n1582977600,W\n1582977630,N1\n1582977660,N2\n"}) {
    const auto read = of_text(text);
    INFO(text);
    REQUIRE(read.ok());
    CHECK(letters(read->hypnogram) == "W12");
    CHECK(read->hypnogram.start_s == 0);
    CHECK(read->hypnogram.epoch_s == 30);  // not known what is counted
    REQUIRE(read->warnings.size() == 1);
    CHECK(read->warnings[0].code == "HYP_TIMES");
  }
}

TEST_CASE("Hypnograms: clocks that differ by a day are compared by their dates", "[hypnogram]") {
  CHECK(seconds_between({2020, 2, 28, 22, 0, 0}, {2020, 3, 1, 22, 0, 30}) == 2 * 86'400 + 30);
  CHECK(seconds_between({0, 0, 0, 23, 59, 50}, {0, 0, 0, 0, 0, 10}) == 20);
  CHECK(seconds_between({0, 0, 0, 0, 0, 10}, {0, 0, 0, 23, 59, 50}) == -20);
  CHECK(seconds_between({1985, 1, 1, 23, 59, 50}, {2020, 1, 1, 0, 0, 10}) == 20);  // anonymous
  CHECK(seconds_between({1923, 5, 1, 23, 59, 50}, {2020, 1, 1, 0, 0, 10}) == 20);
  CHECK_FALSE(seconds_between({2020, 2, 28, -1, -1, -1}, {2020, 2, 28, 22, 0, 0}));
}

}  // namespace
}  // namespace eegate::test::hypnogram_clock_test
