// Epochs by a recipe alone, as a page asks for them.
#include <catch2/catch_test_macros.hpp>

#include "session/fixtures.h"
#include "session/open/dataset.h"
#include "session/session.h"

using namespace eegate;
using namespace eegate::test;

namespace prepared_epochs_test {

constexpr const char* kRecipe =
    R"({"version":1,"pick":["Cz","C3"],"epochs":{"by":"annotation","labels":{"T1":"left","T2":"right"},"tmin_s":0,"tmax_s":1}})";

FixtureRecording annotated() {
  FixtureRecording fixture{.channels = channels_named({"C3..", "Cz..", "C4.."})};
  fixture.annotations = {{1, 2, "T1"}, {5, 2, "T2"}};
  return fixture;
}

TEST_CASE("epochs by a recipe alone are those of a data set, in pieces of any size", "[session]") {
  const auto source = [] { return std::make_shared<MemorySource>(edf_bytes(annotated())); };
  Session session;
  REQUIRE(session.open_recording(1, source(), "a.edf").ok());
  const auto prepared = session.open_epochs(4, 1, kRecipe);
  REQUIRE(prepared.ok());
  CHECK((*prepared)->ch_names() == std::vector<std::string>{"Cz", "C3"});
  CHECK(describe_epochs(**prepared, Keys::kCamel).find(R"("onsetS":5,"durationS":1,"label":"right")") !=
        std::string::npos);
  session.close_recording(1);  // what reads it keeps it
  double done = 0;
  while (done < 1) done = session.advance_epochs(4, 0).value();
  std::vector<float> values = session.read_epochs(4, 0, 1).value();
  const std::vector<float> second = session.read_epochs(4, 1, 1).value();
  values.insert(values.end(), second.begin(), second.end());
  auto open = open_recording(source(), "a.edf");
  REQUIRE(open.ok());
  Dataset dataset;
  REQUIRE(append_recording(dataset, *open, parse_recipe(kRecipe).value()).ok());
  CHECK(values == dataset.values);
  CHECK(session.read_epochs(4, 2, 1).error().code == "PLAN_RANGE");
  CHECK(session.advance_epochs(4, 2).error().code == "PLAN_RANGE");
  session.close_epochs(4);
  CHECK(session.read_epochs(4, 0, 1).error().code == "SESSION_CLOSED");
  CHECK(session.open_epochs(4, 1, kRecipe).error().code == "SESSION_CLOSED");
}

TEST_CASE("epochs need a recipe that says how they are cut", "[session]") {
  Session session;
  REQUIRE(session.open_recording(1, std::make_shared<MemorySource>(edf_bytes(annotated())), "a.edf").ok());
  CHECK(session.open_epochs(4, 1, R"({"version":1})").error().code == "RECIPE_VALUE");
  CHECK(session.open_epochs(4, 1, R"({"version":1,"ica":true})").error().code == "RECIPE_UNKNOWN_KEY");
  CHECK_FALSE(session.open_epochs(4, 1, "").ok());
}

}  // namespace prepared_epochs_test
