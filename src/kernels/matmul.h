// Matrix product with packed weights: the kernel that everything else waits for.
#pragma once

#include <cstddef>
#include <span>

#include "base/aligned.h"
#include "base/tensor.h"
#include "kernels/activation.h"

namespace eegate {

// Weights [N, K] (stored [out, in]) and bias [N], rearranged into panels for the CPU target in use.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  // Several weights of the same K are stacked: one product computes all their outputs. `bias` is empty or has an entry
  // for each output.
  PackedMatrix(std::span<const ConstMatrix> weights, std::span<const float> bias) { pack(weights, bias); }
  PackedMatrix(ConstMatrix weight, std::span<const float> bias) : PackedMatrix(std::span(&weight, 1), bias) {}

  // Other values in the same memory, if the sizes are the same.
  void pack(std::span<const ConstMatrix> weights, std::span<const float> bias);
  // The transpose of the stack: n_in() is the number of outputs of the weights together, without bias.
  void pack_turned(std::span<const ConstMatrix> weights);

  std::size_t n_in() const { return n_in_; }
  std::size_t n_out() const { return n_out_; }
  std::size_t panel_width() const { return panel_width_; }
  std::size_t n_panels() const { return n_panels_; }
  const float* panel(std::size_t index) const { return panels_.data() + index * n_in_ * panel_width_; }
  const float* bias() const { return bias_.data(); }  // padded with zeros to whole panels

 private:
  void set_size(std::size_t n_in, std::size_t n_out);
  std::size_t n_in_ = 0, n_out_ = 0, panel_width_ = 0, n_panels_ = 0;
  AlignedFloats panels_, bias_;
};

// What happens to a result on its way out: bias always, then either an activation or the addition of `residual` [M, N],
// which may be `out` itself.
struct Epilogue {
  Activation activation = Activation::kNone;
  ConstMatrix residual = {};
};

// out [M, N] += a [M, K] weights^T, the bias left aside.
void add_matmul(Matrix out, ConstMatrix a, const PackedMatrix& weights);

// out [M, N] = a [M, K] weights^T + bias. Rows of `a` may overlap (stride < cols): a convolution over time is a product
// with overlapping rows.
void matmul(Matrix out, ConstMatrix a, const PackedMatrix& weights, const Epilogue& epilogue = {});

// Parts of a product too large for the cache as a whole, with the same bits. Outputs [first, first + out.cols) alone,
// bias included; `first` is a multiple of panel_width():
void matmul_outputs(Matrix out, ConstMatrix a, const PackedMatrix& weights, std::size_t first);
// What inputs [first, first + a.cols) contribute: the first part begins `out`, later ones add to it in their order, the
// last brings bias and residual (not `out` itself).
void matmul_inputs(Matrix out, ConstMatrix a, const PackedMatrix& weights, std::size_t first,
                   ConstMatrix residual = {});

}  // namespace eegate
