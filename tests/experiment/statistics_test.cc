// Figures of the table against values computed by hand.
#include <array>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "experiment/plans.h"
#include "experiment/summary.h"
#include "experiment/table.h"
#include "experiment/table_text.h"

using namespace eegate;
using namespace eegate::test;

namespace statistics_test {

namespace {

bool near(double a, double b, double tolerance = 1e-9) { return std::fabs(a - b) <= tolerance; }

// Runs of two models over two splits with these accuracies.
std::vector<RunState> runs_of(const ExperimentPlan& plan, const TrialTable& table,
                              const std::array<double, 4>& accuracy) {
  const auto splits = splits_of(plan.splits, table);
  const auto points = make_points(plan, table, splits);
  REQUIRE(points.ok());
  REQUIRE(points->size() == 4);
  std::vector<RunState> runs;
  for (std::size_t i = 0; i < points->size(); ++i) {
    RunRecord record{.id = (*points)[i].id, .accuracy = accuracy[i], .chance = 0.5, .n_parameters = 10};
    record.version = "1";
    record.confusion = {3, 1, 2, 2};
    for (const std::int32_t subject : splits[(*points)[i].split].split.test.groups)
      record.subjects[subject] = accuracy[i];
    runs.push_back({(*points)[i], record, {}});
  }
  return runs;
}

}  // namespace

TEST_CASE("Table III of the paper prints the population deviation of six people", "[experiment]") {
  // Its rows of the GRU gate and of EEGNet: mean and deviation as printed.
  const Spread gru = spread_of(std::array{43.02, 70.52, 63.75, 73.65, 56.25, 64.58});
  CHECK(near(gru.mean, 61.96, 0.005));
  CHECK(near(gru.population_sd, 10.09, 0.005));
  CHECK(near(gru.sample_sd, 10.09 * std::sqrt(6.0 / 5), 0.01));
  const Spread eegnet = spread_of(std::array{19.58, 49.17, 48.85, 62.61, 39.06, 46.56});
  CHECK(near(eegnet.mean, 44.31, 0.006));
  CHECK(near(eegnet.population_sd, 13.06, 0.005));
  CHECK(spread_of(std::array{3.0}).sample_sd == 0);
  CHECK(spread_of({}).n == 0);
}

TEST_CASE("paired differences: mean, and Student's interval", "[experiment]") {
  // Differences 1, 2, 3: mean 2, deviation 1, half width 4.3027 / sqrt(3).
  const PairedDifference difference = paired_difference(std::array{1.0, 5.0, 2.0}, std::array{2.0, 7.0, 5.0});
  CHECK(difference.n == 3);
  CHECK(near(difference.mean, 2));
  CHECK(near(difference.sample_sd, 1));
  CHECK(near(difference.high - difference.mean, 4.3027 / std::sqrt(3.0), 1e-4));
  CHECK(near(difference.mean - difference.low, 4.3027 / std::sqrt(3.0), 1e-4));
  CHECK(std::isinf(paired_difference(std::array{1.0}, std::array{2.0}).high));
  CHECK(near(student_t975(5), 2.5706, 1e-4));
  CHECK(near(student_t975(15), 2.1314, 1e-3));
  CHECK(near(student_t975(104), 1.9830, 1e-3));
}

TEST_CASE("a summary averages over splits and pairs models by split", "[experiment]") {
  const TrialTable table = table_of(6);
  const ExperimentPlan plan = plan_of(plan_text(
      R"("published":{"source":"somebody","differs":"everything","figures":[{"model":"post_ln","accuracy":0.5428,"spread":0.0295}]},)"));
  // Models change fastest: gate_gru and post_ln of split 0, then of split 1.
  const auto runs = runs_of(plan, table, {0.5, 0.6, 0.7, 0.9});
  const auto splits = splits_of(plan.splits, table);
  const Summary summary = summarise(plan, splits, runs);
  REQUIRE(summary.rows.size() == 2);
  CHECK(near(summary.rows[0].accuracy.mean, 0.6));
  CHECK(near(summary.rows[1].accuracy.mean, 0.75));
  CHECK(near(summary.rows[1].accuracy.population_sd, 0.15));
  CHECK(near(summary.rows[1].accuracy.sample_sd, 0.15 * std::sqrt(2.0)));
  CHECK_FALSE(summary.rows[0].difference);
  CHECK(near(summary.rows[1].difference->mean, 0.15));
  CHECK(summary.rows[1].difference->n == 2);
  CHECK(near(summary.rows[1].published->accuracy, 0.5428));
  const std::string markdown = table_markdown({plan, table, splits, runs, summary});
  CHECK(markdown.find("| post_ln | 75.00 | 21.21 | (15.00) | 2 |") != std::string::npos);
  CHECK(markdown.find("| post_ln | 54.28 | 2.95 | 75.00 | 15.00 |") != std::string::npos);
  CHECK(markdown.find("Not measured here. Source: somebody") != std::string::npos);
  CHECK(markdown.find("| post_ln | +15.00 |") != std::string::npos);
  CHECK(summary.rows[1].confusion == std::vector<std::size_t>{6, 2, 4, 4});
  CHECK(markdown.find("| post_ln | 75.00 | 50.00 |") != std::string::npos);
  const std::string csv = table_csv({plan, table, splits, runs, summary});
  CHECK(csv.find("\npost_ln,as recorded,all,whole trial,2,2,2,0.75,0.2121320344,0.15,") != std::string::npos);
}

TEST_CASE("rows that lack runs say so, and a suspicious accuracy is told", "[experiment]") {
  const TrialTable table = table_of(6);
  const ExperimentPlan plan = plan_of(plan_text(R"("suspect_above":0.65,)"));
  auto runs = runs_of(plan, table, {0.5, 0.9, 0.6, 0.9});
  runs[2].record.reset();
  runs[2].error = "MODEL_UNSUPPORTED: no";
  const auto splits = splits_of(plan.splits, table);
  const Summary summary = summarise(plan, splits, runs);
  CHECK(summary.rows[0].n_runs == 1);
  CHECK(summary.rows[0].n_failed == 1);
  CHECK(summary.rows[1].difference->n == 1);
  const std::string markdown = table_markdown({plan, table, splits, runs, summary});
  CHECK(markdown.find("gate_gru: 1 of 2 runs (1 failed)") != std::string::npos);
  CHECK(markdown.find("post_ln: 90.00 % is at or above the 65.00 %") != std::string::npos);
  CHECK(markdown.find("MODEL_UNSUPPORTED: no") != std::string::npos);
}

TEST_CASE("names in the table are shown as they are: no markup, no HTML, no characters that control a terminal",
          "[experiment]") {
  const TrialTable table = table_of(6);
  ExperimentPlan plan = plan_of(plan_text(""));
  plan.name = "<script>x</script>\n# title";
  plan.description = "As *before*, p < 0.05 <img src=x>\x1b[2J";
  plan.models[0].name = "a|b <b>\x1b[31m\xE2\x80\xAE`*[x](y)";
  const auto runs = runs_of(plan, table, {0.5, 0.6, 0.7, 0.9});
  const auto splits = splits_of(plan.splits, table);
  const std::string markdown = table_markdown({plan, table, splits, runs, summarise(plan, splits, runs)});
  INFO(markdown);
  CHECK(markdown.starts_with("# \\<script>x\\</script> # title\n"));
  CHECK(markdown.find("As *before*, p < 0.05 \\<img src=x>\\x1b[2J") != std::string::npos);
  CHECK(markdown.find(R"(| a\|b \<b>\\x1b\[31m\\u202e\`\*\[x](y) |)") != std::string::npos);
  CHECK(markdown.find('\x1b') == std::string::npos);
}

TEST_CASE("numbers in cells", "[experiment]") {
  CHECK(fixed(0.005, 2) == "0.01");
  CHECK(fixed(-1.5, 1) == "-1.5");
  CHECK(fixed(-0.001, 2) == "0.00");
  CHECK(fixed(12, 0) == "12");
  CHECK(percent(0.5546) == "55.46");
  CHECK(points(0.0123) == "+1.23");
  CHECK(csv_cell("a,\"b\"") == "\"a,\"\"b\"\"\"");
}

TEST_CASE("within people the spread is over people, and over seeds where there is one split", "[experiment]") {
  const TrialTable table = table_of(3);
  ExperimentPlan plan = plan_of(plan_text(R"("seeds":[0,1],)"));
  plan.models.resize(1);
  plan.splits = {
      .rule = PlanSplits::Rule::kPerSubject, .by = PlanSplits::By::kGroup, .validation_runs = {6}, .test_runs = {8}};
  const auto rows_of = [&] {
    const auto splits = splits_of(plan.splits, table);
    const auto points = make_points(plan, table, splits);
    REQUIRE(points.ok());
    std::vector<RunState> runs;
    for (const RunPoint& point : *points) {
      const double accuracy = 0.5 + 0.1 * static_cast<double>(point.split) + 0.02 * static_cast<double>(point.seed);
      runs.push_back({point, RunRecord{.id = point.id, .accuracy = accuracy}, {}});
    }
    return summarise(plan, splits, runs);
  };
  const Summary people = rows_of();
  CHECK(people.rows[0].accuracy.n == 3);
  CHECK(near(people.rows[0].accuracy.mean, 0.61));
  CHECK(near(people.rows[0].accuracy.sample_sd, 0.1));
  plan.splits = {.rule = PlanSplits::Rule::kRatio};
  const Summary seeds = rows_of();
  CHECK(seeds.over_seeds);
  CHECK(seeds.rows[0].accuracy.n == 2);
  CHECK(near(seeds.rows[0].accuracy.population_sd, 0.01));
}

}  // namespace statistics_test
