// Labels that would fit the signals better if they were moved by an epoch or two, or if two classes were exchanged for
// one person: what a wrong offset, an event list of another run, or a mixed-up code book leaves behind.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/tensor.h"
#include "train/label_audit.h"
#include "train/splits.h"

namespace eegate {

// x [n, C, T] uV in the order in which it was recorded, labels 0 ... n_classes - 1, places with subject and file. A
// linear classifier of log powers judges each epoch from those of other people (of other recordings, of other stretches
// of time, where there are fewer than three) with the labels as they are and as they might be meant. It speaks up only
// where it works and the difference is clear, so silence proves nothing: signals that it cannot read, and labels in
// strict turn, pass unnoticed.
//   AUDIT_SHIFTED    labels fit better when each is given to the epoch one to three places before or after it
//   AUDIT_SWAPPED    the labels of a person (of a recording), of four or more, fit the others' better with two classes
//                    exchanged
// At most the first 4000 epochs are looked at.
std::vector<AuditFinding> audit_label_fit(ConstTensor3 x, std::span<const int> labels, std::size_t n_classes,
                                          std::span<const EpochPlace> places);

}  // namespace eegate
