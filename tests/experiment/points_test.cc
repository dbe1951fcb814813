// The product of the axes: ids that last, shards that add up.
#include "experiment/points.h"

#include <set>

#include "experiment/plan_data.h"
#include "experiment/plans.h"
#include "support/field_values.h"

using namespace eegate;
using namespace eegate::test;

namespace points_test {

namespace {

std::vector<RunPoint> points_of(const ExperimentPlan& plan, const TrialTable& table) {
  auto points = make_points(plan, table, splits_of(plan.splits, table));
  REQUIRE(points.ok());
  return std::move(points).value();
}

std::set<std::string> ids_of(const std::vector<RunPoint>& points) {
  std::set<std::string> ids;
  for (const RunPoint& point : points) ids.insert(point.id);
  return ids;
}

const std::string kAxes =
    R"("bands":[{"low_hz":4,"high_hz":40},{"low_hz":8,"high_hz":30}],"windows":[{"from_s":0,"to_s":0.5},)"
    R"({"from_s":0.25,"to_s":1}],"electrodes":[{"name":"all"},{"pick":["C3"]}],"seeds":[0,7],)";

}  // namespace

TEST_CASE("the product has every combination once, data that belong together in a row", "[experiment]") {
  const TrialTable table = table_of(6);
  const auto points = points_of(plan_of(plan_text(kAxes)), table);
  CHECK(points.size() == 2 * 2 * 2 * 2 * 2 * 2);
  CHECK(ids_of(points).size() == points.size());
  std::size_t n_changes = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    n_changes += points[i].band != points[i - 1].band || points[i].electrodes != points[i - 1].electrodes ? 1 : 0;
  CHECK(n_changes == 3);
}

TEST_CASE("an id depends on every option of the training", "[experiment]") {
  const TrialTable table = table_of(6);
  const std::string first = points_of(plan_of(plan_text()), table)[0].id;
  for (const FieldSpec& field : plan_training_fields()) {
    bool differs = false;
    for (const std::string& value : values_of(field)) {
      const std::string options = R"("training":{")" + std::string(field.name) + "\":" + value + "},";
      differs |= points_of(plan_of(plan_text(options)), table)[0].id != first;
    }
    INFO(field.name);
    CHECK(differs);
  }
}

TEST_CASE("an id depends on what decides the result, and on nothing else", "[experiment]") {
  const TrialTable table = table_of(6);
  const std::string first = points_of(plan_of(plan_text()), table)[0].id;
  CHECK(first == "gate_gru_split-0_" + first.substr(first.size() - 16));
  CHECK(points_of(plan_of(plan_text()), table)[0].id == first);
  CHECK(points_of(plan_of(plan_text(R"("description":"other words","notes":"n",)")), table)[0].id == first);
  // A further model, split or window leaves the old points theirs.
  CHECK(ids_of(points_of(plan_of(plan_text(R"("seeds":[0],)")), table)).count(first) == 1);
  const auto differs = [&](const std::string& more, const TrialTable& with) {
    INFO(more);
    CHECK(ids_of(points_of(plan_of(plan_text(more)), with)).count(first) == 0);
  };
  differs(R"("training":{"epochs":3},)", table);
  differs(R"("training":{"dropout":false},)", table);
  differs(R"("training":{"init":"keras"},)", table);
  differs(R"("recipe":{"version":1,"bandpass":{"low_hz":1,"high_hz":40}},)", table);
  differs(R"("windows":[{"from_s":0,"to_s":0.5}],)", table);
  differs(R"("electrodes":[{"pick":["C3"]}],)", table);
  differs(R"("seeds":[3],)", table);
  differs("", table_of(7));
  TrialTable other = table;
  other.fingerprint = "fedcba9876543210";
  differs("", other);
}

TEST_CASE("shards are disjoint and together all", "[experiment]") {
  const TrialTable table = table_of(6);
  const auto points = points_of(plan_of(plan_text(kAxes)), table);
  for (const std::size_t n : {1, 3, 16, 100}) {
    std::set<std::string> together;
    std::size_t count = 0;
    for (std::size_t i = 1; i <= n; ++i) {
      const auto share = points_of_shard(points, {i, n});
      count += share.size();
      together.merge(ids_of(share));
    }
    CHECK(count == points.size());
    CHECK(together == ids_of(points));
  }
  CHECK(read_shard("3/16")->i == 3);
  CHECK(read_shard("3/16")->n == 16);
  for (const char* wrong : {"0/4", "5/4", "3", "a/b", "1/2x", "", "-1/2"}) {
    INFO(wrong);
    CHECK(read_shard(wrong).error().code == "PLAN_SHARD");
  }
}

TEST_CASE("windows are samples of a trial, or refused", "[experiment]") {
  const TrialTable table = table_of(3);
  const ExperimentPlan plan = plan_of(plan_text(R"("windows":[{"from_s":0.2,"to_s":0.7},{"from_s":0.5,"to_s":1.5}],)"));
  const auto window = window_samples(plan, 0, table);
  CHECK(window->first == 20);
  CHECK(window->n == 50);
  CHECK(window_samples(plan, 1, table).error().field == "windows[1]");
}

TEST_CASE("a plan of more runs than anybody waits for is refused at once", "[experiment]") {
  const auto counted = [](std::size_t n) {
    std::string list = "[0";
    for (std::size_t i = 1; i < n; ++i) list += "," + std::to_string(i);
    return R"("seeds":)" + list + "],";
  };
  const auto too_long = parse_plan(plan_text(counted(1000000)));
  REQUIRE_FALSE(too_long.ok());
  CHECK(too_long.error().code == "PLAN_VALUE");
  CHECK(too_long.error().field == "seeds");
  std::string bands = R"("bands":[{"low_hz":1,"high_hz":40})";
  for (int i = 2; i < 40; ++i) bands += R"(,{"low_hz":)" + std::to_string(i) + R"(,"high_hz":50})";
  const TrialTable table = table_of(6);
  const ExperimentPlan plan = plan_of(plan_text(bands + "]," + counted(10000)));
  const auto points = make_points(plan, table, splits_of(plan.splits, table));
  REQUIRE_FALSE(points.ok());
  CHECK(points.error().code == "PLAN_VALUE");
  CHECK(points.error().found.find("10000") != std::string::npos);
}

}  // namespace points_test
