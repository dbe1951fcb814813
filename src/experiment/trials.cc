#include "experiment/trials.h"

#include <algorithm>
#include <charconv>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "session/output/table_cells.h"

namespace eegate {
namespace {

// Digits at the front of `text`, taken off it.
bool take_number(std::string_view& text, std::int32_t& into) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), into);
  if (problem != std::errc() || into < 0) return false;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return true;
}

std::string fingerprint_of(const TrialTable& table, const std::string& of_arrays) {
  std::string text = of_arrays + "\n" + number_text(table.sfreq) + " " + std::to_string(table.n_times) + "\n";
  for (const std::string& name : table.classes) text += name + "\n";
  for (const std::string& name : table.ch_names) text += name + " ";
  return hexadecimal(fnv1a64(text + trials_tsv(table)), 16);
}

}  // namespace

bool read_file_name(std::string_view pattern, std::string_view name, std::int32_t& subject, std::int32_t& run) {
  constexpr std::string_view kSubject = "{subject}", kRun = "{run}";
  while (!pattern.empty()) {
    if (pattern.starts_with(kSubject) || pattern.starts_with(kRun)) {
      const bool is_subject = pattern.starts_with(kSubject);
      pattern.remove_prefix(is_subject ? kSubject.size() : kRun.size());
      if (!take_number(name, is_subject ? subject : run)) return false;
      continue;
    }
    if (name.empty() || name.front() != pattern.front()) return false;
    name.remove_prefix(1);
    pattern.remove_prefix(1);
  }
  return name.empty();
}

std::vector<std::int32_t> TrialTable::subjects() const {
  std::vector<std::int32_t> ids;
  for (const Trial& trial : trials) ids.push_back(trial.subject);
  std::ranges::sort(ids);
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

std::vector<int> TrialTable::labels() const {
  std::vector<int> all;
  for (const Trial& trial : trials) all.push_back(trial.label);
  return all;
}

std::vector<EpochPlace> TrialTable::places(bool by_group) const {
  std::vector<EpochPlace> all;
  for (const Trial& trial : trials)
    all.push_back({trial.subject, by_group ? trial.group : trial.file, trial.onset_s, trial.duration_s});
  return all;
}

Recipe variant_recipe(const ExperimentPlan& plan, Variant variant) {
  Recipe recipe = plan.recipe;
  recipe.bandpass = plan.bands[variant.band].bandpass;
  recipe.pick = plan.electrodes[variant.electrodes].pick;
  return recipe;
}

Result<TrialTable> plan_trials(const ExperimentPlan& plan, const std::vector<RecordingFile>& files,
                               const OpenSource& open, const Progress& progress) {
  std::string of_arrays;
  EEGATE_TRY(TrialTable table,
             plan.is_arrays() ? plan_arrays(plan, open, of_arrays) : plan_recordings(plan, files, open, progress));
  if (table.trials.empty())
    return Error{.code = "PLAN_NO_TRIALS",
                 .message = "The data of the plan hold no trial",
                 .field = "data",
                 .found = std::to_string(files.size()) + " files",
                 .expected = "1 trial or more",
                 .hint = "Check --data, the runs of the groups, and `accept`."};
  table.fingerprint = fingerprint_of(table, of_arrays);
  return table;
}

Result<TrialData> load_trials(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                              const std::vector<RecordingFile>& files, const OpenSource& open,
                              const Progress& progress) {
  if (plan.is_arrays()) return load_arrays(plan, table, variant, open);
  return load_recordings(plan, table, variant, files, open, progress);
}

Result<TrialData> describe_trials(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                  const std::vector<RecordingFile>& files, const OpenSource& open) {
  if (plan.is_arrays()) return describe_arrays(plan, table, variant);
  return describe_recordings(plan, table, variant, files, open);
}

std::string trials_tsv(const TrialTable& table) {
  std::string tsv = "trial\tsubject\tfile\tonset_s\tduration_s\tlabel\n";
  for (std::size_t i = 0; i < table.trials.size(); ++i) {
    const Trial& trial = table.trials[i];
    tsv += std::to_string(i) + "\t" + std::to_string(trial.subject) + "\t" +
           tsv_cell(table.file_names[static_cast<std::size_t>(trial.file)]) + "\t" + significant(trial.onset_s, 12) +
           "\t" + significant(trial.duration_s, 12) + "\t" +
           tsv_cell(table.classes[static_cast<std::size_t>(trial.label)]) + "\n";
  }
  return tsv;
}

}  // namespace eegate
