#include "experiment/experiment_splits.h"

#include <algorithm>

namespace eegate {
namespace {

using Ids = std::vector<std::int32_t>;
using Places = std::vector<EpochPlace>;

GroupBy unit_of(const PlanSplits& rule) {
  return rule.by == PlanSplits::By::kSubject ? GroupBy::kSubject : GroupBy::kFile;
}

const char* plural(GroupBy by) { return by == GroupBy::kSubject ? "subjects" : "groups"; }

Error too_few(GroupBy by, std::size_t found) {
  return Error{
      .code = "TRAIN_SPLIT",
      .message = std::string("There are too few ") + plural(by) + " to train, validate and test on different ones",
      .field = "splits",
      .found = std::to_string(found),
      .expected = "3 or more"};
}

// `turn`: by so many places the shuffled ids are rotated, so that subjects with the same runs are tested on all of
// them.
Result<Split> split_ratio(const Places& places, GroupBy by, const PlanSplits& rule, std::uint64_t seed,
                          std::size_t turn = 0) {
  EEGATE_TRY(Split split, split_groups(places, by, seed, rule.ratio, turn));
  split.rule = std::string(plural(by)) + " " + std::to_string(rule.ratio[0]) + ":" + std::to_string(rule.ratio[1]) +
               ":" + std::to_string(rule.ratio[2]);
  return split;
}

// Everybody is tested once; those that follow in the shuffled order validate, a sixth of the others, at least one. So
// everybody validates equally often.
Result<Split> split_one_out(const Places& places, GroupBy by, std::int32_t out, std::uint64_t seed) {
  Ids ids = shuffled_groups(groups_in(places, by), seed);
  if (ids.size() < 3) return too_few(by, ids.size());
  std::ranges::rotate(ids, std::ranges::find(ids, out) + 1);
  const std::size_t n = std::max<std::size_t>(1, (ids.size() - 1) / 6);
  EEGATE_TRY(Split split, split_named(places, by, std::span<const std::int32_t>(ids).first(n), Ids{out}));
  split.rule = std::string("one of the ") + plural(by) + " out";
  split.seed = seed;
  return split;
}

// Names by seed only where there are several.
std::string with_seed(const PlanSplits& rule, std::string name, std::uint64_t seed) {
  return rule.seeds.size() > 1 ? name + ", seed " + std::to_string(seed) : name;
}

Result<> add_ratios(const PlanSplits& rule, const Places& places, std::vector<NamedSplit>& all) {
  for (const std::uint64_t seed : rule.seeds) {
    EEGATE_TRY(Split split, split_ratio(places, unit_of(rule), rule, seed));
    all.push_back({"split " + std::to_string(seed), std::move(split), {}});
  }
  return {};
}

Result<> add_folds(const PlanSplits& rule, const Places& places, std::vector<NamedSplit>& all) {
  for (const std::uint64_t seed : rule.seeds) {
    EEGATE_TRY(std::vector<Split> folds, split_folds(places, unit_of(rule), rule.n_folds, seed));
    for (std::size_t k = 0; k < folds.size(); ++k)
      all.push_back({with_seed(rule, "fold " + std::to_string(k), seed), std::move(folds[k]), {}});
  }
  return {};
}

Result<> add_each_out(const PlanSplits& rule, const Places& places, std::vector<NamedSplit>& all) {
  for (const std::uint64_t seed : rule.seeds) {
    for (const std::int32_t id : groups_in(places, unit_of(rule))) {
      EEGATE_TRY(Split split, split_one_out(places, unit_of(rule), id, seed));
      all.push_back({with_seed(rule, "without " + std::to_string(id), seed), std::move(split), {}});
    }
  }
  return {};
}

Result<> add_given(const PlanSplits& rule, const Places& places, std::vector<NamedSplit>& all) {
  for (const PlanSplits::Given& given : rule.given) {
    EEGATE_TRY(Split split, split_named(places, unit_of(rule), given.validation, given.test));
    split.rule = std::string(plural(unit_of(rule))) + " as given";
    all.push_back({given.name, std::move(split), {}});
  }
  return {};
}

Result<Split> split_within(const PlanSplits& rule, const Places& places, std::uint64_t seed, std::size_t turn) {
  if (rule.by == PlanSplits::By::kBlock) return split_blocks(places);
  if (rule.test_runs.empty()) return split_ratio(places, GroupBy::kFile, rule, seed, turn);
  EEGATE_TRY(Split split, split_named(places, GroupBy::kFile, rule.validation_runs, rule.test_runs));
  split.rule = "runs by number";
  return split;
}

// Converts indices among one subject's trials to indices among all.
void to_all(SplitSet& set, const std::vector<std::uint32_t>& rows) {
  for (std::uint32_t& epoch : set.epochs) epoch = rows[epoch];
}

Result<> add_per_subject(const PlanSplits& rule, const TrialTable& table, std::vector<NamedSplit>& all,
                         Warnings& warnings) {
  const Places places = table.places(rule.by != PlanSplits::By::kBlock);
  std::size_t turn = 0;
  for (const std::int32_t subject : table.subjects()) {
    Places own;
    std::vector<std::uint32_t> rows;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i].subject != subject) continue;
      own.push_back(places[i]);
      rows.push_back(static_cast<std::uint32_t>(i));
    }
    const bool seeded = rule.test_runs.empty() && rule.by != PlanSplits::By::kBlock;
    for (const std::uint64_t seed : seeded ? rule.seeds : std::vector<std::uint64_t>{0}) {
      auto split = split_within(rule, own, seed, turn);
      if (!split.ok()) {
        warnings.push_back({"PLAN_SUBJECT_LEFT_OUT",
                            "Subject " + std::to_string(subject) + " cannot be divided: " + describe(split.error())});
        break;
      }
      for (SplitSet* set : {&split->train, &split->validation, &split->test}) to_all(*set, rows);
      std::string name = "subject " + std::to_string(subject);
      all.push_back({seeded ? with_seed(rule, name, seed) : name, std::move(split).value(), subject});
    }
    ++turn;
  }
  return all.empty() ? Result<>(too_few(GroupBy::kFile, 0)) : Result<>();
}

}  // namespace

Result<std::vector<NamedSplit>> make_splits(const PlanSplits& rule, const TrialTable& table, Warnings& warnings) {
  std::vector<NamedSplit> all;
  const Places places = table.places(rule.by == PlanSplits::By::kGroup);
  using Rule = PlanSplits::Rule;
  if (rule.rule == Rule::kPerSubject) EEGATE_CHECK(add_per_subject(rule, table, all, warnings));
  if (rule.rule == Rule::kRatio) EEGATE_CHECK(add_ratios(rule, places, all));
  if (rule.rule == Rule::kFolds) EEGATE_CHECK(add_folds(rule, places, all));
  if (rule.rule == Rule::kLeaveOneOut) EEGATE_CHECK(add_each_out(rule, places, all));
  if (rule.rule == Rule::kGiven) EEGATE_CHECK(add_given(rule, places, all));
  for (const NamedSplit& named : all) EEGATE_CHECK(check_disjoint(named.split, places));
  return all;
}

}  // namespace eegate
