// A dense layer on XNNPACK's fully connected operator, with the face of PackedMatrix.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/aligned.h"
#include "base/tensor.h"
#include "kernels/matmul.h"

struct xnn_operator;

namespace eegate {

class XnnpackDense {
 public:
  void pack(std::span<const ConstMatrix> weights, std::span<const float> bias);
  std::size_t n_in() const { return n_in_; }
  std::size_t n_out() const { return n_out_; }
  // out [M, n_out] = a [M, n_in] weights^T + bias. Not by several threads at once.
  void multiply(Matrix out, ConstMatrix a) const;
  // Memory for M rows of results; kept.
  Matrix scratch(std::size_t n_rows) const;

 private:
  struct Delete {
    void operator()(xnn_operator* op) const;
  };
  // An operator packs its weights for one pair of strides.
  struct Operator {
    std::size_t in_stride = 0, out_stride = 0;
    std::unique_ptr<xnn_operator, Delete> op;
  };
  xnn_operator* operator_for(std::size_t in_stride, std::size_t out_stride) const;
  std::size_t n_in_ = 0, n_out_ = 0;
  std::vector<float> weights_, bias_;
  mutable std::vector<Operator> operators_;
  mutable AlignedFloats scratch_;
};

void matmul(Matrix out, ConstMatrix a, const XnnpackDense& weights, const Epilogue& epilogue = {});

}  // namespace eegate
