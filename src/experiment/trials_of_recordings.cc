// Trials from recordings: runs with annotations for classes, and runs of one class.
#include <algorithm>
#include <cmath>
#include <map>

#include "base/numbers_as_text.h"
#include "base/rng.h"
#include "experiment/trials.h"
#include "session/open/open_files.h"
#include "signal/prepare.h"

namespace eegate {
namespace {

const PlanGroup* group_of(const PlanRecordings& data, std::int32_t run) {
  for (const PlanGroup& group : data.groups) {
    if (std::ranges::find(group.runs, run) != group.runs.end()) return &group;
  }
  return nullptr;
}

// In the order in which the plan names them.
std::vector<std::string> classes_of(const PlanRecordings& data) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const PlanGroup& group : data.groups) {
    if (!group.label.empty()) add(group.label);
    for (const auto& [annotation, label] : group.labels) add(label);
  }
  return names;
}

int index_of(const std::vector<std::string>& names, const std::string& name) {
  return static_cast<int>(std::ranges::find(names, name) - names.begin());
}

double rate_of(const Recording& recording) {
  const std::vector<std::size_t> channels = recording.main_channels();
  return channels.empty() ? 0 : recording.channels()[channels.front()].sfreq;
}

// The windows of a run of this group. Random windows are chosen among those that begin at each sample.
EpochsStep epochs_of(const PlanRecordings& data, const PlanGroup& group, const Recipe& recipe, double recording_sfreq) {
  if (group.take == PlanGroup::Take::kAnnotations)
    return AnnotationEpochs{.labels = group.labels, .tmin_s = data.tmin_s, .tmax_s = data.tmax_s};
  const double length_s = data.tmax_s - data.tmin_s, sfreq = recipe.resample_hz.value_or(recording_sfreq);
  const bool random = group.take == PlanGroup::Take::kRandomWindows;
  return WindowEpochs{.length_s = length_s, .step_s = random ? 1 / sfreq : length_s, .label = group.label};
}

Result<OpenRecording> open_run(const RecordingFile& file, const OpenSource& open) {
  EEGATE_TRY(auto source, open(file.path));
  auto opened = open_recording(std::move(source), file.name);
  if (!opened.ok()) return in_file(std::move(opened).error(), file.name);
  OpenRecording run = std::move(opened).value();
  if (auto read = read_all_annotations(run.recording); !read.ok()) return in_file(std::move(read).error(), file.name);
  return run;
}

Result<Preparation> prepare_run(const OpenRecording& run, const PlanRecordings& data, const PlanGroup& group,
                                Recipe recipe) {
  recipe.epochs = epochs_of(data, group, recipe, rate_of(run.recording));
  auto preparation = Preparation::open(run.recording, recipe);
  if (!preparation.ok()) return in_file(std::move(preparation).error(), run.recording.file_name());
  return preparation;
}

// Gathers the trials of one subject after the other.
class Gathering {
 public:
  Gathering(const ExperimentPlan& plan, const std::vector<RecordingFile>& files, const OpenSource& open)
      : data_(std::get<PlanRecordings>(plan.data)), recipe_(variant_recipe(plan, {})), files_(files), open_(open) {
    table_.classes = classes_of(data_);
  }

  Result<TrialTable> gather(const Progress& progress) {
    std::map<std::int32_t, std::vector<std::size_t>> by_subject;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (group_of(data_, files_[i].run) != nullptr) by_subject[files_[i].subject].push_back(i);
    }
    std::size_t n_done = 0;
    for (auto& [subject, runs] : by_subject) {
      std::ranges::stable_sort(runs, {}, [&](std::size_t i) { return files_[i].run; });
      if (wanted(subject)) EEGATE_CHECK(add_subject(subject, runs));
      if (progress) progress(static_cast<double>(++n_done) / static_cast<double>(by_subject.size()));
    }
    for (const auto& [reason, n] : n_left_out_) table_.left_out.push_back({"trials", reason, n});
    return std::move(table_);
  }

 private:
  bool wanted(std::int32_t subject) {
    if (!data_.subjects.empty() && std::ranges::find(data_.subjects, subject) == data_.subjects.end()) return false;
    if (std::ranges::find(data_.excluded, subject) == data_.excluded.end()) return true;
    const std::string list = data_.exclusion.empty() ? "the plan" : data_.exclusion;
    table_.left_out.push_back({"subject " + std::to_string(subject), "excluded by " + list});
    return false;
  }

  // All files of a subject are read before it is known whether the subject is used.
  Result<> add_subject(std::int32_t subject, const std::vector<std::size_t>& runs) {
    std::vector<Trial> trials;
    std::map<const PlanGroup*, std::vector<Trial>> windows;
    for (const std::size_t index : runs) {
      const PlanGroup& group = *group_of(data_, files_[index].run);
      const bool by_annotation = group.take == PlanGroup::Take::kAnnotations;
      EEGATE_CHECK(add_run(index, group, by_annotation ? trials : windows[&group]));
    }
    if (trials.size() < data_.min_trials) {
      table_.left_out.push_back(
          {"subject " + std::to_string(subject),
           "fewer than " + std::to_string(data_.min_trials) + " accepted trials: " + std::to_string(trials.size()), 1});
      return {};
    }
    const std::size_t n_other = mean_per_class(trials);
    for (auto& [group, candidates] : windows) {
      std::vector<Trial> chosen = choose(*group, candidates, subject, n_other);
      trials.insert(trials.end(), chosen.begin(), chosen.end());
    }
    std::ranges::stable_sort(
        trials, [](const Trial& a, const Trial& b) { return a.file != b.file ? a.file < b.file : a.epoch < b.epoch; });
    table_.trials.insert(table_.trials.end(), trials.begin(), trials.end());
    return {};
  }

  std::size_t mean_per_class(const std::vector<Trial>& trials) const {
    std::vector<std::size_t> counts(table_.classes.size());
    for (const Trial& trial : trials) ++counts[static_cast<std::size_t>(trial.label)];
    const auto n = static_cast<double>(std::ranges::count_if(counts, [](std::size_t c) { return c > 0; }));
    return n > 0 ? static_cast<std::size_t>(std::llround(static_cast<double>(trials.size()) / n)) : 1;
  }

  static std::vector<Trial> choose(const PlanGroup& group, const std::vector<Trial>& candidates, std::int32_t subject,
                                   std::size_t n_other) {
    if (group.take == PlanGroup::Take::kDisjointWindows) return candidates;
    const std::size_t n = std::min(group.n_windows > 0 ? group.n_windows : n_other, candidates.size());
    const Rng rng(group.seed ^ (static_cast<std::uint64_t>(subject) * 0x9E3779B97F4A7C15u), "windows");
    std::vector<std::size_t> chosen;
    for (std::uint64_t i = 0; chosen.size() < n; ++i) {
      const auto at = static_cast<std::size_t>(rng.bits(i) % candidates.size());
      if (std::ranges::find(chosen, at) == chosen.end()) chosen.push_back(at);
    }
    std::vector<Trial> trials;
    trials.reserve(chosen.size());
    for (const std::size_t at : chosen) trials.push_back(candidates[at]);
    return trials;
  }

  Result<> add_run(std::size_t index, const PlanGroup& group, std::vector<Trial>& trials) {
    EEGATE_TRY(const OpenRecording run, open_run(files_[index], open_));
    const double sfreq = rate_of(run.recording);
    if (data_.sfreq > 0 && std::fabs(sfreq - data_.sfreq) > 1e-6 * data_.sfreq) {
      table_.left_out.push_back({files_[index].name, "recorded at " + number_text(sfreq) + " Hz"});
      return {};
    }
    EEGATE_TRY(const Preparation preparation, prepare_run(run, data_, group, recipe_));
    const PreparePlan& prepared = preparation.plan();
    EEGATE_CHECK(check_shape(prepared, files_[index].name));
    const bool by_annotation = group.take == PlanGroup::Take::kAnnotations;
    if (by_annotation) {
      for (const LeftOut& entry : prepared.left_out) {
        n_left_out_[entry.reason == "not in labels" ? "no class by its annotation" : entry.reason] += entry.count;
      }
    }
    for (const Warning& warning : prepared.warnings)
      table_.warnings.push_back({warning.code, files_[index].name + ": " + warning.message});
    const auto file = static_cast<std::int32_t>(table_.file_names.size());
    table_.file_names.push_back(files_[index].name);
    table_.used_files.push_back(index);
    for (std::size_t e = 0; e < prepared.epochs.size(); ++e) {
      const Epoch& epoch = prepared.epochs[e];
      if (by_annotation && !lasts_as_wanted(run.recording, epoch)) {
        ++n_left_out_["annotation shorter or longer than accepted"];
        continue;
      }
      trials.push_back({files_[index].subject, files_[index].run, file, static_cast<std::uint32_t>(e), epoch.onset_s,
                        epoch.duration_s, index_of(table_.classes, epoch.label)});
    }
    return {};
  }

  // The annotation around which an epoch was cut.
  bool lasts_as_wanted(const Recording& recording, const Epoch& epoch) const {
    const double wanted_s = epoch.onset_s - data_.tmin_s;
    const Annotation* nearest = nullptr;
    for (const Annotation& annotation : recording.annotations()) {
      const bool closer =
          nearest == nullptr || std::fabs(annotation.onset_s - wanted_s) < std::fabs(nearest->onset_s - wanted_s);
      if (closer && group_label(annotation.text)) nearest = &annotation;
    }
    return nearest == nullptr || (nearest->duration_s >= data_.shortest_s && nearest->duration_s <= data_.longest_s);
  }

  bool group_label(const std::string& text) const {
    return std::ranges::any_of(data_.groups, [&](const PlanGroup& group) {
      return std::ranges::any_of(group.labels, [&](const auto& label) { return label.first == text; });
    });
  }

  Result<> check_shape(const PreparePlan& prepared, const std::string& name) {
    if (table_.n_times == 0) {
      table_.n_times = prepared.n_times;
      table_.sfreq = prepared.sfreq;
      table_.ch_names = prepared.ch_names;
    }
    const bool same = prepared.n_times == table_.n_times && prepared.ch_names.size() == table_.ch_names.size() &&
                      std::fabs(prepared.sfreq - table_.sfreq) <= 1e-6 * table_.sfreq;
    if (same) return {};
    const auto shape = [](std::size_t n_chans, std::size_t n_times, double sfreq) {
      return std::to_string(n_chans) + " channels, " + std::to_string(n_times) + " samples at " + number_text(sfreq) +
             " Hz";
    };
    return Error{.code = "PREPARE_MISMATCH",
                 .message = "The trials of the recordings do not have one shape",
                 .place = name,
                 .found = shape(prepared.ch_names.size(), prepared.n_times, prepared.sfreq),
                 .expected = shape(table_.ch_names.size(), table_.n_times, table_.sfreq),
                 .hint = "Set `accept.sfreq`, the recipe's `resample_hz` or `electrodes`."};
  }

  const PlanRecordings& data_;
  const Recipe recipe_;
  const std::vector<RecordingFile>& files_;
  const OpenSource& open_;
  TrialTable table_;
  std::map<std::string, std::size_t> n_left_out_;
};

Error other_trials(const std::string& name) {
  return Error{.code = "PREPARE_MISMATCH",
               .message = "This band or these electrodes give other trials than the first ones",
               .place = name,
               .expected = "the same trials along every axis"};
}

}  // namespace

Result<TrialTable> plan_recordings(const ExperimentPlan& plan, const std::vector<RecordingFile>& files,
                                   const OpenSource& open, const Progress& progress) {
  return Gathering(plan, files, open).gather(progress);
}

Result<TrialData> load_recordings(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                  const std::vector<RecordingFile>& files, const OpenSource& open,
                                  const Progress& progress) {
  const auto& data = std::get<PlanRecordings>(plan.data);
  TrialData out{.sfreq = table.sfreq, .n_times = table.n_times};
  std::size_t next = 0;
  while (next < table.trials.size()) {
    const auto file_index = static_cast<std::size_t>(table.trials[next].file);
    const RecordingFile& file = files[table.used_files[file_index]];
    EEGATE_TRY(const OpenRecording run, open_run(file, open));
    EEGATE_TRY(Preparation preparation,
               prepare_run(run, data, *group_of(data, file.run), variant_recipe(plan, variant)));
    if (out.ch_names.empty()) {
      out.ch_names = preparation.plan().ch_names;
      out.values.resize(table.trials.size() * out.trial_floats());
    }
    const bool same_shape =
        preparation.plan().ch_names.size() == out.ch_names.size() && preparation.plan().n_times == out.n_times;
    for (; next < table.trials.size() && static_cast<std::size_t>(table.trials[next].file) == file_index; ++next) {
      const Trial& trial = table.trials[next];
      const std::vector<Epoch>& epochs = preparation.plan().epochs;
      if (!same_shape || trial.epoch >= epochs.size() || std::fabs(epochs[trial.epoch].onset_s - trial.onset_s) > 1e-6)
        return other_trials(file.name);
      EEGATE_CHECK(preparation.epochs(trial.epoch, 1,
                                      std::span(out.values).subspan(next * out.trial_floats(), out.trial_floats())));
    }
    if (progress) progress(static_cast<double>(next) / static_cast<double>(table.trials.size()));
  }
  return out;
}

Result<TrialData> describe_recordings(const ExperimentPlan& plan, const TrialTable& table, Variant variant,
                                      const std::vector<RecordingFile>& files, const OpenSource& open) {
  const RecordingFile& file = files[table.used_files[static_cast<std::size_t>(table.trials.front().file)]];
  const auto& data = std::get<PlanRecordings>(plan.data);
  EEGATE_TRY(const OpenRecording run, open_run(file, open));
  EEGATE_TRY(const Preparation preparation,
             prepare_run(run, data, *group_of(data, file.run), variant_recipe(plan, variant)));
  const PreparePlan& prepared = preparation.plan();
  if (prepared.n_times != table.n_times) return other_trials(file.name);
  return TrialData{.ch_names = prepared.ch_names, .sfreq = table.sfreq, .n_times = table.n_times};
}

}  // namespace eegate
