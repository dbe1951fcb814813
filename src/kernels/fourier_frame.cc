#include "kernels/fourier_frame.h"

#include <bit>
#include <cassert>
#include <utility>

#include "base/portable_math.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/fourier_frame.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

// Mul and Add, never MulAdd: a fused product would round once instead of twice, and the result would depend on the
// machine.
HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

using DD = hn::CappedTag<double, FourierFrames::kFrames>;
using VD = hn::Vec<DD>;

struct Parts {
  VD re, im;
};

// Pointers to the real and imaginary parts of interleaved frames.
template <class T>
struct Place {
  T *re, *im;
  Place from(std::size_t i) const { return {re + i, im + i}; }
  Parts load(std::size_t i) const { return {hn::LoadU(DD(), re + i), hn::LoadU(DD(), im + i)}; }
  void store(Parts value, std::size_t i) const {
    hn::StoreU(value.re, DD(), re + i);
    hn::StoreU(value.im, DD(), im + i);
  }
};

HWY_INLINE Parts plus(Parts a, Parts b) { return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)}; }
HWY_INLINE Parts minus(Parts a, Parts b) { return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)}; }
HWY_INLINE Parts times(Parts a, Parts b) {
  return {hn::Sub(hn::Mul(a.re, b.re), hn::Mul(a.im, b.im)), hn::Add(hn::Mul(a.re, b.im), hn::Mul(a.im, b.re))};
}
HWY_INLINE Parts root_at(const double* roots, std::size_t k) {
  return {hn::Set(DD(), roots[2 * k]), hn::Set(DD(), roots[2 * k + 1])};
}

// Radix-4 butterfly: four inputs, a quarter of the frame apart, give four consecutive outputs. kRotates: the
// twiddle factors are not 1.
template <bool kRotates>
HWY_INLINE void butterfly4(Place<double> to, Place<const double> from, std::size_t quarter, std::size_t width,
                           const double* roots, std::size_t k) {
  [[maybe_unused]] const Parts once = root_at(roots, k), twice = root_at(roots, 2 * k), thrice = root_at(roots, 3 * k);
  for (std::size_t i = 0; i < width; i += hn::Lanes(DD())) {
    const Parts a = from.load(i), b = from.load(i + quarter), c = from.load(i + 2 * quarter),
                d = from.load(i + 3 * quarter);
    const Parts ac = plus(a, c), bd = plus(b, d), a_c = minus(a, c), b_d = minus(b, d);
    const Parts less_i = {hn::Add(a_c.re, b_d.im), hn::Sub(a_c.im, b_d.re)},
                more_i = {hn::Sub(a_c.re, b_d.im), hn::Add(a_c.im, b_d.re)}, even = minus(ac, bd);
    to.store(plus(ac, bd), i);
    to.store(kRotates ? times(less_i, once) : less_i, i + width);
    to.store(kRotates ? times(even, twice) : even, i + 2 * width);
    to.store(kRotates ? times(more_i, thrice) : more_i, i + 3 * width);
  }
}

// One radix-4 stage of a Stockham FFT: from transforms of length n, each element `width` doubles, to transforms of
// length n / 4.
void radix4_stage(Place<double> to, Place<const double> from, std::size_t n, std::size_t width, const double* roots,
                  std::size_t step) {
  const std::size_t quarter = n / 4 * width;
  butterfly4<false>(to, from, quarter, width, roots, 0);
  for (std::size_t k = 1; k < n / 4; ++k)
    butterfly4<true>(to.from(4 * k * width), from.from(k * width), quarter, width, roots, k * step);
}

// The last stage for lengths that are not powers of four.
void radix2_stage(Place<double> to, Place<const double> from, std::size_t width) {
  for (std::size_t i = 0; i < width; i += hn::Lanes(DD())) {
    const Parts a = from.load(i), b = from.load(i + width);
    to.store(plus(a, b), i);
    to.store(minus(a, b), i + width);
  }
}

void transform_frames(FourierFrames& x, const double* roots) {
  const std::size_t size = x.size();
  for (std::size_t n = size, width = FourierFrames::kFrames; n > 1; n /= 4, width *= 4) {
    const Place<double> to{x.spare_re.data(), x.spare_im.data()};
    const Place<const double> from{x.re.data(), x.im.data()};
    if (n == 2) {
      radix2_stage(to, from, width);
    } else {
      radix4_stage(to, from, n, width, roots, size / n);
    }
    std::swap(x.re, x.spare_re);
    std::swap(x.im, x.spare_im);
  }
}

// log(x) of normal numbers with an absolute error below 1e-14 plus rounding; infinity and NaN are returned unchanged. x
// = m 2^e with sqrt(1/2) <= m < sqrt(2);  log m = 2 artanh((m - 1) / (m + 1))
HWY_INLINE VD log_of(VD x) {
  static constexpr double kConstants[] = {1.0,
                                          1.0 / 3,
                                          1.0 / 5,
                                          1.0 / 7,
                                          1.0 / 9,
                                          1.0 / 11,
                                          1.0 / 13,
                                          1.0 / 15,
                                          0x1.62e42fefa39efp-1,
                                          0x1.00000000003ffp52,
                                          0x1.fffffffffffffp1023};
  const DD d;
  const hn::RebindToUnsigned<DD> du;
  const double* c = from_memory(kConstants);
  constexpr std::uint64_t kRootBits = 0x3fe6a09e667f3bcd, kOneBits = 0x3ff0000000000000, kBigBits = 0x4330000000000000;
  const auto shifted = hn::Add(hn::BitCast(du, x), hn::Set(du, kOneBits - kRootBits));
  const auto exponent = hn::ShiftRight<52>(shifted);  // + 1023
  const auto rest = hn::Sub(shifted, hn::ShiftLeft<52>(exponent));
  const VD m = hn::BitCast(d, hn::Add(rest, hn::Set(du, kRootBits)));
  const VD e = hn::Sub(hn::BitCast(d, hn::Or(exponent, hn::Set(du, kBigBits))), hn::Set(d, c[9]));
  const VD one = hn::Set(d, c[0]), u = hn::Div(hn::Sub(m, one), hn::Add(m, one)), z = hn::Mul(u, u);
  VD series = hn::Set(d, c[7]);
  HWY_UNROLL(7) for (int k = 6; k >= 0; --k) series = hn::Add(hn::Mul(series, z), hn::Set(d, c[k]));
  const VD value = hn::Add(hn::Mul(e, hn::Set(d, c[8])), hn::Mul(hn::Add(u, u), series));
  return hn::IfThenElse(hn::Le(x, hn::Set(d, c[10])), value, x);
}

HWY_INLINE VD log_power(VD power, VD weight, const LogPower& form) {
  const DD d;
  const VD lowest = hn::Set(d, form.lowest), highest = hn::Set(d, form.highest);
  VD x = hn::Add(hn::Mul(power, weight), hn::Set(d, form.floor));
  x = hn::IfThenElse(hn::Lt(x, lowest), lowest, x);
  x = hn::IfThenElse(hn::Gt(x, highest), highest, x);
  return hn::Sub(hn::Mul(log_of(x), hn::Set(d, form.factor)), hn::Set(d, form.offset));
}

void log_powers_of(Matrix out, const FourierFrames& bins, const double* weights, const LogPower& form) {
  constexpr std::size_t kFrames = FourierFrames::kFrames;
  const DD d;
  const hn::Rebind<float, DD> df;
  const Place<const double> x{bins.re.data(), bins.im.data()};
  const std::size_t n = bins.size();
  HWY_ALIGN float logs[2 * kFrames];
  for (std::size_t f = 0; f < out.cols; ++f) {
    const VD weight = hn::Set(d, weights[f] / 4);
    for (std::size_t i = 0; i < kFrames; i += hn::Lanes(d)) {
      const Parts a = x.load(f * kFrames + i), b = x.load((n - f) % n * kFrames + i);
      const VD re = hn::Add(a.re, b.re), im = hn::Sub(a.im, b.im);
      const VD other_re = hn::Add(a.im, b.im), other_im = hn::Sub(b.re, a.re);
      const VD first = hn::Add(hn::Mul(re, re), hn::Mul(im, im)),
               second = hn::Add(hn::Mul(other_re, other_re), hn::Mul(other_im, other_im));
      hn::StoreU(hn::DemoteTo(df, log_power(first, weight, form)), df, logs + i);
      hn::StoreU(hn::DemoteTo(df, log_power(second, weight, form)), df, logs + kFrames + i);
    }
    for (std::size_t row = 0; row < out.rows; ++row) out.data[row * out.stride + f] = logs[row];
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(transform_frames);
HWY_EXPORT(log_powers_of);

FourierFrame::FourierFrame(std::size_t n) : roots_(2 * n) {
  assert(std::has_single_bit(n));
  for (std::size_t k = 0; k < n; ++k) {
    const double turn = static_cast<double>(k) / static_cast<double>(n);
    roots_[2 * k] = portable::cos_turns(turn);
    roots_[2 * k + 1] = -portable::sin_turns(turn);
  }
}

void FourierFrame::transform(FourierFrames& frames) const {
  assert(frames.size() == size());
  HWY_DYNAMIC_DISPATCH(transform_frames)(frames, roots_.data());
}

void log_powers(Matrix out, const FourierFrames& bins, std::span<const double> weights, const LogPower& form) {
  assert(out.rows <= 2 * FourierFrames::kFrames && out.cols <= bins.size() && weights.size() >= out.cols);
  HWY_DYNAMIC_DISPATCH(log_powers_of)(out, bins, weights.data(), form);
}

}  // namespace eegate
#endif
