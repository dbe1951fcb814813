#include "experiment/points.h"

#include <algorithm>
#include <charconv>
#include <span>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "experiment/plan_data.h"
#include "signal/epochs.h"

namespace eegate {
namespace {

// A name as part of a file name.
std::string slug(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    if (plain)
      out += c;
    else if (!out.empty() && out.back() != '-')
      out += '-';
  }
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out.substr(0, 40);
}

// A preset by what it means, so that a changed one is another model.
std::string model_text(const PlanModel& model) {
  std::string text = model.setup + (model.band_power ? " band_power" : training_text(model.training));
  if (const auto document = JsonDocument::parse(model.setup); document.ok()) {
    const auto fields = preset_fields(document->root().get("config").get("preset").string());
    if (fields.ok()) text += *fields;
  }
  return text;
}

std::string split_text(const Split& split) {
  std::string text = to_json(split);
  for (const SplitSet* set : {&split.train, &split.validation, &split.test}) {
    text += "|";
    for (const std::uint32_t epoch : set->epochs) text += std::to_string(epoch) + ",";
  }
  return text;
}

std::string hash_text(std::string_view text) { return hexadecimal(fnv1a64(text), 16); }

class Naming {
 public:
  Naming(const ExperimentPlan& plan, const TrialTable& table, const std::vector<NamedSplit>& splits)
      : plan_(plan), table_(table), splits_(splits) {
    for (const PlanModel& model : plan.models) models_.push_back(hash_text(model_text(model)));
    for (const NamedSplit& split : splits) split_hashes_.push_back(hash_text(split_text(split.split)));
  }

  std::string id_of(const RunPoint& point, WindowSamples window) const {
    const Recipe recipe = variant_recipe(plan_, {point.band, point.electrodes});
    const std::string text = models_[point.model] + " " + split_hashes_[point.split] + " " + recipe_json(recipe) + " " +
                             plan_.bands[point.band].x + " " + std::to_string(window.first) + "+" +
                             std::to_string(window.n) + " seed " + std::to_string(plan_.seeds[point.seed]) + " " +
                             table_.fingerprint;
    std::string name = slug(plan_.models[point.model].name);
    const auto add = [&](bool needed, const std::string& part) { name += needed ? "_" + slug(part) : ""; };
    add(plan_.bands.size() > 1, plan_.bands[point.band].name);
    add(plan_.electrodes.size() > 1, plan_.electrodes[point.electrodes].name);
    add(plan_.windows.size() > 1, plan_.windows[point.window].name);
    add(true, splits_[point.split].name);
    add(plan_.seeds.size() > 1, "seed " + std::to_string(plan_.seeds[point.seed]));
    return name + "_" + hash_text(text);
  }

 private:
  const ExperimentPlan& plan_;
  const TrialTable& table_;
  const std::vector<NamedSplit>& splits_;
  std::vector<std::string> models_, split_hashes_;
};

// More runs than anybody waits for, and a plan whose product was not meant.
constexpr std::size_t kMaxRuns = 200000;

Error too_many_runs(std::span<const std::size_t> sizes) {
  std::string product;
  for (const std::size_t size : sizes) product += (product.empty() ? "" : " x ") + std::to_string(size);
  return Error{.code = "PLAN_VALUE",
               .message = "The plan has more runs than one experiment can hold",
               .field = "bands x electrodes x windows x splits x seeds x models",
               .found = product,
               .expected = "at most " + std::to_string(kMaxRuns) + " runs",
               .hint = "Divide the plan into several."};
}

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

Result<WindowSamples> window_samples(const ExperimentPlan& plan, std::size_t window, const TrialTable& table) {
  const PlanWindow& wanted = plan.windows[window];
  if (wanted.to_s < 0) return WindowSamples{0, table.n_times};
  const std::int64_t first = sample_at(wanted.from_s, table.sfreq);
  const std::int64_t n = sample_at(wanted.to_s - wanted.from_s, table.sfreq);
  if (n > 0 && first + n <= static_cast<std::int64_t>(table.n_times))
    return WindowSamples{static_cast<std::size_t>(first), static_cast<std::size_t>(n)};
  return Error{.code = "PLAN_VALUE",
               .message = "A window lies outside of the trials",
               .field = "windows[" + std::to_string(window) + "]",
               .found = number_text(wanted.from_s) + " to " + number_text(wanted.to_s) + " s",
               .expected = "within " + number_text(static_cast<double>(table.n_times) / table.sfreq) + " s"};
}

Result<std::vector<RunPoint>> make_points(const ExperimentPlan& plan, const TrialTable& table,
                                          const std::vector<NamedSplit>& splits) {
  std::vector<WindowSamples> windows;
  for (std::size_t w = 0; w < plan.windows.size(); ++w) {
    EEGATE_TRY(const WindowSamples samples, window_samples(plan, w, table));
    windows.push_back(samples);
  }
  const Naming naming(plan, table, splits);
  const std::size_t sizes[] = {plan.bands.size(), plan.electrodes.size(), windows.size(),
                               splits.size(),     plan.seeds.size(),      plan.models.size()};
  std::size_t n = 1;
  for (const std::size_t size : sizes) {
    if (size > 0 && n > kMaxRuns / size) return too_many_runs(sizes);
    n *= size;
  }
  std::vector<RunPoint> points;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t rest = i;
    const auto take = [&](std::size_t size) {
      const std::size_t at = rest % size;
      rest /= size;
      return at;
    };
    RunPoint point;
    point.model = take(sizes[5]);
    point.seed = take(sizes[4]);
    point.split = take(sizes[3]);
    point.window = take(sizes[2]);
    point.electrodes = take(sizes[1]);
    point.band = take(sizes[0]);
    point.id = naming.id_of(point, windows[point.window]);
    points.push_back(std::move(point));
  }
  return points;
}

Result<RunShard> read_shard(std::string_view text) {
  RunShard shard;
  const char *const begin = text.data(), *const end = begin + text.size();
  const auto [slash, problem] = std::from_chars(begin, end, shard.i);
  if (problem == std::errc() && slash != end && *slash == '/') {
    const auto [stop, second] = std::from_chars(slash + 1, end, shard.n);
    if (second == std::errc() && stop == end && shard.i >= 1 && shard.i <= shard.n) return shard;
  }
  return Error{.code = "PLAN_SHARD",
               .message = "This is not a valid shard",
               .field = "--shard",
               .found = quoted(text),
               .expected = "i/n with i from 1 to n, for example 3/16"};
}

std::vector<RunPoint> points_of_shard(const std::vector<RunPoint>& points, RunShard shard) {
  std::vector<RunPoint> own;
  for (std::size_t i = shard.i - 1; i < points.size(); i += shard.n) own.push_back(points[i]);
  return own;
}

Result<std::vector<NamedSplit>> make_splits(const PlanSplits& rule, const TrialTable& table, Warnings& warnings) {
  std::vector<NamedSplit> all;
  const Places places = table.places(rule.by == PlanSplits::By::kGroup);
  if (rule.rule == PlanSplits::Rule::kPerSubject) EEGATE_CHECK(add_per_subject(rule, table, all, warnings));
  if (rule.rule == PlanSplits::Rule::kRatio) EEGATE_CHECK(add_ratios(rule, places, all));
  if (rule.rule == PlanSplits::Rule::kFolds) EEGATE_CHECK(add_folds(rule, places, all));
  if (rule.rule == PlanSplits::Rule::kLeaveOneOut) EEGATE_CHECK(add_each_out(rule, places, all));
  if (rule.rule == PlanSplits::Rule::kGiven) EEGATE_CHECK(add_given(rule, places, all));
  for (const NamedSplit& named : all) EEGATE_CHECK(check_disjoint(named.split, places));
  return all;
}

}  // namespace eegate
