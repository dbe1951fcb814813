#include "kernels/matmul_int8.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matmul_int8.cc"
#if defined(__x86_64__)  // AVX-512 VNNI, in addition to the targets of all kernels
#define HWY_WANT_AVX3_DL
#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_ZEN4 | HWY_AVX3_SPR)
#endif
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

using DF = hn::ScalableTag<float>;
using DI = hn::RebindToSigned<DF>;

constexpr std::size_t kWidth = 2 * hn::MaxLanes(DF());
// Rows of a tile: two accumulators each, in addition to two vectors of the panel, one of the row, and temporaries of a
// product.
#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kRowsOfTile = 8;
#else
constexpr std::size_t kRowsOfTile = 4;
#endif
constexpr std::size_t kRowsOfBlock = 48;              // a multiple of every tile
constexpr std::size_t kBlockValues = kMaxInt8Inputs;  // quantized values of a block, which stay in the cache

constexpr std::size_t kWideCols = 1024;

// Quantized rows, each with its scale and zero point.
struct RoundedRows {
  const Narrow* values;
  std::size_t stride;
  const float* scales;
  const std::int32_t* zeros;
};

// What is added to the sums of one panel: see PackedInt8; `other` is added row by row.
struct PanelEnds {
  const std::int32_t* sums;
  const float *scales, *bias;
  const float* other;
  std::size_t other_stride;
  bool relu;
};

// Minimum and maximum of a row, including 0; `low` is the negated minimum.
struct Extremes {
  float high = 0, low = 0;
  bool is_finite = true;
};

Extremes extremes_of(const float* x, std::size_t n) {
  const DF d;
  const std::size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d);
  auto high = zero, low = zero, odd = zero, odd2 = zero;  // 0 times a value that is not finite is NaN and is propagated
  std::size_t k = 0;
  for (; k + 2 * lanes <= n; k += 2 * lanes) {
    const auto v = hn::LoadU(d, x + k), w = hn::LoadU(d, x + k + lanes);
    high = larger(larger(v, w), high);
    low = smaller(smaller(v, w), low);
    odd = mul_add(v, zero, odd);
    odd2 = mul_add(w, zero, odd2);
  }
  Extremes e{largest_lane(d, high), largest_lane(d, hn::Neg(low)), hn::AllTrue(d, hn::Eq(hn::Add(odd, odd2), zero))};
  for (; k < n; ++k) {
    e.high = std::max(e.high, x[k]);
    e.low = std::max(e.low, -x[k]);
    e.is_finite = e.is_finite && x[k] * 0 == 0;
  }
  return e;
}

// Quantizes one row, with zeros up to a multiple of kGroup.
void round_row(const float* x, std::size_t n, Narrow* out, float& scale, std::int32_t& zero) {
  const DF d;
  const DI di;
  const hn::CappedTag<float, 1> single;
  const Extremes e = extremes_of(x, n);
  constexpr float kSmallest = 1e-30F;  // minimum range of a row that is not zero, so that its inverse is finite
  const float range = e.high + e.low;
  const bool counts = e.is_finite && range >= kSmallest;
  const float inverse = counts ? 127.0F / range : 0.0F;
  scale = counts ? range / 127.0F : e.is_finite ? 0.0F : std::numeric_limits<float>::quiet_NaN();
  zero = counts ? hn::GetLane(hn::NearestInt(hn::Set(single, e.low * inverse))) : 0;  // infinity * 0 has no integer
  const hn::Rebind<Narrow, DI> narrow;
  const auto factor = hn::Set(d, inverse);
  const auto shift = hn::Set(di, zero);
  std::size_t k = 0;
  for (; k + hn::Lanes(d) <= n; k += hn::Lanes(d)) {
    auto q = hn::Add(hn::NearestInt(hn::Mul(hn::LoadU(d, x + k), factor)), shift);
    if constexpr (sizeof(Narrow) > 1) q = hn::Min(q, hn::Set(di, 127));  // narrowing to 8 bits saturates
    hn::StoreU(hn::DemoteTo(narrow, q), narrow, out + k);
  }
  for (; k < n; ++k) {
    const std::int32_t q = hn::GetLane(hn::NearestInt(hn::Set(single, x[k] * inverse)));
    out[k] = static_cast<Narrow>(std::clamp(q + zero, 0, 127));
  }
  for (; k % kGroup != 0; ++k) out[k] = 0;
}

// c[MR, kWidth] for rows of the block from `first` on and one panel.
template <std::size_t MR>
HWY_NOINLINE void int8_tile(std::size_t first, std::size_t n_groups, const RoundedRows& rows,
                            const Narrow* HWY_RESTRICT panel, float* c, std::size_t ldc, const PanelEnds& ends) {
  constexpr std::size_t NV = 2;
  const DF d;
  const DI di;
  const DNarrow dn;
  const std::size_t lanes = hn::Lanes(di);
  const Narrow* HWY_RESTRICT row[MR];
  hn::Vec<DI> sum[MR][NV];
  HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
    row[i] = rows.values + (first + i) * rows.stride;
    HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) sum[i][v] = hn::Zero(di);
  }
  for (std::size_t g = 0; g < n_groups; ++g) {
    hn::Vec<DNarrow> b[NV];
    HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) b[v] = hn::LoadU(dn, panel + v * lanes * kGroup);
    panel += NV * lanes * kGroup;
    HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
      std::int32_t group;
      std::memcpy(&group, row[i] + g * kGroup, sizeof group);
      const auto broadcast = hn::BitCast(dn, hn::Set(di, group));
      HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) sum[i][v] = add_products(broadcast, b[v], sum[i][v]);
    }
  }
  hn::Vec<DF> value[MR][NV];
  HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) {
    const auto weight_sums = hn::LoadU(di, ends.sums + v * lanes);
    const auto scales = hn::LoadU(d, ends.scales + v * lanes), bias = hn::LoadU(d, ends.bias + v * lanes);
    HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
      const auto of_zero = hn::Mul(hn::Set(di, rows.zeros[first + i]), weight_sums);
      const auto scale = hn::Mul(hn::Set(d, rows.scales[first + i]), scales);
      value[i][v] = hn::Add(hn::Mul(hn::ConvertTo(d, hn::Sub(sum[i][v], of_zero)), scale), bias);
    }
  }
  if (ends.other != nullptr) {
    HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
      const float* other = ends.other + (first + i) * ends.other_stride;
      HWY_UNROLL(2)
      for (std::size_t v = 0; v < NV; ++v) value[i][v] = hn::Add(value[i][v], hn::LoadU(d, other + v * lanes));
    }
  }
  if (ends.relu) {
    HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
      HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) value[i][v] = larger(value[i][v], hn::Zero(d));
    }
  }
  HWY_UNROLL(8) for (std::size_t i = 0; i < MR; ++i) {
    HWY_UNROLL(2) for (std::size_t v = 0; v < NV; ++v) hn::StoreU(value[i][v], d, c + i * ldc + v * lanes);
  }
}

template <std::size_t MR = kRowsOfTile>
void int8_tile_rows(std::size_t n, std::size_t first, std::size_t n_groups, const RoundedRows& rows,
                    const Narrow* panel, float* c, std::size_t ldc, const PanelEnds& ends) {
  if constexpr (MR > 1) {
    if (n < MR) return int8_tile_rows<MR - 1>(n, first, n_groups, rows, panel, c, ldc, ends);
  }
  int8_tile<MR>(first, n_groups, rows, panel, c, ldc, ends);
}

// All rows of a block for one panel, distributed evenly over tiles.
void int8_panel(std::size_t n_rows, std::size_t n_groups, const RoundedRows& rows, const Narrow* panel, float* c,
                std::size_t ldc, const PanelEnds& ends) {
  const std::size_t n_tiles = (n_rows + kRowsOfTile - 1) / kRowsOfTile;
  for (std::size_t t = 0, i = 0; t < n_tiles; ++t) {
    const std::size_t n = n_rows / n_tiles + (t < n_rows % n_tiles ? 1 : 0);
    int8_tile_rows(n, i, n_groups, rows, panel, c + i * ldc, ldc, ends);
    i += n;
  }
}

void int8_block(Matrix out, const RoundedRows& rows, const PackedInt8& w, std::size_t first_out, ConstMatrix residual,
                bool relu) {
  HWY_ALIGN float spill[kRowsOfBlock * kWidth];
  const std::size_t n_groups = rows.stride / kGroup;
  for (std::size_t column = 0; column < out.cols; column += kWidth) {
    const std::size_t first = first_out + column, n_cols = std::min(kWidth, out.cols - column);
    const auto* panel = static_cast<const Narrow*>(w.panel(first / kWidth));
    const float* other = residual.data == nullptr ? nullptr : residual.data + column;
    PanelEnds ends{w.sums() + first, w.scales() + first, w.bias() + first, nullptr, residual.stride, relu};
    if (n_cols == kWidth) {
      ends.other = other;
      int8_panel(out.rows, n_groups, rows, panel, out.data + column, out.stride, ends);
      continue;
    }
    int8_panel(out.rows, n_groups, rows, panel, spill, kWidth, ends);
    for (std::size_t i = 0; i < out.rows; ++i) {
      for (std::size_t j = 0; j < n_cols; ++j) {
        const float value = spill[i * kWidth + j];
        out.row(i)[column + j] = other == nullptr ? value : value + other[i * residual.stride + j];
      }
    }
  }
}

void int8_product(Matrix out, ConstMatrix a, const PackedInt8& w, std::size_t first_out, Activation activation,
                  ConstMatrix residual) {
  HWY_ALIGN Narrow values[kBlockValues];
  float scales[kRowsOfBlock];
  std::int32_t zeros[kRowsOfBlock];
  const std::size_t stride = (a.cols + kGroup - 1) / kGroup * kGroup;
  // Wide results are written a few rows at a time: panel by panel the rows of many would evict each other.
  const bool is_wide = out.cols > kWideCols;
  const std::size_t n_block = std::min(is_wide ? kRowsOfTile : kRowsOfBlock, kBlockValues / stride);
  const bool relu = activation == Activation::kRelu;
  for (std::size_t first = 0; first < a.rows; first += n_block) {
    const std::size_t n = std::min(n_block, a.rows - first);
    for (std::size_t i = 0; i < n; ++i)
      round_row(a.data + (first + i) * a.stride, a.cols, values + i * stride, scales[i], zeros[i]);
    const Matrix block = out.slice_rows(first, n);
    int8_block(block, {values, stride, scales, zeros}, w, first_out,
               residual.data == nullptr ? residual : residual.slice_rows(first, n), relu);
    if (activation == Activation::kNone || relu) continue;
    for (std::size_t i = 0; i < n; ++i) activate(activation, block.row(i));
  }
}

// Outputs of a panel, and inputs of a group.
std::pair<std::size_t, std::size_t> panel_shape() { return {kWidth, kGroup}; }

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(int8_product);
HWY_EXPORT(panel_shape);

namespace {

// Writes weights [n_outputs, n_in] of outputs from `first` on into panels of groups.
template <class Narrow>
void place_weights(Narrow* panels, const Int8Matrix& weights, std::size_t first, std::size_t panel_values,
                   std::size_t width, std::size_t group) {
  for (std::size_t i = 0; i < weights.rows; ++i) {
    const std::size_t output = first + i;
    Narrow* column = panels + output / width * panel_values + output % width * group;
    for (std::size_t k = 0; k < weights.cols; ++k)
      column[k / group * width * group + k % group] = weights.values[i * weights.cols + k];
  }
}

}  // namespace

void PackedInt8::pack(std::span<const Int8Matrix> weights, std::span<const float> bias) {
  const auto [width, group] = HWY_DYNAMIC_DISPATCH(panel_shape)();
  n_in_ = weights.front().cols;
  n_out_ = 0;
  for (const Int8Matrix& weight : weights) n_out_ += weight.rows;
  assert(n_in_ <= kMaxInt8Inputs && bias.size() == n_out_);
  panel_width_ = width;
  const std::size_t n_panels = (n_out_ + width - 1) / width, padded = n_panels * width;
  const std::size_t panel_values = (n_in_ + group - 1) / group * group * width;
  panel_floats_ = panel_values / group;  // a group has the size of a float
  panels_ = AlignedFloats(n_panels * panel_floats_);
  sums_ = AlignedFloats(padded);
  scales_ = AlignedFloats(padded);
  bias_ = AlignedFloats(padded);
  for (const AlignedFloats* zeros : {&panels_, &sums_, &scales_, &bias_})
    std::memset(zeros->data(), 0, zeros->size() * sizeof(float));
  std::ranges::copy(bias, bias_.data());
  auto* sums = reinterpret_cast<std::int32_t*>(sums_.data());
  std::size_t output = 0;
  for (const Int8Matrix& weight : weights) {
    if (group == 4)
      place_weights(reinterpret_cast<std::int8_t*>(panels_.data()), weight, output, panel_values, width, group);
    else
      place_weights(reinterpret_cast<std::int16_t*>(panels_.data()), weight, output, panel_values, width, group);
    for (std::size_t i = 0; i < weight.rows; ++i, ++output) {
      scales_.data()[output] = weight.scales[i];
      for (std::size_t k = 0; k < n_in_; ++k) sums[output] += weight.values[i * n_in_ + k];
    }
  }
}

void matmul(Matrix out, ConstMatrix a, const PackedInt8& weights, const Epilogue& epilogue) {
  assert(a.cols == weights.n_in() && out.cols == weights.n_out() && out.rows == a.rows);
  assert(epilogue.activation == Activation::kNone || epilogue.residual.data == nullptr);
  HWY_DYNAMIC_DISPATCH(int8_product)(out, a, weights, 0, epilogue.activation, epilogue.residual);
}

void matmul_outputs(Matrix out, ConstMatrix a, const PackedInt8& weights, std::size_t first) {
  assert(a.cols == weights.n_in() && first + out.cols <= weights.n_out() && out.rows == a.rows);
  assert(first % weights.panel_width() == 0);
  HWY_DYNAMIC_DISPATCH(int8_product)(out, a, weights, first, Activation::kNone, {});
}

bool int8_product_is_exact() {
  constexpr std::size_t kInputs = 12;
  const std::int8_t values[kInputs] = {127, -127, 3, 5, -7, 11, 13, -17, 19, 23, -29, 31};
  const float one = 1, zero = 0;
  const float x[kInputs] = {127, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};  // multiples of the step: no rounding
  float sum = 0, want = 0;
  for (std::size_t k = 0; k < kInputs; ++k) want += x[k] * static_cast<float>(values[k]);
  PackedInt8 packed;
  const Int8Matrix weights{values, &one, 1, kInputs};
  packed.pack({&weights, 1}, {&zero, 1});
  matmul({&sum, 1, 1}, {x, 1, kInputs}, packed);
  return sum == want;
}

}  // namespace eegate
#endif
