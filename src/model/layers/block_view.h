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

// A copy of m, row after row.
inline std::vector<float> values_of(ConstMatrix m) {
  std::vector<float> values(m.rows * m.cols);
  for (std::size_t i = 0; i < m.rows; ++i) std::copy_n(m.data + i * m.stride, m.cols, values.data() + i * m.cols);
  return values;
}

// What is wanted of a gate.
struct GateView {
  std::vector<float>* openness = nullptr;   // [rows, E]: s of an input gate, else the share of what is new
  std::vector<float>* candidate = nullptr;  // [rows, E]: what a gate with a candidate lets in
  Forced forced = Forced::kNot;
  double weight = 1;  // of a gate that is forced open, 0 to 1
};

// What is wanted of a sub-layer and of what joins it to the stream.
struct BranchView {
  GateView gate;
  std::vector<float>* output = nullptr;  // [rows, E] of the sub-layer, as residual or gate is given it
  bool is_plain = true;
};

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

  void keep(std::vector<float> BlockTrace::* step, ConstMatrix values) const {
    if (trace != nullptr) trace->*step = values_of(values);
  }
  BranchView of_attention() const {
    GateView gate{.forced = attention(), .weight = ablation == nullptr ? 1 : ablation->attention_weight};
    if (trace == nullptr) return {.gate = gate, .is_plain = is_plain()};
    gate.openness = &trace->gate1;
    gate.candidate = &trace->gate1_candidate;
    return {gate, &trace->attention_output, false};
  }
  BranchView of_feed_forward() const {
    GateView gate{.forced = feed_forward(), .weight = ablation == nullptr ? 1 : ablation->feed_forward_weight};
    if (trace == nullptr) return {.gate = gate, .is_plain = is_plain()};
    gate.openness = &trace->gate2;
    gate.candidate = &trace->gate2_candidate;
    return {gate, &trace->ffn_output, false};
  }
};

}  // namespace eegate
