// How a plan divides trials into training, validation and test.
#include <algorithm>

#include "base/options.h"
#include "experiment/plan_data.h"

namespace eegate {
namespace {

using Rule = PlanSplits::Rule;
using By = PlanSplits::By;

constexpr auto kRules = option_table<Rule>({{"ratio", Rule::kRatio},
                                            {"folds", Rule::kFolds},
                                            {"leave_one_out", Rule::kLeaveOneOut},
                                            {"per_subject", Rule::kPerSubject},
                                            {"given", Rule::kGiven}});
constexpr auto kTogether = option_table<By>({{"subject", By::kSubject}, {"group", By::kGroup}, {"block", By::kBlock}});

constexpr FieldSpec numbers_of(std::string_view name) { return optional_integers(name, -kMaxPlanId, kMaxPlanId); }

constexpr FieldSpec kGivenSplit[] = {optional_text("name"), numbers_of("validation"),
                                     required_field(numbers_of("test"))};
constexpr FieldSpec kSplits[] = {
    required_field(optional_choice("rule", kRules.names)),
    optional_choice("by", kTogether.names),
    optional_integers("ratio", 1, 1e6),
    optional_integers("seeds", 0, kMaxPlanSeed),
    optional_integer("n_folds", 3, kMaxPlanCount),
    numbers_of("validation_runs"),
    numbers_of("test_runs"),
    optional_objects("splits", kGivenSplit),
};

// Keys that only some rules have.
Result<> check_keys_of_rule(const StrictObject& object, Rule rule) {
  const auto only = [&](std::string_view key, std::initializer_list<Rule> rules) -> Result<> {
    if (!object.is_set(key) || std::ranges::find(rules, rule) != rules.end()) return {};
    return object.error("PLAN_CONFLICT", "This rule does not know the key", key, quoted(kRules.name_of(rule)),
                        "another rule");
  };
  EEGATE_CHECK(only("ratio", {Rule::kRatio, Rule::kPerSubject}));
  EEGATE_CHECK(only("seeds", {Rule::kRatio, Rule::kFolds, Rule::kLeaveOneOut, Rule::kPerSubject}));
  EEGATE_CHECK(only("n_folds", {Rule::kFolds}));
  EEGATE_CHECK(only("validation_runs", {Rule::kPerSubject}));
  EEGATE_CHECK(only("test_runs", {Rule::kPerSubject}));
  return only("splits", {Rule::kGiven});
}

Result<> read_ratio(const StrictObject& object, PlanSplits& splits) {
  if (object.is_set("ratio")) {
    const auto& ratio = object.list("ratio");
    if (ratio.size() != splits.ratio.size())
      return object.value_error("ratio", "three whole numbers from 1: training, validation, test");
    std::ranges::transform(ratio, splits.ratio.begin(),
                           [](std::int64_t part) { return static_cast<std::size_t>(part); });
  }
  return read_plan_seeds(object, splits.seeds);
}

Result<> read_by(const StrictObject& object, PlanSplits& splits) {
  if (!object.is_set("by")) return {};
  const bool within_subjects = splits.rule == Rule::kPerSubject;
  splits.by = object.option("by", kTogether);
  if (splits.by != (within_subjects ? By::kSubject : By::kBlock)) return {};
  return object.value_error("by", within_subjects ? "group or block" : "subject or group");
}

Result<> read_runs(const StrictObject& object, PlanSplits& splits) {
  object.copy("validation_runs", splits.validation_runs);
  object.copy("test_runs", splits.test_runs);
  if (splits.validation_runs.empty() == splits.test_runs.empty()) return {};
  return object.error("PLAN_MISSING", "The plan lacks something",
                      splits.test_runs.empty() ? "test_runs" : "validation_runs", "nothing", "numbers of runs");
}

void read_given(const StrictObject& object, PlanSplits& splits) {
  for (const StrictObject& entry : object.nodes("splits")) {
    PlanSplits::Given& given = splits.given.emplace_back();
    given.name = std::to_string(splits.given.size() - 1);
    entry.copy("name", given.name);
    entry.copy("validation", given.validation);
    entry.copy("test", given.test);
  }
}

Result<> require(const StrictObject& object, std::string_view key, std::string expected) {
  if (object.is_set(key)) return {};
  return object.error("PLAN_MISSING", "The plan lacks something", key, "nothing", std::move(expected));
}

}  // namespace

Result<> read_plan_seeds(const StrictObject& object, std::vector<std::uint64_t>& seeds) {
  if (!object.is_set("seeds")) return {};
  std::vector<std::uint64_t> read(object.list("seeds").begin(), object.list("seeds").end());
  for (auto seed = read.begin(); seed != read.end(); ++seed) {
    if (std::find(read.begin(), seed, *seed) != seed) return object.value_error("seeds", "each seed once");
  }
  seeds = std::move(read);
  return {};
}

Result<PlanSplits> read_plan_splits(JsonValue json, bool arrays) {
  EEGATE_TRY(const StrictObject object, StrictObject::read(kSplits, json, kPlanForm, "splits"));
  PlanSplits splits{.rule = object.option("rule", kRules)};
  EEGATE_CHECK(check_keys_of_rule(object, splits.rule));
  if (arrays && object.is_set("test_runs"))
    return object.error("PLAN_CONFLICT", "Arrays have no runs", "test_runs", "runs", "by: group, or given splits");
  if (splits.rule == Rule::kPerSubject) splits.by = By::kGroup;
  EEGATE_CHECK(read_by(object, splits));
  if (splits.rule == Rule::kPerSubject) EEGATE_CHECK(read_runs(object, splits));
  EEGATE_CHECK(read_ratio(object, splits));
  if (splits.rule == Rule::kFolds) EEGATE_CHECK(require(object, "n_folds", "the number of folds"));
  if (splits.rule == Rule::kGiven) EEGATE_CHECK(require(object, "splits", "a list of splits"));
  object.copy("n_folds", splits.n_folds);
  read_given(object, splits);
  return splits;
}

}  // namespace eegate
