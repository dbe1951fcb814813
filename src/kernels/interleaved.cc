#include "kernels/interleaved.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/interleaved.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

constexpr double kMaxSample = 1e20;      // so that products with later factors fit into a float
constexpr std::size_t kTile = 128;       // samples that are transposed at a time; they stay in the L1 cache
constexpr std::size_t kBlockBytes = 16;  // of one sample; the channels that fit are transposed together
using Word = std::uint8_t;               // numbers are loaded as bytes, because they may be unaligned

template <class T>
float decoded_one(const Word* at, const NumberColumn& column, std::uint64_t& n_replaced) {
  T number;
  std::memcpy(&number, at, sizeof number);
  const double value = static_cast<double>(number) * column.factor + column.offset;
  if (std::is_floating_point_v<T> && !(std::abs(value) <= kMaxSample)) {
    ++n_replaced;
    return 0;
  }
  return static_cast<float>(value);
}

using DD = hn::ScalableTag<double>;

template <class T>
HWY_INLINE hn::Vec<DD> load_doubles(const Word* at) {
  const hn::Rebind<T, DD> d;
  const auto numbers = hn::BitCast(d, hn::LoadU(hn::Repartition<Word, decltype(d)>(), at));
  if constexpr (sizeof(T) == 8) {
    return numbers;
  } else if constexpr (sizeof(T) == 4) {
    return hn::PromoteTo(DD(), numbers);
  } else {
    return hn::PromoteTo(DD(), hn::PromoteTo(hn::Rebind<std::int32_t, DD>(), numbers));
  }
}

// Decodes contiguous numbers. Mul and Add, never MulAdd: a fused product would make the result depend on the machine.
template <class T>
std::uint64_t decode_row(const Word* words, std::size_t n, const NumberColumn& column, float* out) {
  std::uint64_t n_replaced = 0;
  std::size_t i = 0;
  if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, std::int16_t> || std::is_same_v<T, std::int32_t>) {
    const DD d;
    const hn::Rebind<float, DD> df;
    const auto factor = hn::Set(d, column.factor), offset = hn::Set(d, column.offset), largest = hn::Set(d, kMaxSample);
    for (; i + hn::Lanes(d) <= n; i += hn::Lanes(d)) {
      auto value = hn::Add(hn::Mul(load_doubles<T>(words + i * sizeof(T)), factor), offset);
      if constexpr (std::is_floating_point_v<T>) {
        const auto is_usable = hn::Le(hn::Abs(value), largest);  // false for NaN
        if (HWY_UNLIKELY(!hn::AllTrue(d, is_usable))) {
          n_replaced += hn::Lanes(d) - hn::CountTrue(d, is_usable);
          value = hn::IfThenElseZero(is_usable, value);
        }
      }
      hn::StoreU(hn::DemoteTo(df, value), df, out + i);
    }
  }
  for (; i < n; ++i) out[i] = decoded_one<T>(words + i * sizeof(T), column, n_replaced);
  return n_replaced;
}

std::uint64_t decode_row(NumberType type, const Word* words, std::size_t n, const NumberColumn& column, float* out) {
  switch (type) {
    case NumberType::kInt8:
      return decode_row<std::int8_t>(words, n, column, out);
    case NumberType::kUint8:
      return decode_row<std::uint8_t>(words, n, column, out);
    case NumberType::kInt16:
      return decode_row<std::int16_t>(words, n, column, out);
    case NumberType::kUint16:
      return decode_row<std::uint16_t>(words, n, column, out);
    case NumberType::kInt32:
      return decode_row<std::int32_t>(words, n, column, out);
    case NumberType::kUint32:
      return decode_row<std::uint32_t>(words, n, column, out);
    case NumberType::kFloat32:
      return decode_row<float>(words, n, column, out);
    case NumberType::kFloat64:
      return decode_row<double>(words, n, column, out);
    case NumberType::kInt64:
      return decode_row<std::int64_t>(words, n, column, out);
  }
  return 0;
}

// Vectors of up to 32 bytes: 16 bytes of each of one or two samples.
template <class T>
using DWord = hn::CappedTag<T, 2 * kBlockBytes / sizeof(T)>;

// Loads sample `first` and, in longer vectors, sample `first + kBlockBytes / sizeof(T)`.
template <class T>
HWY_INLINE hn::Vec<DWord<T>> load_samples(const Word* bytes, std::size_t stride, std::size_t first) {
  const DWord<T> d;
  const hn::CappedTag<Word, kBlockBytes> d_block;
  if constexpr (HWY_MAX_LANES_D(DWord<T>) * sizeof(T) == 2 * kBlockBytes) {
    const std::size_t second = first + kBlockBytes / sizeof(T);
    const hn::Repartition<Word, DWord<T>> d_words;
    return hn::BitCast(d, hn::Combine(d_words, hn::LoadU(d_block, bytes + second * stride),
                                      hn::LoadU(d_block, bytes + first * stride)));
  } else {
    return hn::BitCast(d, hn::LoadU(d_block, bytes + first * stride));
  }
}

// Transposes a square of kSide samples and channels in `v` (two squares in longer vectors).
template <class T, std::size_t kSide>
HWY_INLINE void transpose_square(hn::Vec<DWord<T>> (&v)[kSide]) {
  const DWord<T> d;
  if constexpr (kSide == 2) {
    const auto upper = hn::InterleaveUpper(d, v[0], v[1]);
    v[0] = hn::InterleaveLower(d, v[0], v[1]);
    v[1] = upper;
  } else {
    // Two samples of a channel are combined into a word of twice the width, for the lower and for the upper half of the
    // channels.
    using Wide = hwy::MakeWide<T>;
    const DWord<Wide> d_wide;
    hn::Vec<DWord<Wide>> lower[kSide / 2], upper[kSide / 2];
    for (std::size_t k = 0; k < kSide / 2; ++k) {
      lower[k] = hn::BitCast(d_wide, hn::InterleaveLower(d, v[2 * k], v[2 * k + 1]));
      upper[k] = hn::BitCast(d_wide, hn::InterleaveUpper(d, v[2 * k], v[2 * k + 1]));
    }
    transpose_square<Wide>(lower);
    transpose_square<Wide>(upper);
    for (std::size_t k = 0; k < kSide / 2; ++k) {
      v[k] = hn::BitCast(d, lower[k]);
      v[kSide / 2 + k] = hn::BitCast(d, upper[k]);
    }
  }
}

// Transposes adjacent channels of samples [0, n): channel k is written to words + k * kTile. For samples [0, n_whole),
// kBlockBytes can be read; for the others only the channels themselves.
template <class T>
void transpose_block(const Word* bytes, std::size_t stride, std::size_t n, std::size_t n_whole, std::size_t n_channels,
                     T* words) {
  constexpr std::size_t kSide = kBlockBytes / sizeof(T);
  const DWord<T> d;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= n_whole; i += hn::Lanes(d)) {
    hn::Vec<DWord<T>> v[kSide];
    for (std::size_t k = 0; k < kSide; ++k) v[k] = load_samples<T>(bytes, stride, i + k);
    transpose_square<T>(v);
    for (std::size_t k = 0; k < kSide; ++k)
      if (k < n_channels) hn::StoreU(v[k], d, words + k * kTile + i);
  }
  for (; i < n; ++i)
    for (std::size_t k = 0; k < n_channels; ++k)
      std::memcpy(words + k * kTile + i, bytes + i * stride + k * sizeof(T), sizeof(T));
}

template <class T>
void gather_column(const Word* bytes, std::size_t stride, std::size_t n, T* words) {
  for (std::size_t i = 0; i < n; ++i) std::memcpy(words + i, bytes + i * stride, sizeof(T));
}

template <class T>
void reverse_bytes(T* words, std::size_t n) {
  const DWord<T> d;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d))  // tiles are multiples of vectors
    hn::StoreU(hn::ReverseLaneBytes(hn::LoadU(d, words + i)), d, words + i);
}

template <class T>
std::uint64_t decode_tile(const NumberFrames& frames, std::size_t first, std::size_t n,
                          std::span<const NumberColumn> columns) {
  constexpr std::size_t kSide = sizeof(T) == 1 ? 1 : kBlockBytes / sizeof(T);
  HWY_ALIGN T words[kSide * kTile] = {};
  std::uint64_t n_replaced = 0;
  for (std::size_t c = 0; c < columns.size();) {
    const Word* bytes = reinterpret_cast<const Word*>(frames.bytes) + first * frames.stride + columns[c].byte;
    std::size_t n_together = 1;
    if constexpr (kSide > 1) {
      while (n_together < kSide && c + n_together < columns.size() &&
             columns[c + n_together].byte == columns[c].byte + n_together * sizeof(T))
        ++n_together;
      // Bytes up to the last channel of the last sample.
      const std::size_t n_readable = (frames.n - first - 1) * frames.stride + n_together * sizeof(T);
      const std::size_t n_whole = n_readable < kBlockBytes ? 0 : (n_readable - kBlockBytes) / frames.stride + 1;
      if (n_together > 1) transpose_block(bytes, frames.stride, n, std::min(n, n_whole), n_together, words);
    }
    if (n_together == 1) gather_column(bytes, frames.stride, n, words);
    for (std::size_t k = 0; k < n_together; ++k, ++c) {
      T* const row = words + k * kTile;
      if constexpr (kSide > 1) {
        if (frames.is_big_endian) reverse_bytes(row, n);
      }
      n_replaced += decode_row(frames.type, reinterpret_cast<const Word*>(row), n, columns[c], columns[c].out + first);
    }
  }
  return n_replaced;
}

template <class T>
std::uint64_t decode_tiles(const NumberFrames& frames, std::span<const NumberColumn> columns) {
  std::uint64_t n_replaced = 0;
  for (std::size_t first = 0; first < frames.n; first += kTile)
    n_replaced += decode_tile<T>(frames, first, std::min(kTile, frames.n - first), columns);
  return n_replaced;
}

std::uint64_t decode(const NumberFrames& frames, std::size_t width, std::span<const NumberColumn> columns) {
  if (frames.stride == width && !frames.is_big_endian) {
    std::uint64_t n_replaced = 0;
    for (const NumberColumn& column : columns)
      n_replaced += decode_row(frames.type, reinterpret_cast<const Word*>(frames.bytes) + column.byte, frames.n, column,
                               column.out);
    return n_replaced;
  }
  switch (width) {
    case 1:
      return decode_tiles<std::uint8_t>(frames, columns);
    case 2:
      return decode_tiles<std::uint16_t>(frames, columns);
    case 4:
      return decode_tiles<std::uint32_t>(frames, columns);
    default:
      return decode_tiles<std::uint64_t>(frames, columns);
  }
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(decode);

std::size_t bytes_of(NumberType type) {
  constexpr std::uint8_t kBytes[] = {1, 1, 2, 2, 4, 4, 4, 8, 8};
  return kBytes[static_cast<std::size_t>(type)];
}

std::uint64_t decode_numbers(const NumberFrames& frames, std::span<const NumberColumn> columns) {
  return HWY_DYNAMIC_DISPATCH(decode)(frames, bytes_of(frames.type), columns);
}

}  // namespace eegate
#endif
