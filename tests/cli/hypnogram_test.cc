// eegate hypnogram: statistics, agreement and conversion of scorings, on the fixtures of
// scripts/fixtures/hypnogram.mjs.
#include <filesystem>

#include "cli/workshop.h"

namespace eegate::test::hypnogram_test {
namespace {

std::string fixture(const std::string& name) { return "'" + (test_data() / "hypnogram" / name).string() + "'"; }

TEST_CASE("hypnogram prints statistics of a night", "[cli]") {
  const Workshop shop;
  const Outcome text = shop.run("hypnogram " + fixture("good_words.txt"));
  REQUIRE(text.exit_code == 0);
  CHECK(text.err.empty());
  CHECK(text.out.find("good_words.txt: text, 10 epochs of 30 s from 0 s") != std::string::npos);
  CHECK(text.out.find("Not a medical device") != std::string::npos);
  // W W 1 2 2 3 2 R R W
  const JsonDocument said = json(shop.run("hypnogram --json " + fixture("good_words.txt")).out);
  const JsonValue statistics = said.root().get("statistics");
  CHECK(said.root().get("stages").size() == 10);
  CHECK(statistics.get("time_in_bed_min").number() == 5);
  CHECK(statistics.get("total_sleep_min").number() == 3.5);
  CHECK(statistics.get("sleep_efficiency").number() == 70);
  CHECK(statistics.get("sleep_latency_min").number() == 1);
  CHECK(statistics.get("rem_latency_min").number() == 2.5);
  CHECK(statistics.get("wake_after_onset_min").number() == 0.5);
  CHECK(statistics.get("stage_min").get("N2").number() == 1.5);
  CHECK(statistics.get("transitions").at(2).at(3).number() == 1);
  const JsonDocument lit = json(shop.run("hypnogram --json --lights-off-s 60 " + fixture("good_words.txt")).out);
  CHECK(lit.root().get("statistics").get("sleep_latency_min").number() == 0);
}

TEST_CASE("hypnogram takes lights as seconds or as clock times, and says them", "[cli]") {
  const Workshop shop;
  shop.put_text("night.csv", "W\nW\nN1\nN2\nN2\nN3\nN2\nR\nR\nW\n");
  REQUIRE(shop.run("hypnogram night.csv --lights-off 30 --lights-on 270 -o night.edf").exit_code == 0);
  const Outcome text = shop.run("hypnogram night.edf");
  CHECK(text.out.find("lights off: 30 s\nlights on:  270 s") != std::string::npos);
  const JsonDocument said = json(shop.run("hypnogram --json night.edf").out);
  CHECK(said.root().get("lights").get("off_s").number() == 30);
  CHECK(said.root().get("statistics").get("time_in_bed_min").number() == 4);
  CHECK(said.root().get("statistics").get("sleep_latency_min").number() == 0.5);
  CHECK(said.root().get("statistics").get("wake_after_onset_min").number() == 0);
  // The file begins at midnight: a file without a date does.
  const JsonDocument clock = json(shop.run("hypnogram --json night.edf --lights-off 0:01 --lights-on 00:04:00").out);
  CHECK(clock.root().get("statistics").get("time_in_bed_min").number() == 3);
  // Ten minutes before the start: the time in bed begins with the first epoch, and that is told.
  shop.put_text(
      "night.xml",
      "<PSGAnnotation><EpochLength>30</EpochLength><ScoredEvents><ScoredEvent><EventConcept>Recording Start Time"
      "</EventConcept><Start>0</Start><ClockTime>01.01.85 00.00.00</ClockTime></ScoredEvent><ScoredEvent>"
      "<EventType>Stages|Stages</EventType><EventConcept>Wake|0</EventConcept><Start>0</Start>"
      "<Duration>300</Duration></ScoredEvent></ScoredEvents></PSGAnnotation>");
  const JsonDocument xml = json(shop.run("hypnogram --json night.xml --lights-off 0:01 --lights-on 00:04:00").out);
  CHECK(xml.root().get("statistics").get("time_in_bed_min").number() == 3);
  const Outcome before = shop.run("hypnogram --json night.edf --lights-off 23:50");
  CHECK(json(before.out).root().get("statistics").get("time_in_bed_min").number() == 4.5);
  CHECK(before.err.find("Lights off at -600 s is outside the epochs") != std::string::npos);
  for (const char* time :
       {"night.csv --lights-off 23:10", "night.edf --lights-on 25:10", "night.edf --lights-on 1:2:3:4",
        "night.edf --lights-off=-1e200", "night.edf --lights-on soon"}) {
    const Outcome refused = shop.run("hypnogram " + std::string(time));
    CHECK(refused.exit_code == 1);
    CHECK(refused.err.find("SLEEP_LIGHTS") != std::string::npos);
  }
}

TEST_CASE("hypnogram takes the place of no file that it reads, and prints no escapes of one", "[cli]") {
  const Workshop shop;
  const std::string words = "W\n\x1b[31mN2\nN2\nN3\nR\n";
  shop.put_text("night.csv", words);
  shop.put_text("other.csv", "W\nW\nN2\nN2\nR\n");
  for (const char* arguments : {"night.csv -o night.csv", "other.csv --compare night.csv -o night.csv"}) {
    INFO(arguments);
    const Outcome refused = shop.run("hypnogram " + std::string(arguments));
    CHECK(refused.exit_code == 1);
    CHECK(refused.err.find("IO_SAME_FILE") != std::string::npos);
  }
  const Outcome text = shop.run("hypnogram night.csv");
  CHECK(text.exit_code == 0);
  CHECK((text.out + text.err).find('\x1b') == std::string::npos);
  CHECK(shop.run("hypnogram --json night.csv").out.find('\x1b') == std::string::npos);
}

TEST_CASE("hypnogram compares two scorings", "[cli]") {
  const Workshop shop;
  shop.put_text("other.csv", "onset_s,duration_s,stage\n0,60,W\n60,120,N2\n180,60,N2\n240,60,R\n");
  const Outcome text = shop.run("hypnogram " + fixture("good_words.txt") + " --compare other.csv");
  REQUIRE(text.exit_code == 0);
  CHECK(text.out.find("Cohen kappa") != std::string::npos);
  const JsonDocument said =
      json(shop.run("hypnogram --json " + fixture("good_words.txt") + " --compare other.csv").out);
  const JsonValue comparison = said.root().get("comparison");
  CHECK(comparison.get("n_compared").number() == 10);
  CHECK(comparison.get("confusion").at(1).at(2).number() == 1);
  CHECK(comparison.get("agreement").number() == 0.6);
  // The same in 20 s: named, not stretched.
  const Outcome refused =
      shop.run("hypnogram " + fixture("good_words.txt") + " --compare " + fixture("good_semicolon.csv"));
  CHECK(refused.exit_code == 1);
  CHECK(refused.err.starts_with("error[HYP_EPOCH]"));
}

TEST_CASE("hypnogram asks for the code of ambiguous numbers", "[cli]") {
  const Workshop shop;
  const Outcome refused = shop.run("hypnogram " + fixture("bad_ambiguous.txt"));
  CHECK(refused.exit_code == 1);
  CHECK(refused.err.starts_with("error[HYP_CODES]"));
  CHECK(refused.err.find("yasa") != std::string::npos);
  const Outcome named = shop.run("hypnogram --json --codes yasa " + fixture("bad_ambiguous.txt"));
  REQUIRE(named.exit_code == 0);
  CHECK(json(named.out).root().get("stages").at(7).string() == "R");
  CHECK(shop.run("hypnogram --codes fortran " + fixture("bad_ambiguous.txt")).exit_code == 2);
}

TEST_CASE("hypnogram writes what it reads back, on the clock of the recording", "[cli]") {
  const Workshop shop;
  shop.put("scored.edf", read_bytes(test_data() / "hypnogram" / "good_annotations.edf"));
  for (const std::string name : {"out.csv", "out.tsv", "out.edf"}) {
    REQUIRE(shop.run("hypnogram scored.edf -o " + name).exit_code == 0);
    const JsonDocument before = json(shop.run("hypnogram scored.edf --json").out);
    const JsonDocument after = json(shop.run("hypnogram --json " + name).out);
    CHECK(after.root().get("stages").text() == before.root().get("stages").text());
    CHECK(after.root().get("start_s").number() == 15);
  }
  CHECK(shop.run("hypnogram scored.edf -o out.docx").err.starts_with("error[RESULT_FORMAT]"));
  // The recording of the workshop lasts seconds: no epoch of the night, or only the first, lies within it.
  const Outcome other = shop.run("hypnogram " + fixture("good_words.txt") + " --recording S001R04.edf");
  CHECK(other.err.find("[HYP_LENGTH]") != std::string::npos);
}

TEST_CASE("hypnogram looks for spindles and slow waves in a channel of the recording", "[cli]") {
  const Workshop shop;
  shop.put_text("stages.csv", "onset_s,duration_s,stage\n0,5,W\n5,5,N2\n");
  const std::string how = "hypnogram stages.csv --recording S001R04.edf --events Cz";
  const Outcome said = shop.run(how);
  REQUIRE(said.exit_code == 0);
  CHECK(said.out.find("in N2 and N3 of Cz") != std::string::npos);
  const JsonDocument events = json(shop.run(how + " --json").out);
  CHECK(events.root().get("events").get("searched_min").number() == 5.0 / 60);
  for (const JsonValue& event : events.root().get("events").get("slow_waves").elements())
    CHECK(event.get("onset_s").number() >= 5);
  CHECK(shop.run("hypnogram stages.csv --recording S001R04.edf --events O9").err.starts_with("error[CHANNEL_UNKNOWN]"));
  CHECK(shop.run("hypnogram stages.csv --events Cz").exit_code == 2);
}

}  // namespace
}  // namespace eegate::test::hypnogram_test
