// Result files: columns, stamps, and what other readers find in them.
#include "session/classify/results.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "session/fixtures.h"

using namespace eegate;
using namespace eegate::test;

namespace results_test {

namespace {

struct Classified {
  Plan plan;
  std::vector<float> probabilities;
};

Classified classified(const FixtureModel& model = {}, bool fitting = true) {
  FixtureRecording recording{.channels = channels_named({"C3", "C4"})};
  if (fitting) recording.channels.push_back({.label = "Cz"});
  recording.annotations = {{1, 2, "T1"}, {5, 2, "T2"}};
  auto plan = Plan::make(open(model), open(recording), nullptr, !fitting);
  INFO((plan.ok() ? std::string() : describe(plan.error())));
  REQUIRE(plan.ok());
  Classified result{std::move(plan).value(), {}};
  result.probabilities.resize(result.plan.epochs().size() * result.plan.n_classes());
  REQUIRE(result.plan.classify(0, result.plan.epochs().size(), result.probabilities).ok());
  return result;
}

FixtureModel around_events() {
  FixtureModel model;
  model.recipe =
      R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"eyes open","T2":"eyes closed"},"tmin_s":0,"tmax_s":2}})";
  return model;
}

std::string written(const Classified& c, ResultFormat format) {
  const auto bytes = write_results(c.plan, c.probabilities, format);
  INFO((bytes.ok() ? std::string() : describe(bytes.error())));
  REQUIRE(bytes.ok());
  return text_of(*bytes);
}

}  // namespace

TEST_CASE("the CSV has one row per epoch with a probability per class", "[session]") {
  const Classified c = classified();
  const auto lines = lines_of(written(c, ResultFormat::kCsv));
  REQUIRE(lines.size() == 1 + c.plan.epochs().size());
  CHECK(lines[0] == "onset_s,duration_s,label,p_eyes open,p_eyes closed");
  const auto cells = cells_of(lines[2], ',');
  REQUIRE(cells.size() == 5);
  CHECK(cells[0] == "2");
  CHECK(cells[1] == "2");
  CHECK(cells[2] == c.plan.label_of(std::span(c.probabilities).subspan(2, 2)));
  CHECK(std::strtof(cells[3].c_str(), nullptr) == c.probabilities[2]);
  CHECK(std::strtof(cells[4].c_str(), nullptr) == c.probabilities[3]);
}

TEST_CASE("the CSV says what was expected where annotations tell, as the other formats do", "[session]") {
  const Classified c = classified(around_events());
  const auto lines = lines_of(written(c, ResultFormat::kCsv));
  CHECK(lines[0] == "onset_s,duration_s,label,expected,p_eyes open,p_eyes closed");
  REQUIRE(lines.size() == 1 + c.plan.epochs().size());
  for (std::size_t i = 0; i < c.plan.epochs().size(); ++i) {
    const auto cells = cells_of(lines[1 + i], ',');
    REQUIRE(cells.size() == 6);
    CHECK_FALSE(c.plan.epochs()[i].label.empty());
    CHECK(cells[3] == c.plan.epochs()[i].label);
    CHECK(std::strtof(cells[4].c_str(), nullptr) == c.probabilities[2 * i]);
  }
}

TEST_CASE("a class name with a comma or a quote stays one cell", "[session]") {
  FixtureModel model;
  model.classes = {"rest, eyes open", "closed"};
  const auto lines = lines_of(written(classified(model), ResultFormat::kCsv));
  CHECK(lines[0] == "onset_s,duration_s,label,\"p_rest, eyes open\",p_closed");
}

TEST_CASE("BIDS events name onset and duration first and write n/a for what is not known", "[session]") {
  const auto plain = lines_of(written(classified(), ResultFormat::kBidsEvents));
  CHECK(plain[0] == "onset\tduration\ttrial_type\tvalue\texpected\tp_eyes open\tp_eyes closed");
  CHECK(cells_of(plain[1], '\t')[4] == "n/a");

  const auto labelled = lines_of(written(classified(around_events()), ResultFormat::kBidsEvents));
  REQUIRE(labelled.size() == 3);
  const auto cells = cells_of(labelled[2], '\t');
  CHECK(cells[0] == "5");
  CHECK(cells[3] == (cells[2] == "eyes closed" ? "1" : "0"));
  CHECK(cells[4] == "eyes closed");
}

TEST_CASE("BIDS events of a regression have no trial type", "[session]") {
  FixtureModel model;
  model.task = "regress";
  const auto cells = cells_of(lines_of(written(classified(model), ResultFormat::kBidsEvents))[1], '\t');
  CHECK(cells[2] == "n/a");
  CHECK(cells[3] == "n/a");
}

TEST_CASE("the JSON tells everything that is needed to repeat the results", "[session]") {
  const Classified c = classified(around_events());
  const auto document = JsonDocument::parse(written(c, ResultFormat::kJson));
  REQUIRE(document.ok());
  const JsonValue root = document->root();
  CHECK(root.get("format").string() == "eegate-results-1");
  CHECK_FALSE(root.get("overridden").boolean());
  CHECK(root.get("recipe").is_object());
  CHECK(root.get("recording").get("file_name").string() == "S001R02.edf");
  CHECK(root.get("model").get("architecture").string() == "transformer");
  CHECK(root.get("fit").get("verdict").string() == "ok");
  const JsonValue epoch = root.get("epochs").at(1);
  CHECK(epoch.get("onset_s").number() == 5);
  CHECK(epoch.get("expected").string() == "eyes closed");
  CHECK(static_cast<float>(epoch.get("probabilities").at(1).number()) == c.probabilities[3]);
}

TEST_CASE("the EDF+ file of annotations is read back with equal onsets", "[session]") {
  const Classified c = classified();
  const auto bytes = write_results(c.plan, c.probabilities, ResultFormat::kEdfAnnotations);
  REQUIRE(bytes.ok());
  auto opened = open_recording(std::make_shared<MemorySource>(*bytes), "results.edf");
  INFO((opened.ok() ? std::string() : describe(opened.error())));
  REQUIRE(opened.ok());
  REQUIRE(read_all_annotations(opened->recording).ok());
  const auto& annotations = opened->recording.annotations();
  REQUIRE(annotations.size() == c.plan.epochs().size());
  for (std::size_t i = 0; i < annotations.size(); ++i) {
    CHECK(annotations[i].onset_s == c.plan.epochs()[i].onset_s);
    CHECK(annotations[i].duration_s == c.plan.epochs()[i].duration_s);
    CHECK(annotations[i].text == c.plan.label_of(std::span(c.probabilities).subspan(2 * i, 2)));
  }
  CHECK(opened->recording.header().start.date_text() == "2009-08-12");
}

TEST_CASE("an override is stamped on every output", "[session]") {
  const Classified c = classified({}, false);
  const auto csv = lines_of(written(c, ResultFormat::kCsv));
  CHECK(cells_of(csv[0], ',').back() == "fit_override");
  CHECK(cells_of(csv[1], ',').back() == "true");
  const auto tsv = lines_of(written(c, ResultFormat::kBidsEvents));
  CHECK(cells_of(tsv[0], '\t').back() == "fit_override");
  CHECK(cells_of(tsv[1], '\t').back() == "true");
  const auto json = JsonDocument::parse(written(c, ResultFormat::kJson));
  REQUIRE(json.ok());
  CHECK(json->root().get("overridden").boolean());
  CHECK(json->root().get("fit").get("verdict").string() == "missing");
  const auto edf = written(c, ResultFormat::kEdfAnnotations);
  CHECK(edf.find("eegate_fit_overridden") != std::string::npos);
  CHECK(edf.find("eegate: fit overridden") != std::string::npos);
}

TEST_CASE("probabilities of another shape are refused", "[session]") {
  Classified c = classified();
  c.probabilities.pop_back();
  const auto format =
      GENERATE(ResultFormat::kCsv, ResultFormat::kJson, ResultFormat::kBidsEvents, ResultFormat::kEdfAnnotations);
  CHECK(write_results(c.plan, c.probabilities, format).error().code == "RESULT_SHAPE");
}

}  // namespace results_test
