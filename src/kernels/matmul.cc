#include "kernels/matmul.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/matmul.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/pack-inl.h"
#include "kernels/tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

std::size_t panel_width_for(std::size_t n_cols) { return panel_width(n_cols); }

// The part of a product that product() computes: `a` holds inputs [first_in, first_in + a.cols) and `out` the outputs
// from first_out on. Parts over the inputs are summed in `out`; the last one adds bias and residual.
struct Part {
  std::size_t first_in, first_out;
  bool begins, ends;
};

// Computes some rows of the result for one panel or several adjacent ones, and returns their number. A panel that is
// wider than the remaining columns is computed in `spill`.
std::size_t panel_block(Matrix out, ConstMatrix a, const PackedMatrix& w, const Part& part, std::size_t column,
                        ConstMatrix residual, bool relu, float* spill) {
  const std::size_t width = w.panel_width(), first = part.first_out + column;
  const std::size_t n_cols = std::min(width, out.cols - column);
  const float* panel = w.panel(first / width) + part.first_in * width;
  const float* other = residual.data == nullptr || !part.ends ? nullptr : residual.data + column;
  TileEnds ends{.adds = !part.begins, .relu = relu && part.ends, .bias = part.ends ? w.bias() + first : nullptr};
  const Left left{a.data, a.stride};
  float* place = out.data + column;
  if (n_cols == width) {
    ends.other = other;
    ends.other_stride = residual.stride;
    const std::size_t n_panels = width == hn::Lanes(DF()) ? 1 : panels_at_once(a.rows, (out.cols - column) / width);
    if (n_panels == 4) {
      few_rows_tile<1, 4>(a.cols, left, panel, w.n_in() * width, place, out.stride, ends);
    } else if (n_panels == 2) {
      few_rows_tile<2, 2>(a.cols, left, panel, w.n_in() * width, place, out.stride, ends);
    } else {
      any_panel_product(width, a.rows, a.cols, left, panel, place, out.stride, ends);
    }
    return n_panels;
  }
  for (std::size_t i = 0; ends.adds && i < out.rows; ++i) {
    std::copy_n(place + i * out.stride, n_cols, spill + i * width);
    std::fill_n(spill + i * width + n_cols, width - n_cols, 0.0F);
  }
  any_panel_product(width, a.rows, a.cols, left, panel, spill, width, ends);
  for (std::size_t i = 0; i < out.rows; ++i) {
    for (std::size_t j = 0; j < n_cols; ++j) {
      const float value = spill[i * width + j];
      place[i * out.stride + j] = other == nullptr ? value : value + other[i * residual.stride + j];
    }
  }
  return 1;
}

constexpr std::size_t kBlockRows = 48;  // a multiple of every tile; 48 rows of K = 512 are 96 KiB, inside L2
constexpr std::size_t kMaxWidth = 2 * hn::MaxLanes(DF());

void product(Matrix out, ConstMatrix a, const PackedMatrix& w, std::size_t first_in, std::size_t first_out,
             Activation activation, ConstMatrix residual) {
  HWY_ALIGN float spill[kBlockRows * kMaxWidth];
  const Part part{first_in, first_out, first_in == 0, first_in + a.cols == w.n_in()};
  const bool relu = activation == Activation::kRelu;
  for (std::size_t first = 0; first < a.rows; first += kBlockRows) {
    const std::size_t n = std::min(kBlockRows, a.rows - first);
    const Matrix block = out.slice_rows(first, n);
    const ConstMatrix rest = residual.data == nullptr ? residual : residual.slice_rows(first, n);
    for (std::size_t column = 0; column < out.cols;)
      column += w.panel_width() * panel_block(block, a.slice_rows(first, n), w, part, column, rest, relu, spill);
    if (activation == Activation::kNone || relu) continue;
    for (std::size_t i = 0; i < n; ++i) activate(activation, block.row(i));
  }
}

void sum_product(Matrix out, ConstMatrix a, const PackedMatrix& w) {
  HWY_ALIGN float spill[kBlockRows * kMaxWidth];
  for (std::size_t first = 0; first < a.rows; first += kBlockRows) {
    const std::size_t n = std::min(kBlockRows, a.rows - first);
    add_product(out.slice_rows(first, n), {a.data + first * a.stride, a.stride}, a.cols, w.panel(0), w.panel_width(),
                spill);
  }
}

void pack_columns_at(float* packed, ConstMatrix x, std::size_t first, std::size_t width) {
  pack_panel(packed, x, first, width);
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(product);
HWY_EXPORT(sum_product);
HWY_EXPORT(pack_columns_at);
HWY_EXPORT(panel_width_for);

void PackedMatrix::set_size(std::size_t n_in, std::size_t n_out) {
  if (n_in == n_in_ && n_out == n_out_) return;
  n_in_ = n_in;
  n_out_ = n_out;
  panel_width_ = HWY_DYNAMIC_DISPATCH(panel_width_for)(n_out_);
  n_panels_ = (n_out_ + panel_width_ - 1) / panel_width_;
  panels_ = AlignedFloats(n_panels_ * panel_width_ * n_in_);
  bias_ = AlignedFloats(n_panels_ * panel_width_);
  std::ranges::fill(panels_.span(), 0.0F);
  std::ranges::fill(bias_.span(), 0.0F);
}

void PackedMatrix::pack(std::span<const ConstMatrix> weights, std::span<const float> bias) {
  std::size_t n_out = 0;
  for (const ConstMatrix& weight : weights) {
    assert(weight.cols == weights.front().cols);
    n_out += weight.rows;
  }
  assert(bias.empty() || bias.size() == n_out);
  set_size(weights.front().cols, n_out);
  if (bias.empty()) std::ranges::fill(bias_.span(), 0.0F);
  std::ranges::copy(bias, bias_.data());
  std::size_t output = 0;
  for (const ConstMatrix& weight : weights) {
    for (std::size_t i = 0; i < weight.rows; ++i, ++output) {
      float* column = panels_.data() + output / panel_width_ * panel_width_ * n_in_ + output % panel_width_;
      for (std::size_t k = 0; k < n_in_; ++k) column[k * panel_width_] = weight.row(i)[k];
    }
  }
}

void PackedMatrix::pack_transposed(std::span<const ConstMatrix> weights) {
  std::size_t n_in = 0;
  for (const ConstMatrix& weight : weights) n_in += weight.rows;
  set_size(n_in, weights.front().cols);
  for (std::size_t panel = 0; panel < n_panels_; ++panel) {
    float* packed = panels_.data() + panel * n_in_ * panel_width_;
    for (const ConstMatrix& weight : weights) {
      HWY_DYNAMIC_DISPATCH(pack_columns_at)(packed, weight, panel * panel_width_, panel_width_);
      packed += weight.rows * panel_width_;
    }
  }
}

void matmul(Matrix out, ConstMatrix a, const PackedMatrix& weights, const Epilogue& epilogue) {
  assert(a.cols == weights.n_in() && out.cols == weights.n_out() && out.rows == a.rows);
  assert(epilogue.activation == Activation::kNone || epilogue.residual.data == nullptr);
  HWY_DYNAMIC_DISPATCH(product)(out, a, weights, 0, 0, epilogue.activation, epilogue.residual);
}

void matmul_outputs(Matrix out, ConstMatrix a, const PackedMatrix& weights, std::size_t first) {
  assert(a.cols == weights.n_in() && first + out.cols <= weights.n_out() && out.rows == a.rows);
  assert(first % weights.panel_width() == 0);
  HWY_DYNAMIC_DISPATCH(product)(out, a, weights, 0, first, Activation::kNone, {});
}

void matmul_inputs(Matrix out, ConstMatrix a, const PackedMatrix& weights, std::size_t first, ConstMatrix residual) {
  assert(first + a.cols <= weights.n_in() && out.cols == weights.n_out() && out.rows == a.rows);
  assert(residual.data != out.data);
  HWY_DYNAMIC_DISPATCH(product)(out, a, weights, first, 0, Activation::kNone, residual);
}

void add_matmul(Matrix out, ConstMatrix a, const PackedMatrix& weights) {
  assert(a.cols == weights.n_in() && out.cols == weights.n_out() && out.rows == a.rows);
  HWY_DYNAMIC_DISPATCH(sum_product)(out, a, weights);
}

}  // namespace eegate
#endif
