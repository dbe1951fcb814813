#include "model/quantize.h"

#include <algorithm>
#include <cmath>

#include "kernels/matmul_int8.h"

namespace eegate {
namespace {

// Of rows that hold nothing but zeros, too, which have none of their own.
float scale_of(std::span<const float> row) {
  float largest = 0;
  for (const float value : row) largest = std::max(largest, std::abs(value));
  const float scale = largest / 127.0F;
  return scale > 0 ? scale : 1.0F;
}

Int8Tensor rounded(std::span<const float> values, std::size_t n_rows) {
  Int8Tensor tensor;
  const std::size_t n = values.size() / n_rows;
  for (std::size_t i = 0; i < n_rows; ++i) {
    const std::span<const float> row = values.subspan(i * n, n);
    const float scale = scale_of(row);
    tensor.scales.push_back(scale);
    for (const float value : row) {
      const float q = std::clamp(std::nearbyint(value / scale), -127.0F, 127.0F);  // a denormal scale may be too small
      tensor.values.push_back(static_cast<std::int8_t>(q));
    }
  }
  return tensor;
}

}  // namespace

bool stored_in_8_bits(const TensorSpec& spec) { return spec.is_dense && spec.shape[1] <= kMaxInt8Inputs; }

Result<Weights> quantized(const Weights& weights) {
  Int8Tensors tensors(weights.specs().size());
  bool has_any = false;
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const TensorSpec& spec = weights.specs()[i];
    if (!stored_in_8_bits(spec)) continue;
    has_any = true;
    tensors[i] = rounded(weights.values(i), spec.shape[0]);
    if (*std::ranges::max_element(tensors[i].scales) > kLargestScale) {
      return Error{.code = "MODEL_8_BITS",
                   .message = "A weight is too large for 8 bits",
                   .field = spec.name,
                   .expected = "weights below 1e32"};
    }
  }
  if (!has_any) {
    return Error{.code = "MODEL_8_BITS",
                 .message = "The model has no dense layers inside encoder blocks, which are what 8 bits are for",
                 .field = "bits",
                 .found = "8",
                 .expected = "16",
                 .hint = "Store its weights in 16 bits."};
  }
  Weights result(weights.specs(), std::make_shared<const Int8Tensors>(std::move(tensors)));
  for (std::size_t i = 0; i < result.specs().size(); ++i) {
    if (result.int8(i) == nullptr) std::ranges::copy(weights.values(i), result.values(i).begin());
  }
  return result;
}

Weights dequantized(const Weights& weights) {
  Weights result(weights.specs());
  for (std::size_t i = 0; i < result.specs().size(); ++i)
    std::ranges::copy(weights.in_floats(i), result.values(i).begin());
  return result;
}

Result<> check_differentiable(const Weights& weights) {
  if (!weights.has_int8()) return {};
  return Error{
      .code = "MODEL_QUANTIZED",
      .message = "A model with weights in 8 bits has no gradients: it can neither be trained nor explained by them",
      .field = "bits",
      .found = "8",
      .expected = "a model in 32 or 16 bits",
      .hint = "Use the model that it was made from; occlusion explains this one, too."};
}

}  // namespace eegate
