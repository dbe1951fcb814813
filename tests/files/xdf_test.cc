// XDF: the content of the fixtures of scripts/fixtures/xdf.mjs, and the clocks of real files as computed by pyxdf.
#include <algorithm>
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <string>

#include "files/json.h"
#include "files/xdf_clock.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::xdf_test {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

Recording opened(const std::string& name) {
  INFO(name);
  auto recording = open_beside(test_data() / "xdf" / name);
  REQUIRE(recording.ok());
  return std::move(recording).value();
}

TEST_CASE("XDF: the types of channels are read; a trigger channel is no voltage, and its codes are events",
          "[recording]") {
  Recording recording = opened("good_types.xdf");
  while (!recording.annotations_complete()) REQUIRE(recording.read_annotations(1 << 20).ok());
  REQUIRE(recording.annotations().size() == 1);
  CHECK(recording.annotations()[0].text == "3");
  CHECK_THAT(recording.annotations()[0].onset_s, WithinAbs(0.2, 1e-9));
  CHECK(recording.channels()[0].type == "EEG");
  CHECK(recording.channels()[0].is_voltage);
  CHECK(recording.channels()[1].type == "TRIG");
  CHECK_FALSE(recording.channels()[1].is_voltage);
  CHECK(opened("good_plain.xdf").channels()[0].type.empty());
}

TEST_CASE("XDF: every form of numbers and of times gives the same samples", "[recording]") {
  for (const char* name : {"good_plain.xdf", "good_double64.xdf", "good_int8.xdf", "good_int16.xdf", "good_int32.xdf",
                           "good_int64.xdf", "good_stamps_left_out.xdf", "good_wide_lengths.xdf", "good_packed.xdfz"}) {
    const Recording recording = opened(name);
    CHECK(recording.header().format == "XDF");
    CHECK(recording.header().start.date_text() == "2024-05-17");
    CHECK(recording.header().start.time_text() == "09:30:15");
    CHECK(recording.channels()[1].label == "C4");
    CHECK(recording.channels()[1].is_voltage);
    CHECK(recording.channels()[0].sfreq == 100);
    CHECK(recording.channels()[0].n_samples == 40);
    const std::vector<std::size_t> channels = {1, 0};
    std::vector<float> out(26);
    REQUIRE(recording.read(channels, 7, 13, out.data()).ok());
    for (int i = 0; i < 13; ++i) {
      CHECK(out[static_cast<std::size_t>(i)] == static_cast<float>(-7 - i));
      CHECK(out[static_cast<std::size_t>(13 + i)] == static_cast<float>(7 + i));
    }
    CHECK(recording.read(0, 40, std::span(out).first(1)).error().code == "XDF_RANGE");
    REQUIRE(recording.annotations().size() == 2);
    CHECK(recording.annotations()[0].text == "left");
    CHECK_THAT(recording.annotations()[0].onset_s, WithinAbs(0.1, 1e-9));
    CHECK_THAT(recording.annotations()[1].onset_s, WithinAbs(0.255, 1e-9));
  }
}

TEST_CASE("XDF: irregular integers are markers", "[recording]") {
  const Recording recording = opened("good_numbers_as_markers.xdf");
  REQUIRE(recording.annotations().size() == 1);
  CHECK(recording.annotations()[0].text == "-70000");
  CHECK_THAT(recording.annotations()[0].onset_s, WithinAbs(0.1, 1e-9));
}

TEST_CASE("XDF: damaged parts are skipped up to the next boundary", "[recording]") {
  const Recording recording = opened("odd_damaged.xdf");
  std::vector<float> out(40);
  REQUIRE(recording.read(0, 0, out).ok());
  CHECK(out[39] == 39);
  CHECK(opened("odd_cut.xdf").channels()[0].n_samples == 30);
}

TEST_CASE("XDF: numbers without a unit are unchanged, channels without a name are numbered", "[recording]") {
  const Recording recording = opened("odd_no_names.xdf");
  CHECK(recording.channels()[1].label == "ch2");
  CHECK_FALSE(recording.channels()[0].is_voltage);
}

TEST_CASE("XDF: gaps and clock resets start a segment", "[recording]") {
  const Recording gap = opened("odd_gap.xdf");
  REQUIRE(gap.segments().size() == 2);
  CHECK_THAT(gap.segments()[1].onset_s, WithinAbs(10.2, 1e-9));
  CHECK_THAT(gap.segments()[1].sample_onset_s, WithinAbs(0.2, 1e-12));
  // On the sender's clock, the second segment begins 998 s before the first one.
  const Recording reset = opened("odd_reset.xdf");
  REQUIRE(reset.segments().size() == 2);
  CHECK_THAT(reset.segments()[1].onset_s, WithinAbs(52, 1e-6));
}

TEST_CASE("XDF: the nominal rate is used if it is nearly correct, and markers keep their position", "[recording]") {
  const Recording slow = opened("odd_slow_clock.xdf");
  CHECK(slow.channels()[0].sfreq == 100);
  REQUIRE(slow.annotations().size() == 1);
  CHECK_THAT(slow.annotations()[0].onset_s, WithinAbs(3, 1e-6));  // at the 300th of 400 samples
  CHECK_THAT(opened("odd_rate.xdf").channels()[0].sfreq, WithinRel(80, 1e-9));
}

TEST_CASE("XDF: the stream of type EEG is read", "[recording]") {
  const Recording recording = opened("odd_several.xdf");
  std::vector<float> out(1);
  REQUIRE(recording.read(0, 0, out).ok());
  CHECK(out[0] == 0);
}

TEST_CASE("XDF: the clock fit is robust to outliers", "[files]") {
  std::vector<XdfOffset> offsets;
  for (int i = 0; i < 40; ++i) offsets.push_back({100.0 + 5 * i, 3 + 1e-5 * (100.0 + 5 * i)});
  offsets[7].value_s += 0.5;
  const auto pieces = clock_segments(offsets);
  REQUIRE(pieces.size() == 1);
  CHECK_THAT(pieces[0].offset_s + pieces[0].slope * 200, WithinAbs(3.002, 1e-5));
  CHECK(clock_segments({}).empty());
  CHECK(clock_segments(std::span(offsets).first(1))[0].slope == 0);
}

TEST_CASE("XDF: times are corrected by the run of measurements to which they belong", "[files]") {
  const auto run = [](std::vector<XdfOffset>& offsets, double from_s, double value_s) {
    for (int i = 0; i < 40; ++i) offsets.push_back({from_s + 5 * i, value_s});
  };
  std::vector<XdfOffset> far_between;
  run(far_between, 1000, 0);
  run(far_between, 51'200, -50'000);  // without a time of the stream
  run(far_between, -7600, 9000);
  REQUIRE(clock_segments(far_between).size() == 3);
  XdfClock unused(far_between);
  CHECK_THAT(unused.corrected(1100), WithinAbs(1100, 1e-6));
  CHECK_THAT(unused.corrected(-7500), WithinAbs(1500, 1e-6));
  std::vector<XdfOffset> back;  // by 100 s: the runs overlap
  run(back, 1000, 0);
  run(back, 1100, 100);
  REQUIRE(clock_segments(back).size() == 2);
  XdfClock overlapping(back);
  CHECK_THAT(overlapping.corrected(1190), WithinAbs(1190, 1e-6));
  CHECK_THAT(overlapping.corrected(1189.5), WithinAbs(1189.5, 1e-6));  // late, but no reset
  CHECK_THAT(overlapping.corrected(1110), WithinAbs(1210, 1e-6));
  CHECK_THAT(overlapping.corrected(1150), WithinAbs(1250, 1e-6));
}

std::string little_endian(std::uint64_t value, int n_bytes) {
  std::string bytes;
  for (int i = 0; i < n_bytes; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

std::string chunk(unsigned tag, const std::string& content) {
  return "\4" + little_endian(content.size() + 2, 4) + little_endian(tag, 2) + content;
}

std::string stream(unsigned id, const std::string& form, const std::string& rest) {
  return chunk(2, little_endian(id, 4) + "<info><channel_count>1</channel_count><nominal_srate>10</nominal_srate>" +
                      "<channel_format>" + form + "</channel_format>" + rest + "</info>");
}

// One sample of one channel of 8 bits at 10 Hz.
std::string sample(unsigned id, int i) {
  const auto time = std::bit_cast<std::uint64_t>(1000 + 0.1 * i);
  return chunk(3, little_endian(id, 4) + "\1\1\10" + little_endian(time, 8) + static_cast<char>(i));
}

Recording of_chunks(const std::string& chunks) {
  const std::string file = "XDF:" + chunk(1, "<info/>") + chunks;
  const auto bytes = std::as_bytes(std::span(file.data(), file.size()));
  auto recording =
      Recording::open(std::make_shared<MemorySource>(std::vector<std::byte>(bytes.begin(), bytes.end())), "made.xdf");
  if (!recording.ok()) FAIL(describe(recording.error()));
  return std::move(recording).value();
}

bool warns_of(const Recording& recording, std::string_view code) {
  return std::ranges::any_of(recording.warnings(), [&](const Warning& warning) { return warning.code == code; });
}

TEST_CASE("XDF: chunks of an unknown kind are passed over", "[recording]") {
  std::string chunks = chunk(9, "more") + stream(1, "int8", "");
  for (int i = 0; i < 30; ++i) chunks += (i == 10 ? chunk(7, "unknown") : std::string()) + sample(1, i);
  for (const std::string& end : {std::string(), chunk(7, "at the end")}) {
    const Recording recording = of_chunks(chunks + end);
    CHECK(recording.channels()[0].n_samples == 30);
    CHECK_FALSE(warns_of(recording, "XDF_TRUNCATED"));
    CHECK_FALSE(warns_of(recording, "XDF_CHUNK"));
  }
  CHECK(warns_of(of_chunks(chunks + chunk(7, "damaged") + "rest"), "XDF_TRUNCATED"));
}

TEST_CASE("XDF: a stream whose header is not well-formed does not refuse the others", "[recording]") {
  std::string chunks = stream(1, "int8", "") + stream(2, "string", "<open>");
  for (int i = 0; i < 30; ++i) chunks += sample(1, i);
  const Recording recording = of_chunks(chunks);
  CHECK(recording.channels()[0].n_samples == 30);
  CHECK(warns_of(recording, "XDF_XML"));
}

TEST_CASE("XDF: units and labels are decoded", "[recording]") {
  const std::string label = "<label note='a>b'>F<!-- left -->p&#x31;</label>";
  std::string chunks =
      chunk(2, little_endian(1, 4) +
                   "\xEF\xBB\xBF<info><channel_count>1</channel_count><nominal_srate>10</nominal_srate>"
                   "<channel_format>int8</channel_format><desc><channels><channel>" +
                   label + "<unit>&#181;V</unit></channel></channels></desc></info>");
  for (int i = 0; i < 30; ++i) chunks += sample(1, i);
  const Recording recording = of_chunks(chunks);
  CHECK(recording.channels()[0].label == "Fp1");
  CHECK(recording.channels()[0].is_voltage);
}

// Checks channel values, sample times, and markers on the synchronised clock.
void check_reference(const std::filesystem::path& folder, const JsonValue& entry) {
  auto recording = open_beside(folder / std::string(entry.get("file").string()));
  REQUIRE(recording.ok());
  JsonValue signal = entry;
  for (const JsonValue stream : entry.get("streams").elements()) {
    if (stream.get("nominal_srate").number() > 0 && stream.get("n").number() > 0) signal = stream;
  }
  const auto n = static_cast<std::uint64_t>(signal.get("n").number());
  REQUIRE(recording->channels().size() == static_cast<std::size_t>(signal.get("channel_count").number()));
  const double nominal = signal.get("nominal_srate").number(), effective = signal.get("effective_srate").number();
  const bool is_near = std::abs(effective / nominal - 1) <= 0.005;
  std::size_t c = 0;
  for (const JsonValue channel : signal.get("channels").elements()) {
    CHECK(recording->channels()[c].label == channel.get("name").string());
    CHECK(recording->channels()[c].n_samples == n);
    CHECK_THAT(recording->channels()[c].sfreq, WithinRel(is_near ? nominal : effective, 1e-9));
    std::vector<float> values(static_cast<std::size_t>(n));
    REQUIRE(recording->read(c++, 0, values).ok());
    std::size_t i = 0;
    for (const JsonValue value : channel.get("first").elements())
      CHECK(values[i++] == static_cast<float>(value.number()));
    double sum = 0;
    for (const float value : values) sum += static_cast<double>(value);
    CHECK_THAT(sum, WithinRel(channel.get("sum").number(), 1e-9));
  }
  CHECK(recording->segments().size() == signal.get("segments").size());
  double first_s = 0;
  for (const JsonValue time : signal.get("time_dejittered").get("first").elements()) {
    first_s = time.number();
    break;
  }
  std::size_t found = 0;
  for (const JsonValue stream : entry.get("streams").elements()) {
    if (stream.get("channel_format").string() != "string") continue;
    std::size_t i = found;
    for (const JsonValue time : stream.get("time_synchronised").get("first").elements())
      CHECK_THAT(recording->annotations()[i++].onset_s, WithinAbs(time.number() - first_s, 1e-6));
    i = found;
    for (const JsonValue texts : stream.get("strings_first").elements()) {
      for (const JsonValue text : texts.elements()) CHECK(recording->annotations()[i++].text == text.string());
    }
    found += static_cast<std::size_t>(stream.get("n").number());
  }
  CHECK(recording->annotations().size() == found);
}

TEST_CASE("XDF recordings agree with their reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  const auto document = JsonDocument::parse(read_text(folder / "reference.json"));
  REQUIRE(document.ok());
  std::size_t n = 0;
  for (const JsonValue entry : document->root().get("entries").elements()) {
    if (entry.get("format").string() != "XDF" || entry.get("file").string().starts_with("(")) continue;
    INFO(entry.get("file").string());
    check_reference(folder, entry);
    ++n;
  }
  CHECK(n == 4);
}

}  // namespace
}  // namespace eegate::test::xdf_test
