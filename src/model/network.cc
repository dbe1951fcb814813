#include "model/network.h"

#include <algorithm>

namespace eegate {

void ForwardContext::save(ConstMatrix x) const {
  if (tape == nullptr) return;
  const Matrix copy = tape->push(x.rows, x.cols);
  for (std::size_t i = 0; i < x.rows; ++i) std::copy_n(x.data + i * x.stride, x.cols, copy.data + i * copy.stride);
}

}  // namespace eegate
