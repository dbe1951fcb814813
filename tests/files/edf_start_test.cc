// Start dates of headers, with years of two digits.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>

#include "files/edf.h"
#include "files/edf_parse.h"
#include "signal/recording.h"
#include "support/edf_builder.h"

namespace eegate::test::edf_start_test {
namespace {

EdfHeader header_of(const std::string& date) {
  std::string text = edf_text({.signals = {{}}});
  text.replace(168, 8, date);
  MemorySource source(to_bytes(text));
  auto header = parse_edf_header(source);
  REQUIRE(header.ok());
  return std::move(header).value();
}

bool is_bad(const EdfHeader& header) {
  return std::ranges::any_of(header.warnings, [](const Warning& w) { return w.code == "EDF_BAD_DATE"; });
}

TEST_CASE("years of two digits are 1985 to 2084", "[files]") {
  CHECK(header_of("01.01.85").start.year == 1985);
  CHECK(header_of("31.12.99").start.year == 1999);
  CHECK(header_of("01.02.00").start.year == 2000);
  CHECK(header_of("31.12.84").start.year == 2084);
  CHECK(header_of("31.12.84").start.date_text() == "2084-12-31");
}

TEST_CASE("a recording begins with its first sample, which may be later than its header says", "[files]") {
  const BuiltEdf late{.reserved = "EDF+C",
                      .signals = {{}, annotation_signal({tal("+3600.25") + tal("+3600.5", {"x"})})}};
  auto recording = Recording::open(source_of(late), "late.edf");
  REQUIRE(recording.ok());
  CHECK(recording->header().start.time_text() == "17:15:00");
  CHECK(recording->annotations()[0].onset_s == 0.25);
}

TEST_CASE("invalid dates are reported", "[files]") {
  CHECK_FALSE(is_bad(header_of("29.02.00")));
  CHECK_FALSE(is_bad(header_of("29.02.04")));
  for (const char* date : {"29.02.01", "31.04.10", "00.01.10", "01.13.10", "32.01.10"}) {
    CAPTURE(date);
    CHECK(is_bad(header_of(date)));
  }
  CHECK(parse_plus_date("29-FEB-2100").year == 0);
  CHECK(parse_plus_date("29-FEB-2000").day == 29);
  CHECK(parse_plus_date("29-feb-2096").month == 2);
}

}  // namespace
}  // namespace eegate::test::edf_start_test
