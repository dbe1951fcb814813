// Operations that several layers share, as ONNX operators. A prefix is that of the tensors in the model file.
#pragma once

#include <string>

#include "kernels/activation.h"
#include "model/config.h"
#include "model/layers/convolution.h"
#include "model/onnx/graph_builder.h"

namespace eegate::onnx {

// x [..., T] standardised along its last axis by the rule of the configuration (`standardize`), in float64 as the
// engine does: a float32 sum would turn a flat channel into noise. `n` is the number of samples.
Value standardize(GraphBuilder& g, const Value& x, Standardize kind, std::size_t n);

// x [..., in] -> [..., out] with prefix.weight [out, in] and prefix.bias, if there is one.
Value linear(GraphBuilder& g, const Value& x, const std::string& prefix);
// x times the transposed matrix of that name, without bias.
Value times(GraphBuilder& g, const Value& x, const std::string& matrix);

struct ConvOptions {
  std::int64_t group = 1;
  Ints pads;       // all beginnings, then all ends; none: no padding
  Ints strides;    // none: 1
  Ints dilations;  // none: 1
};
ConvOptions options_of(const ConvGeometry& geometry);
// x [B, M, H, W] with a weight of this shape; the bias may be empty.
Value convolution(GraphBuilder& g, const Value& x, const Value& weight, const Value& bias, const Ints& shape,
                  const ConvOptions& options);
// prefix.weight [out, in, H, W] or [out, in, W], and prefix.bias, if there is one.
Value convolution(GraphBuilder& g, const Value& x, const std::string& prefix, const ConvOptions& options = {});
// The shape and the strides of a pool without padding.
Value pool(GraphBuilder& g, std::string_view op, const Value& x, const Ints& size, const Ints& strides);

// Maps in axis 1, running statistics.
Value batch_norm(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon);

// Features in the last axis, running statistics, with or without prefix.weight and prefix.bias.
Value batch_norm_of_features(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon);

// relu, elu, gelu or gelu_tanh of each value.
Value activation(GraphBuilder& g, const Value& x, Activation kind);

// Features in the last axis; `affine` says whether prefix.weight and prefix.bias are there.
Value layer_norm(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon, std::size_t width,
                 bool affine);

// PREFIX.fwd and, if both, PREFIX.bwd: x [N, B, in] -> [N, B, H or 2H].
Value lstm(GraphBuilder& g, const Value& x, const std::string& prefix, std::size_t hidden, bool both_directions);

// h [B, N, W] -> [B, W]: the sum of h weighted by softmax over N of vector . tanh(W h + b).
Value context_attention(GraphBuilder& g, const Value& h, const std::string& prefix, const char* vector);

}  // namespace eegate::onnx
