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

// Lists of subjects of the EEG Motor Movement/Imagery set that publications left out (docs/EXPERIMENTS.md).
constexpr std::string_view kExclusions[] = {"all109", "drop4", "drop5", "drop6_38", "drop6_106"};
const std::vector<Exclusion>& known_exclusions() {
  static const std::vector<Exclusion> all = {{kExclusions[0], {}},
                                             {kExclusions[1], {88, 89, 92, 100}},
                                             {kExclusions[2], {88, 89, 92, 100, 104}},
                                             {kExclusions[3], {38, 88, 89, 92, 100, 104}},
                                             {kExclusions[4], {88, 89, 92, 100, 104, 106}}};
  return all;
}

constexpr std::string_view kAsOtherClasses[] = {"as_other_classes"};
constexpr auto kTakes = option_table<PlanGroup::Take>(
    {{"random", PlanGroup::Take::kRandomWindows}, {"disjoint", PlanGroup::Take::kDisjointWindows}});

constexpr FieldSpec with_choices(FieldSpec field, std::span<const std::string_view> choices) {
  field.choices = choices;
  return field;
}
constexpr FieldSpec numbered(std::string_view name) { return optional_integers(name, -kMaxPlanId, kMaxPlanId); }

constexpr FieldSpec kWindowsOfGroup[] = {
    choice_field("take", "random", kTakes.names),
    with_choices(optional_integer("n_per_subject", 1, kMaxPlanCount), kAsOtherClasses),
    optional_integer("seed", 0, kMaxPlanSeed)};
constexpr FieldSpec kGroup[] = {
    required_field(numbered("runs")),
    {.name = "labels", .type = FieldType::kTextMap, .fallback = FieldDefault::kDerived, .lowest = 1},
    optional_text("label"),
    optional_object("windows", kWindowsOfGroup)};
constexpr FieldSpec kAccept[] = {optional_number("sfreq", 1, 1e6), optional_number("shortest_s", 0, kMaxPlanSeconds),
                                 optional_number("longest_s", 0, kMaxPlanSeconds),
                                 optional_integer("min_trials", 0, kMaxPlanCount)};
constexpr FieldSpec kRecordings[] = {
    optional_texts("recordings"),
    optional_text("file_name"),
    numbered("subjects"),
    optional_integers("exclude", -kMaxPlanId, kMaxPlanId, kExclusions),
    required_number("tmin_s", -kMaxPlanSeconds, kMaxPlanSeconds),
    required_number("tmax_s", -kMaxPlanSeconds, kMaxPlanSeconds),
    optional_object("accept", kAccept),
    required_field(optional_objects("groups", kGroup)),
};
constexpr FieldSpec kArrays[] = {
    optional_text("x"),
    required_text("y"),
    optional_text("subjects"),
    optional_text("groups"),
    optional_number("sfreq", 1e-3, 1e6),
    optional_texts("classes"),
    optional_texts("ch_names"),
};

void read_exclusion(const StrictObject& object, PlanRecordings& data) {
  object.copy("exclude", data.excluded);
  for (const Exclusion& known : known_exclusions()) {
    if (known.name != object.choice("exclude")) continue;
    data.exclusion = known.name;
    data.excluded = known.subjects;
  }
}

Result<> read_windows(const StrictObject& object, PlanGroup& into) {
  into.take = object.option("take", kTakes);
  const bool has_number = object.is_set("n_per_subject") || object.is_set("seed");
  if (into.take == PlanGroup::Take::kDisjointWindows && has_number)
    return object.value_error("take", "random, where a number or a seed is given");
  object.copy("n_per_subject", into.n_windows);
  object.copy("seed", into.seed);
  return {};
}

Result<PlanGroup> read_group(const StrictObject& object) {
  PlanGroup group;
  object.copy("runs", group.runs);
  const bool has_label = object.is_set("label"), has_labels = object.is_set("labels");
  if (has_labels == has_label)
    return object.error("PLAN_CONFLICT", "A group has annotations that mean classes, or one class for all", {},
                        has_labels ? "labels and label" : "neither", "labels or label");
  group.labels = object.text_map("labels");
  object.copy("label", group.label);
  if (has_label) group.take = PlanGroup::Take::kDisjointWindows;
  if (!object.is_set("windows")) return group;
  if (!has_label) return object.value_error("windows", "only with label");
  EEGATE_CHECK(read_windows(object.node("windows"), group));
  return group;
}

Result<> read_acceptance(const StrictObject& object, PlanRecordings& into) {
  object.copy("sfreq", into.sfreq);
  object.copy("shortest_s", into.shortest_s);
  object.copy("longest_s", into.longest_s);
  object.copy("min_trials", into.min_trials);
  if (into.longest_s < into.shortest_s) return object.value_error("longest_s", "at least shortest_s");
  return {};
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

Result<PlanRecordings> read_recordings(JsonValue json) {
  EEGATE_TRY(const StrictObject object, StrictObject::read(kRecordings, json, kPlanForm, "data"));
  PlanRecordings data;
  object.copy("recordings", data.paths);
  object.copy("file_name", data.file_name);
  const bool has_both =
      data.file_name.find("{subject}") != std::string::npos && data.file_name.find("{run}") != std::string::npos;
  if (!has_both) return object.value_error("file_name", "a name with {subject} and {run}");
  object.copy("subjects", data.subjects);
  if (object.is_set("exclude")) read_exclusion(object, data);
  object.copy("tmin_s", data.tmin_s);
  object.copy("tmax_s", data.tmax_s);
  if (data.tmax_s <= data.tmin_s) return object.value_error("tmax_s", "after tmin_s");
  if (object.is_set("accept")) EEGATE_CHECK(read_acceptance(object.node("accept"), data));
  for (const StrictObject& each : object.nodes("groups")) {
    EEGATE_TRY(PlanGroup group, read_group(each));
    data.groups.push_back(std::move(group));
  }
  EEGATE_CHECK(check_runs(data));
  return data;
}

Result<PlanArrays> read_arrays(JsonValue json) {
  EEGATE_TRY(const StrictObject object, StrictObject::read(kArrays, json, kPlanForm, "data"));
  PlanArrays data;
  for (const auto& [name, text] : {std::pair{"x", &data.x}, std::pair{"y", &data.y},
                                   std::pair{"subjects", &data.subjects}, std::pair{"groups", &data.groups}})
    object.copy(name, *text);
  object.copy("sfreq", data.sfreq);
  object.copy("classes", data.classes);
  object.copy("ch_names", data.ch_names);
  return data;
}

}  // namespace

Result<std::variant<PlanRecordings, PlanArrays>> read_plan_data(JsonValue json) {
  const bool recordings = !json.get("recordings").absent();
  const bool arrays = !json.get("x").absent() || !json.get("y").absent();
  if (recordings == arrays && json.is_object())
    return plan_error(recordings ? "PLAN_CONFLICT" : "PLAN_MISSING", "The data are recordings or arrays", "data",
                      recordings ? "both" : "neither", "recordings, or x and y");
  if (arrays) {
    EEGATE_TRY(PlanArrays data, read_arrays(json));
    return std::variant<PlanRecordings, PlanArrays>(std::move(data));
  }
  EEGATE_TRY(PlanRecordings data, read_recordings(json));
  return std::variant<PlanRecordings, PlanArrays>(std::move(data));
}

}  // namespace eegate
