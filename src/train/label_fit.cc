#include "train/label_fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "base/numbers_as_text.h"
#include "train/power_classifier.h"

namespace eegate {
namespace {

constexpr std::size_t kMostEpochs = 4000, kFewestEpochs = 24, kFewestOfClass = 6, kMostFolds = 8;
constexpr std::size_t kFewestToCompare = 4;  // units; with three it is undecidable which of them is wrong
constexpr int kLargestShift = 3;
// A difference counts if its probability under chance is less than 1 in 30000, ...
constexpr double kClear = 4;  // standard deviations
// ... if it is large, ...
constexpr double kGain = 0.05, kErrorShare = 0.75, kMostlySwapped = 0.7;
// ... and if the classifier separates the two classes for the other units.
constexpr double kOthersRight = 0.65;

// Numbers from 0 in the order of appearance.
template <class Key>
std::vector<std::size_t> numbered(std::span<const EpochPlace> places, const Key& key, std::vector<std::int32_t>& ids) {
  std::map<std::int32_t, std::size_t> known;
  std::vector<std::size_t> numbers;
  for (const EpochPlace& place : places) {
    const auto [at, is_new] = known.try_emplace(key(place), known.size());
    if (is_new) ids.push_back(key(place));
    numbers.push_back(at->second);
  }
  return numbers;
}

// The units whose labels are compared: subjects, or recordings if there are fewer than three subjects.
struct Units {
  std::vector<std::size_t> of_epoch;
  std::vector<std::int32_t> ids;
  const char* word = "person";
};

Units units_of(std::span<const EpochPlace> places) {
  Units subjects, files{.word = "recording"};
  subjects.of_epoch = numbered(places, [](const EpochPlace& p) { return p.subject; }, subjects.ids);
  files.of_epoch = numbered(places, [](const EpochPlace& p) { return p.file; }, files.ids);
  return subjects.ids.size() < 3 && files.ids.size() > subjects.ids.size() ? files : subjects;
}

// Folds: whole units, or segments of time if there are fewer than three units.
std::vector<std::size_t> folds_of(const Units& units) {
  const std::size_t n = units.of_epoch.size();
  std::vector<std::size_t> folds(n);
  for (std::size_t i = 0; i < n; ++i)
    folds[i] = units.ids.size() >= 3 ? units.of_epoch[i] % kMostFolds : i * kMostFolds / n;
  return folds;
}

// Differences between units are removed if each has several classes; otherwise they may be the classes themselves.
std::vector<std::size_t> scales_of(const Units& units, std::span<const int> labels) {
  std::vector<std::size_t> one(labels.size(), 0);
  std::vector<int> first(units.ids.size(), -1);
  std::vector<bool> several(units.ids.size(), false);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    int& label = first[units.of_epoch[i]];
    if (label >= 0 && label != labels[i]) several[units.of_epoch[i]] = true;
    label = labels[i];
  }
  return std::ranges::count(several, false) == 0 ? units.of_epoch : one;
}

// Mean recall of the classes among epochs with a label.
double balanced_accuracy(std::span<const int> labels, std::span<const int> predicted, std::size_t n_classes) {
  std::vector<double> hits(n_classes, 0.0), counts(n_classes, 0.0);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] < 0) continue;
    const auto c = static_cast<std::size_t>(labels[i]);
    counts[c] += 1;
    hits[c] += predicted[i] == labels[i] ? 1 : 0;
  }
  double sum = 0, n_present = 0;
  for (std::size_t c = 0; c < n_classes; ++c) {
    if (counts[c] == 0) continue;
    sum += hits[c] / counts[c];
    n_present += 1;
  }
  return n_present > 0 ? sum / n_present : 0;
}

// For epoch i the label of epoch i - shift of the same recording; -1 if there is none.
std::vector<int> shifted(std::span<const int> labels, std::span<const EpochPlace> places, int shift) {
  std::vector<int> result(labels.size(), -1);
  const auto n = static_cast<std::ptrdiff_t>(labels.size());
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const std::ptrdiff_t from = i - shift;
    if (from < 0 || from >= n) continue;
    const auto to = static_cast<std::size_t>(i), source = static_cast<std::size_t>(from);
    if (places[source].file == places[to].file && places[source].subject == places[to].subject)
      result[to] = labels[source];
  }
  return result;
}

// z score of McNemar's test: epochs that are right only with the second labels against those right only with the first.
double advantage(std::span<const int> first, std::span<const int> first_predicted, std::span<const int> second,
                 std::span<const int> second_predicted) {
  double won = 0, lost = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (first[i] < 0 || second[i] < 0) continue;
    const bool before = first[i] == first_predicted[i], after = second[i] == second_predicted[i];
    won += after && !before ? 1 : 0;
    lost += before && !after ? 1 : 0;
  }
  return won + lost > 0 ? (won - lost) / std::sqrt(won + lost) : 0;
}

std::string shift_message(int shift, double before, double after) {
  const int places = std::abs(shift);
  return "The labels fit the signals better when each is given to the epoch " + std::to_string(places) +
         (places == 1 ? " place " : " places ") + (shift > 0 ? "later" : "earlier") + " (" + whole_percent(after) +
         " right instead of " + whole_percent(before) + " by a linear classifier of log power): they may be shifted";
}

void audit_shift(const PowerClassifier& classifier, std::span<const int> labels, std::size_t n_classes,
                 std::span<const EpochPlace> places, std::vector<AuditFinding>& findings) {
  const std::vector<int> predicted = classifier.predict(labels, n_classes);
  const double before = balanced_accuracy(labels, predicted, n_classes);
  const double chance = 1 / static_cast<double>(n_classes), n = static_cast<double>(labels.size());
  int best = 0;
  double best_accuracy = before;
  for (int shift = -kLargestShift; shift <= kLargestShift; ++shift) {
    if (shift == 0) continue;
    const std::vector<int> other = shifted(labels, places, shift);
    const std::vector<int> other_predicted = classifier.predict(other, n_classes);
    const double accuracy = balanced_accuracy(other, other_predicted, n_classes);
    const bool clear = accuracy >= before + kGain && 1 - accuracy <= kErrorShare * (1 - std::max(before, chance)) &&
                       accuracy >= chance + kClear * std::sqrt(chance * (1 - chance) / n) &&
                       advantage(labels, predicted, other, other_predicted) >= kClear;
    if (!clear || accuracy <= best_accuracy) continue;
    best = shift;
    best_accuracy = accuracy;
  }
  if (best != 0)
    findings.push_back({"AUDIT_SHIFTED", false, shift_message(best, before, best_accuracy), labels.size()});
}

// For the epochs of one unit and two classes: how many were predicted as their own class and how many as the other.
struct Confusion {
  double own[2] = {}, exchanged[2] = {};
  double n_own() const { return own[0] + own[1]; }
  double n_exchanged() const { return exchanged[0] + exchanged[1]; }
  double share() const { return n_exchanged() > 0 ? n_exchanged() / (n_own() + n_exchanged()) : 0; }
  double clearness() const {
    return n_exchanged() > 0 ? (n_exchanged() - n_own()) / std::sqrt(n_own() + n_exchanged()) : 0;
  }
  // A unit of which all epochs are predicted as one class is unusual, but not exchanged.
  bool both() const { return exchanged[0] > own[0] && exchanged[1] > own[1]; }
};

struct Exchange {
  std::size_t unit = 0;
  int a = 0, b = 0;
  Confusion confusion;
};

std::vector<Confusion> confusions(const Units& units, std::span<const int> labels, std::span<const int> predicted,
                                  int a, int b) {
  std::vector<Confusion> result(units.ids.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if ((labels[i] != a && labels[i] != b) || (predicted[i] != a && predicted[i] != b)) continue;
    Confusion& unit = result[units.of_epoch[i]];
    (predicted[i] == labels[i] ? unit.own : unit.exchanged)[labels[i] == a ? 0 : 1] += 1;
  }
  return result;
}

// A value that half of the other units reach.
double others_right(std::span<const Confusion> all, std::size_t unit) {
  std::vector<double> shares;
  for (std::size_t u = 0; u < all.size(); ++u) {
    if (u != unit && all[u].n_own() + all[u].n_exchanged() > 0) shares.push_back(1 - all[u].share());
  }
  if (shares.empty()) return 0;
  std::ranges::sort(shares);
  return shares[(shares.size() - 1) / 2];
}

// The unit and the two classes with the clearest contradiction to the labels of the other units.
Exchange clearest_exchange(const Units& units, std::span<const int> labels, std::span<const int> predicted,
                           int n_classes) {
  Exchange best;
  for (int a = 0; a < n_classes; ++a) {
    for (int b = a + 1; b < n_classes; ++b) {
      const std::vector<Confusion> all = confusions(units, labels, predicted, a, b);
      for (std::size_t u = 0; u < all.size(); ++u) {
        const bool clear = all[u].clearness() >= kClear && all[u].share() >= kMostlySwapped && all[u].both() &&
                           others_right(all, u) >= kOthersRight;
        if (clear && all[u].clearness() > best.confusion.clearness()) best = {u, a, b, all[u]};
      }
    }
  }
  return best;
}

void apply(const Exchange& exchange, const Units& units, std::vector<int>& labels) {
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (units.of_epoch[i] != exchange.unit) continue;
    if (labels[i] == exchange.a || labels[i] == exchange.b) labels[i] = exchange.a + exchange.b - labels[i];
  }
}

// Finds one exchange after the other, because correcting one improves the classifier for the next. Minorities are
// reported as wrong.
void audit_exchange(const PowerClassifier& classifier, std::span<const int> given, std::size_t n_classes,
                    const Units& units, std::vector<AuditFinding>& findings) {
  if (units.ids.size() < kFewestToCompare) return;
  std::vector<int> labels(given.begin(), given.end());
  std::vector<Exchange> exchanges;
  while (2 * exchanges.size() < units.ids.size()) {
    const std::vector<int> predicted = classifier.predict(labels, n_classes);
    const Exchange next = clearest_exchange(units, labels, predicted, static_cast<int>(n_classes));
    if (next.confusion.n_exchanged() == 0) break;
    apply(next, units, labels);
    const bool back = std::ranges::any_of(exchanges, [&](const Exchange& e) { return e.unit == next.unit; });
    if (back) return;  // the search returns to labels it has had: undecidable
    exchanges.push_back(next);
  }
  if (2 * exchanges.size() >= units.ids.size()) return;
  for (const Exchange& e : exchanges) {
    findings.push_back({"AUDIT_SWAPPED", false,
                        std::string("The labels of ") + units.word + " " + std::to_string(units.ids[e.unit]) +
                            " fit those of the others better with classes " + std::to_string(e.a) + " and " +
                            std::to_string(e.b) + " exchanged (" + whole_percent(e.confusion.share()) +
                            " right instead of " + whole_percent(1 - e.confusion.share()) +
                            " by a linear classifier of log power)",
                        static_cast<std::size_t>(std::ranges::count(units.of_epoch, e.unit))});
  }
}

bool enough(std::span<const int> labels, std::size_t n_classes) {
  std::size_t n_present = 0;
  for (std::size_t c = 0; c < n_classes; ++c) {
    const auto n = static_cast<std::size_t>(std::ranges::count(labels, static_cast<int>(c)));
    if (n > 0 && n < kFewestOfClass) return false;
    n_present += n > 0 ? 1 : 0;
  }
  return labels.size() >= kFewestEpochs && n_present >= 2;
}

}  // namespace

std::vector<AuditFinding> audit_label_fit(ConstTensor3 x, std::span<const int> labels, std::size_t n_classes,
                                          std::span<const EpochPlace> places) {
  const std::size_t n = std::min(x.d0, kMostEpochs);
  std::vector<AuditFinding> findings;
  labels = labels.first(n);
  places = places.first(n);
  if (x.d2 < 8 || !enough(labels, n_classes)) return findings;
  const Units units = units_of(places);
  FeatureRows features = power_features(x.slice(0, n));
  standardize_within(features, scales_of(units, labels));
  const PowerClassifier classifier(std::move(features), folds_of(units));
  audit_shift(classifier, labels, n_classes, places, findings);
  // Exchanges are only searched among labels that are not shifted.
  if (findings.empty()) audit_exchange(classifier, labels, n_classes, units, findings);
  return findings;
}

}  // namespace eegate
