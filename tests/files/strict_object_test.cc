#include "files/strict_object.h"

#include <catch2/catch_test_macros.hpp>

namespace eegate::strict_object_test {
namespace {

constexpr std::string_view kModes[] = {"fast", "slow"};
constexpr std::string_view kAll[] = {"all"};
constexpr FieldSpec kInner[] = {required_field(integer_field("n", 0, 1, 9)), bool_field("on", true)};
constexpr FieldSpec kCircle[] = {more_than_lowest(required_field(optional_number("radius", 0)))};
constexpr FieldSpec kSquare[] = {number_field("side", 2, 0, 10)};
constexpr KindSpec kShapes[] = {{"circle", kCircle}, {"square", kSquare}};
constexpr FieldSpec kFields[] = {
    integer_field("count", 3, 1, 5),
    optional_number("hz", 0, 100),
    optional_choice("mode", kModes),
    optional_text("title"),
    optional_texts("names", kAll),
    {.name = "weights", .type = FieldType::kNumbers, .fallback = FieldDefault::kDerived, .highest = 1, .choices = kAll},
    optional_field(integers_field("steps", {}, 0, 7)),
    optional_text_map("labels"),
    {.name = "shares", .type = FieldType::kNumberMap, .fallback = FieldDefault::kDerived, .highest = 1},
    optional_object("inner", kInner),
    {.name = "list", .type = FieldType::kObjects, .fallback = FieldDefault::kDerived, .fields = kInner},
    kinds_field("shape", "square", kShapes),
    optional_json("extra", "unknown"),
};
constexpr ObjectForm kForm = {.name = "order",
                              .unknown_code = "ORDER_UNKNOWN",
                              .type_code = "ORDER_TYPE",
                              .value_code = "ORDER_VALUE",
                              .missing_code = "ORDER_MISSING",
                              .unknown_hint = "Spell it otherwise."};

Result<StrictObject> read(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  return StrictObject::read(kFields, document.root(), kForm);
}

// "CODE field found|expected"
std::string refusal(std::string_view json) {
  const auto object = read(json);
  if (object.ok()) return "accepted";
  const Error& error = object.error();
  return std::string(error.code) + " " + error.field + " " + error.found + "|" + error.expected;
}

TEST_CASE("an object has its values and the defaults of its table", "[files]") {
  const auto object = read(R"({"hz":2.5,"mode":"slow","names":["C3","C4"],"weights":[0.25,1],"steps":[7],
    "labels":{"T1":"left"},"shares":{"S1":0.5},"inner":{"n":2},"list":[{"n":1},{"n":9,"on":false}],
    "shape":{"kind":"circle","radius":1},"extra":{"a":[1]},"title":null})");
  REQUIRE(object.ok());
  CHECK(object->size("count") == 3);
  CHECK(object->number("hz") == 2.5);
  CHECK(object->choice("mode") == "slow");
  CHECK(object->texts("names") == std::vector<std::string>{"C3", "C4"});
  CHECK(object->numbers("weights") == std::vector<double>{0.25, 1});
  CHECK(object->list("steps") == std::vector<std::int64_t>{7});
  CHECK(object->text_map("labels") == std::vector<std::pair<std::string, std::string>>{{"T1", "left"}});
  CHECK(object->texts("shares") == std::vector<std::string>{"S1"});
  CHECK(object->numbers("shares") == std::vector<double>{0.5});
  CHECK(object->node("inner").flag("on"));
  CHECK(object->nodes("list").size() == 2);
  CHECK(object->nodes("list")[1].path("n") == "list[1].n");
  CHECK(object->node("shape").kind() == "circle");
  CHECK(object->text("extra") == R"({"a":[1]})");
  CHECK_FALSE(object->is_set("title"));
  JsonWriter out;
  out.begin_object();
  object->write(out);
  CHECK(out.end_object().take() ==
        R"({"count":3,"hz":2.5,"mode":"slow","names":["C3","C4"],"weights":[0.25,1],"steps":[7],)"
        R"("labels":{"T1":"left"},"shares":{"S1":0.5},"inner":{"n":2,"on":true},)"
        R"("list":[{"n":1,"on":true},{"n":9,"on":false}],"shape":{"kind":"circle","radius":1},"extra":{"a":[1]}})");
}

TEST_CASE("an unset field leaves a value unchanged", "[files]") {
  const auto object = read(R"({"hz":4,"names":"all"})");
  REQUIRE(object.ok());
  double hz = 1;
  std::string title = "none";
  std::vector<std::string> names = {"Cz"};
  object->copy("hz", hz);
  object->copy("title", title);
  object->copy("names", names);
  CHECK(hz == 4);
  CHECK(title == "none");
  CHECK(names.empty());
  CHECK(object->choice("names") == "all");
  CHECK(object->node("shape").number("side") == 2);
}

TEST_CASE("invalid fields are reported with path, found and expected value", "[files]") {
  CHECK(refusal(R"([1])") == "ORDER_TYPE order [1]|an object");
  CHECK(refusal(R"({"cuont":1})").starts_with("ORDER_UNKNOWN cuont \"cuont\"|count, hz, mode,"));
  CHECK(read(R"({"cuont":1})").error().hint == "Spell it otherwise.");
  CHECK(refusal(R"({"inner":{"n":1,"m":2}})") == "ORDER_UNKNOWN inner.m \"m\"|n, on");
  CHECK(refusal(R"({"shape":{"kind":"square","radius":2}})") == "ORDER_UNKNOWN shape.radius \"radius\"|kind, side");
  CHECK(refusal(R"({"inner":{}})") == "ORDER_MISSING inner.n nothing|an integer");
  CHECK(refusal(R"({"count":"3"})") == "ORDER_TYPE count \"3\"|an integer");
  CHECK(refusal(R"({"count":2.5})") == "ORDER_VALUE count 2.5|an integer");
  CHECK(refusal(R"({"count":6})") == "ORDER_VALUE count 6|1 to 5");
  CHECK(refusal(R"({"hz":-1})") == "ORDER_VALUE hz -1|0 to 100");
  CHECK(refusal(R"({"mode":"medium"})") == "ORDER_VALUE mode \"medium\"|fast or slow");
  CHECK(refusal(R"({"mode":1})") == "ORDER_TYPE mode 1|a string");
  CHECK(refusal(R"({"title":""})") == "ORDER_TYPE title \"\"|a text that is not empty");
  CHECK(refusal(R"({"names":[]})") == "ORDER_VALUE names []|1 to 10000 entries");
  CHECK(refusal(R"({"names":["C3",4]})") == "ORDER_TYPE names[1] 4|all, or a list of texts, none empty");
  CHECK(refusal(R"({"names":"some"})") == "ORDER_VALUE names \"some\"|all, or a list of texts, none empty");
  CHECK(refusal(R"({"weights":[0.5,2]})") == "ORDER_VALUE weights[1] 2|0 to 1");
  CHECK(refusal(R"({"steps":[1.5]})") == "ORDER_VALUE steps[0] 1.5|an integer");
  CHECK(refusal(R"({"labels":{}})") == "ORDER_VALUE labels {}|at least one entry");
  CHECK(refusal(R"({"labels":{"T1":2}})") == "ORDER_TYPE labels.T1 2|a string");
  CHECK(refusal(R"({"shares":{"S1":2}})") == "ORDER_VALUE shares.S1 2|0 to 1");
  CHECK(refusal(R"({"list":[{"n":1},{"n":10}]})") == "ORDER_VALUE list[1].n 10|1 to 9");
  CHECK(refusal(R"({"list":[3]})") == "ORDER_TYPE list[0] 3|an object");
  CHECK(refusal(R"({"shape":{"kind":"line"}})") == "ORDER_VALUE shape.kind \"line\"|circle or square");
  CHECK(refusal(R"({"shape":{"kind":"circle"}})") == "ORDER_MISSING shape.radius nothing|a finite number");
  CHECK(refusal(R"({"shape":{"kind":"circle","radius":0}})") == "ORDER_VALUE shape.radius 0|more than 0");
  CHECK(refusal(R"({"extra":[1]})") == "ORDER_TYPE extra [1]|an object");
}

}  // namespace
}  // namespace eegate::strict_object_test
