// A dense layer on XNNPACK's fully connected operator. What needs the panels of our own product finds them, too.
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

class XnnpackDense : public PackedMatrix {
 public:
  void pack(std::span<const ConstMatrix> weights, std::span<const float> bias);
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
  std::vector<float> weights_, bias_;
  mutable std::vector<Operator> operators_;
  mutable AlignedFloats scratch_;
};

void matmul(Matrix out, ConstMatrix a, const XnnpackDense& weights, const Epilogue& epilogue = {});

}  // namespace eegate
