// Detects labels that are shifted by some epochs, or of which two classes are exchanged for one subject, as by a wrong
// offset, the event list of another run, or confused event codes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/tensor.h"
#include "train/label_audit.h"
#include "train/splits.h"

namespace eegate {

// x [n, C, T] uV in the order of recording, labels 0 ... n_classes - 1, places with subject and file. A linear
// classifier of log band power, cross-validated over subjects (over recordings, or segments of time, if there are fewer
// than three), is compared for the given labels and for altered ones. A finding needs a classifier that works and a
// clear difference, so the absence of findings proves nothing: effects that are not in the power, and labels in strict
// alternation, are not detected.
//   AUDIT_SHIFTED  the labels fit better if each is moved to the epoch one to three places before or after it
//   AUDIT_SWAPPED  the labels of one subject (recording), of at least four, agree better with those of the others if
//   two
//                  classes are exchanged
// Only the first 4000 epochs are examined.
std::vector<AuditFinding> audit_label_fit(ConstTensor3 x, std::span<const int> labels, std::size_t n_classes,
                                          std::span<const EpochPlace> places);

}  // namespace eegate
