#include "kernels/digital.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/digital.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using DI = hn::ScalableTag<std::int32_t>;
using DF = hn::Rebind<float, DI>;
using DD = hn::Repartition<double, DI>;
using DHalf = hn::Half<DF>;  // as many floats as there are doubles in a vector

// Mul and Add, never MulAdd: a fused product would round once instead of twice, and the result depend on the machine.
HWY_INLINE hn::Vec<DHalf> scaled(hn::Vec<DD> digital, const DigitalScale& s) {
  const DD d;
  const auto centered = hn::Sub(digital, hn::Set(d, s.zero));
  const auto physical = hn::Add(hn::Set(d, s.offset), hn::Mul(hn::Set(d, s.gain), centered));
  return hn::DemoteTo(DHalf(), hn::Mul(physical, hn::Set(d, s.factor)));
}

float scaled_one(std::int32_t digital, const DigitalScale& s) {
  return static_cast<float>((s.offset + s.gain * (static_cast<double>(digital) - s.zero)) * s.factor);
}

// load(i): a vector of samples from i on; at(i): one.
template <class Load, class At>
HWY_INLINE std::uint64_t scale_all(std::size_t n, const DigitalScale& s, float* out, const Load& load, const At& at) {
  const DI d;
  const DD dd;
  const std::size_t lanes = hn::Lanes(d);
  auto outside = hn::Zero(d);  // minus one for each sample outside
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto digital = load(i);
    const auto is_out = hn::Or(hn::Lt(digital, hn::Set(d, s.lowest)), hn::Gt(digital, hn::Set(d, s.highest)));
    outside = hn::Add(outside, hn::VecFromMask(d, is_out));
    hn::StoreU(scaled(hn::PromoteLowerTo(dd, digital), s), DHalf(), out + i);
    hn::StoreU(scaled(hn::PromoteUpperTo(dd, digital), s), DHalf(), out + i + lanes / 2);
  }
  HWY_ALIGN std::int32_t counts[hn::MaxLanes(DI())];
  hn::Store(outside, d, counts);
  std::uint64_t n_outside = 0;
  for (std::size_t k = 0; k < lanes; ++k)
    n_outside += static_cast<std::uint64_t>(-static_cast<std::int64_t>(counts[k]));
  for (; i < n; ++i) {
    const std::int32_t digital = at(i);
    n_outside += (digital < s.lowest || digital > s.highest) ? 1 : 0;
    out[i] = scaled_one(digital, s);
  }
  return n_outside;
}

std::uint64_t scale_16(const std::uint8_t* bytes, std::size_t n, const DigitalScale& s, float* out) {
  const hn::Rebind<std::int16_t, DI> d16;
  const hn::Repartition<std::uint8_t, decltype(d16)> d8;  // bytes may begin at an odd address
  return scale_all(
      n, s, out,
      [&](std::size_t i) HWY_ATTR { return hn::PromoteTo(DI(), hn::BitCast(d16, hn::LoadU(d8, bytes + 2 * i))); },
      [&](std::size_t i) {
        const auto word = static_cast<std::uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8);
        return static_cast<std::int32_t>(static_cast<std::int16_t>(word));
      });
}

std::uint64_t scale_24(const std::uint8_t* bytes, std::size_t n, const DigitalScale& s, float* out) {
  constexpr std::size_t kPiece = 256;  // samples made whole words at a time
  const auto at = [&](std::size_t i) {
    const std::uint8_t* b = bytes + 3 * i;
    const std::uint32_t word = static_cast<std::uint32_t>(b[0]) | static_cast<std::uint32_t>(b[1]) << 8 |
                               static_cast<std::uint32_t>(b[2]) << 16;
    return static_cast<std::int32_t>(word << 8) >> 8;  // the shift back copies the sign
  };
  std::int32_t words[kPiece];
  std::uint64_t n_outside = 0;
  for (std::size_t first = 0; first < n; first += kPiece) {
    const std::size_t count = std::min(kPiece, n - first);
    for (std::size_t i = 0; i < count; ++i) words[i] = at(first + i);
    n_outside += scale_all(
        count, s, out + first, [&](std::size_t i) HWY_ATTR { return hn::LoadU(DI(), words + i); },
        [&](std::size_t i) { return words[i]; });
  }
  return n_outside;
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(scale_16);
HWY_EXPORT(scale_24);

std::uint64_t scale_digital_16(std::span<const std::byte> bytes, const DigitalScale& scale, std::span<float> out) {
  assert(bytes.size() >= 2 * out.size() && out.size() < (std::size_t{1} << 31));
  return HWY_DYNAMIC_DISPATCH(scale_16)(reinterpret_cast<const std::uint8_t*>(bytes.data()), out.size(), scale,
                                        out.data());
}

std::uint64_t scale_digital_24(std::span<const std::byte> bytes, const DigitalScale& scale, std::span<float> out) {
  assert(bytes.size() >= 3 * out.size());
  return HWY_DYNAMIC_DISPATCH(scale_24)(reinterpret_cast<const std::uint8_t*>(bytes.data()), out.size(), scale,
                                        out.data());
}

}  // namespace eegate
#endif
