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

// out (+)= bias, and residual where there is one, over the columns of one panel.
void add_bias(Matrix out, const float* bias, ConstMatrix residual) {
  for (std::size_t i = 0; i < out.rows; ++i) {
    float* row = out.data + i * out.stride;
    const float* other = residual.data == nullptr ? nullptr : residual.data + i * residual.stride;
    for_each_vector(out.cols, [&](auto d, std::size_t j) HWY_ATTR {
      auto sum = hn::Add(hn::LoadU(d, row + j), hn::LoadU(d, bias + j));
      if (other != nullptr) sum = hn::Add(sum, hn::LoadU(d, other + j));
      hn::StoreU(sum, d, row + j);
    });
  }
}

// One panel of the result for some rows. A panel that sticks out over the last column goes through `spill`.
void panel_block(Matrix out, ConstMatrix a, const PackedMatrix& w, std::size_t panel, ConstMatrix residual,
                 float* spill) {
  const std::size_t width = w.panel_width(), first = panel * width;
  const std::size_t n_cols = std::min(width, w.n_out() - first);
  Matrix target = n_cols == width ? out.slice_cols(first, width) : Matrix(spill, out.rows, width);
  // A product onto its own residual: the values wait in spill until they are added.
  const bool in_place = residual.data == out.data && residual.data != nullptr;
  if (in_place) target = Matrix(spill, out.rows, width);
  any_panel_product<false>(width, a.rows, w.n_in(), {a.data, a.stride}, w.panel(panel), target.data, target.stride);
  const ConstMatrix rest = residual.data == nullptr ? residual : residual.slice_cols(first, n_cols);
  target.cols = n_cols;
  add_bias(target, w.bias() + first, rest);
  if (target.data != spill) return;
  for (std::size_t i = 0; i < out.rows; ++i) {
    std::copy_n(target.data + i * target.stride, n_cols, out.data + i * out.stride + first);
  }
}

constexpr std::size_t kBlockRows = 48;  // a multiple of every tile; 48 rows of K = 512 are 96 KiB, inside L2
constexpr std::size_t kMaxWidth = 2 * hn::MaxLanes(DF());

void product(Matrix out, ConstMatrix a, const PackedMatrix& w, Activation activation, ConstMatrix residual) {
  HWY_ALIGN float spill[kBlockRows * kMaxWidth];
  for (std::size_t first = 0; first < a.rows; first += kBlockRows) {
    const std::size_t n = std::min(kBlockRows, a.rows - first);
    const Matrix block = out.slice_rows(first, n);
    const ConstMatrix rest = residual.data == nullptr ? residual : residual.slice_rows(first, n);
    for (std::size_t panel = 0; panel < w.n_panels(); ++panel) {
      panel_block(block, a.slice_rows(first, n), w, panel, rest, spill);
    }
    if (activation == Activation::kNone) continue;
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

void PackedMatrix::pack_turned(std::span<const ConstMatrix> weights) {
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
  HWY_DYNAMIC_DISPATCH(product)(out, a, weights, epilogue.activation, epilogue.residual);
}

void add_matmul(Matrix out, ConstMatrix a, const PackedMatrix& weights) {
  assert(a.cols == weights.n_in() && out.cols == weights.n_out() && out.rows == a.rows);
  HWY_DYNAMIC_DISPATCH(sum_product)(out, a, weights);
}

}  // namespace eegate
#endif
