// Matrix products with packed weights. Most of the time of a model is spent here.
#pragma once

#include <cstddef>
#include <span>

#include "base/aligned.h"
#include "base/arena.h"
#include "base/tensor.h"
#include "kernels/activation.h"

namespace eegate {

// Weights [N, K] (stored [out, in]) and bias [N], packed into the column panels of the instruction set in use.
class PackedMatrix {
 public:
  PackedMatrix() = default;
  // Several weights of the same K are concatenated over their outputs. `bias` is empty or has one entry per output.
  PackedMatrix(std::span<const ConstMatrix> weights, std::span<const float> bias) { pack(weights, bias); }
  PackedMatrix(ConstMatrix weight, std::span<const float> bias) : PackedMatrix(std::span(&weight, 1), bias) {}

  // Replaces the values; memory is reused if the sizes are unchanged.
  void pack(std::span<const ConstMatrix> weights, std::span<const float> bias);
  // Packs the transpose of the concatenated weights, without bias: n_in() is the total number of their outputs.
  void pack_transposed(std::span<const ConstMatrix> weights);

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

// What is applied to a product before it is stored: the bias, then either an activation or the addition of `residual`
// [M, N], which may be `out`.
struct Epilogue {
  Activation activation = Activation::kNone;
  ConstMatrix residual = {};
};

// out [M, N] += a [M, K] weights^T, without bias.
void add_matmul(Matrix out, ConstMatrix a, const PackedMatrix& weights);

// out [M, N] = a [M, K] weights^T + bias, then the epilogue. Rows of `a` may overlap (stride < cols), which makes a
// convolution over time a matrix product.
void matmul(Matrix out, ConstMatrix a, const PackedMatrix& weights, const Epilogue& epilogue = {});

// Parts of a product that does not fit into the cache, with the same bits as matmul(). Only outputs [first, first +
// out.cols), bias included; `first` is a multiple of panel_width().
void matmul_outputs(Matrix out, ConstMatrix a, const PackedMatrix& weights, std::size_t first);
// Only the contribution of inputs [first, first + a.cols). Parts must be computed in order: the first one overwrites
// `out`, later ones add to it, and the last one adds bias and `residual`, which must not be `out`.
void matmul_inputs(Matrix out, ConstMatrix a, const PackedMatrix& weights, std::size_t first,
                   ConstMatrix residual = {});

// The backward pass of y = x W^T + b; dx += dy W is a matmul() with a PackedMatrix of W^T.
//
// dw [N, K] += dy [M, N]^T x [M, K], summed over M in order. Rows of `x` may overlap (stride < cols).
void weight_gradient(Matrix dw, ConstMatrix dy, ConstMatrix x, Arena& arena);

// db [N] += sum over the rows of dy [M, N]
void bias_gradient(std::span<float> db, ConstMatrix dy);

}  // namespace eegate
