#include "files/edf_tal.h"

#include <catch2/catch_test_macros.hpp>

#include "files/edf_annotations.h"
#include "files/text.h"
#include "support/edf_builder.h"

namespace eegate::test::edf_tal_test {
namespace {

struct Parsed {
  std::optional<std::int64_t> clock_ns;
  std::vector<EdfAnnotation> annotations;
  Warnings warnings;
};

Parsed parse(const std::string& block) {
  Parsed out;
  Diagnostics diagnostics(false);
  out.clock_ns = parse_tal_block(to_bytes(block), {3, 1, 1000}, out.annotations, diagnostics);
  out.warnings = diagnostics.warnings();
  return out;
}

TEST_CASE("onsets become exact nanoseconds", "[files]") {
  CHECK(parse_onset_ns("+0") == 0);
  CHECK(parse_onset_ns("-0.5") == -500'000'000);
  CHECK(parse_onset_ns("+270.7560") == 270'756'000'000);
  CHECK(parse_onset_ns("+0.0000000019") == 2);
  CHECK(parse_onset_ns("+0.1234567894999") == 123'456'789);
  CHECK(parse_onset_ns("+2000000000.999999999") == 2'000'000'000'999'999'999);
  CHECK(parse_onset_ns("+7.") == 7'000'000'000);
  for (const char* bad : {"", "+", "-", "1", "+.5", "+1,5", "+1e3", "+1 ", "+-1", "+99999999999999999999"}) {
    INFO(bad);
    CHECK_FALSE(parse_onset_ns(bad).has_value());
  }
}

TEST_CASE("decimal numbers are parsed independently of the locale", "[files]") {
  CHECK(parse_decimal("-8092") == -8092.0);
  CHECK(parse_decimal(".5") == 0.5);
  CHECK(parse_decimal("1E3") == 1000.0);
  for (const char* bad : {"", ".", "-", "0x10", "nan", "inf", "1e", "1e999", "1 2", "1,5", "--1"}) {
    INFO(bad);
    CHECK_FALSE(parse_decimal(bad).has_value());
  }
}

TEST_CASE("the first empty annotation is the clock, the others are annotations", "[files]") {
  const Parsed p = parse(tal("+5", {"", "start", "again"}) +
                         tal("+5.5\x15"
                             "2",
                             {"x"}) +
                         std::string(9, '\0'));
  CHECK(p.clock_ns == 5'000'000'000);
  REQUIRE(p.annotations.size() == 3);
  CHECK(p.annotations[1].text == "again");
  CHECK(p.annotations[1].onset_ns == 5'000'000'000);
  CHECK(p.annotations[1].duration_ns == -1);
  CHECK(p.annotations[2].duration_ns == 2'000'000'000);
  CHECK(p.annotations[2].record_index == 3);
  CHECK(p.annotations[2].signal_index == 1);
  CHECK(p.warnings.empty());
}

TEST_CASE("an invalid list does not affect the others", "[files]") {
  const Parsed p =
      parse(tal("+1") + tal("one", {"lost"}) + tal("+2\x15-3", {"lost"}) + tal("+2", {"kept"}) + "+3\x14lost");
  CHECK(p.clock_ns == 1'000'000'000);
  REQUIRE(p.annotations.size() == 1);
  CHECK(p.annotations[0].text == "kept");
  REQUIRE(p.warnings.size() == 2);
  CHECK(p.warnings[0].code == "EDF_TAL_SYNTAX");
  CHECK(p.warnings[0].byte_offset == 1005);
  CHECK(p.warnings[1].code == "EDF_TAL_UNTERMINATED");
}

TEST_CASE("text that is not UTF-8 is taken for Latin-1", "[files]") {
  CHECK(parse(tal("+1", {"M\xFC"
                         "de"}))
            .annotations[0]
            .text == "Müde");
  CHECK(parse(tal("+1", {"Müde"})).warnings.empty());
  CHECK(parse(tal("+1", {"a\x07"
                         "b"}))
            .warnings[0]
            .code == "EDF_TEXT");
}

TEST_CASE("a malicious block cannot exceed the maximum number of annotations", "[files]") {
  std::string block = "+1\x14";
  for (std::size_t i = 0; i < kMaxEdfAnnotations + 10; ++i) block += "a\x14";
  block += '\0';
  CHECK(parse(block).annotations.size() == kMaxEdfAnnotations);
}

TEST_CASE("a code of the Status channel is an event from where it begins, not if it is there from the start",
          "[files]") {
  BdfStatusEvents events;
  std::vector<EdfAnnotation> out;
  events.add_record(to_bytes(int24_bytes({0x020001, 0x020001, 0, 0x030002})), {}, 0, 1'000'000'000, out);
  events.finish(1'000'000'000, out);
  REQUIRE(out.size() == 1);
  CHECK(out[0].text == "2");  // without the state of the amplifier
  CHECK(out[0].onset_ns == 750'000'000);
  CHECK(out[0].duration_ns == 250'000'000);
}

TEST_CASE("the Status channel without a cable on its upper inputs has no events where a code ends", "[files]") {
  const auto texts_of = [](const std::vector<int>& words) {
    BdfStatusEvents events;
    std::vector<EdfAnnotation> out;
    events.add_record(to_bytes(int24_bytes(words)), {}, 0, 1'000'000'000, out);
    events.finish(1'000'000'000, out);
    std::vector<std::string> texts;
    for (const EdfAnnotation& one : out) texts.push_back(one.text);
    return texts;
  };
  using Texts = std::vector<std::string>;
  CHECK(texts_of({0xFF00, 0xFF01, 0xFF00, 0xFF02, 0x1FF00}) == Texts{"65281", "65282"});
  CHECK(texts_of({0, 0xFF00, 0, 1}) == Texts{"65280", "1"});
  CHECK(texts_of({5, 0, 5}) == Texts{"5"});
}

}  // namespace
}  // namespace eegate::test::edf_tal_test
