// Splits of signal epochs into training, validation and test set (docs/EXPERIMENTS.md, "Splits"). Neighbouring epochs
// of a recording are similar, so that a random split would leak test data into training: there is none here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate {

// Origin of an epoch.
struct EpochPlace {
  std::int32_t subject = 0;
  std::int32_t file = 0;
  double onset_s = 0, duration_s = 0;
};

// One set of a split: ascending indices of epochs, and the subjects or files that they come from (empty for blocks).
struct SplitSet {
  std::vector<std::uint32_t> epochs;
  std::vector<std::int32_t> groups;
};

struct Split {
  SplitSet train, validation, test;
  std::string rule;  // "subjects 4:1:1", "5-fold by subject", ...; recorded in results
  std::uint64_t seed = 0;
  std::size_t n_dropped = 0;  // epochs left out because they overlap the next part
};

// Epochs to learn from, and those that are judged by what was learned.
struct Fold {
  std::vector<std::uint32_t> train, test;
};
// Fold 0, 1, ... of cross-validation, from the number of the fold that tests each epoch.
std::vector<Fold> folds_by_number(std::span<const std::size_t> fold_of_epoch, std::size_t n_folds);

// The groups that a split does not divide: all epochs of a subject, or of a recording.
enum class GroupBy { kSubject, kFile };
// Those that occur, ascending; and in the order in which a seed draws them.
std::vector<std::int32_t> groups_in(std::span<const EpochPlace> places, GroupBy by);
std::vector<std::int32_t> shuffled_groups(std::vector<std::int32_t> ids, std::uint64_t seed);

// Groups are sorted, shuffled with the seed and rotated by `turn` places; test = the first share of them by the ratio
// of training, validation and test, validation = the next share, training = the rest (each at least one). Error
// TRAIN_SPLIT with fewer than three groups, or none left for training.
Result<Split> split_groups(std::span<const EpochPlace> places, GroupBy by, std::uint64_t seed,
                           const std::array<std::size_t, 3>& ratio = {4, 1, 1}, std::size_t turn = 0);

// k splits; each group is in the test set once. Validation is the fold after the test fold. Error TRAIN_SPLIT with
// fewer than k groups or k < 3.
Result<std::vector<Split>> split_folds(std::span<const EpochPlace> places, GroupBy by, std::size_t k,
                                       std::uint64_t seed);

// Given groups for validation and test; training = the rest. Error TRAIN_SPLIT if a group is in both lists or has no
// epoch, or if none is left for training.
Result<Split> split_named(std::span<const EpochPlace> places, GroupBy by, std::span<const std::int32_t> validation,
                          std::span<const std::int32_t> test);

// Within each recording by time: training = the first 70 %, validation = the next 15 %, test = the last 15 %. Epochs
// that overlap the following set are dropped and counted. Error TRAIN_SPLIT if a set is empty.
Result<Split> split_blocks(std::span<const EpochPlace> places);

// Training and validation without a test set: about `share` (0 to 1) of the data, at least one group, is validation.
// Groups are drawn with the seed; draws are repeated until both sets have every class, if possible. Error TRAIN_SPLIT
// with fewer than two groups. With `from`, only these groups are drawn for validation, however few they are.
Result<Split> split_off_groups(std::span<const EpochPlace> places, std::span<const int> labels, GroupBy by,
                               double share, std::uint64_t seed, std::span<const std::int32_t> from = {});

inline constexpr std::string_view kBlockRule = "the last epochs of every recording and label";
// The same with the last epochs of every recording and label as validation. Training epochs that overlap with them are
// dropped and counted. Error TRAIN_SPLIT if a set is empty.
Result<Split> split_off_blocks(std::span<const EpochPlace> places, std::span<const int> labels, double share);

// Takes out of `epochs` those that share samples with one of `others`, of the same recording, and returns their number.
std::size_t drop_overlapping(std::span<const EpochPlace> places, std::vector<std::uint32_t>& epochs,
                             std::span<const std::uint32_t> others);

// Whether every label that occurs is in both training and validation.
bool both_hold_all(const Split& split, std::span<const int> labels);

// Error TRAIN_SPLIT if an epoch is in two sets or twice in one, or if a group is in two sets.
Result<> check_disjoint(const Split& split, std::span<const EpochPlace> places);

// {"rule":...,"seed":...,"train":[groups or epochs],"validation":...,"test":...}, stored with every result.
std::string to_json(const Split& split);

// sklearn.model_selection.StratifiedKFold(shuffle=True), exactly the same folds; used by the within-session evaluation
// of MOABB.

// The fold of each trial, 0 ... n_folds - 1; `seed` is random_state.
std::vector<std::size_t> stratified_folds(std::span<const int> labels, std::size_t n_folds, std::uint32_t seed);

}  // namespace eegate
