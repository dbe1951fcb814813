#include "model/layers/gate_layer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "kernels/gate.h"

namespace eegate {
namespace {

// Rows that pass through a gate at once: its intermediate values stay in the cache.
constexpr std::size_t kChunkRows = 192;

// b_g at position `first` of the pre-activations, with its sign; zeros elsewhere.
std::vector<float> bias_at(std::span<const float> b_g, std::size_t first, std::size_t n, float sign) {
  std::vector<float> bias(n, 0.0F);
  for (std::size_t i = 0; i < b_g.size(); ++i) bias[first + i] = sign * b_g[i];
  return bias;
}

}  // namespace

GateLayer::GateLayer(const Weights& weights, const std::string& prefix, const TransformerConfig& config)
    : kind_(config.gate), width_(config.embedding.dim) {
  const auto matrix = [&](const char* name) { return weights.matrix(prefix + "." + name); };
  const auto b_g = [&] { return weights[prefix + ".b_g"]; };
  switch (kind_) {
    case GateKind::kInput:
      from_x_ = PackedMatrix(matrix("w_g"), {});
      break;
    case GateKind::kOutput:
      from_x_ = PackedMatrix(matrix("w_g"), bias_at(b_g(), 0, width_, -1));
      break;
    case GateKind::kHighway:
      from_x_ = PackedMatrix(matrix("w_g"), bias_at(b_g(), 0, width_, 1));
      break;
    case GateKind::kSigTanh: {
      const std::array stacked{matrix("w_g"), matrix("u_g")};
      from_y_ = PackedMatrix(stacked, bias_at(b_g(), 0, 2 * width_, -1));
      break;
    }
    case GateKind::kGru: {
      const std::array from_y{matrix("w_r"), matrix("w_z"), matrix("w_g")};
      const std::array from_x{matrix("u_r"), matrix("u_z")};
      from_y_ = PackedMatrix(from_y, bias_at(b_g(), width_, 3 * width_, config.gate_bias_plus ? 1.0F : -1.0F));
      from_x_ = PackedMatrix(from_x, {});
      from_reset_ = PackedMatrix(matrix("u_g"), {});
      break;
    }
  }
}

void GateLayer::gru(Matrix x, ConstMatrix y, Arena& arena) const {
  const Matrix pre = arena.matrix(x.rows, 3 * width_), reset = arena.matrix(x.rows, width_);
  const Matrix rz = pre.slice_cols(0, 2 * width_), h = pre.slice_cols(2 * width_, width_);
  matmul(pre, y, from_y_);
  matmul(rz, x, from_x_, {.residual = rz});
  gru_reset(reset, pre.slice_cols(0, width_), x);
  matmul(h, reset, from_reset_, {.residual = h});
  gru_update(x, pre.slice_cols(width_, width_), h, x);
}

void GateLayer::forward(Matrix all_x, ConstMatrix all_y, Arena& arena) const {
  for (std::size_t first = 0; first < all_x.rows; first += kChunkRows) {
    const ArenaScope scope(arena);
    const std::size_t n = std::min(kChunkRows, all_x.rows - first);
    const Matrix x = all_x.slice_rows(first, n);
    const ConstMatrix y = all_y.slice_rows(first, n);
    if (kind_ == GateKind::kGru) {
      gru(x, y, arena);
      continue;
    }
    if (kind_ == GateKind::kSigTanh) {
      const Matrix pre = arena.matrix(n, 2 * width_);
      matmul(pre, y, from_y_);
      sigtanh_gate(x, pre.slice_cols(0, width_), pre.slice_cols(width_, width_), x);
      continue;
    }
    const Matrix pre = arena.matrix(n, width_);
    matmul(pre, x, from_x_);
    if (kind_ == GateKind::kInput) input_gate(x, pre, x, y);
    if (kind_ == GateKind::kOutput) output_gate(x, pre, x, y);
    if (kind_ == GateKind::kHighway) highway_gate(x, pre, x, y);
  }
}

}  // namespace eegate
