// The dense layers of a network, out = x W^T + b: on our own product, or on XNNPACK's where the build has it
// (-DEEGATE_XNNPACK=ON). Both are used alike: pack() once, then matmul().
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
