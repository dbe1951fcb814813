// The methods report: what is in it, what must not be, and that a file cannot write into it.
#include "session/classify/report.h"

#include <catch2/catch_test_macros.hpp>
#include <string>

#include "session/fixtures.h"

using namespace eegate;
using namespace eegate::test;

namespace report_test {

namespace {

struct Case {
  std::shared_ptr<OpenRecording> recording;
  Plan plan;
  std::vector<float> probabilities;
};

Case classified(const std::string& patient, bool fitting = true, const Recipe* recipe = nullptr) {
  FixtureRecording fixture{.channels = channels_named({"C3", "C4"})};
  fixture.annotations = {{1, 2, "T1"}, {3, 2, "T2"}, {5, 2, "T2"}};
  if (fitting) fixture.channels.push_back({.label = "Cz"});
  std::vector<std::byte> bytes = edf_bytes(fixture);
  for (std::size_t i = 0; i < 80; ++i) bytes[8 + i] = static_cast<std::byte>(i < patient.size() ? patient[i] : ' ');
  auto open_file = open_recording(std::make_shared<MemorySource>(std::move(bytes)), patient + ".edf");
  REQUIRE(open_file.ok());
  auto recording = std::make_shared<OpenRecording>(std::move(open_file).value());
  auto plan = Plan::make(open(FixtureModel{}), recording, recipe, !fitting);
  REQUIRE(plan.ok());
  Case c{recording, std::move(plan).value(), {}};
  c.probabilities.resize(c.plan.epochs().size() * c.plan.n_classes());
  REQUIRE(c.plan.classify(0, c.plan.epochs().size(), c.probabilities).ok());
  return c;
}

std::string report_of(const Case& c) {
  for (double done = 0; done < 1;) {
    const auto share = hash_recording(*c.recording, 1);
    REQUIRE(share.ok());
    REQUIRE(*share > done);
    done = *share;
  }
  auto html = report_html(c.plan, c.probabilities, "test machine");
  REQUIRE(html.ok());
  return std::move(html).value();
}

bool holds(const std::string& text, const std::string& what) { return text.find(what) != std::string::npos; }

std::size_t count_of(const std::string& text, const std::string& what) {
  std::size_t n = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("a report holds the warnings about a calibration", "[session]") {
  Case c = classified("");
  CHECK_FALSE(holds(report_of(c), "CALIBRATION_"));
  REQUIRE(c.plan.calibrate(Calibration::kMedian).ok());
  const std::string report = report_of(c);
  CHECK(holds(report, "CALIBRATION_BALANCE: "));
}

TEST_CASE("a report holds digests, recipe, compatibility, self-test, every epoch and the limits", "[session]") {
  const Case c = classified("X X X X");
  const std::string html = report_of(c);
  std::vector<std::byte> bytes(static_cast<std::size_t>(c.recording->source->size()));
  REQUIRE(c.recording->source->read(0, bytes).ok());
  CHECK(holds(html, sha256(bytes)));
  CHECK(holds(html, c.plan.model().sha256));
  CHECK(c.plan.model().sha256.size() == 64);
  CHECK(holds(html, recipe_hash(c.plan.recipe())));
  CHECK(holds(html, "not a medical device"));
  CHECK(holds(html, "Self-test"));
  CHECK(holds(html, "test machine"));
  CHECK_FALSE(holds(html, "Not a valid result"));
  for (const CompatibilityItem& item : c.plan.compatibility().items)
    CHECK(holds(html, "<td>" + std::string(item.item) + "</td>"));
  const std::size_t epochs_at = html.find("<th>Epoch</th>");
  REQUIRE(epochs_at != std::string::npos);
  const std::string table = html.substr(epochs_at, html.find("</table>", epochs_at) - epochs_at);
  CHECK(count_of(table, "<tr>") == c.plan.epochs().size());
  CHECK_FALSE(holds(html, "://"));  // nothing is fetched
  CHECK_FALSE(holds(html, "<script"));
}

TEST_CASE("a report counts the epochs of each class and those that agree with the events", "[session]") {
  const auto recipe = parse_recipe(
      R"({"version":1,"epochs":{"by":"annotation","labels":{"T1":"eyes open","T2":"eyes closed"},"tmin_s":0,"tmax_s":2}})");
  REQUIRE(recipe.ok());
  Case c = classified("X X X X", true, &*recipe);
  const std::size_t n = c.plan.epochs().size();
  REQUIRE(n == 3);
  REQUIRE(c.plan.n_classes() == 2);
  const auto& classes = c.plan.model().model.contract().classes;
  // All as their events say, but the first.
  std::size_t n_second = 0;
  for (std::size_t i = 0; i < n; ++i) {
    REQUIRE((c.plan.expected(i) == classes[0] || c.plan.expected(i) == classes[1]));
    const bool is_second = (c.plan.expected(i) == classes[1]) != (i == 0);
    n_second += is_second ? 1 : 0;
    c.probabilities[2 * i] = is_second ? 0.1F : 0.9F;
    c.probabilities[2 * i + 1] = is_second ? 0.9F : 0.1F;
  }
  const std::string html = report_of(c);
  const auto row = [](const std::string& name, const std::string& value) {
    return "<th scope=\"row\">" + name + "</th><td>" + value + "</td>";
  };
  CHECK(holds(html, row("Agreement with the true class",
                        std::to_string(n - 1) + " of " + std::to_string(n) + " labelled epochs")));
  CHECK(holds(html, row(classes[0], std::to_string(n - n_second))));
  CHECK(holds(html, row(classes[1], std::to_string(n_second))));
}

TEST_CASE("a report tells neither name nor date, and takes no markup from a file", "[session]") {
  const std::string html = report_of(classified("Haagse_<b>Harry"));
  CHECK_FALSE(holds(html, "Haagse"));
  CHECK_FALSE(holds(html, "<b>"));
  const Case odd = classified("X X X X");
  CHECK_FALSE(holds(report_of(odd), odd.recording->recording.header().start.date_text()));
}

TEST_CASE("a forced pair is stamped, and an unfinished digest is no report", "[session]") {
  const Case c = classified("X X X X", false);
  const auto early = report_html(c.plan, c.probabilities, "");
  REQUIRE_FALSE(early.ok());
  CHECK(early.error().code == "REPORT_HASH");
  const std::string html = report_of(c);
  CHECK(holds(html, "Not a valid result"));
  CHECK(holds(html, "--override"));
  const auto short_of = report_html(c.plan, std::span(c.probabilities).first(1), "");
  REQUIRE_FALSE(short_of.ok());
  CHECK(short_of.error().code == "RESULT_SHAPE");
}

}  // namespace report_test
