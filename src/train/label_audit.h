// What may be wrong with labels and splits before any training: found by counting, told in words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "train/splits.h"

namespace eegate {

struct AuditFinding {
  std::string_view code;     // AUDIT_*
  bool is_error = false;     // training on it would mean nothing; else a warning
  std::string message;       // one sentence, no final full stop
  std::size_t n_epochs = 0;  // how many are concerned; 0 if that says nothing
};

// Labels 0 ... n_classes - 1 of all epochs and where they come from; sets are those of the split.
//   AUDIT_ONE_CLASS (error)      the training set holds one class only
//   AUDIT_CLASS_MISSING          a class of the model has no epoch in a set
//   AUDIT_IMBALANCE              the most frequent class of the training set has over twice as many epochs as the
//   rarest AUDIT_ONE_SUBJECT            all epochs come from one person AUDIT_SUBJECT_IN_TWO_SETS    a person's epochs
//   are in two sets: the result says nothing about new people AUDIT_OVERLAP (error)        epochs of different sets
//   share samples AUDIT_DUPLICATE              epochs cover the same samples under different labels
std::vector<AuditFinding> audit_labels(std::span<const int> labels, std::size_t n_classes,
                                       std::span<const EpochPlace> places, const Split& split);

}  // namespace eegate
