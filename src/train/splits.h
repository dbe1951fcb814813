// Which epochs train, which choose the best moment, and which judge at the end (docs/EXPERIMENTS.md, "Splits").
// Neighbouring epochs of one recording resemble each other: a random split would test on what it has nearly seen, so
// there is none here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace eegate {

// Where an epoch comes from.
struct EpochPlace {
  std::int32_t subject = 0;
  std::int32_t file = 0;
  double onset_s = 0, duration_s = 0;
};

// One part of a split: indices of epochs, ascending, and the subjects or files they are made of (empty for blocks).
struct SplitSet {
  std::vector<std::uint32_t> epochs;
  std::vector<std::int32_t> groups;
};

struct Split {
  SplitSet train, validation, test;
  std::string rule;  // "subjects 4:1:1", "5-fold by subject", ...: for the result file
  std::uint64_t seed = 0;
  std::size_t n_dropped = 0;  // epochs left out because they overlap the next part
};

// What the split keeps together: all epochs of a person, or of a recording.
enum class GroupBy { kSubject, kFile };

// Groups sorted, shuffled with the seed; test = the first n/6, validation = the next n/6, training the rest (each at
// least one). Error TRAIN_SPLIT with fewer than three groups.
Result<Split> split_groups(std::span<const EpochPlace> places, GroupBy by, std::uint64_t seed);

// k splits; each group is in the test set once. Validation is the fold after the test fold, or empty for two folds.
// Error TRAIN_SPLIT with fewer than k groups or k < 2.
Result<std::vector<Split>> split_folds(std::span<const EpochPlace> places, GroupBy by, std::size_t k,
                                       std::uint64_t seed);

// Named files or subjects: the rest trains. Error TRAIN_SPLIT if a name is in both lists or in no epoch, or nothing is
// left.
Result<Split> split_named(std::span<const EpochPlace> places, GroupBy by, std::span<const std::int32_t> validation,
                          std::span<const std::int32_t> test);

// Within each recording by time: first 70 % train, next 15 % validate, last 15 % test. Epochs that overlap the
// following part are dropped and counted. Error TRAIN_SPLIT if a part stays empty.
Result<Split> split_blocks(std::span<const EpochPlace> places);

// Two parts, where nothing is tested at the end: about `share` (0 to 1) of the data, at least one group, becomes
// validation. Groups are drawn with the seed; the first draw after which both parts hold every class is taken, if there
// is one. Error TRAIN_SPLIT with fewer than two groups.
Result<Split> split_off_groups(std::span<const EpochPlace> places, std::span<const int> labels, GroupBy by,
                               double share, std::uint64_t seed);

// The last epochs of every recording and label become validation. Training epochs that share time with one of them are
// dropped and counted. Error TRAIN_SPLIT if a part stays empty.
Result<Split> split_off_blocks(std::span<const EpochPlace> places, std::span<const int> labels, double share);

// Whether every label that occurs is both in training and in validation.
bool both_hold_all(const Split& split, std::span<const int> labels);

// Error TRAIN_SPLIT if an epoch is in two sets or twice in one, or, with groups, if a group is in two sets.
Result<> check_disjoint(const Split& split, std::span<const EpochPlace> places);

// {"rule":...,"seed":...,"train":[groups or epochs],"validation":...,"test":...}: stored with every result.
std::string to_json(const Split& split);

}  // namespace eegate
