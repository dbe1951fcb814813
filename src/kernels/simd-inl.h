// Shared by all kernels: multiply-add, sums in a fixed order, and fast approximations of exp, tanh, sigmoid and erf.
// Included once for each CPU target (see Highway's foreach_target.h), hence the toggled guard.
#if defined(EEGATE_KERNELS_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef EEGATE_KERNELS_SIMD_INL_H_
#undef EEGATE_KERNELS_SIMD_INL_H_
#else
#define EEGATE_KERNELS_SIMD_INL_H_
#endif

#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_HAVE_SCALABLE
#error "Tiles are arrays of vectors: disable targets whose vectors have no fixed length, see cmake/dependencies.cmake"
#endif

// a * b + c as the target computes it: fused on AVX2, AVX-512 and relaxed SIMD, with two roundings on SSE2 and plain
// WebAssembly. Highway does not support relaxed SIMD, so its instruction is emitted here.
#if HWY_TARGET == HWY_WASM && defined(__wasm_relaxed_simd__)
template <class V>
HWY_INLINE V mul_add(V a, V b, V c) {
  return V{wasm_f32x4_relaxed_madd(a.raw, b.raw, c.raw)};
}
#else
template <class V>
HWY_INLINE V mul_add(V a, V b, V c) {
  return hn::MulAdd(a, b, c);
}
#endif

// Exact sums of products of small integers in 32 bits: groups of four 8-bit values on targets that multiply unsigned by
// signed bytes, otherwise groups of two 16-bit values.
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2) || (HWY_TARGET == HWY_WASM && defined(__wasm_relaxed_simd__))
using Narrow = std::int8_t;
#else
using Narrow = std::int16_t;
#endif
inline constexpr std::size_t kGroup = sizeof(std::int32_t) / sizeof(Narrow);
using DNarrow = hn::Repartition<Narrow, hn::ScalableTag<float>>;
using VInt = hn::Vec<hn::ScalableTag<std::int32_t>>;

// sum + a[0] b[0] + ... + a[kGroup - 1] b[kGroup - 1] in every lane; a from 0 to 127, b from -127 to 127. Sums of two
// such products are below 2^15, so instructions that saturate there are exact.
HWY_INLINE VInt add_products(hn::Vec<DNarrow> a, hn::Vec<DNarrow> b, VInt sum) {
  const hn::ScalableTag<std::int32_t> di;
#if HWY_TARGET == HWY_WASM && defined(__wasm_relaxed_simd__)
  (void)di;
  return VInt{wasm_i32x4_relaxed_dot_i8x16_i7x16_add(b.raw, a.raw, sum.raw)};
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3_DL
  return hn::SumOfMulQuadAccumulate(di, hn::BitCast(hn::RebindToUnsigned<DNarrow>(), a), b, sum);
#elif HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2
  const hn::ScalableTag<std::int16_t> d16;
  const auto pairs = hn::SatWidenMulPairwiseAdd(d16, hn::BitCast(hn::RebindToUnsigned<DNarrow>(), a), b);
  return hn::Add(sum, hn::WidenMulPairwiseAdd(di, pairs, hn::Set(d16, std::int16_t{1})));
#else
  return hn::Add(sum, hn::WidenMulPairwiseAdd(di, a, b));
#endif
}

// a > b ? a : b and a < b ? a : b; b if either is NaN. One instruction on x86 and in WebAssembly, where hn::Max and
// hn::Min need eight because of their handling of NaN.
#if HWY_TARGET == HWY_WASM
template <class V>
HWY_INLINE V larger(V a, V b) {
  return V{wasm_f32x4_pmax(b.raw, a.raw)};
}
template <class V>
HWY_INLINE V smaller(V a, V b) {
  return V{wasm_f32x4_pmin(b.raw, a.raw)};
}
#else
template <class V>
HWY_INLINE V larger(V a, V b) {
  return hn::Max(a, b);
}
template <class V>
HWY_INLINE V smaller(V a, V b) {
  return hn::Min(a, b);
}
#endif

// Sum of all lanes: the upper half is added to the lower half until one lane is left. The order is the same on every
// target of a vector width, which Highway's reductions do not guarantee.
template <class D>
HWY_INLINE hn::TFromD<D> sum_lanes(D, hn::Vec<D> v) {
  if constexpr (HWY_MAX_LANES_D(D) == 1) {
    return hn::GetLane(v);
  } else {
    const hn::Half<D> half;
    return sum_lanes(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

template <class D>
HWY_INLINE hn::TFromD<D> largest_lane(D, hn::Vec<D> v) {
  if constexpr (HWY_MAX_LANES_D(D) == 1) {
    return hn::GetLane(v);
  } else {
    const hn::Half<D> half;
    return largest_lane(half, larger(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

// Hides from the compiler that `constants` are known. Otherwise V8 materialises constants of WebAssembly again for each
// use when they exceed the registers, which is slower than loading them from memory.
template <class T>
HWY_INLINE const T* from_memory(const T* constants) {
#if HWY_TARGET == HWY_WASM
  asm("" : "+r"(constants));
#endif
  return constants;
}

// c[K] + c[K + 1] x + ... + c[N - 1] x^(N - K - 1). Recursive, because compilers that optimise for size do not unroll a
// loop.
template <std::size_t N, std::size_t K = 0, class D>
HWY_INLINE hn::Vec<D> horner(D d, hn::Vec<D> x, const float* c) {
  if constexpr (K + 1 == N) {
    return hn::Set(d, c[K]);
  } else {
    return mul_add(horner<N, K + 1>(d, x, c), x, hn::Set(d, c[K]));
  }
}

// c[0] + c[1] x + c[2] x^2 + ...
template <class D, std::size_t N>
HWY_INLINE hn::Vec<D> polynomial(D d, hn::Vec<D> x, const float (&c)[N]) {
  return horner<N>(d, x, from_memory(c));
}

// The functions below are long. Their versions for single lanes (the last values of a row) exist once per file instead
// of in every loop, which makes the WebAssembly module 10 % smaller.
#define EEGATE_SHARED_BY_SINGLE_LANES(name)                  \
  template <class D>                                         \
  HWY_NOINLINE hn::Vec<D> name##_single(D d, hn::Vec<D> x) { \
    return name##_of(d, x);                                  \
  }                                                          \
  template <class D>                                         \
  HWY_INLINE hn::Vec<D> name(D d, hn::Vec<D> x) {            \
    if constexpr (HWY_MAX_LANES_D(D) == 1) {                 \
      return name##_single(d, x);                            \
    } else {                                                 \
      return name##_of(d, x);                                \
    }                                                        \
  }

// Adding this number to x rounds x to an integer k and leaves k + 127 in the lowest bits of the sum.
inline constexpr float kRounds = 12582912.0F + 127.0F;  // 1.5 2^23 + 127

// The integer k and 2^k, whose bits are 0 for k = -127.
template <class V>
struct Rounded {
  V k, power;
};
template <class D>
HWY_INLINE Rounded<hn::Vec<D>> rounded(D d, hn::Vec<D> shifted, hn::Vec<D> rounds) {
  const hn::RebindToSigned<D> di;
  return {hn::Sub(shifted, rounds), hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(di, shifted)))};
}

// e^x, relative error below 3e-7; 0 below -87.7, about 2e38 above 88.3. x = k ln 2 + r with |r| <= ln 2 / 2; e^r by a
// polynomial (Chebyshev fit, 1e-8). kAlone: registers need not hold the constants of another function.
template <bool kAlone, class D>
HWY_INLINE hn::Vec<D> exp_within(D d, hn::Vec<D> bounded) {
  static constexpr float kTail[] = {0.5F, 0.166665768F, 0.0416665544F, 0.00836320297F, 0.00139262135F};
  const auto rounds = hn::Set(d, kRounds);
  const auto [k, power] = rounded(d, mul_add(bounded, hn::Set(d, 1.44269504F), rounds), rounds);
  // ln 2 in two parts: k times the first is exact.
  auto r = mul_add(k, hn::Set(d, -0.693359375F), bounded);
  r = mul_add(k, hn::Set(d, 2.12194440e-4F), r);
  const auto e =
      hn::Add(hn::Set(d, 1.0F), mul_add(hn::Mul(r, r), horner<5>(d, r, kAlone ? kTail : from_memory(kTail)), r));
  return hn::Mul(e, power);
}

// 2^x for x < 127, relative error below 2e-7; 0 from -127 down. One third fewer operations than e^x: x = k + r is
// exact, and 2^r is a polynomial of degree 5 (minimax, 9.2e-8; 1 at 0). The constants are loaded in the constructor,
// before a loop, because compilers materialise literal constants again in every iteration.
template <class D>
class PowersOf2 {
 public:
  using V = hn::Vec<D>;
  HWY_INLINE explicit PowersOf2(D d) {
    static constexpr float kConstants[] = {1.0F,           0.693147004F,   0.240222424F, 0.0555073358F,
                                           0.00967151299F, 0.00132647273F, -127.0F,      kRounds};
    const float* c = from_memory(kConstants);
    c0_ = hn::Set(d, c[0]);
    c1_ = hn::Set(d, c[1]);
    c2_ = hn::Set(d, c[2]);
    c3_ = hn::Set(d, c[3]);
    c4_ = hn::Set(d, c[4]);
    c5_ = hn::Set(d, c[5]);
    lowest_ = hn::Set(d, c[6]);
    rounds_ = hn::Set(d, c[7]);
  }
  HWY_INLINE V operator()(V x) const {
    const auto bounded = larger(lowest_, x);
    const auto [k, power] = rounded(D(), hn::Add(bounded, rounds_), rounds_);
    const auto r = hn::Sub(bounded, k);
    const auto upper = mul_add(mul_add(mul_add(c5_, r, c4_), r, c3_), r, c2_);
    return hn::Mul(mul_add(mul_add(upper, r, c1_), r, c0_), power);
  }

 private:
  V c0_, c1_, c2_, c3_, c4_, c5_, lowest_, rounds_;
};

template <class D>
HWY_INLINE hn::Vec<D> exp_fast_of(D d, hn::Vec<D> x) {
  return exp_within<true>(d, smaller(hn::Set(d, 88.3F), larger(hn::Set(d, -88.0F), x)));
}
EEGATE_SHARED_BY_SINGLE_LANES(exp_fast)

// The same for x <= 0, without the upper bound.
template <class D, bool kAlone = true>
HWY_INLINE hn::Vec<D> exp_below_zero(D d, hn::Vec<D> x) {
  return exp_within<kAlone>(d, larger(hn::Set(d, -88.0F), x));
}

// 1 / (1 + e^-x), absolute error below 2e-7 for every x.
template <class D>
HWY_INLINE hn::Vec<D> sigmoid_fast_of(D d, hn::Vec<D> x) {
  const auto one = hn::Set(d, 1.0F);
  return hn::Div(one, hn::Add(one, exp_fast(d, hn::Neg(x))));
}
EEGATE_SHARED_BY_SINGLE_LANES(sigmoid_fast)
// The derivative s (1 - s), where s is a value of the sigmoid.
template <class D>
HWY_INLINE hn::Vec<D> sigmoid_derivative(D d, hn::Vec<D> s) {
  return hn::Mul(s, hn::Sub(hn::Set(d, 1.0F), s));
}

// tanh(x), absolute error below 2e-7: odd polynomial up to 0.625, 1 - 2 / (e^2x + 1) beyond.
template <class D>
HWY_INLINE hn::Vec<D> tanh_fast_of(D d, hn::Vec<D> x) {
  static constexpr float kOdd[] = {-0.333333287F, 0.133327489F, -0.0538477577F, 0.0209822976F, -0.00607516659F};
  const auto one = hn::Set(d, 1.0F), two = hn::Set(d, 2.0F);
  const auto magnitude = hn::Abs(x), square = hn::Mul(x, x);
  const auto near = mul_add(hn::Mul(x, square), polynomial(d, square, kOdd), x);
  const auto far = hn::Sub(
      one, hn::Div(two, hn::Add(exp_within<false>(d, smaller(hn::Set(d, 88.3F), hn::Mul(two, magnitude))), one)));
  return hn::IfThenElse(hn::Lt(magnitude, hn::Set(d, 0.625F)), near, hn::CopySign(far, x));
}
EEGATE_SHARED_BY_SINGLE_LANES(tanh_fast)

// erf(x), absolute error below 2e-7: odd polynomial up to 1, 1 - t P(t) e^-x^2 with t = 1 / (1 + 0.4 |x|) beyond.
template <class D>
HWY_INLINE hn::Vec<D> erf_fast_of(D d, hn::Vec<D> x) {
  static constexpr float kOdd[] = {1.12837913F,    -0.376123438F,  0.112803167F,
                                   -0.0267150542F, 0.00492176203F, -0.000564805986F};
  static constexpr float kTail[] = {0.228428082F,  0.194638484F, 0.350094982F,
                                    -0.164116525F, 0.531916621F, -0.140433493F};
  const auto one = hn::Set(d, 1.0F);
  const auto magnitude = smaller(hn::Set(d, 4.0F), hn::Abs(x));  // erf(4) = 1 - 1.5e-8
  const auto square = hn::Mul(magnitude, magnitude), near = hn::Mul(magnitude, polynomial(d, square, kOdd));
  const auto t = hn::Div(one, mul_add(hn::Set(d, 0.4F), magnitude, one));
  const auto far =
      hn::Sub(one, hn::Mul(hn::Mul(t, polynomial(d, t, kTail)), exp_below_zero<D, false>(d, hn::Neg(square))));
  return hn::CopySign(hn::IfThenElse(hn::Lt(magnitude, one), near, far), x);
}
EEGATE_SHARED_BY_SINGLE_LANES(erf_fast)

// The normal distribution function Phi(x), absolute error below 2e-7: 1/2 + x P(x^2) / Q(x^2), minimax for |x| <= 5.45
// (5e-9). Beyond 5.400036, where the quotient rounds to 1/2 with and without fused multiply-add, the result is 0 or 1.
template <class D>
HWY_INLINE hn::Vec<D> normal(D d, hn::Vec<D> x) {
  static constexpr float kP[] = {0.398942262F,    0.0336070955F,   0.00466361549F,
                                 0.000166509795F, 6.35460856e-06F, 2.30642652e-08F};
  static constexpr float kQ[] = {1.0F, 0.250906497F, 0.028508937F, 0.0018713359F, 7.29987514e-05F, 1.20684069e-06F};
  const auto bounded = smaller(hn::Set(d, 5.400036F), larger(hn::Set(d, -5.400036F), x));
  const auto square = hn::Mul(bounded, bounded);
  const auto above_half = hn::Div(hn::Mul(bounded, polynomial(d, square, kP)), polynomial(d, square, kQ));
  return larger(hn::Zero(d), hn::Add(above_half, hn::Set(d, 0.5F)));
}

template <class D>
HWY_INLINE hn::Vec<D> gelu_of(D d, hn::Vec<D> x) {
  return hn::Mul(x, normal(d, x));
}
EEGATE_SHARED_BY_SINGLE_LANES(gelu)

// GELU and its derivative Phi(x) + x phi(x).
template <class D>
HWY_INLINE hn::Vec<D> gelu_and_derivative(D d, hn::Vec<D> x, hn::Vec<D>& derivative) {
  constexpr float kHalfInBase2 = -0.72134752F;  // -1/2 log2(e)
  const auto exponential = PowersOf2(d)(hn::Mul(hn::Mul(x, x), hn::Set(d, kHalfInBase2)));
  const auto below = normal(d, x);
  derivative = mul_add(hn::Mul(x, exponential), hn::Set(d, 0.39894228F), below);
  return hn::Mul(x, below);
}

// GELU's approximation with tanh and its derivative: (1 + t) / 2 + x (1 - t^2) / 2 sqrt(2/pi) (1 + 0.134145 x^2), t =
// tanh(u)
template <class D>
HWY_INLINE hn::Vec<D> gelu_tanh_and_derivative(D d, hn::Vec<D> x, hn::Vec<D>& derivative) {
  const auto one = hn::Set(d, 1.0F), half_x = hn::Mul(x, hn::Set(d, 0.5F)), square = hn::Mul(x, x);
  const auto u = hn::Mul(hn::Set(d, 0.79788456F), mul_add(hn::Mul(hn::Set(d, 0.044715F), square), x, x));
  const auto t = tanh_fast(d, u);
  const auto inner = hn::Mul(hn::Set(d, 0.79788456F), mul_add(hn::Set(d, 0.134145F), square, one));
  const auto tail = hn::Mul(hn::Mul(half_x, hn::Sub(one, hn::Mul(t, t))), inner);
  derivative = mul_add(hn::Set(d, 0.5F), hn::Add(one, t), tail);
  return mul_add(half_x, t, half_x);
}

// Calls step(d, i) over [0, n), first for whole vectors, then for single lanes.
template <class Step>
HWY_INLINE void for_each_vector(std::size_t n, const Step& step) {
  const hn::ScalableTag<float> d;
  const hn::CappedTag<float, 1> single;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) step(d, i);
  for (; i < n; ++i) step(single, i);
}

}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // toggled guard
