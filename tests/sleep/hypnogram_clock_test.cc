// Times of hypnograms: names and forms of columns of times, clocks with dates and zones, differences of clocks.
#include <catch2/catch_test_macros.hpp>
#include <memory>
#include <span>
#include <string>
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
