// Dense layers, out = x W^T + b, computed by PackedMatrix or, in builds with -DEEGATE_XNNPACK=ON, by XNNPACK. Both are
// used with pack() once, then matmul().
#pragma once

#ifdef EEGATE_XNNPACK
#include "kernels/xnnpack_dense.h"
#else
#include "kernels/matmul.h"
#endif

namespace eegate {

#ifdef EEGATE_XNNPACK
using PackedDense = XnnpackDense;
#else
using PackedDense = PackedMatrix;
#endif

}  // namespace eegate
