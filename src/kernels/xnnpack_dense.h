// A dense layer computed by XNNPACK's fully connected operator. It is also a PackedMatrix, for kernels that use its
// panels.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
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
  // out [M, n_out] = a [M, n_in] weights^T + bias, then the epilogue. Calls from several threads are serialised,
  // because an operator supports one call at a time.
  void multiply(Matrix out, ConstMatrix a, const Epilogue& epilogue = {}) const;

 private:
  struct Delete {
    void operator()(xnn_operator* op) const;
  };
  // An XNNPACK operator is created for one pair of strides.
  struct Operator {
    std::size_t in_stride = 0, out_stride = 0;
    std::unique_ptr<xnn_operator, Delete> op;
  };
  struct Shared {
    std::mutex mutex;
    std::vector<Operator> operators;
    AlignedFloats scratch;
    // Memory for at least n values, reused between calls.
    float* scratch_for(std::size_t n);
  };
  xnn_operator* operator_for(std::size_t in_stride, std::size_t out_stride) const;
  void run(Matrix out, ConstMatrix a) const;
  std::vector<float> weights_, bias_;
  std::unique_ptr<Shared> shared_ = std::make_unique<Shared>();
};

inline void matmul(Matrix out, ConstMatrix a, const XnnpackDense& weights, const Epilogue& epilogue = {}) {
  weights.multiply(out, a, epilogue);
}

}  // namespace eegate
