#include "kernels/rows.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rows.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

void add_to(float* sum, const float* x, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i)
                         HWY_ATTR { hn::StoreU(hn::Add(hn::LoadU(d, sum + i), hn::LoadU(d, x + i)), d, sum + i); });
}

void scale_by(float* x, float factor, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i)
                         HWY_ATTR { hn::StoreU(hn::Mul(hn::LoadU(d, x + i), hn::Set(d, factor)), d, x + i); });
}

void add_matrix(Matrix sum, ConstMatrix x) {
  for (std::size_t i = 0; i < sum.rows; ++i) add_to(sum.data + i * sum.stride, x.data + i * x.stride, sum.cols);
}

void mean_of(float* out, ConstMatrix x) {
  std::fill_n(out, x.cols, 0.0F);
  for (std::size_t i = 0; i < x.rows; ++i) add_to(out, x.data + i * x.stride, x.cols);
  scale_by(out, 1.0F / static_cast<float>(x.rows), x.cols);
}

void weighted_sum(float* out, ConstMatrix x, const float* weights) {
  std::fill_n(out, x.cols, 0.0F);
  for (std::size_t r = 0; r < x.rows; ++r) {
    const float* row = x.data + r * x.stride;
    for_each_vector(x.cols, [&](auto d, std::size_t i) HWY_ATTR {
      hn::StoreU(mul_add(hn::Set(d, weights[r]), hn::LoadU(d, row + i), hn::LoadU(d, out + i)), d, out + i);
    });
  }
}

void max_of(float* out, ConstMatrix x) {
  for_each_vector(x.cols, [&](auto d, std::size_t i) HWY_ATTR {
    auto largest = hn::LoadU(d, out + i);
    for (std::size_t r = 0; r < x.rows; ++r) {
      const auto value = hn::LoadU(d, x.data + r * x.stride + i);
      largest = hn::IfThenElse(hn::Or(hn::Gt(value, largest), hn::IsNaN(value)), value, largest);  // NaN is propagated
    }
    hn::StoreU(largest, d, out + i);
  });
}

void correlate(Matrix out, ConstMatrix x, ConstMatrix kernel, const float* bias, std::size_t pad_left) {
  for (std::size_t t = 0; t < out.rows; ++t) {
    const std::size_t first = t < pad_left ? pad_left - t : 0;
    const std::size_t last = std::min(kernel.rows, x.rows + pad_left - t);
    float* row = out.data + t * out.stride;
    for_each_vector(out.cols, [&](auto d, std::size_t w) HWY_ATTR {
      auto sum = hn::LoadU(d, bias + w);
      for (std::size_t k = first; k < last; ++k) {
        const float* source = x.data + (t + k - pad_left) * x.stride + w;
        sum = mul_add(hn::LoadU(d, kernel.data + k * kernel.stride + w), hn::LoadU(d, source), sum);
      }
      hn::StoreU(sum, d, row + w);
    });
  }
}

void correlate_gradient(Matrix dx, Matrix dkernel, ConstMatrix dout, ConstMatrix x, ConstMatrix kernel,
                        std::size_t pad_left) {
  for (std::size_t t = 0; t < dout.rows; ++t) {
    const std::size_t first = t < pad_left ? pad_left - t : 0;
    const std::size_t last = std::min(kernel.rows, x.rows + pad_left - t);
    const float* delta = dout.data + t * dout.stride;
    for (std::size_t k = first; k < last; ++k) {
      const std::size_t row = t + k - pad_left;
      for_each_vector(dout.cols, [&](auto d, std::size_t w) HWY_ATTR {
        const auto gradient = hn::LoadU(d, delta + w);
        float* sum_x = dx.data + row * dx.stride + w;
        float* sum_k = dkernel.data + k * dkernel.stride + w;
        hn::StoreU(mul_add(hn::LoadU(d, kernel.data + k * kernel.stride + w), gradient, hn::LoadU(d, sum_x)), d, sum_x);
        hn::StoreU(mul_add(hn::LoadU(d, x.data + row * x.stride + w), gradient, hn::LoadU(d, sum_k)), d, sum_k);
      });
    }
  }
}

void scaled_sum(float* sum, const float* x, float factor, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(mul_add(hn::LoadU(d, x + i), hn::Set(d, factor), hn::LoadU(d, sum + i)), d, sum + i);
  });
}

void products(float* x, const float* factors, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i)
                         HWY_ATTR { hn::StoreU(hn::Mul(hn::LoadU(d, x + i), hn::LoadU(d, factors + i)), d, x + i); });
}

void squares(float* x, std::size_t n) {
  for_each_vector(n, [&](auto d, std::size_t i) HWY_ATTR {
    const auto v = hn::LoadU(d, x + i);
    hn::StoreU(hn::Mul(v, v), d, x + i);
  });
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(add_matrix);
HWY_EXPORT(mean_of);
HWY_EXPORT(weighted_sum);
HWY_EXPORT(max_of);
HWY_EXPORT(correlate);
HWY_EXPORT(correlate_gradient);
HWY_EXPORT(scaled_sum);
HWY_EXPORT(products);
HWY_EXPORT(squares);

void add_rows(Matrix sum, ConstMatrix x) {
  assert(sum.rows == x.rows && sum.cols == x.cols);
  HWY_DYNAMIC_DISPATCH(add_matrix)(sum, x);
}

void mean_rows(std::span<float> out, ConstMatrix x) {
  assert(out.size() == x.cols && x.rows > 0);
  HWY_DYNAMIC_DISPATCH(mean_of)(out.data(), x);
}

void weighted_rows(std::span<float> out, ConstMatrix x, std::span<const float> weights) {
  assert(out.size() == x.cols && weights.size() == x.rows);
  HWY_DYNAMIC_DISPATCH(weighted_sum)(out.data(), x, weights.data());
}

void max_rows(std::span<float> out, ConstMatrix x) {
  assert(out.size() == x.cols);
  HWY_DYNAMIC_DISPATCH(max_of)(out.data(), x);
}

void correlate_rows(Matrix out, ConstMatrix x, ConstMatrix kernel, std::span<const float> bias, std::size_t pad_left) {
  assert(out.cols == x.cols && kernel.cols == x.cols && bias.size() == x.cols);
  assert(out.rows + kernel.rows <= x.rows + 2 * kernel.rows);
  HWY_DYNAMIC_DISPATCH(correlate)(out, x, kernel, bias.data(), pad_left);
}

void correlate_rows_gradient(Matrix dx, Matrix dkernel, ConstMatrix dout, ConstMatrix x, ConstMatrix kernel,
                             std::size_t pad_left) {
  assert(dx.rows == x.rows && dkernel.rows == kernel.rows && dout.cols == x.cols && kernel.cols == x.cols);
  HWY_DYNAMIC_DISPATCH(correlate_gradient)(dx, dkernel, dout, x, kernel, pad_left);
}

void add_scaled(std::span<float> sum, std::span<const float> x, float factor) {
  assert(sum.size() == x.size());
  HWY_DYNAMIC_DISPATCH(scaled_sum)(sum.data(), x.data(), factor, x.size());
}

void multiply(std::span<float> values, std::span<const float> factors) {
  assert(values.size() == factors.size());
  HWY_DYNAMIC_DISPATCH(products)(values.data(), factors.data(), values.size());
}

void square(std::span<float> values) { HWY_DYNAMIC_DISPATCH(squares)(values.data(), values.size()); }

}  // namespace eegate
#endif
