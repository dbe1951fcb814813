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

// Mul and Add, never MulAdd: a fused product would round once instead of twice, and the result would depend on the
// machine.
HWY_INLINE hn::Vec<DHalf> scaled(hn::Vec<DD> digital, const DigitalScale& s) {
  const DD d;
  const auto centered = hn::Sub(digital, hn::Set(d, s.zero));
  const auto physical = hn::Add(hn::Set(d, s.offset), hn::Mul(hn::Set(d, s.gain), centered));
  return hn::DemoteTo(DHalf(), hn::Mul(physical, hn::Set(d, s.factor)));
}

float scaled_one(std::int32_t digital, const DigitalScale& s) {
  return static_cast<float>((s.offset + s.gain * (static_cast<double>(digital) - s.zero)) * s.factor);
}

std::uint64_t scale_words(const std::int32_t* words, std::size_t n, const DigitalScale& s, float* out) {
  const DI d;
  const DD dd;
  const std::size_t lanes = hn::Lanes(d);
  auto outside = hn::Zero(d);  // -1 for each sample outside
  std::size_t i = 0;
  for (; i + lanes <= n; i += lanes) {
    const auto digital = hn::LoadU(d, words + i);
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
    n_outside += (words[i] < s.lowest || words[i] > s.highest) ? 1 : 0;
    out[i] = scaled_one(words[i], s);
  }
  return n_outside;
}

void words_of_16(std::int32_t* words, const std::uint8_t* bytes, std::size_t n) {
  const DI d;
  const hn::Rebind<std::int16_t, DI> d16;
  const hn::Repartition<std::uint8_t, decltype(d16)> d8;  // bytes may begin at an odd address
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d))
    hn::StoreU(hn::PromoteTo(d, hn::BitCast(d16, hn::LoadU(d8, bytes + 2 * i))), d, words + i);
  for (; i < n; ++i) {
    const auto word = static_cast<std::uint16_t>(bytes[2 * i] | bytes[2 * i + 1] << 8);
    words[i] = static_cast<std::int16_t>(word);
  }
}

void words_of_24(std::int32_t* words, const std::uint8_t* bytes, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i, bytes += 3) {
    const std::uint32_t word = static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8 |
                               static_cast<std::uint32_t>(bytes[2]) << 16;
    words[i] = static_cast<std::int32_t>(word << 8) >> 8;  // the shift back copies the sign
  }
}

std::uint64_t scale(const std::uint8_t* bytes, std::size_t sample_bytes, std::size_t n, const DigitalScale& s,
                    float* out) {
  constexpr std::size_t kChunk = 256;  // samples that are converted to 32 bits at a time
  std::int32_t words[kChunk];
  std::uint64_t n_outside = 0;
  for (std::size_t first = 0; first < n; first += kChunk) {
    const std::size_t count = std::min(kChunk, n - first);
    (sample_bytes == 2 ? words_of_16 : words_of_24)(words, bytes + first * sample_bytes, count);
    n_outside += scale_words(words, count, s, out + first);
  }
  return n_outside;
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(scale);

std::uint64_t scale_digital(std::span<const std::byte> bytes, std::size_t sample_bytes, const DigitalScale& digital,
                            std::span<float> out) {
  assert((sample_bytes == 2 || sample_bytes == 3) && bytes.size() >= sample_bytes * out.size());
  return HWY_DYNAMIC_DISPATCH(scale)(reinterpret_cast<const std::uint8_t*>(bytes.data()), sample_bytes, out.size(),
                                     digital, out.data());
}

}  // namespace eegate
#endif
