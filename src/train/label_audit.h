// Checks of labels and splits before training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "train/splits.h"

namespace eegate {

struct AuditFinding {
  std::string_view code;     // AUDIT_*
  bool is_error = false;     // training would be meaningless; false: a warning
  std::string message;       // one sentence without final full stop
  std::size_t n_epochs = 0;  // number of epochs concerned; 0 if not applicable
};

// Labels 0 ... n_classes - 1 and origin of all epochs.
//   AUDIT_ONE_CLASS (error)    the training set has one class only
//   AUDIT_CLASS_MISSING        a class has no epoch in one of the sets
//   AUDIT_IMBALANCE            in the training set one class has more than twice as many epochs as another
//   AUDIT_ONE_SUBJECT          all epochs are of one subject
//   AUDIT_SUBJECT_IN_TWO_SETS  epochs of one subject are in two sets: results do not apply to new subjects
//   AUDIT_OVERLAP (error)      epochs of different sets share samples
//   AUDIT_DUPLICATE            epochs cover the same samples with different labels
std::vector<AuditFinding> audit_labels(std::span<const int> labels, std::size_t n_classes,
                                       std::span<const EpochPlace> places, const Split& split);

// For a model that recentres the trials of each group: AUDIT_RECENTRED if groups have trials of one class only, whose
// mean is what the others are told apart by.
std::optional<AuditFinding> audit_recentring(std::span<const int> labels, std::span<const std::int32_t> groups);

}  // namespace eegate
