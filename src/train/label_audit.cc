#include "train/label_audit.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/numbers_as_text.h"
#include "base/sort.h"

namespace eegate {
namespace {

// A class that is this many times as frequent as another one makes accuracy a poor measure.
constexpr double kImbalance = 2;
constexpr double kSameTime_s = 1e-6;

struct NamedSet {
  const char* name;
  const SplitSet& set;
};

std::vector<std::size_t> class_counts(std::span<const int> labels, const SplitSet& set, std::size_t n_classes) {
  std::vector<std::size_t> counts(n_classes);
  for (const std::uint32_t epoch : set.epochs) ++counts[static_cast<std::size_t>(labels[epoch])];
  return counts;
}

void audit_classes(std::span<const int> labels, std::size_t n_classes, std::span<const NamedSet> sets,
                   std::vector<AuditFinding>& findings) {
  const std::vector<std::size_t> training = class_counts(labels, sets[0].set, n_classes);
  const auto n_present =
      n_classes - static_cast<std::size_t>(std::count(training.begin(), training.end(), std::size_t{0}));
  if (n_present <= 1) {
    const std::size_t n = sets[0].set.epochs.size();
    findings.push_back(
        {"AUDIT_ONE_CLASS", true,
         "All " + std::to_string(n) + " training epochs have the same label: there is nothing to tell apart", n});
    return;
  }
  for (const NamedSet& s : sets) {
    const std::vector<std::size_t> counts = class_counts(labels, s.set, n_classes);
    for (std::size_t c = 0; c < n_classes && !s.set.epochs.empty(); ++c) {
      if (counts[c] > 0) continue;
      findings.push_back(
          {"AUDIT_CLASS_MISSING", false, "Class " + std::to_string(c) + " has no epoch in the " + s.name + " set", 0});
    }
  }
  const std::size_t most = *std::max_element(training.begin(), training.end());
  std::size_t fewest = most;
  for (const std::size_t count : training) fewest = count > 0 ? std::min(fewest, count) : fewest;
  if (static_cast<double>(most) > kImbalance * static_cast<double>(fewest)) {
    findings.push_back({"AUDIT_IMBALANCE", false,
                        "The most frequent class has " + std::to_string(most) + " training epochs, the rarest " +
                            std::to_string(fewest) + ": use class weights, and judge by balanced accuracy",
                        most});
  }
}

void audit_subjects(std::span<const EpochPlace> places, std::span<const NamedSet> sets,
                    std::vector<AuditFinding>& findings) {
  std::map<std::int32_t, std::set<const char*>> sets_of_subject;
  std::map<std::int32_t, std::size_t> n_epochs;
  for (const NamedSet& s : sets) {
    for (const std::uint32_t epoch : s.set.epochs) {
      sets_of_subject[places[epoch].subject].insert(s.name);
      ++n_epochs[places[epoch].subject];
    }
  }
  if (sets_of_subject.size() == 1) {
    findings.push_back({"AUDIT_ONE_SUBJECT", false,
                        "All epochs come from one person: the result holds for this person alone",
                        n_epochs.begin()->second});
    return;
  }
  std::size_t n_leaking = 0, n_concerned = 0;
  for (const auto& [subject, names] : sets_of_subject) {
    n_leaking += names.size() > 1 ? 1 : 0;
    n_concerned += names.size() > 1 ? n_epochs[subject] : 0;
  }
  if (n_leaking == 0) return;
  findings.push_back({"AUDIT_SUBJECT_IN_TWO_SETS", false,
                      counted(n_leaking, "subject is", "subjects are") +
                          " in more than one set: the result does not apply to new subjects",
                      n_concerned});
}

struct EpochSpan {
  double begin, end;
  std::uint32_t epoch;
  std::size_t set;
};

// Sweeps over each recording: an epoch is compared with those that have not ended when it begins.
void audit_overlap(std::span<const int> labels, std::span<const EpochPlace> places, std::span<const NamedSet> sets,
                   std::vector<AuditFinding>& findings) {
  std::map<std::int32_t, std::vector<EpochSpan>> files;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    for (const std::uint32_t epoch : sets[s].set.epochs) {
      const EpochPlace& p = places[epoch];
      files[p.file].push_back({p.onset_s, p.onset_s + p.duration_s, epoch, s});
    }
  }
  std::set<std::uint32_t> shared, contradictory;
  for (auto& [file, spans] : files) {
    sort_stable(spans, [](const EpochSpan& a, const EpochSpan& b) {
      return std::tie(a.begin, a.epoch) < std::tie(b.begin, b.epoch);
    });
    std::vector<EpochSpan> open;
    for (const EpochSpan& span : spans) {
      std::erase_if(open, [&](const EpochSpan& other) { return other.end <= span.begin + kSameTime_s; });
      for (const EpochSpan& other : open) {
        if (other.set != span.set) shared.insert({span.epoch, other.epoch});
        const bool same = other.begin > span.begin - kSameTime_s && other.end > span.end - kSameTime_s &&
                          other.end < span.end + kSameTime_s;
        if (same && labels[other.epoch] != labels[span.epoch]) contradictory.insert({span.epoch, other.epoch});
      }
      open.push_back(span);
    }
  }
  if (!shared.empty()) {
    findings.push_back({"AUDIT_OVERLAP", true,
                        "Epochs of different sets share samples: the model would be judged on what it has seen",
                        shared.size()});
  }
  if (!contradictory.empty()) {
    findings.push_back(
        {"AUDIT_DUPLICATE", false, "Epochs cover the same samples under different labels", contradictory.size()});
  }
}

}  // namespace

std::vector<AuditFinding> audit_labels(std::span<const int> labels, std::size_t n_classes,
                                       std::span<const EpochPlace> places, const Split& split) {
  std::vector<AuditFinding> findings;
  const NamedSet sets[] = {{"training", split.train}, {"validation", split.validation}, {"test", split.test}};
  audit_classes(labels, n_classes, sets, findings);
  audit_subjects(places, sets, findings);
  audit_overlap(labels, places, sets, findings);
  return findings;
}

std::optional<AuditFinding> audit_recentring(std::span<const int> labels, std::span<const std::int32_t> groups) {
  std::map<std::int32_t, std::set<int>> classes;
  for (std::size_t i = 0; i < labels.size(); ++i) classes[groups[i]].insert(labels[i]);
  const auto n_single = std::ranges::count_if(classes, [](const auto& group) { return group.second.size() == 1; });
  if (n_single == 0) return {};
  return AuditFinding{"AUDIT_RECENTRED", false,
                      std::to_string(n_single) + " of " + std::to_string(classes.size()) +
                          " groups that are recentred have epochs of one class: recentring removes what tells it apart",
                      0};
}

}  // namespace eegate
