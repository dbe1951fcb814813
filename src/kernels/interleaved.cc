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
double number_at(const Word* at) {
  T number;
  std::memcpy(&number, at, sizeof number);
  return static_cast<double>(number);
}

double int24_at(const Word* at) {
  const std::uint32_t high = std::uint32_t{at[0]} << 8 | std::uint32_t{at[1]} << 16 | std::uint32_t{at[2]} << 24;
  return static_cast<double>(static_cast<std::int32_t>(high) >> 8);
}

// One by one: types that few files have, and the rest of a row that does not fill a vector.
std::uint64_t decode_singly(double (*number)(const Word*), std::size_t width, bool is_whole, const Word* words,
                            std::size_t n, const NumberColumn& column, float* out) {
  std::uint64_t n_replaced = 0;
  for (std::size_t i = 0; i < n; ++i) {
    double value = number(words + i * width) * column.factor + column.offset;
    if (!is_whole && !(std::abs(value) <= kMaxSample)) {
      ++n_replaced;
      value = 0;
    }
    out[i] = static_cast<float>(value);
  }
  return n_replaced;
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
std::uint64_t decode_vectors(const Word* words, std::size_t n, const NumberColumn& column, float* out) {
  const DD d;
  const hn::Rebind<float, DD> df;
  const auto factor = hn::Set(d, column.factor), offset = hn::Set(d, column.offset), largest = hn::Set(d, kMaxSample);
  std::uint64_t n_replaced = 0;
  std::size_t i = 0;
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
  return n_replaced + decode_singly(number_at<T>, sizeof(T), !std::is_floating_point_v<T>, words + i * sizeof(T), n - i,
                                    column, out + i);
}

std::uint64_t decode_row(NumberType type, const Word* words, std::size_t n, const NumberColumn& column, float* out) {
  switch (type) {
    case NumberType::kInt8:
      return decode_singly(number_at<std::int8_t>, 1, true, words, n, column, out);
    case NumberType::kUint8:
      return decode_singly(number_at<std::uint8_t>, 1, true, words, n, column, out);
    case NumberType::kInt16:
      return decode_vectors<std::int16_t>(words, n, column, out);
    case NumberType::kUint16:
      return decode_singly(number_at<std::uint16_t>, 2, true, words, n, column, out);
    case NumberType::kInt32:
      return decode_vectors<std::int32_t>(words, n, column, out);
    case NumberType::kUint32:
      return decode_singly(number_at<std::uint32_t>, 4, true, words, n, column, out);
    case NumberType::kFloat32:
      return decode_vectors<float>(words, n, column, out);
    case NumberType::kFloat64:
      return decode_vectors<double>(words, n, column, out);
    case NumberType::kInt64:
      return decode_singly(number_at<std::int64_t>, 8, true, words, n, column, out);
    case NumberType::kInt24:
      return decode_singly(int24_at, 3, true, words, n, column, out);
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

// Adjacent channels of up to kTile samples. Channel k is written to words + k * kTile * width.
struct Tile {
  const Word* bytes = nullptr;  // of the first channel in the first sample
  std::size_t stride = 0, n = 0;
  std::size_t n_whole = 0;  // kBlockBytes of these samples can be read; of the others only the channels themselves
  std::size_t n_channels = 0;
};

template <class T>
void transpose(const Tile& tile, Word* words) {
  constexpr std::size_t kSide = kBlockBytes / sizeof(T);
  const DWord<T> d;
  const hn::Repartition<Word, DWord<T>> d_words;
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= tile.n_whole; i += hn::Lanes(d)) {
    hn::Vec<DWord<T>> v[kSide];
    for (std::size_t k = 0; k < kSide; ++k) v[k] = load_samples<T>(tile.bytes, tile.stride, i + k);
    transpose_square<T>(v);
    for (std::size_t k = 0; k < kSide; ++k)
      if (k < tile.n_channels) hn::StoreU(hn::BitCast(d_words, v[k]), d_words, words + (k * kTile + i) * sizeof(T));
  }
  for (std::size_t k = 0; k < tile.n_channels; ++k)
    for (std::size_t j = i; j < tile.n; ++j)
      std::memcpy(words + (k * kTile + j) * sizeof(T), tile.bytes + j * tile.stride + k * sizeof(T), sizeof(T));
}

template <class T>
void reverse_bytes(Word* words, std::size_t n) {
  const DWord<T> d;
  const hn::Repartition<Word, DWord<T>> d_words;
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {  // rows are multiples of vectors
    const auto numbers = hn::BitCast(d, hn::LoadU(d_words, words + i * sizeof(T)));
    hn::StoreU(hn::BitCast(d_words, hn::ReverseLaneBytes(numbers)), d_words, words + i * sizeof(T));
  }
}

void transpose(std::size_t width, const Tile& tile, Word* words) {
  if (width == 2) transpose<std::uint16_t>(tile, words);
  if (width == 4) transpose<std::uint32_t>(tile, words);
  if (width == 8) transpose<std::uint64_t>(tile, words);
  if (width % 2 == 1)
    for (std::size_t i = 0; i < tile.n; ++i) std::memcpy(words + i * width, tile.bytes + i * tile.stride, width);
}

void reverse_bytes(std::size_t width, Word* words, std::size_t n) {
  if (width == 2) reverse_bytes<std::uint16_t>(words, n);
  if (width == 4) reverse_bytes<std::uint32_t>(words, n);
  if (width == 8) reverse_bytes<std::uint64_t>(words, n);
}

std::uint64_t decode_tile(const NumberFrames& frames, std::size_t width, std::size_t first, std::size_t n,
                          std::span<const NumberColumn> columns) {
  HWY_ALIGN Word words[kBlockBytes * kTile] = {};
  const std::size_t side = width % 2 == 1 ? 1 : kBlockBytes / width;
  std::uint64_t n_replaced = 0;
  for (std::size_t c = 0; c < columns.size();) {
    std::size_t n_together = 1;
    while (n_together < side && c + n_together < columns.size() &&
           columns[c + n_together].byte == columns[c].byte + n_together * width)
      ++n_together;
    // Bytes up to the last channel of the last sample. A single channel is copied number by number.
    const std::size_t n_bytes = (frames.n - first - 1) * frames.stride + n_together * width;
    const std::size_t n_whole = n_bytes < kBlockBytes ? 0 : (n_bytes - kBlockBytes) / frames.stride + 1;
    const Word* bytes = reinterpret_cast<const Word*>(frames.bytes) + first * frames.stride + columns[c].byte;
    transpose(width,
              {.bytes = bytes,
               .stride = frames.stride,
               .n = n,
               .n_whole = n_together == 1 ? 0 : std::min(n, n_whole),
               .n_channels = n_together},
              words);
    for (std::size_t k = 0; k < n_together; ++k, ++c) {
      Word* const row = words + k * kTile * width;
      if (frames.is_big_endian) reverse_bytes(width, row, n);
      n_replaced += decode_row(frames.type, row, n, columns[c], columns[c].out + first);
    }
  }
  return n_replaced;
}

std::uint64_t decode(const NumberFrames& frames, std::size_t width, std::span<const NumberColumn> columns) {
  const bool is_row = frames.stride == width && !frames.is_big_endian;
  std::uint64_t n_replaced = 0;
  for (std::size_t first = 0; !is_row && first < frames.n; first += kTile)
    n_replaced += decode_tile(frames, width, first, std::min(kTile, frames.n - first), columns);
  if (!is_row) return n_replaced;
  for (const NumberColumn& column : columns)
    n_replaced += decode_row(frames.type, reinterpret_cast<const Word*>(frames.bytes) + column.byte, frames.n, column,
                             column.out);
  return n_replaced;
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(decode);

std::size_t bytes_of(NumberType type) {
  constexpr std::uint8_t kBytes[] = {1, 1, 2, 2, 4, 4, 4, 8, 8, 3};
  return kBytes[static_cast<std::size_t>(type)];
}

std::uint64_t decode_numbers(const NumberFrames& frames, std::span<const NumberColumn> columns) {
  return HWY_DYNAMIC_DISPATCH(decode)(frames, bytes_of(frames.type), columns);
}

}  // namespace eegate
#endif
