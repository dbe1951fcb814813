// What is wanted of one encoder block beside its output: copies of its steps, parts switched off.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/tensor.h"
#include "model/ablation.h"
#include "model/forward_trace.h"

namespace eegate {

struct BlockView {
  std::vector<float>* probabilities = nullptr;  // receives [B, m, N, N]
  BlockTrace* trace = nullptr;                  // receives its steps; of one trial
  const BlockAblation* ablation = nullptr;
  std::size_t longest_map = 0;
  std::optional<std::size_t> query = {};

  // The block as it is, nothing kept of its inside.
  bool is_plain() const { return trace == nullptr && ablation == nullptr; }
  Forced attention() const { return ablation == nullptr ? Forced::kNot : ablation->attention; }
  Forced feed_forward() const { return ablation == nullptr ? Forced::kNot : ablation->feed_forward; }
};

// A copy of m, row after row.
inline std::vector<float> values_of(ConstMatrix m) {
  std::vector<float> values(m.rows * m.cols);
  for (std::size_t i = 0; i < m.rows; ++i) std::copy_n(m.data + i * m.stride, m.cols, values.data() + i * m.cols);
  return values;
}

}  // namespace eegate
