#include "kernels/gate_gradient.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gate_gradient.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

template <class D>
HWY_INLINE void add_to(D d, hn::Vec<D> value, float* sum) {
  hn::StoreU(hn::Add(hn::LoadU(d, sum), value), d, sum);
}

// s (1 - s)
template <class D>
HWY_INLINE hn::Vec<D> slope(D d, hn::Vec<D> s) {
  return hn::Mul(s, hn::Sub(hn::Set(d, 1.0F), s));
}

// Calls step(d, row, column) for every vector of every row.
template <class Step>
HWY_INLINE void for_rows(ConstMatrix shape, const Step& step) {
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for_each_vector(shape.cols, [&](auto d, std::size_t j) HWY_ATTR { step(d, i, j); });
  }
}

template <class D>
HWY_INLINE hn::Vec<D> load(D d, ConstMatrix m, std::size_t i, std::size_t j) {
  return hn::LoadU(d, m.data + i * m.stride + j);
}
template <class D>
HWY_INLINE void store(D d, hn::Vec<D> v, Matrix m, std::size_t i, std::size_t j) {
  hn::StoreU(v, d, m.data + i * m.stride + j);
}
HWY_INLINE float* place(Matrix m, std::size_t i, std::size_t j) { return m.data + i * m.stride + j; }

void input_rows(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load(d, dout, i, j), s = sigmoid_fast(d, load(d, g, i, j));
    store(d, hn::Mul(hn::Mul(delta, load(d, x, i, j)), slope(d, s)), a, i, j);
    add_to(d, hn::Mul(delta, s), place(dx, i, j));
    add_to(d, delta, place(dy, i, j));
  });
}

void output_rows(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix y) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load(d, dout, i, j), s = sigmoid_fast(d, load(d, g, i, j));
    store(d, hn::Mul(hn::Mul(delta, load(d, y, i, j)), slope(d, s)), a, i, j);
    add_to(d, delta, place(dx, i, j));
    add_to(d, hn::Mul(delta, s), place(dy, i, j));
  });
}

void highway_rows(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x, ConstMatrix y) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load(d, dout, i, j), s = sigmoid_fast(d, load(d, g, i, j));
    const auto difference = hn::Sub(load(d, x, i, j), load(d, y, i, j));
    store(d, hn::Mul(hn::Mul(delta, difference), slope(d, s)), a, i, j);
    add_to(d, hn::Mul(delta, s), place(dx, i, j));
    add_to(d, hn::Mul(delta, hn::Sub(hn::Set(d, 1.0F), s)), place(dy, i, j));
  });
}

void sigtanh_rows(Matrix a_g, Matrix a_u, Matrix dx, ConstMatrix dout, ConstMatrix g, ConstMatrix u) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load(d, dout, i, j), s = sigmoid_fast(d, load(d, g, i, j)), t = tanh_fast(d, load(d, u, i, j));
    store(d, hn::Mul(hn::Mul(delta, t), slope(d, s)), a_g, i, j);
    store(d, hn::Mul(hn::Mul(delta, s), hn::Sub(hn::Set(d, 1.0F), hn::Mul(t, t))), a_u, i, j);
    add_to(d, delta, place(dx, i, j));
  });
}

void update_rows(Matrix a_z, Matrix a_h, Matrix dx, ConstMatrix dout, ConstMatrix z, ConstMatrix h, ConstMatrix x) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load(d, dout, i, j), s = sigmoid_fast(d, load(d, z, i, j)), t = tanh_fast(d, load(d, h, i, j));
    const auto one = hn::Set(d, 1.0F);
    store(d, hn::Mul(hn::Mul(delta, hn::Sub(t, load(d, x, i, j))), slope(d, s)), a_z, i, j);
    store(d, hn::Mul(hn::Mul(delta, s), hn::Sub(one, hn::Mul(t, t))), a_h, i, j);
    add_to(d, hn::Mul(delta, hn::Sub(one, s)), place(dx, i, j));
  });
}

void reset_rows(Matrix a_r, Matrix dx, ConstMatrix v, ConstMatrix r, ConstMatrix x) {
  for_rows(v, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load(d, v, i, j), s = sigmoid_fast(d, load(d, r, i, j));
    store(d, hn::Mul(hn::Mul(delta, load(d, x, i, j)), slope(d, s)), a_r, i, j);
    add_to(d, hn::Mul(delta, s), place(dx, i, j));
  });
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(input_rows);
HWY_EXPORT(output_rows);
HWY_EXPORT(highway_rows);
HWY_EXPORT(sigtanh_rows);
HWY_EXPORT(update_rows);
HWY_EXPORT(reset_rows);

void input_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x) {
  HWY_DYNAMIC_DISPATCH(input_rows)(a_g, dx, dy, dout, g, x);
}
void output_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix y) {
  HWY_DYNAMIC_DISPATCH(output_rows)(a_g, dx, dy, dout, g, y);
}
void highway_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x,
                           ConstMatrix y) {
  HWY_DYNAMIC_DISPATCH(highway_rows)(a_g, dx, dy, dout, g, x, y);
}
void sigtanh_gate_gradient(Matrix a_g, Matrix a_u, Matrix dx, ConstMatrix dout, ConstMatrix g, ConstMatrix u) {
  HWY_DYNAMIC_DISPATCH(sigtanh_rows)(a_g, a_u, dx, dout, g, u);
}
void gru_update_gradient(Matrix a_z, Matrix a_h, Matrix dx, ConstMatrix dout, ConstMatrix z, ConstMatrix h,
                         ConstMatrix x) {
  HWY_DYNAMIC_DISPATCH(update_rows)(a_z, a_h, dx, dout, z, h, x);
}
void gru_reset_gradient(Matrix a_r, Matrix dx, ConstMatrix v, ConstMatrix r, ConstMatrix x) {
  HWY_DYNAMIC_DISPATCH(reset_rows)(a_r, dx, v, r, x);
}

}  // namespace eegate
#endif
