#ifdef EEGATE_XNNPACK
#include "kernels/xnnpack_dense.h"

#include <xnnpack.h>

#include <algorithm>
#include <cassert>
#include <limits>

namespace eegate {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

void check([[maybe_unused]] xnn_status status) { assert(status == xnn_status_success); }

void initialize_once() {
  static const xnn_status status = xnn_initialize(nullptr);
  check(status);
}

}  // namespace

void XnnpackDense::Delete::operator()(xnn_operator* op) const { xnn_delete_operator(op); }

void XnnpackDense::pack(std::span<const ConstMatrix> weights, std::span<const float> bias) {
  operators_.clear();
  weights_.clear();
  n_in_ = weights.empty() ? 0 : weights[0].cols;
  n_out_ = 0;
  for (const ConstMatrix& weight : weights) {
    for (std::size_t i = 0; i < weight.rows; ++i) {
      weights_.insert(weights_.end(), weight.row(i).begin(), weight.row(i).end());
    }
    n_out_ += weight.rows;
  }
  bias_.assign(bias.begin(), bias.end());
  bias_.resize(n_out_);
}

xnn_operator* XnnpackDense::operator_for(std::size_t in_stride, std::size_t out_stride) const {
  for (const Operator& known : operators_) {
    if (known.in_stride == in_stride && known.out_stride == out_stride) return known.op.get();
  }
  initialize_once();
  xnn_operator_t op = nullptr;
  check(xnn_create_fully_connected_nc_f32(n_in_, n_out_, in_stride, out_stride, weights_.data(), bias_.data(),
                                          -kInfinity, kInfinity, 0,
#ifdef EEGATE_XNNPACK_RESHAPE
                                          nullptr, nullptr,
#endif
                                          &op));
  operators_.push_back({in_stride, out_stride, std::unique_ptr<xnn_operator, Delete>(op)});
  return op;
}

void XnnpackDense::multiply(Matrix out, ConstMatrix a) const {
  assert(a.cols == n_in_ && out.cols == n_out_ && out.rows == a.rows);
  if (a.rows == 0) return;
  xnn_operator* op = operator_for(std::max(a.stride, n_in_), std::max(out.stride, n_out_));
#ifdef EEGATE_XNNPACK_RESHAPE  // since 2023 the size and the memory are told apart
  check(xnn_reshape_fully_connected_nc_f32(op, a.rows, nullptr));
  check(xnn_setup_fully_connected_nc_f32(op, a.data, out.data));
#else
  check(xnn_setup_fully_connected_nc_f32(op, a.rows, a.data, out.data, nullptr));
#endif
  check(xnn_run_operator(op, nullptr));
}

Matrix XnnpackDense::scratch(std::size_t n_rows) const {
  if (scratch_.size() < n_rows * n_out_) scratch_ = AlignedFloats(n_rows * n_out_);
  return {scratch_.data(), n_rows, n_out_};
}

void matmul(Matrix out, ConstMatrix a, const XnnpackDense& weights, const Epilogue& epilogue) {
  if (epilogue.residual.data == nullptr) {
    weights.multiply(out, a);
    if (epilogue.activation == Activation::kNone) return;
    for (std::size_t i = 0; i < out.rows; ++i) activate(epilogue.activation, out.row(i));
    return;
  }
  const Matrix product = weights.scratch(a.rows);  // `residual` may be `out`
  weights.multiply(product, a);
  for (std::size_t i = 0; i < out.rows; ++i) {
    const float* sum = product.row(i).data();
    const float* residual = epilogue.residual.row(i).data();
    float* to = out.row(i).data();
    for (std::size_t j = 0; j < out.cols; ++j) to[j] = sum[j] + residual[j];
  }
}

}  // namespace eegate
#endif  // EEGATE_XNNPACK
