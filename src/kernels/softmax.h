// Softmax over the last axis.
#pragma once

#include "base/tensor.h"

namespace eegate {

// Each row: x = e^(x - max) / sum. A row of nothing but -infinity becomes zeros.
void softmax_rows(Matrix x);

}  // namespace eegate
