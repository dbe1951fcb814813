// What a forward pass of one encoder block records and ablates. By default: nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/tensor.h"
#include "model/ablation.h"
#include "model/forward_trace.h"

namespace eegate {

// A contiguous copy of m.
inline std::vector<float> values_of(ConstMatrix m) {
  std::vector<float> values(m.rows * m.cols);
  for (std::size_t i = 0; i < m.rows; ++i) std::copy_n(m.data + i * m.stride, m.cols, values.data() + i * m.cols);
  return values;
}

struct GateView {
  std::vector<float>* openness = nullptr;   // receives [rows, E] the weight of a gate's sigmoid: of the stream for an
                                            // input gate, of the sub-layer's output or candidate for all others
  std::vector<float>* candidate = nullptr;  // receives [rows, E] the candidate of a sigtanh or gru gate
  Forced forced = Forced::kNot;
  double weight = 1;  // 0 to 1, of a gate that is forced open
};

// A sub-layer and the gate or residual that follows it.
struct BranchView {
  GateView gate;
  std::vector<float>* output = nullptr;  // receives [rows, E] the sub-layer's output, before the gate or residual
  bool is_plain = true;                  // as in BlockView
};

struct BlockView {
  std::vector<float>* probabilities = nullptr;  // receives [B, m, N, N]
  BlockTrace* trace = nullptr;                  // receives the intermediate values of one trial
  const BlockAblation* ablation = nullptr;
  std::size_t max_map_size = 0;
  std::optional<std::size_t> query = {};

  // Whether nothing is recorded (except probabilities) or ablated.
  bool is_plain() const { return trace == nullptr && ablation == nullptr; }
  Forced attention() const { return ablation == nullptr ? Forced::kNot : ablation->attention; }
  Forced feed_forward() const { return ablation == nullptr ? Forced::kNot : ablation->feed_forward; }

  void record(std::vector<float> BlockTrace::* step, ConstMatrix values) const {
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
