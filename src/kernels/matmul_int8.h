// Matrix product of 8-bit weights and rows that are quantized to 7 bits. Sums are exact integers, so the result has the
// same bits on every target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/aligned.h"
#include "base/tensor.h"
#include "kernels/matmul.h"

namespace eegate {

// Maximum number of inputs: sums then fit into 32 bits and a row fits on the stack.
inline constexpr std::size_t kMaxInt8Inputs = 32768;

// Weights [rows, cols], stored [out, in], symmetric quantization per output: weight (i, k) is scales[i] * values[i, k],
// with values from -127 to 127.
struct Int8Matrix {
  const std::int8_t* values = nullptr;
  const float* scales = nullptr;
  std::size_t rows = 0, cols = 0;
};

// 8-bit weights and a bias, packed into the column panels of the instruction set in use.
class PackedInt8 {
 public:
  // As PackedMatrix::pack(): several weights with the same number of inputs are concatenated over their outputs; `bias`
  // has one entry per output.
  void pack(std::span<const Int8Matrix> weights, std::span<const float> bias);

  std::size_t n_in() const { return n_in_; }
  std::size_t n_out() const { return n_out_; }
  std::size_t panel_width() const { return panel_width_; }
  // Weights of outputs [i * panel_width(), ...): [inputs / group][panel_width()][group].
  const void* panel(std::size_t index) const { return panels_.data() + index * panel_floats_; }
  // For each output, padded with zeros to whole panels: the sum of its weights, their scale, and its bias.
  const std::int32_t* sums() const { return reinterpret_cast<const std::int32_t*>(sums_.data()); }
  const float* scales() const { return scales_.data(); }
  const float* bias() const { return bias_.data(); }

 private:
  std::size_t n_in_ = 0, n_out_ = 0, panel_width_ = 0, panel_floats_ = 0;
  AlignedFloats panels_, sums_, scales_, bias_;  // panels_ and sums_ contain integers
};

// out [M, N] = r(a) [M, K] weights^T + bias, then the epilogue. Row i of `a` is quantized asymmetrically to
//   r(a)[i, k] = s (q[k] - z),  q[k] = min(127, round(a[i, k] / s) + z),  s = (high - low) / 127,  z = round(-low / s)
// where low and high are the minimum and maximum of the row, including 0; ties round to even. A row with a value that
// is not finite gives NaN.
void matmul(Matrix out, ConstMatrix a, const PackedInt8& weights, const Epilogue& epilogue = {});

// Only outputs [first, first + out.cols), with the same bits; `first` is a multiple of panel_width().
void matmul_outputs(Matrix out, ConstMatrix a, const PackedInt8& weights, std::size_t first);

// Whether 8-bit products are computed correctly. They are not in Node 20, where relaxed SIMD is experimental: the
// baseline compiler of its V8 discards the previous value of a sum.
bool int8_product_is_exact();

}  // namespace eegate
