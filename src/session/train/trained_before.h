// Whose data the earlier training of a model used that is trained further, by the names in its card.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "train/splits.h"

namespace eegate {

class TrainedBefore {
 public:
  TrainedBefore() = default;
  // `train_json` of a model file, with earlier trainings under `before`; text that is no such JSON names nobody.
  // `by_block`: the new training sets the last epochs of each recording aside, as an earlier one may have done.
  explicit TrainedBefore(std::string_view train_json, bool by_block = false);

  // Whether an earlier training may have learned from this subject or recording: it names one of them, and did not set
  // it aside for validation. An empty name is nobody's. A name need not mean the same person in two data sets.
  bool knows(std::string_view subject, std::string_view file = {}) const;
  bool names_nobody() const;

 private:
  struct Training {
    std::set<std::string, std::less<>> used, set_aside;
  };
  std::vector<Training> trainings_;
};

// The numbers that occur, as a card has them.
std::vector<std::string> names_of_subjects(std::span<const std::int32_t> subjects);

// The groups of which no epoch is known, which validation should be drawn from; none where all or none are so.
std::vector<std::int32_t> unknown_groups(std::span<const EpochPlace> places, GroupBy by,
                                         const std::vector<bool>& is_known);

// AUDIT_TRAINED_BEFORE where known epochs (or what else these numbers mean) are among those that judge.
std::optional<Warning> trained_before(const std::vector<bool>& is_known, std::span<const std::uint32_t> judging,
                                      std::string_view one = "epoch", std::string_view many = "epochs");
// Where all epochs judge in turn.
std::optional<Warning> trained_before(const std::vector<bool>& is_known);
bool warns_of_training_before(const Warnings& warnings);
// The sentence of the card then.
inline constexpr std::string_view kTrainedBefore =
    "The figures come from subjects that the earlier model may have been trained on, by its card: they are no test.";

}  // namespace eegate
