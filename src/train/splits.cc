#include "train/splits.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "base/rng.h"
#include "base/sort.h"
#include "files/json.h"

namespace eegate {
namespace {

using Ids = std::vector<std::int32_t>;

Error split_error(std::string message, std::string found, std::string expected, std::string hint = {}) {
  return Error{.code = "TRAIN_SPLIT",
               .message = std::move(message),
               .field = "split",
               .found = std::move(found),
               .expected = std::move(expected),
               .hint = std::move(hint)};
}

std::int32_t group_of(const EpochPlace& place, GroupBy by) {
  return by == GroupBy::kSubject ? place.subject : place.file;
}

const char* plural(GroupBy by) { return by == GroupBy::kSubject ? "subjects" : "files"; }

Ids sorted_part(const Ids& ids, std::size_t first, std::size_t n) {
  const auto begin = ids.begin() + static_cast<std::ptrdiff_t>(first);
  Ids part(begin, begin + static_cast<std::ptrdiff_t>(n));
  sort_stable(part);
  return part;
}

// Assigns every epoch to the set of its group; groups that are in neither list are training.
Split split_by(std::span<const EpochPlace> places, GroupBy by, Ids validation, Ids test) {
  Split split;
  for (const std::int32_t id : groups_in(places, by)) {
    const bool elsewhere =
        std::count(validation.begin(), validation.end(), id) + std::count(test.begin(), test.end(), id) > 0;
    if (!elsewhere) split.train.groups.push_back(id);
  }
  split.validation.groups = std::move(validation);
  split.test.groups = std::move(test);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (SplitSet* set : {&split.train, &split.validation, &split.test}) {
      if (std::binary_search(set->groups.begin(), set->groups.end(), group_of(places[i], by))) {
        set->epochs.push_back(static_cast<std::uint32_t>(i));
      }
    }
  }
  return split;
}

// Cuts the epochs of one recording, in order of time, into three sets, which share no samples.
void cut_recording(std::span<const EpochPlace> places, std::vector<std::uint32_t> epochs, Split& split) {
  const auto by_time = [&](std::uint32_t a, std::uint32_t b) { return places[a].onset_s < places[b].onset_s; };
  sort_stable(epochs, by_time);
  const std::size_t n = epochs.size(), first_validation = n * 70 / 100, first_test = n * 85 / 100;
  const std::span<const std::uint32_t> all(epochs);
  const auto add = [&](SplitSet& set, std::size_t first, std::size_t end) {
    std::vector<std::uint32_t> own(epochs.begin() + static_cast<std::ptrdiff_t>(first),
                                   epochs.begin() + static_cast<std::ptrdiff_t>(end));
    split.n_dropped += drop_overlapping(places, own, all.subspan(end));
    set.epochs.insert(set.epochs.end(), own.begin(), own.end());
  };
  add(split.train, 0, first_validation);
  add(split.validation, first_validation, first_test);
  add(split.test, first_test, n);
}

std::set<int> labels_in(const SplitSet& set, std::span<const int> labels) {
  std::set<int> found;
  for (const std::uint32_t epoch : set.epochs) found.insert(labels[epoch]);
  return found;
}

// The number of n that is nearest to the share, at least one and at most n - 1.
std::size_t share_of(std::size_t n, double share) {
  const auto wanted = static_cast<std::size_t>(std::llround(share * static_cast<double>(n)));
  return std::clamp<std::size_t>(wanted, 1, n - 1);
}

// The validation epochs of one recording: the last ones of every label.
void cut_last(std::span<const EpochPlace> places, std::span<const int> labels, std::vector<std::uint32_t> epochs,
              double share, Split& split) {
  sort_stable(epochs, [&](std::uint32_t a, std::uint32_t b) { return places[a].onset_s < places[b].onset_s; });
  std::map<int, std::size_t> n_left;  // for every label the number of epochs that are not validation
  for (const std::uint32_t epoch : epochs) ++n_left[labels[epoch]];
  for (auto& [label, n] : n_left) n -= n < 2 ? 0 : share_of(n, share);
  std::vector<std::uint32_t> train, validation;
  for (const std::uint32_t epoch : epochs) {
    std::size_t& left = n_left[labels[epoch]];
    (left > 0 ? train : validation).push_back(epoch);
    left -= left > 0 ? 1 : 0;
  }
  split.n_dropped += drop_overlapping(places, train, validation);
  split.train.epochs.insert(split.train.epochs.end(), train.begin(), train.end());
  split.validation.epochs.insert(split.validation.epochs.end(), validation.begin(), validation.end());
}

std::map<std::int32_t, std::vector<std::uint32_t>> epochs_by_file(std::span<const EpochPlace> places) {
  std::map<std::int32_t, std::vector<std::uint32_t>> files;
  for (std::size_t i = 0; i < places.size(); ++i) files[places[i].file].push_back(static_cast<std::uint32_t>(i));
  return files;
}

// An integer below a bound as numpy draws it: masked bits, repeated until they are in range.
std::uint32_t at_most(std::mt19937& bits, std::uint32_t highest) {
  const std::uint32_t mask = std::bit_ceil(highest + 1) - 1;
  for (;;) {
    const auto value = static_cast<std::uint32_t>(bits()) & mask;
    if (value <= highest) return value;
  }
}

// numpy.random.RandomState.shuffle.
void shuffle(std::mt19937& bits, std::vector<std::size_t>& values) {
  for (std::size_t i = values.size(); i-- > 1;)
    std::swap(values[i], values[at_most(bits, static_cast<std::uint32_t>(i))]);
}

}  // namespace

std::vector<Fold> folds_by_number(std::span<const std::size_t> fold_of_epoch, std::size_t n_folds) {
  std::vector<Fold> folds(n_folds);
  for (std::size_t f = 0; f < n_folds; ++f) {
    for (std::size_t i = 0; i < fold_of_epoch.size(); ++i)
      (fold_of_epoch[i] == f ? folds[f].test : folds[f].train).push_back(static_cast<std::uint32_t>(i));
  }
  return folds;
}

std::vector<std::int32_t> groups_in(std::span<const EpochPlace> places, GroupBy by) {
  std::set<std::int32_t> ids;
  for (const EpochPlace& place : places) ids.insert(group_of(place, by));
  return {ids.begin(), ids.end()};
}

std::vector<std::int32_t> shuffled_groups(std::vector<std::int32_t> ids, std::uint64_t seed) {
  const Rng rng(seed, "split");
  for (std::size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[static_cast<std::size_t>(rng.bits(i) % i)]);
  return ids;
}

std::size_t drop_overlapping(std::span<const EpochPlace> places, std::vector<std::uint32_t>& epochs,
                             std::span<const std::uint32_t> others) {
  std::vector<std::uint32_t> sorted(others.begin(), others.end());
  sort_stable(sorted, [&](std::uint32_t a, std::uint32_t b) {
    return std::tie(places[a].file, places[a].onset_s) < std::tie(places[b].file, places[b].onset_s);
  });
  double longest_s = 0;
  for (const std::uint32_t other : others) longest_s = std::max(longest_s, places[other].duration_s);
  return std::erase_if(epochs, [&](std::uint32_t epoch) {
    const EpochPlace& own = places[epoch];
    const double from_s = own.onset_s + 1e-9, to_s = own.onset_s + own.duration_s - 1e-9;
    const auto is_before = [&](std::uint32_t other) {
      return std::pair(places[other].file, places[other].onset_s + longest_s) <= std::pair(own.file, from_s);
    };
    for (auto other = std::ranges::partition_point(sorted, is_before); other != sorted.end(); ++other) {
      const EpochPlace& place = places[*other];
      if (place.file != own.file || place.onset_s >= to_s) return false;
      if (place.onset_s + place.duration_s > from_s) return true;
    }
    return false;
  });
}

bool both_hold_all(const Split& split, std::span<const int> labels) {
  const std::set<int> all(labels.begin(), labels.end());
  return labels_in(split.train, labels) == all && labels_in(split.validation, labels) == all;
}

Result<Split> split_off_groups(std::span<const EpochPlace> places, std::span<const int> labels, GroupBy by,
                               double share, std::uint64_t seed, std::span<const std::int32_t> from) {
  Ids ids = shuffled_groups(groups_in(places, by), seed);
  const std::size_t n_all = ids.size();
  if (n_all < 2) {
    return split_error(std::string("There are too few ") + plural(by) + " to train and validate on different ones",
                       std::to_string(n_all), "2 or more");
  }
  if (!from.empty()) std::erase_if(ids, [&](std::int32_t id) { return std::ranges::find(from, id) == from.end(); });
  const std::size_t n = std::min(share_of(n_all, share), ids.size());
  const auto drawn = [&] {
    Split split = split_by(places, by, sorted_part(ids, 0, n), {});
    split.rule = std::to_string(n) + " of " + std::to_string(n_all) + " " + plural(by);
    split.seed = seed;
    return split;
  };
  const Split first = drawn();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Split split = drawn();
    if (both_hold_all(split, labels)) return split;
    std::ranges::rotate(ids, ids.begin() + 1);
  }
  return first;
}

Result<Split> split_off_blocks(std::span<const EpochPlace> places, std::span<const int> labels, double share) {
  Split split;
  split.rule = kBlockRule;
  for (auto& [file, epochs] : epochs_by_file(places)) cut_last(places, labels, std::move(epochs), share, split);
  for (SplitSet* set : {&split.train, &split.validation}) {
    sort_stable(set->epochs);
    if (set->epochs.empty()) {
      return split_error("The recordings are too short to be cut into two parts",
                         std::to_string(places.size()) + " epochs", "at least 2 epochs of one label in one recording");
    }
  }
  return split;
}

Result<Split> split_groups(std::span<const EpochPlace> places, GroupBy by, std::uint64_t seed,
                           const std::array<std::size_t, 3>& ratio, std::size_t turn) {
  Ids ids = shuffled_groups(groups_in(places, by), seed);
  const auto share = [&](std::size_t part) {
    return std::max<std::size_t>(1, ids.size() * part / (ratio[0] + ratio[1] + ratio[2]));
  };
  const std::size_t n_validation = share(ratio[1]), n_test = share(ratio[2]);
  if (ids.size() < 3 || n_validation + n_test >= ids.size()) {
    return split_error(
        std::string("There are too few ") + plural(by) + " to train, validate and test on different ones",
        std::to_string(ids.size()), "3 or more",
        "With one person, split by runs or by blocks of time, and say that the result holds for this person alone.");
  }
  std::ranges::rotate(ids, ids.begin() + static_cast<std::ptrdiff_t>(turn % ids.size()));
  Split split = split_by(places, by, sorted_part(ids, n_test, n_validation), sorted_part(ids, 0, n_test));
  split.rule = std::string(plural(by)) + " 4:1:1";
  split.seed = seed;
  return split;
}

Result<std::vector<Split>> split_folds(std::span<const EpochPlace> places, GroupBy by, std::size_t k,
                                       std::uint64_t seed) {
  const Ids ids = shuffled_groups(groups_in(places, by), seed);
  if (k < 3 || ids.size() < k) {
    return split_error(std::string("There are too few ") + plural(by) + " for so many folds",
                       std::to_string(ids.size()), std::to_string(std::max<std::size_t>(k, 3)) + " or more");
  }
  const auto fold = [&](std::size_t f) {
    return sorted_part(ids, f * ids.size() / k, (f + 1) * ids.size() / k - f * ids.size() / k);
  };
  std::vector<Split> splits;
  for (std::size_t f = 0; f < k; ++f) {
    splits.push_back(split_by(places, by, fold((f + 1) % k), fold(f)));
    splits.back().rule = std::to_string(k) + "-fold by " + (by == GroupBy::kSubject ? "subject" : "file") + ", fold " +
                         std::to_string(f);
    splits.back().seed = seed;
  }
  return splits;
}

Result<Split> split_named(std::span<const EpochPlace> places, GroupBy by, std::span<const std::int32_t> validation,
                          std::span<const std::int32_t> test) {
  const Ids known = groups_in(places, by);
  std::set<std::int32_t> named;
  for (const auto& list : {validation, test}) {
    for (const std::int32_t id : list) {
      if (!named.insert(id).second) return split_error("A group is named twice", std::to_string(id), "each in one set");
      if (!std::binary_search(known.begin(), known.end(), id)) {
        return split_error("A group is named that has no epoch", std::to_string(id),
                           std::string("one of the ") + plural(by));
      }
    }
  }
  if (named.size() == known.size()) return split_error("Nothing is left to train on", "0", "1 or more");
  Split split = split_by(places, by, sorted_part({validation.begin(), validation.end()}, 0, validation.size()),
                         sorted_part({test.begin(), test.end()}, 0, test.size()));
  split.rule = std::string(plural(by)) + " by name";
  return split;
}

Result<Split> split_blocks(std::span<const EpochPlace> places) {
  Split split;
  split.rule = "blocks of time 70:15:15 in each recording";
  for (auto& [file, epochs] : epochs_by_file(places)) cut_recording(places, std::move(epochs), split);
  for (SplitSet* set : {&split.train, &split.validation, &split.test}) {
    sort_stable(set->epochs);
    if (set->epochs.empty()) {
      return split_error("The recordings are too short to be cut into three parts",
                         std::to_string(places.size()) + " epochs", "at least 7 epochs in one recording");
    }
  }
  return split;
}

Result<> check_disjoint(const Split& split, std::span<const EpochPlace> places) {
  std::set<std::uint32_t> epochs;
  std::set<std::int32_t> groups;
  for (const SplitSet* set : {&split.train, &split.validation, &split.test}) {
    for (const std::uint32_t epoch : set->epochs) {
      if (epoch >= places.size()) {
        return split_error("The split names an epoch that is not there", std::to_string(epoch),
                           "below " + std::to_string(places.size()));
      }
      if (!epochs.insert(epoch).second)
        return split_error("An epoch is in two sets", std::to_string(epoch), "each in one set");
    }
    for (const std::int32_t group : set->groups) {
      if (!groups.insert(group).second)
        return split_error("A group is in two sets", std::to_string(group), "each in one set");
    }
  }
  return {};
}

std::string to_json(const Split& split) {
  JsonWriter out;
  out.begin_object().key("rule").value(split.rule).key("seed").value(split.seed);
  out.key("dropped").value(static_cast<std::uint64_t>(split.n_dropped));
  const auto add = [&](const char* key, const SplitSet& set) {
    out.key(key).begin_array();
    for (const std::int32_t group : set.groups) out.value(static_cast<std::int64_t>(group));
    if (set.groups.empty()) {
      for (const std::uint32_t epoch : set.epochs) out.value(static_cast<std::uint64_t>(epoch));
    }
    out.end_array();
  };
  add("train", split.train);
  add("validation", split.validation);
  add("test", split.test);
  out.end_object();
  return out.take();
}

std::vector<std::size_t> stratified_folds(std::span<const int> labels, std::size_t n_folds, std::uint32_t seed) {
  // Classes in the order in which they first occur.
  std::vector<int> classes;
  for (const int label : labels) {
    if (std::ranges::find(classes, label) == classes.end()) classes.push_back(label);
  }
  std::vector<std::size_t> sorted;
  for (std::size_t k = 0; k < classes.size(); ++k)
    sorted.insert(sorted.end(), static_cast<std::size_t>(std::ranges::count(labels, classes[k])), k);
  std::mt19937 bits(seed);
  std::vector<std::size_t> fold_of(labels.size());
  for (std::size_t k = 0; k < classes.size(); ++k) {
    // Fold i gets as many of the class as there are among every n-th trial from the i-th on, sorted by class.
    std::vector<std::size_t> folds;
    for (std::size_t fold = 0; fold < n_folds; ++fold) {
      for (std::size_t i = fold; i < sorted.size(); i += n_folds) {
        if (sorted[i] == k) folds.push_back(fold);
      }
    }
    shuffle(bits, folds);
    std::size_t next = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] == classes[k]) fold_of[i] = folds[next++];
    }
  }
  return fold_of;
}

}  // namespace eegate
