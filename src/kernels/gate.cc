#include "kernels/gate.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gate.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

// Not b + share (a - b), which loses what is small beside the other: a share of 1 gives a, and of 0 b, to the bit.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V mixed(D d, V share, V a, V b) {
  return mul_add(share, a, hn::Mul(hn::Sub(hn::Set(d, 1.0F), share), b));
}

void input(float* out, const float* g, const float* x, const float* y, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(mul_add(sigmoid_fast(d, hn::LoadU(d, g + i)), hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, out + i);
  });
}

void output(float* out, const float* g, const float* x, const float* y, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(mul_add(sigmoid_fast(d, hn::LoadU(d, g + i)), hn::LoadU(d, y + i), hn::LoadU(d, x + i)), d, out + i);
  });
}

void mix(float* out, const float* g, const float* x, const float* y, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto share = sigmoid_fast(d, hn::LoadU(d, g + i));
    hn::StoreU(mixed(d, share, hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, out + i);
  });
}

void sigtanh(float* out, const float* g, const float* u, const float* x, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto t = tanh_fast(d, hn::LoadU(d, u + i));
    hn::StoreU(mul_add(sigmoid_fast(d, hn::LoadU(d, g + i)), t, hn::LoadU(d, x + i)), d, out + i);
  });
}

void reset(float* out, const float* r, const float* x, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Mul(sigmoid_fast(d, hn::LoadU(d, r + i)), hn::LoadU(d, x + i)), d, out + i);
  });
}

void update(float* out, const float* z, const float* h, const float* x, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto share = sigmoid_fast(d, hn::LoadU(d, z + i));
    hn::StoreU(mixed(d, share, tanh_fast(d, hn::LoadU(d, h + i)), hn::LoadU(d, x + i)), d, out + i);
  });
}

using Step3 = void (*)(float*, const float*, const float*, std::size_t);
using Step4 = void (*)(float*, const float*, const float*, const float*, std::size_t);

void rows3(Step3 step, Matrix out, ConstMatrix a, ConstMatrix b) {
  for (std::size_t i = 0; i < out.rows; ++i) {
    step(out.data + i * out.stride, a.data + i * a.stride, b.data + i * b.stride, out.cols);
  }
}
void rows4(Step4 step, Matrix out, ConstMatrix a, ConstMatrix b, ConstMatrix c) {
  for (std::size_t i = 0; i < out.rows; ++i) {
    step(out.data + i * out.stride, a.data + i * a.stride, b.data + i * b.stride, c.data + i * c.stride, out.cols);
  }
}

void input_rows(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y) { rows4(input, out, g, x, y); }
void output_rows(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y) { rows4(output, out, g, x, y); }
void mix_rows(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y) { rows4(mix, out, g, x, y); }
void sigtanh_rows(Matrix out, ConstMatrix g, ConstMatrix u, ConstMatrix x) { rows4(sigtanh, out, g, u, x); }
void reset_rows(Matrix out, ConstMatrix r, ConstMatrix x) { rows3(reset, out, r, x); }
void update_rows(Matrix out, ConstMatrix z, ConstMatrix h, ConstMatrix x) { rows4(update, out, z, h, x); }

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(input_rows);
HWY_EXPORT(output_rows);
HWY_EXPORT(mix_rows);
HWY_EXPORT(sigtanh_rows);
HWY_EXPORT(reset_rows);
HWY_EXPORT(update_rows);

namespace {
[[maybe_unused]] bool same_shape(const Matrix& out, const ConstMatrix& a) {
  return out.rows == a.rows && out.cols == a.cols;
}
}  // namespace

void input_gate(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y) {
  assert(same_shape(out, g) && same_shape(out, x) && same_shape(out, y));
  HWY_DYNAMIC_DISPATCH(input_rows)(out, g, x, y);
}
void output_gate(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y) {
  assert(same_shape(out, g) && same_shape(out, x) && same_shape(out, y));
  HWY_DYNAMIC_DISPATCH(output_rows)(out, g, x, y);
}
void highway_gate(Matrix out, ConstMatrix g, ConstMatrix x, ConstMatrix y) {
  assert(same_shape(out, g) && same_shape(out, x) && same_shape(out, y));
  HWY_DYNAMIC_DISPATCH(mix_rows)(out, g, x, y);
}
void sigtanh_gate(Matrix out, ConstMatrix g, ConstMatrix u, ConstMatrix x) {
  assert(same_shape(out, g) && same_shape(out, u) && same_shape(out, x));
  HWY_DYNAMIC_DISPATCH(sigtanh_rows)(out, g, u, x);
}
void gru_reset(Matrix out, ConstMatrix r, ConstMatrix x) {
  assert(same_shape(out, r) && same_shape(out, x));
  HWY_DYNAMIC_DISPATCH(reset_rows)(out, r, x);
}
void gru_update(Matrix out, ConstMatrix z, ConstMatrix h, ConstMatrix x) {
  assert(same_shape(out, z) && same_shape(out, h) && same_shape(out, x));
  HWY_DYNAMIC_DISPATCH(update_rows)(out, z, h, x);
}

}  // namespace eegate
#endif
