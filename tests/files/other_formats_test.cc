// Recordings in other formats than EDF, written by common programs, compared with reference.json.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_floating_point.hpp>
#include <cmath>
#include <set>
#include <string>

#include "files/json.h"
#include "support/file_source.h"
#include "support/reference_data.h"

namespace eegate::test::other_formats_test {
namespace {

using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

void check_annotations(const JsonValue& expected, Recording& recording) {
  REQUIRE(recording.read_annotations(UINT64_MAX).ok());
  CHECK(recording.annotations().size() == static_cast<std::size_t>(expected.get("annotations_total").number()));
  std::size_t i = 0;
  for (const JsonValue annotation : expected.get("annotations").elements()) {
    INFO("annotation " << i);
    REQUIRE(i < recording.annotations().size());
    const Annotation& found = recording.annotations()[i++];
    CHECK_THAT(found.onset_s, WithinAbs(annotation.get("onset").number(), 1e-9));
    const std::string text(annotation.get("text").string());
    // Data removed at a boundary have no duration on the time axis.
    if (text != "boundary") CHECK_THAT(found.duration_s, WithinAbs(annotation.get("duration").number(), 1e-9));
    CHECK(found.text == (text.empty() ? std::string(annotation.get("type").string()) : text));
  }
}

void check_values(const JsonValue& expected, std::span<const float> values) {
  std::size_t i = 0;
  for (const JsonValue value : expected.get("first").elements())
    CHECK_THAT(values[i++], WithinRel(value.number(), 1e-6));
  i = values.size() - expected.get("last").size();
  for (const JsonValue value : expected.get("last").elements())
    CHECK_THAT(values[i++], WithinRel(value.number(), 1e-6));
  double sum = 0, sum_of_sizes = 0;
  for (const float value : values) {
    sum += static_cast<double>(value);
    sum_of_sizes += std::abs(static_cast<double>(value));
  }
  const double abs_sum = expected.get("abs_sum").number();
  CHECK_THAT(sum_of_sizes, WithinRel(abs_sum, 1e-6));
  CHECK_THAT(sum, WithinAbs(expected.get("sum").number(), 1e-6 * abs_sum));
}

void check_channels(const JsonValue& expected, const Recording& recording) {
  REQUIRE(recording.channels().size() == static_cast<std::size_t>(expected.get("n_channels").number()));
  std::size_t i = 0;
  for (const JsonValue name : expected.get("channel_names").elements()) {
    CHECK(recording.channels()[i].label == name.string());
    CHECK_THAT(recording.channels()[i++].sfreq, WithinRel(expected.get("sfreq").number(), 1e-12));
  }
  for (const JsonValue channel : expected.get("channels").elements()) {
    const std::string name(channel.get("name").string());
    INFO(name);
    const auto& all = recording.channels();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Channel& c) { return c.label == name; });
    REQUIRE(found != all.end());
    // The reference takes the unit of a trigger in FIF at its word; its codes are none of a voltage.
    CHECK(found->is_voltage == (channel.get("to_uV").is_number() && !found->is_trigger));
    std::vector<float> values(static_cast<std::size_t>(found->n_samples));
    CHECK(values.size() == static_cast<std::size_t>(channel.get("n").number()));
    REQUIRE(recording.read(static_cast<std::size_t>(found - all.begin()), 0, values).ok());
    check_values(channel, values);
  }
}

void check_warnings(const JsonValue& expected, const Recording& recording) {
  std::set<std::string> codes;
  for (const Warning& warning : recording.warnings()) codes.insert(std::string(warning.code));
  for (const JsonValue warning : expected.get("warnings").elements()) {
    INFO(warning.get("message").string());
    CHECK(codes.contains(std::string(warning.get("code").string())));
  }
}

void check_entry(const std::filesystem::path& folder, const JsonValue& expected) {
  auto recording = open_beside(folder / std::string(expected.get("file").string()));
  if (expected.get("kind").string() == "error") {
    REQUIRE_FALSE(recording.ok());
    // An empty file has no format.
    const std::string code(expected.get("error").get("code").string());
    CHECK(recording.error().code == (code == "BV_EMPTY" ? "FORMAT_EMPTY" : code));
    return;
  }
  INFO((recording.ok() ? std::string() : describe(recording.error())));
  REQUIRE(recording.ok());
  check_channels(expected, *recording);
  check_annotations(expected, *recording);
  check_warnings(expected, *recording);
}

// Checks the entries of one kind, or all.
std::size_t check_format(const std::filesystem::path& folder, std::string_view format, std::string_view kind = {}) {
  const auto document = JsonDocument::parse(read_text(folder / "reference.json"));
  REQUIRE(document.ok());
  std::size_t n = 0;
  for (const JsonValue entry : document->root().get("entries").elements()) {
    const bool is_elsewhere = entry.get("file").string().starts_with("(");
    if (entry.get("format").string() != format || is_elsewhere) continue;
    if (!kind.empty() && entry.get("kind").string() != kind) continue;
    INFO(entry.get("file").string());
    check_entry(folder, entry);
    ++n;
  }
  return n;
}

TEST_CASE("BrainVision recordings agree with their reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  CHECK(check_format(folder, "BrainVision") > 20);
}

TEST_CASE("OpenBCI texts agree with their reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  CHECK(check_format(folder, "OpenBCI text") == 3);
}

TEST_CASE("FIF recordings agree with their reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  CHECK(check_format(folder, "FIF") == 7);
}

TEST_CASE("a Muse table agrees with its reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  CHECK(check_format(folder, "Muse csv", "raw") == 1);
}

TEST_CASE("a Neuroscan recording agrees with its reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  CHECK(check_format(folder, "Neuroscan CNT") == 1);
}

TEST_CASE("GDF recordings agree with their reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  CHECK(check_format(folder, "GDF") == 2);
}

TEST_CASE("EEGLAB data sets agree with their reference", "[recording][golden]") {
  EEGATE_DATA2_OR_SKIP(folder);
  CHECK(check_format(folder, "EEGLAB") > 8);
}

}  // namespace
}  // namespace eegate::test::other_formats_test
