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
  PackedMatrix::pack(weights, bias);
  shared_->operators.clear();
  weights_.clear();
  for (const ConstMatrix& weight : weights) {
    for (std::size_t i = 0; i < weight.rows; ++i) {
      weights_.insert(weights_.end(), weight.row(i).begin(), weight.row(i).end());
    }
  }
  bias_.assign(bias.begin(), bias.end());
  bias_.resize(n_out());
}

xnn_operator* XnnpackDense::operator_for(std::size_t in_stride, std::size_t out_stride) const {
  for (const Operator& known : shared_->operators) {
    if (known.in_stride == in_stride && known.out_stride == out_stride) return known.op.get();
  }
  initialize_once();
  xnn_operator_t op = nullptr;
  check(xnn_create_fully_connected_nc_f32(n_in(), n_out(), in_stride, out_stride, weights_.data(), bias_.data(),
                                          -kInfinity, kInfinity, 0,
#ifdef EEGATE_XNNPACK_RESHAPE
                                          nullptr, nullptr,
#endif
                                          &op));
  shared_->operators.push_back({in_stride, out_stride, std::unique_ptr<xnn_operator, Delete>(op)});
  return op;
}

void XnnpackDense::run(Matrix out, ConstMatrix a) const {
  assert(a.cols == n_in() && out.cols == n_out() && out.rows == a.rows);
  if (a.rows == 0) return;
  xnn_operator* op = operator_for(std::max(a.stride, n_in()), std::max(out.stride, n_out()));
#ifdef EEGATE_XNNPACK_RESHAPE  // since 2023 size and memory are set by separate calls
  check(xnn_reshape_fully_connected_nc_f32(op, a.rows, nullptr));
  check(xnn_setup_fully_connected_nc_f32(op, a.data, out.data));
#else
  check(xnn_setup_fully_connected_nc_f32(op, a.rows, a.data, out.data, nullptr));
#endif
  check(xnn_run_operator(op, nullptr));
}

float* XnnpackDense::Shared::scratch_for(std::size_t n) {
  if (scratch.size() < n) scratch = AlignedFloats(n);
  return scratch.data();
}

void XnnpackDense::multiply(Matrix out, ConstMatrix a, const Epilogue& epilogue) const {
  const std::lock_guard lock(shared_->mutex);
  if (epilogue.residual.data == nullptr) {
    run(out, a);
    if (epilogue.activation == Activation::kNone) return;
    for (std::size_t i = 0; i < out.rows; ++i) activate(epilogue.activation, out.row(i));
    return;
  }
  const Matrix product(shared_->scratch_for(a.rows * n_out()), a.rows, n_out());  // `residual` may be `out`
  run(product, a);
  for (std::size_t i = 0; i < out.rows; ++i) {
    const float* sum = product.row(i).data();
    const float* residual = epilogue.residual.row(i).data();
    float* to = out.row(i).data();
    for (std::size_t j = 0; j < out.cols; ++j) to[j] = sum[j] + residual[j];
  }
}

}  // namespace eegate
#endif  // EEGATE_XNNPACK
