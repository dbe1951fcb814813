#include "experiment/plan_data.h"

#include <algorithm>
#include <set>

#include "base/options.h"

namespace eegate {
namespace {

struct Exclusion {
  std::string_view name;
  std::vector<std::int32_t> subjects;
};

// Lists by which people of the EEG Motor Movement/Imagery set were left out in publications (docs/EXPERIMENTS.md).
const std::vector<Exclusion>& known_exclusions() {
  static const std::vector<Exclusion> all = {{"all109", {}},
                                             {"drop4", {88, 89, 92, 100}},
                                             {"drop5", {88, 89, 92, 100, 104}},
                                             {"drop6_38", {38, 88, 89, 92, 100, 104}},
                                             {"drop6_106", {88, 89, 92, 100, 104, 106}}};
  return all;
}

Result<> read_exclusion(const PlanReader& reader, PlanRecordings& data) {
  if (!reader.get("exclude").is_string()) return reader.integers("exclude", data.excluded);
  for (const Exclusion& known : known_exclusions()) {
    if (known.name != reader.get("exclude").string()) continue;
    data.exclusion = known.name;
    data.excluded = known.subjects;
    return {};
  }
  return reader.value_error("exclude", "all109, drop4, drop5, drop6_38, drop6_106 or a list of subjects");
}

Result<> read_windows(const PlanReader& group, PlanGroup& into) {
  EEGATE_TRY(const PlanReader reader,
             PlanReader::open(group.get("windows"), group.field("windows"), {"take", "n_per_subject", "seed"}));
  std::string take = "random";
  EEGATE_CHECK(reader.text("take", take));
  static constexpr auto kTakes = option_table<PlanGroup::Take>(
      {{"random", PlanGroup::Take::kRandomWindows}, {"disjoint", PlanGroup::Take::kDisjointWindows}});
  const auto known = kTakes.find(take);
  if (!known) return reader.value_error("take", alternatives(kTakes.words));
  into.take = *known;
  if (take == "disjoint" && (reader.has("n_per_subject") || reader.has("seed")))
    return reader.value_error("take", "random, where a number or a seed is given");
  if (reader.get("n_per_subject").string() != "as_other_classes")
    EEGATE_CHECK(reader.count("n_per_subject", into.n_windows, 1, kMaxPlanCount));
  return reader.count("seed", into.seed, 0, 0x1p53);
}

Result<PlanGroup> read_group(JsonValue object, const std::string& path) {
  EEGATE_TRY(const PlanReader reader, PlanReader::open(object, path, {"runs", "labels", "label", "windows"}));
  PlanGroup group;
  EEGATE_CHECK(reader.require("runs", "numbers of runs"));
  EEGATE_CHECK(reader.integers("runs", group.runs));
  if (reader.has("labels") == reader.has("label"))
    return plan_error("PLAN_CONFLICT", "A group has annotations that mean classes, or one class for all", path,
                      reader.has("labels") ? "labels and label" : "neither", "labels or label");
  if (reader.has("label")) {
    EEGATE_CHECK(reader.text("label", group.label));
    group.take = PlanGroup::Take::kDisjointWindows;
    if (reader.has("windows")) EEGATE_CHECK(read_windows(reader, group));
    return group;
  }
  if (reader.has("windows")) return reader.value_error("windows", "only beside label");
  if (!reader.get("labels").is_object() || reader.get("labels").size() == 0)
    return reader.type_error("labels", "{\"annotation\": \"class\"}");
  for (const auto& [annotation, label] : reader.get("labels").members()) {
    if (!label.is_string() || label.string().empty()) return reader.type_error("labels", "names of classes");
    group.labels.emplace_back(annotation, label.string());
  }
  return group;
}

Result<> read_acceptance(const PlanReader& data, PlanRecordings& into) {
  if (!data.has("accept")) return {};
  EEGATE_TRY(const PlanReader reader,
             PlanReader::open(data.get("accept"), "data.accept", {"sfreq", "shortest_s", "longest_s", "min_trials"}));
  EEGATE_CHECK(reader.number("sfreq", into.sfreq, 1, 1e6));
  EEGATE_CHECK(reader.number("shortest_s", into.shortest_s, 0, kMaxPlanSeconds));
  EEGATE_CHECK(reader.number("longest_s", into.longest_s, into.shortest_s, kMaxPlanSeconds));
  return reader.count("min_trials", into.min_trials, 0, kMaxPlanCount);
}

// A run whose annotations would mean two things would give its trials twice.
Result<> check_runs(const PlanRecordings& data) {
  std::set<std::int32_t> seen;
  for (std::size_t i = 0; i < data.groups.size(); ++i) {
    for (const std::int32_t run : data.groups[i].runs) {
      if (!seen.insert(run).second)
        return plan_error("PLAN_VALUE", "A run is in two groups", "data.groups[" + std::to_string(i) + "].runs",
                          std::to_string(run), "each run once");
    }
  }
  return {};
}

Result<PlanRecordings> read_recordings(JsonValue object) {
  EEGATE_TRY(const PlanReader reader, PlanReader::open(object, "data",
                                                       {"recordings", "file_name", "subjects", "exclude", "groups",
                                                        "tmin_s", "tmax_s", "accept"}));
  PlanRecordings data;
  EEGATE_CHECK(reader.texts("recordings", data.paths));
  EEGATE_CHECK(reader.text("file_name", data.file_name));
  const bool has_both =
      data.file_name.find("{subject}") != std::string::npos && data.file_name.find("{run}") != std::string::npos;
  if (!has_both) return reader.value_error("file_name", "a name with {subject} and {run}");
  EEGATE_CHECK(reader.integers("subjects", data.subjects));
  if (reader.has("exclude")) EEGATE_CHECK(read_exclusion(reader, data));
  for (const char* key : {"tmin_s", "tmax_s"}) EEGATE_CHECK(reader.require(key, "seconds around the onset"));
  EEGATE_CHECK(reader.number("tmin_s", data.tmin_s, -kMaxPlanSeconds, kMaxPlanSeconds));
  EEGATE_CHECK(reader.number("tmax_s", data.tmax_s, -kMaxPlanSeconds, kMaxPlanSeconds));
  if (data.tmax_s <= data.tmin_s) return reader.value_error("tmax_s", "after tmin_s");
  EEGATE_CHECK(read_acceptance(reader, data));
  EEGATE_CHECK(reader.require("groups", "which runs hold what"));
  EEGATE_TRY(const auto groups, reader.list("groups"));
  for (std::size_t i = 0; i < groups.size(); ++i) {
    EEGATE_TRY(PlanGroup group, read_group(groups[i], reader.field("groups", i)));
    data.groups.push_back(std::move(group));
  }
  EEGATE_CHECK(check_runs(data));
  return data;
}

Result<PlanArrays> read_arrays(JsonValue object) {
  EEGATE_TRY(const PlanReader reader,
             PlanReader::open(object, "data", {"x", "y", "subjects", "groups", "sfreq", "classes", "ch_names"}));
  PlanArrays data;
  EEGATE_CHECK(reader.require("y", "the .npy file of the labels"));
  EEGATE_CHECK(reader.text("x", data.x));
  EEGATE_CHECK(reader.text("y", data.y));
  EEGATE_CHECK(reader.text("subjects", data.subjects));
  EEGATE_CHECK(reader.text("groups", data.groups));
  EEGATE_CHECK(reader.number("sfreq", data.sfreq, 1e-3, 1e6));
  EEGATE_CHECK(reader.texts("classes", data.classes));
  EEGATE_CHECK(reader.texts("ch_names", data.ch_names));
  return data;
}

Result<std::vector<PlanSplits::Given>> read_given(const PlanReader& splits) {
  EEGATE_TRY(const auto entries, splits.list("splits"));
  std::vector<PlanSplits::Given> all;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    EEGATE_TRY(const PlanReader reader,
               PlanReader::open(entries[i], splits.field("splits", i), {"name", "validation", "test"}));
    PlanSplits::Given given{.name = std::to_string(i)};
    EEGATE_CHECK(reader.text("name", given.name));
    EEGATE_CHECK(reader.require("test", "who is tested"));
    EEGATE_CHECK(reader.integers("validation", given.validation));
    EEGATE_CHECK(reader.integers("test", given.test));
    all.push_back(std::move(given));
  }
  return all;
}

Result<> read_ratio(const PlanReader& reader, PlanSplits& splits) {
  std::vector<std::int32_t> ratio = {4, 1, 1};
  EEGATE_CHECK(reader.integers("ratio", ratio));
  if (ratio.size() != 3 || std::ranges::any_of(ratio, [](std::int32_t part) { return part < 1 || part > 1000000; }))
    return reader.value_error("ratio", "three whole numbers from 1: training, validation, test");
  for (std::size_t i = 0; i < 3; ++i) splits.ratio[i] = static_cast<std::size_t>(ratio[i]);
  return reader.seeds("seeds", splits.seeds);
}

Result<> read_by(const PlanReader& reader, PlanSplits& splits) {
  std::string by;
  EEGATE_CHECK(reader.text("by", by));
  if (by.empty()) return {};
  const bool blocks = splits.rule == PlanSplits::Rule::kPerSubject;
  if (by == "subject" && !blocks) return void(splits.by = PlanSplits::By::kSubject), Result<>();
  if (by == "group") return void(splits.by = PlanSplits::By::kGroup), Result<>();
  if (by == "block" && blocks) return void(splits.by = PlanSplits::By::kBlock), Result<>();
  return reader.value_error("by", blocks ? "group or block" : "subject or group");
}

Result<> read_per_subject(const PlanReader& reader, PlanSplits& splits) {
  splits.by = PlanSplits::By::kGroup;
  EEGATE_CHECK(read_by(reader, splits));
  EEGATE_CHECK(reader.integers("validation_runs", splits.validation_runs));
  EEGATE_CHECK(reader.integers("test_runs", splits.test_runs));
  if (splits.validation_runs.empty() != splits.test_runs.empty())
    return reader.require(splits.test_runs.empty() ? "test_runs" : "validation_runs", "numbers of runs").error();
  return read_ratio(reader, splits);
}

}  // namespace

Result<std::variant<PlanRecordings, PlanArrays>> read_plan_data(JsonValue object) {
  const bool recordings = !object.get("recordings").absent();
  const bool arrays = !object.get("x").absent() || !object.get("y").absent();
  if (recordings == arrays && object.is_object())
    return plan_error(recordings ? "PLAN_CONFLICT" : "PLAN_MISSING", "The data are recordings or arrays", "data",
                      recordings ? "both" : "neither", "recordings, or x and y");
  if (arrays) {
    EEGATE_TRY(PlanArrays data, read_arrays(object));
    return std::variant<PlanRecordings, PlanArrays>(std::move(data));
  }
  EEGATE_TRY(PlanRecordings data, read_recordings(object));
  return std::variant<PlanRecordings, PlanArrays>(std::move(data));
}

Result<PlanSplits> read_plan_splits(JsonValue object, bool arrays) {
  EEGATE_TRY(const PlanReader reader,
             PlanReader::open(object, "splits",
                              {"rule", "by", "ratio", "seeds", "n_folds", "validation_runs", "test_runs", "splits"}));
  using Rule = PlanSplits::Rule;
  static constexpr auto kRules = option_table<Rule>({{"ratio", Rule::kRatio},
                                                     {"folds", Rule::kFolds},
                                                     {"leave_one_out", Rule::kLeaveOneOut},
                                                     {"per_subject", Rule::kPerSubject},
                                                     {"given", Rule::kGiven}});
  EEGATE_CHECK(reader.require("rule", alternatives(kRules.words)));
  const auto rule = kRules.find(reader.get("rule").string());
  if (!rule) return reader.value_error("rule", alternatives(kRules.words));
  PlanSplits splits{.rule = *rule};
  const auto only = [&](std::string_view key, std::initializer_list<Rule> rules) -> Result<> {
    if (!reader.has(key) || std::ranges::find(rules, splits.rule) != rules.end()) return {};
    return plan_error("PLAN_CONFLICT", "This rule does not know the key", reader.field(key),
                      quoted(reader.get("rule").string()), "another rule");
  };
  EEGATE_CHECK(only("ratio", {Rule::kRatio, Rule::kPerSubject}));
  EEGATE_CHECK(only("seeds", {Rule::kRatio, Rule::kFolds, Rule::kLeaveOneOut, Rule::kPerSubject}));
  EEGATE_CHECK(only("n_folds", {Rule::kFolds}));
  EEGATE_CHECK(only("validation_runs", {Rule::kPerSubject}));
  EEGATE_CHECK(only("test_runs", {Rule::kPerSubject}));
  EEGATE_CHECK(only("splits", {Rule::kGiven}));
  if (arrays && reader.has("test_runs"))
    return plan_error("PLAN_CONFLICT", "Arrays have no runs", "splits.test_runs", "runs", "by: group, or given splits");
  if (splits.rule == Rule::kPerSubject) {
    EEGATE_CHECK(read_per_subject(reader, splits));
    return splits;
  }
  EEGATE_CHECK(read_by(reader, splits));
  EEGATE_CHECK(read_ratio(reader, splits));
  if (splits.rule == Rule::kFolds) {
    EEGATE_CHECK(reader.require("n_folds", "the number of folds"));
    EEGATE_CHECK(reader.count("n_folds", splits.n_folds, 2, kMaxPlanCount));
  }
  if (splits.rule == Rule::kGiven) {
    EEGATE_CHECK(reader.require("splits", "a list of splits"));
    EEGATE_TRY(splits.given, read_given(reader));
  }
  return splits;
}

}  // namespace eegate
