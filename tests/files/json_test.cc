#include "files/json.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "base/rng.h"

namespace eegate::json_test {
namespace {

std::string_view code_of(std::string_view text, JsonLimits limits = {}) {
  const auto document = JsonDocument::parse(text, limits);
  return document.ok() ? "" : document.error().code;
}

TEST_CASE("JSON values are read with their types", "[files]") {
  const auto document = JsonDocument::parse(R"({"a": [1, 2.5, -3, "x\u00fc", true, null], "b": {"c": 64.0}})");
  REQUIRE(document.ok());
  const JsonValue a = document->root().get("a");
  CHECK(a.size() == 6);
  CHECK(a.at(0).integer() == 1);
  CHECK(a.at(0).plain_unsigned() == 1u);
  CHECK_FALSE(a.at(1).integer().has_value());
  CHECK(a.at(1).number() == 2.5);
  CHECK(a.at(2).integer() == -3);
  CHECK_FALSE(a.at(2).plain_unsigned().has_value());
  CHECK(a.at(3).string() == "xü");
  CHECK(a.at(4).boolean());
  CHECK(a.at(5).is_null());
  CHECK(a.at(6).absent());
  CHECK(document->root().get("b").get("c").integer() == 64);
  CHECK_FALSE(document->root().get("b").get("c").plain_unsigned().has_value());
  CHECK(document->root().get("nothing").get("deeper").absent());
  CHECK(document->root().get("b").text() == R"({"c":64.0})");
}

// In WebAssembly yyjson computes the powers of ten that are a table on other systems.
TEST_CASE("numbers of all sizes are written shortly, the same on every system, and read back to the bit", "[files]") {
  const Rng rng(1, "numbers");
  std::string all;
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    const double value = std::bit_cast<double>(rng.bits(i));
    if (!std::isfinite(value)) continue;
    const std::string text = JsonWriter().begin_array().value(value).end_array().text();
    all += text;
    const auto document = JsonDocument::parse(text);
    REQUIRE(document.ok());
    REQUIRE(document->root().at(0).number() == value);
  }
  CHECK(fnv1a64(all) == 0x8e7b407aaa5b2b7d);
}

TEST_CASE("absent values and scalars have no members or elements", "[files]") {
  const auto document = JsonDocument::parse(R"({"a": 1, "b": [2]})");
  REQUIRE(document.ok());
  for (const JsonValue& value : {JsonValue(), document->root().get("missing"), document->root().get("a")}) {
    CHECK(value.members().empty());
    CHECK(value.elements().empty());
  }
  CHECK(document->root().elements().empty());
  CHECK(document->root().get("b").members().empty());
}

TEST_CASE("invalid JSON is rejected with its position", "[files]") {
  for (const char* text : {"", "{", "[1,]", "{\"a\":1,}", "nul", "NaN", "[1] x", "'a'", "// c\n1", "\"\xFF\"", "[01]",
                           "\"\\ud800\"", "1e999", "\"tab\there\""}) {
    INFO(text);
    CHECK(code_of(text) == "JSON_SYNTAX");
  }
  CHECK(JsonDocument::parse("[1, x]").error().byte_offset == 4);
}

TEST_CASE("duplicate keys are rejected at any depth", "[files]") {
  CHECK(code_of(R"([{"x": {"a": 1, "b": 2, "a": 3}}])") == "JSON_DUPLICATE");
  CHECK(code_of(R"({"a": 1, "\u0061": 2})") == "JSON_DUPLICATE");
  CHECK(code_of(R"([[{"a": 1, "a": 1}]])") == "JSON_DUPLICATE");
  CHECK(code_of(R"({"a": {"a": 1}, "b": {"a": 1}})") == "");
}

TEST_CASE("depth, strings and values are limited before memory is allocated", "[files]") {
  CHECK(code_of(std::string(33, '[') + std::string(33, ']')) == "JSON_LIMIT");
  CHECK(code_of(std::string(32, '[') + std::string(32, ']')) == "");
  CHECK(code_of("[\"]]]]{{{{\\\"[[[[\"]", {.max_depth = 1}) == "");
  CHECK(code_of("\"123456789\"", {.max_string_bytes = 8}) == "JSON_LIMIT");
  CHECK(code_of("[1,2,3,4]", {.max_values = 3}) == "JSON_LIMIT");
}

TEST_CASE("written numbers and texts read back exactly", "[files]") {
  const double numbers[] = {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 64, 1e21, 123456789012345680.0};
  JsonWriter writer(true);
  writer.begin_object().key("n").begin_array();
  for (const double x : numbers) writer.value(x);
  writer.end_array().key("q\"\\\n\x01").value("ü\t").key("big").value(UINT64_MAX).key("none").value(std::nan(""));
  writer.key("empty").begin_array().end_array().end_object();
  const auto document = JsonDocument::parse(writer.text());
  INFO(writer.text());
  REQUIRE(document.ok());
  for (std::size_t i = 0; i < std::size(numbers); ++i) CHECK(document->root().get("n").at(i).number() == numbers[i]);
  CHECK(document->root().get("q\"\\\n\x01").string() == "ü\t");
  CHECK(document->root().get("none").is_null());
  CHECK(document->root().get("big").text() == "18446744073709551615");
  CHECK(JsonWriter().begin_array().value(64.0).value(true).value("x").end_array().text() == "[64,true,\"x\"]");
}

}  // namespace
}  // namespace eegate::json_test
