// Splits: no subject in two sets, and the same people that the trainer's own split would choose.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <map>
#include <set>

#include "experiment/plans.h"
#include "experiment/points.h"

using namespace eegate;
using namespace eegate::test;
using Rule = PlanSplits::Rule;

namespace experiment_splits_test {

namespace {

std::set<std::int32_t> subjects_in(const SplitSet& set, const TrialTable& table) {
  std::set<std::int32_t> ids;
  for (const std::uint32_t trial : set.epochs) ids.insert(table.trials[trial].subject);
  return ids;
}

void check_people_disjoint(const Split& split, const TrialTable& table) {
  const auto train = subjects_in(split.train, table), validation = subjects_in(split.validation, table),
             test = subjects_in(split.test, table);
  std::set<std::int32_t> all = train;
  all.insert(validation.begin(), validation.end());
  all.insert(test.begin(), test.end());
  CHECK(all.size() == train.size() + validation.size() + test.size());
  CHECK(split.train.epochs.size() + split.validation.epochs.size() + split.test.epochs.size() == table.trials.size());
  CHECK(std::set<std::int32_t>(split.test.groups.begin(), split.test.groups.end()) == test);
}

}  // namespace

TEST_CASE("4:1:1 by subject is the protocol's, six times", "[experiment]") {
  for (const std::int32_t n : {3, 15, 105}) {
    const TrialTable table = table_of(n);
    const auto splits = splits_of({.seeds = {0, 1, 2, 3, 4, 5}}, table);
    REQUIRE(splits.size() == 6);
    for (const NamedSplit& named : splits) {
      check_people_disjoint(named.split, table);
      const auto expected = split_groups(table.places(false), GroupBy::kSubject, named.split.seed);
      REQUIRE(expected.ok());
      CHECK(named.split.test.groups == expected->test.groups);
      CHECK(named.split.validation.groups == expected->validation.groups);
      CHECK(named.split.train.epochs == expected->train.epochs);
    }
    if (n == 105) {
      CHECK(splits[0].split.train.groups.size() == 71);
      CHECK(splits[0].split.test.groups.size() == 17);
      CHECK(splits[0].split.test.groups != splits[1].split.test.groups);
    }
  }
}

TEST_CASE("every subject is left out once; folds test everybody once", "[experiment]") {
  const TrialTable table = table_of(8);
  for (const PlanSplits& rule :
       {PlanSplits{.rule = Rule::kLeaveOneOut}, PlanSplits{.rule = Rule::kFolds, .n_folds = 4}}) {
    std::vector<std::int32_t> tested;
    for (const NamedSplit& named : splits_of(rule, table)) {
      check_people_disjoint(named.split, table);
      CHECK_FALSE(named.split.validation.groups.empty());
      tested.insert(tested.end(), named.split.test.groups.begin(), named.split.test.groups.end());
    }
    std::ranges::sort(tested);
    CHECK(tested == table.subjects());
  }
}

TEST_CASE("everybody validates as often as all others where each is left out once", "[experiment]") {
  const TrialTable table = table_of(15);
  std::map<std::int32_t, int> n_validated;
  for (const NamedSplit& named : splits_of({.rule = Rule::kLeaveOneOut}, table)) {
    for (const std::int32_t subject : named.split.validation.groups) ++n_validated[subject];
  }
  CHECK(n_validated.size() == 15);
  for (const auto& [subject, n] : n_validated) CHECK(n == 2);
}

TEST_CASE("the groups that are tested within people change from one to the next", "[experiment]") {
  std::map<std::int32_t, int> n_tested;
  for (const NamedSplit& named :
       splits_of({.rule = Rule::kPerSubject, .by = PlanSplits::By::kGroup, .ratio = {1, 1, 1}}, table_of(6)))
    ++n_tested[named.split.test.groups.front()];
  CHECK(n_tested.size() == 3);
  for (const auto& [group, n] : n_tested) CHECK(n == 2);
}

TEST_CASE("splits within people: by run, by ratio of groups, by time", "[experiment]") {
  const TrialTable table = table_of(3);
  PlanSplits by_run{.rule = Rule::kPerSubject, .by = PlanSplits::By::kGroup, .validation_runs = {6}, .test_runs = {8}};
  const auto runs = splits_of(by_run, table);
  REQUIRE(runs.size() == 3);
  CHECK(runs[1].name == "subject 2");
  CHECK(runs[1].subject == 2);
  for (const std::uint32_t trial : runs[1].split.test.epochs) {
    CHECK(table.trials[trial].subject == 2);
    CHECK(table.trials[trial].group == 8);
  }
  CHECK(runs[1].split.train.epochs.size() == 4);
  CHECK(splits_of({.rule = Rule::kPerSubject, .by = PlanSplits::By::kGroup, .ratio = {1, 1, 1}}, table).size() == 3);
  PlanSplits missing = by_run;
  missing.test_runs = {12};
  Warnings warnings;
  CHECK_FALSE(make_splits(missing, table, warnings).ok());
  CHECK(warnings.size() == 3);
}

TEST_CASE("lists that a plan gives are taken as they are, or refused", "[experiment]") {
  const TrialTable table = table_of(5);
  const auto given = splits_of({.rule = Rule::kGiven, .given = {{"a", {4}, {1, 2}}}}, table);
  CHECK(given[0].name == "a");
  CHECK(given[0].split.test.groups == std::vector<std::int32_t>{1, 2});
  check_people_disjoint(given[0].split, table);
  Warnings warnings;
  const PlanSplits twice{.rule = Rule::kGiven, .given = {{"a", {1}, {1, 2}}}};
  CHECK(make_splits(twice, table, warnings).error().code == "TRAIN_SPLIT");
  const PlanSplits unknown{.rule = Rule::kGiven, .given = {{"a", {1}, {99}}}};
  CHECK(make_splits(unknown, table, warnings).error().code == "TRAIN_SPLIT");
  CHECK(make_splits(PlanSplits{}, table_of(2), warnings).error().code == "TRAIN_SPLIT");
}

}  // namespace experiment_splits_test
