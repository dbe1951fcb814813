#include "kernels/gru.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gru.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

// The three gates of one row.
template <class T>
struct GruRow {
  GruRow(T* row, std::size_t width) : r(row), z(row + width), n(row + 2 * width) {}
  T *r, *z, *n;
};

void gru_row(float* h, const GruRow<float>& gates, const GruRow<const float>& state, const float* before,
             std::size_t width) {
  for_each_vector(width, [&](auto d, std::size_t k) HWY_ATTR {
    const auto r = sigmoid_fast(d, hn::Add(hn::LoadU(d, gates.r + k), hn::LoadU(d, state.r + k)));
    const auto z = sigmoid_fast(d, hn::Add(hn::LoadU(d, gates.z + k), hn::LoadU(d, state.z + k)));
    const auto n = tanh_fast(d, mul_add(r, hn::LoadU(d, state.n + k), hn::LoadU(d, gates.n + k)));
    const auto previous = hn::LoadU(d, before + k);
    hn::StoreU(r, d, gates.r + k);
    hn::StoreU(z, d, gates.z + k);
    hn::StoreU(n, d, gates.n + k);
    hn::StoreU(mul_add(z, hn::Sub(previous, n), n), d, h + k);
  });
}

struct GruGradients {
  GruRow<float> gates, recurrent;
  float* before;
};

void gru_gradient_row(const GruGradients& out, const float* dh, const GruRow<const float>& gates,
                      const GruRow<const float>& state, const float* before, std::size_t width) {
  for_each_vector(width, [&](auto d, std::size_t k) HWY_ATTR {
    const auto r = hn::LoadU(d, gates.r + k), z = hn::LoadU(d, gates.z + k), n = hn::LoadU(d, gates.n + k);
    const auto delta = hn::LoadU(d, dh + k), one = hn::Set(d, 1.0F);
    const auto dz = hn::Mul(hn::Mul(delta, hn::Sub(hn::LoadU(d, before + k), n)), sigmoid_derivative(d, z));
    const auto dn = hn::Mul(hn::Mul(delta, hn::Sub(one, z)), hn::Sub(one, hn::Mul(n, n)));
    const auto dr = hn::Mul(hn::Mul(dn, hn::LoadU(d, state.n + k)), sigmoid_derivative(d, r));
    hn::StoreU(dr, d, out.gates.r + k);
    hn::StoreU(dz, d, out.gates.z + k);
    hn::StoreU(dn, d, out.gates.n + k);
    hn::StoreU(dr, d, out.recurrent.r + k);
    hn::StoreU(dz, d, out.recurrent.z + k);
    hn::StoreU(hn::Mul(dn, r), d, out.recurrent.n + k);
    hn::StoreU(mul_add(delta, z, hn::LoadU(d, out.before + k)), d, out.before + k);
  });
}

void gru_rows(Matrix h, Matrix gates, ConstMatrix recurrent, ConstMatrix before) {
  for (std::size_t i = 0; i < h.rows; ++i) {
    gru_row(h.data + i * h.stride, {gates.data + i * gates.stride, h.cols},
            {recurrent.data + i * recurrent.stride, h.cols}, before.data + i * before.stride, h.cols);
  }
}

void gru_gradient_rows(Matrix dgates, Matrix drecurrent, Matrix dbefore, ConstMatrix dh, ConstMatrix gates,
                       ConstMatrix recurrent, ConstMatrix before) {
  const std::size_t width = dh.cols;
  for (std::size_t i = 0; i < dh.rows; ++i) {
    gru_gradient_row({{dgates.data + i * dgates.stride, width},
                      {drecurrent.data + i * drecurrent.stride, width},
                      dbefore.data + i * dbefore.stride},
                     dh.data + i * dh.stride, {gates.data + i * gates.stride, width},
                     {recurrent.data + i * recurrent.stride, width}, before.data + i * before.stride, width);
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(gru_rows);
HWY_EXPORT(gru_gradient_rows);

void gru_cell(Matrix h, Matrix gates, ConstMatrix recurrent, ConstMatrix h_before) {
  assert(gates.rows == h.rows && recurrent.rows == h.rows && h_before.rows == h.rows);
  assert(gates.cols == 3 * h.cols && recurrent.cols == 3 * h.cols && h_before.cols == h.cols);
  HWY_DYNAMIC_DISPATCH(gru_rows)(h, gates, recurrent, h_before);
}

void gru_cell_gradient(Matrix dgates, Matrix drecurrent, Matrix dh_before, ConstMatrix dh, ConstMatrix gates,
                       ConstMatrix recurrent, ConstMatrix h_before) {
  assert(dgates.cols == 3 * dh.cols && drecurrent.cols == 3 * dh.cols && gates.cols == 3 * dh.cols);
  assert(recurrent.cols == 3 * dh.cols && dh_before.cols == dh.cols && h_before.cols == dh.cols);
  HWY_DYNAMIC_DISPATCH(gru_gradient_rows)(dgates, drecurrent, dh_before, dh, gates, recurrent, h_before);
}

}  // namespace eegate
#endif
