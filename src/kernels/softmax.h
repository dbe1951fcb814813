#pragma once

#include "base/tensor.h"

namespace eegate {

// Replaces each row of x [rows, n] by its softmax e^(x - max) / sum. A row in which all values are -infinity becomes
// zeros.
void softmax_rows(Matrix x);

}  // namespace eegate
