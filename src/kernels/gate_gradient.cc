#include "kernels/gate.h"

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

// Calls step(d, row, column) for every vector of every row.
template <class Step>
HWY_INLINE void for_rows(ConstMatrix shape, const Step& step) {
  for (std::size_t i = 0; i < shape.rows; ++i) {
    for_each_vector(shape.cols, [&](auto d, std::size_t j) HWY_ATTR { step(d, i, j); });
  }
}

template <class D>
HWY_INLINE hn::Vec<D> load_at(D d, ConstMatrix m, std::size_t i, std::size_t j) {
  return hn::LoadU(d, m.data + i * m.stride + j);
}
template <class D>
HWY_INLINE void store_at(D d, hn::Vec<D> v, Matrix m, std::size_t i, std::size_t j) {
  hn::StoreU(v, d, m.data + i * m.stride + j);
}
HWY_INLINE float* place(Matrix m, std::size_t i, std::size_t j) { return m.data + i * m.stride + j; }

void input_gradient_rows(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load_at(d, dout, i, j), s = sigmoid_fast(d, load_at(d, g, i, j));
    store_at(d, hn::Mul(hn::Mul(delta, load_at(d, x, i, j)), sigmoid_derivative(d, s)), a, i, j);
    add_to(d, hn::Mul(delta, s), place(dx, i, j));
    add_to(d, delta, place(dy, i, j));
  });
}

void output_gradient_rows(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix y) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load_at(d, dout, i, j), s = sigmoid_fast(d, load_at(d, g, i, j));
    store_at(d, hn::Mul(hn::Mul(delta, load_at(d, y, i, j)), sigmoid_derivative(d, s)), a, i, j);
    add_to(d, delta, place(dx, i, j));
    add_to(d, hn::Mul(delta, s), place(dy, i, j));
  });
}

void highway_gradient_rows(Matrix a, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x,
                           ConstMatrix y) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load_at(d, dout, i, j), s = sigmoid_fast(d, load_at(d, g, i, j));
    const auto difference = hn::Sub(load_at(d, x, i, j), load_at(d, y, i, j));
    store_at(d, hn::Mul(hn::Mul(delta, difference), sigmoid_derivative(d, s)), a, i, j);
    add_to(d, hn::Mul(delta, s), place(dx, i, j));
    add_to(d, hn::Mul(delta, hn::Sub(hn::Set(d, 1.0F), s)), place(dy, i, j));
  });
}

void sigtanh_gradient_rows(Matrix a_g, Matrix a_u, Matrix dx, ConstMatrix dout, ConstMatrix g, ConstMatrix u) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load_at(d, dout, i, j), s = sigmoid_fast(d, load_at(d, g, i, j)),
               t = tanh_fast(d, load_at(d, u, i, j));
    store_at(d, hn::Mul(hn::Mul(delta, t), sigmoid_derivative(d, s)), a_g, i, j);
    store_at(d, hn::Mul(hn::Mul(delta, s), hn::Sub(hn::Set(d, 1.0F), hn::Mul(t, t))), a_u, i, j);
    add_to(d, delta, place(dx, i, j));
  });
}

void update_gradient_rows(Matrix a_z, Matrix a_h, Matrix dx, ConstMatrix dout, ConstMatrix z, ConstMatrix h,
                          ConstMatrix x) {
  for_rows(dout, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load_at(d, dout, i, j), s = sigmoid_fast(d, load_at(d, z, i, j)),
               t = tanh_fast(d, load_at(d, h, i, j));
    const auto one = hn::Set(d, 1.0F);
    store_at(d, hn::Mul(hn::Mul(delta, hn::Sub(t, load_at(d, x, i, j))), sigmoid_derivative(d, s)), a_z, i, j);
    store_at(d, hn::Mul(hn::Mul(delta, s), hn::Sub(one, hn::Mul(t, t))), a_h, i, j);
    add_to(d, hn::Mul(delta, hn::Sub(one, s)), place(dx, i, j));
  });
}

void reset_gradient_rows(Matrix a_r, Matrix dx, ConstMatrix v, ConstMatrix r, ConstMatrix x) {
  for_rows(v, [&](auto d, std::size_t i, std::size_t j) HWY_ATTR {
    const auto delta = load_at(d, v, i, j), s = sigmoid_fast(d, load_at(d, r, i, j));
    store_at(d, hn::Mul(hn::Mul(delta, load_at(d, x, i, j)), sigmoid_derivative(d, s)), a_r, i, j);
    add_to(d, hn::Mul(delta, s), place(dx, i, j));
  });
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(input_gradient_rows);
HWY_EXPORT(output_gradient_rows);
HWY_EXPORT(highway_gradient_rows);
HWY_EXPORT(sigtanh_gradient_rows);
HWY_EXPORT(update_gradient_rows);
HWY_EXPORT(reset_gradient_rows);

void input_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x) {
  HWY_DYNAMIC_DISPATCH(input_gradient_rows)(a_g, dx, dy, dout, g, x);
}
void output_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix y) {
  HWY_DYNAMIC_DISPATCH(output_gradient_rows)(a_g, dx, dy, dout, g, y);
}
void highway_gate_gradient(Matrix a_g, Matrix dx, Matrix dy, ConstMatrix dout, ConstMatrix g, ConstMatrix x,
                           ConstMatrix y) {
  HWY_DYNAMIC_DISPATCH(highway_gradient_rows)(a_g, dx, dy, dout, g, x, y);
}
void sigtanh_gate_gradient(Matrix a_g, Matrix a_u, Matrix dx, ConstMatrix dout, ConstMatrix g, ConstMatrix u) {
  HWY_DYNAMIC_DISPATCH(sigtanh_gradient_rows)(a_g, a_u, dx, dout, g, u);
}
void gru_update_gradient(Matrix a_z, Matrix a_h, Matrix dx, ConstMatrix dout, ConstMatrix z, ConstMatrix h,
                         ConstMatrix x) {
  HWY_DYNAMIC_DISPATCH(update_gradient_rows)(a_z, a_h, dx, dout, z, h, x);
}
void gru_reset_gradient(Matrix a_r, Matrix dx, ConstMatrix v, ConstMatrix r, ConstMatrix x) {
  HWY_DYNAMIC_DISPATCH(reset_gradient_rows)(a_r, dx, v, r, x);
}

}  // namespace eegate
#endif
