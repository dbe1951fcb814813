// The splits that a plan asks for, on whatever subjects and groups there are.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/trials.h"

namespace eegate {

struct NamedSplit {
  std::string name;
  Split split;
  std::optional<std::int32_t> subject;  // of splits within one subject
};

// No subject or group is in two sets. Subjects that a rule within subjects cannot divide are left out, with a warning.
// Errors: TRAIN_SPLIT.
Result<std::vector<NamedSplit>> make_splits(const PlanSplits& rule, const TrialTable& table, Warnings& warnings);

}  // namespace eegate
