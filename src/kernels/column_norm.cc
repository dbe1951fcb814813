#include "kernels/column_norm.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/column_norm.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

// Calls step(d, row, column) for every vector of doubles of every row.
template <class Step>
HWY_INLINE void for_columns(ConstMatrix x, const Step& step) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> single;
  for (std::size_t i = 0; i < x.rows; ++i) {
    std::size_t w = 0;
    for (; w + hn::Lanes(d) <= x.cols; w += hn::Lanes(d)) step(d, i, w);
    for (; w < x.cols; ++w) step(single, i, w);
  }
}

template <class D>
HWY_INLINE hn::Vec<D> load(D d, ConstMatrix x, std::size_t i, std::size_t w) {
  const hn::Rebind<float, D> half;
  return hn::PromoteTo(d, hn::LoadU(half, x.data + i * x.stride + w));
}

template <class D>
HWY_INLINE void add(D d, hn::Vec<D> value, double* sum) {
  hn::StoreU(hn::Add(hn::LoadU(d, sum), value), d, sum);
}

void sums_of(double* sums, ConstMatrix x) {
  for_columns(x, [&](auto d, std::size_t i, std::size_t w) HWY_ATTR { add(d, load(d, x, i, w), sums + w); });
}

void squares_of(double* sums, ConstMatrix x, const double* mean) {
  for_columns(x, [&](auto d, std::size_t i, std::size_t w) HWY_ATTR {
    const auto centered = hn::Sub(load(d, x, i, w), hn::LoadU(d, mean + w));
    add(d, hn::Mul(centered, centered), sums + w);
  });
}

void products_of(double* sums, ConstMatrix x, ConstMatrix y) {
  for_columns(x, [&](auto d, std::size_t i, std::size_t w)
                     HWY_ATTR { add(d, hn::Mul(load(d, x, i, w), load(d, y, i, w)), sums + w); });
}

void normalize(Matrix u, Matrix normed, const float* mean, const float* inverse, const float* scale,
               const float* shift) {
  for (std::size_t i = 0; i < u.rows; ++i) {
    float *row = u.data + i * u.stride, *normed_row = normed.data + i * normed.stride;
    for_each_vector(u.cols, [&](auto d, std::size_t w) HWY_ATTR {
      const auto value = hn::Mul(hn::Sub(hn::LoadU(d, row + w), hn::LoadU(d, mean + w)), hn::LoadU(d, inverse + w));
      hn::StoreU(value, d, normed_row + w);
      hn::StoreU(mul_add(value, hn::LoadU(d, scale + w), hn::LoadU(d, shift + w)), d, row + w);
    });
  }
}

void normalize_gradient(Matrix dy, ConstMatrix normed, const float* factor, const float* mean_dy,
                        const float* mean_product) {
  for (std::size_t i = 0; i < dy.rows; ++i) {
    float* row = dy.data + i * dy.stride;
    const float* normed_row = normed.data + i * normed.stride;
    for_each_vector(dy.cols, [&](auto d, std::size_t w) HWY_ATTR {
      const auto projection = hn::Mul(hn::LoadU(d, normed_row + w), hn::LoadU(d, mean_product + w));
      const auto rest = hn::Sub(hn::Sub(hn::LoadU(d, row + w), hn::LoadU(d, mean_dy + w)), projection);
      hn::StoreU(hn::Mul(hn::LoadU(d, factor + w), rest), d, row + w);
    });
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(sums_of);
HWY_EXPORT(squares_of);
HWY_EXPORT(products_of);
HWY_EXPORT(normalize);
HWY_EXPORT(normalize_gradient);

void column_sums(std::span<double> sums, ConstMatrix x) {
  assert(sums.size() == x.cols);
  std::ranges::fill(sums, 0.0);
  HWY_DYNAMIC_DISPATCH(sums_of)(sums.data(), x);
}

void column_squares(std::span<double> sums, ConstMatrix x, std::span<const double> mean) {
  assert(sums.size() == x.cols && mean.size() == x.cols);
  std::ranges::fill(sums, 0.0);
  HWY_DYNAMIC_DISPATCH(squares_of)(sums.data(), x, mean.data());
}

void column_products(std::span<double> sums, ConstMatrix x, ConstMatrix y) {
  assert(sums.size() == x.cols && x.rows == y.rows && x.cols == y.cols);
  std::ranges::fill(sums, 0.0);
  HWY_DYNAMIC_DISPATCH(products_of)(sums.data(), x, y);
}

void normalize_columns(Matrix u, Matrix normed, std::span<const float> mean, std::span<const float> inverse,
                       std::span<const float> scale, std::span<const float> shift) {
  assert(u.rows == normed.rows && u.cols == normed.cols && mean.size() == u.cols && inverse.size() == u.cols);
  HWY_DYNAMIC_DISPATCH(normalize)(u, normed, mean.data(), inverse.data(), scale.data(), shift.data());
}

void normalize_columns_gradient(Matrix dy, ConstMatrix normed, std::span<const float> factor,
                                std::span<const float> mean_dy, std::span<const float> mean_product) {
  assert(dy.rows == normed.rows && dy.cols == normed.cols && factor.size() == dy.cols);
  HWY_DYNAMIC_DISPATCH(normalize_gradient)(dy, normed, factor.data(), mean_dy.data(), mean_product.data());
}

}  // namespace eegate
#endif
