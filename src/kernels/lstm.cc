#include "kernels/lstm.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/lstm.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

// The four gates of one row.
template <class T>
struct GateRow {
  GateRow(T* row, std::size_t width) : i(row), f(row + width), g(row + 2 * width), o(row + 3 * width) {}
  T *i, *f, *g, *o;
};

void cell_row(float* h, float* c, const GateRow<float>& gates, const float* before, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t k) HWY_ATTR {
    const auto i = sigmoid_fast(d, hn::LoadU(d, gates.i + k)), f = sigmoid_fast(d, hn::LoadU(d, gates.f + k));
    const auto g = tanh_fast(d, hn::LoadU(d, gates.g + k)), o = sigmoid_fast(d, hn::LoadU(d, gates.o + k));
    const auto state = mul_add(f, hn::LoadU(d, before + k), hn::Mul(i, g));
    hn::StoreU(i, d, gates.i + k);
    hn::StoreU(f, d, gates.f + k);
    hn::StoreU(g, d, gates.g + k);
    hn::StoreU(o, d, gates.o + k);
    hn::StoreU(state, d, c + k);
    hn::StoreU(hn::Mul(o, tanh_fast(d, state)), d, h + k);
  });
}

// 1 - t^2
template <class D>
HWY_INLINE hn::Vec<D> tanh_derivative(D d, hn::Vec<D> t) {
  return hn::Sub(hn::Set(d, 1.0F), hn::Mul(t, t));
}

void gradient_row(const GateRow<float>& out, float* dc, const float* dh, const GateRow<const float>& gates,
                  const float* c, const float* before, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t k) HWY_ATTR {
    const auto i = hn::LoadU(d, gates.i + k), f = hn::LoadU(d, gates.f + k), g = hn::LoadU(d, gates.g + k),
               o = hn::LoadU(d, gates.o + k);
    const auto delta = hn::LoadU(d, dh + k), t = tanh_fast(d, hn::LoadU(d, c + k));
    const auto dcell = mul_add(hn::Mul(delta, o), tanh_derivative(d, t), hn::LoadU(d, dc + k));
    hn::StoreU(hn::Mul(hn::Mul(dcell, g), sigmoid_derivative(d, i)), d, out.i + k);
    hn::StoreU(hn::Mul(hn::Mul(dcell, hn::LoadU(d, before + k)), sigmoid_derivative(d, f)), d, out.f + k);
    hn::StoreU(hn::Mul(hn::Mul(dcell, i), tanh_derivative(d, g)), d, out.g + k);
    hn::StoreU(hn::Mul(hn::Mul(delta, t), sigmoid_derivative(d, o)), d, out.o + k);
    hn::StoreU(hn::Mul(dcell, f), d, dc + k);
  });
}

void cell_rows(Matrix h, Matrix c, Matrix gates, ConstMatrix before) {
  for (std::size_t r = 0; r < h.rows; ++r) {
    cell_row(h.data + r * h.stride, c.data + r * c.stride, {gates.data + r * gates.stride, h.cols},
             before.data + r * before.stride, h.cols);
  }
}

void gradient_rows(Matrix dgates, Matrix dc, ConstMatrix dh, ConstMatrix gates, ConstMatrix c, ConstMatrix before) {
  for (std::size_t r = 0; r < dc.rows; ++r) {
    gradient_row({dgates.data + r * dgates.stride, dc.cols}, dc.data + r * dc.stride, dh.data + r * dh.stride,
                 {gates.data + r * gates.stride, dc.cols}, c.data + r * c.stride, before.data + r * before.stride,
                 dc.cols);
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(cell_rows);
HWY_EXPORT(gradient_rows);

void lstm_cell(Matrix h, Matrix c, Matrix gates, ConstMatrix c_before) {
  assert(c.rows == h.rows && gates.rows == h.rows && c_before.rows == h.rows);
  assert(c.cols == h.cols && gates.cols == 4 * h.cols && c_before.cols == h.cols);
  HWY_DYNAMIC_DISPATCH(cell_rows)(h, c, gates, c_before);
}

void lstm_cell_gradient(Matrix dgates, Matrix dc, ConstMatrix dh, ConstMatrix gates, ConstMatrix c,
                        ConstMatrix c_before) {
  assert(dgates.rows == dc.rows && dh.rows == dc.rows && gates.rows == dc.rows && c.rows == dc.rows);
  assert(dgates.cols == 4 * dc.cols && gates.cols == 4 * dc.cols && dh.cols == dc.cols && c_before.cols == dc.cols);
  HWY_DYNAMIC_DISPATCH(gradient_rows)(dgates, dc, dh, gates, c, c_before);
}

}  // namespace eegate
#endif
