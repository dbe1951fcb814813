#include "model/onnx/layers.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace eegate::onnx {
namespace {

constexpr double kFlatVariance = 1e-24;  // a standard deviation below 1e-12

double epsilon_of(Standardize kind) {
  if (kind == Standardize::kZscoreMath) return 0;
  return kind == Standardize::kZscoreTorch ? 1e-5 : 1e-6;
}

Value mean(GraphBuilder& g, const Value& x, Ints axes) {
  return g.add("ReduceMean", {x}, {{"axes", std::move(axes)}, {"keepdims", std::int64_t{1}}});
}

// Rows of a [4H, n] matrix or [4H] vector in the gate order of ONNX (i, o, f, c) instead of ours (i, f, g, o).
void append_gates(std::vector<float>& out, std::span<const float> values) {
  const std::size_t part = values.size() / 4;
  for (const std::size_t gate : {0U, 3U, 1U, 2U}) {
    const auto from = values.subspan(gate * part, part);
    out.insert(out.end(), from.begin(), from.end());
  }
}

struct LstmTensors {
  std::vector<float> w, r, b;
};

void append_direction(LstmTensors& tensors, const GraphBuilder& g, const std::string& prefix) {
  append_gates(tensors.w, g.values(prefix + ".weight_ih"));
  append_gates(tensors.r, g.values(prefix + ".weight_hh"));
  append_gates(tensors.b, g.values(prefix + ".bias_ih"));
  append_gates(tensors.b, g.values(prefix + ".bias_hh"));
}

}  // namespace

Value standardize(GraphBuilder& g, const Value& x, Standardize kind, std::size_t n) {
  if (kind == Standardize::kNone) return x;
  g.set_place("standardize");
  const Value wide = g.cast(x, OnnxType::kDouble);
  const Value centred = g.add("Sub", {wide, mean(g, wide, {-1})});
  const Value square = g.add("Mul", {centred, centred});
  Value variance = mean(g, square, kind == Standardize::kZscoreTrial ? Ints{-2, -1} : Ints{-1});
  if (kind == Standardize::kZscoreTorch) {
    const double samples = static_cast<double>(n);
    variance = g.add("Mul", {variance, g.double_scalar(samples / (samples - 1))});
  }
  const Value flat = g.add("Less", {variance, g.double_scalar(kFlatVariance)});
  const Value spread = g.add("Add", {g.add("Sqrt", {variance}), g.double_scalar(epsilon_of(kind))});
  const Value divisor = g.add("Where", {flat, g.double_scalar(1), spread});
  const Value scaled = g.add("Where", {flat, g.double_scalar(0), g.add("Div", {centred, divisor})});
  return g.cast(scaled, OnnxType::kFloat);
}

Value times(GraphBuilder& g, const Value& x, const std::string& matrix) {
  return g.add("MatMul", {x, g.transposed(matrix)});
}

Value linear(GraphBuilder& g, const Value& x, const std::string& prefix) {
  const Value y = times(g, x, prefix + ".weight");
  return g.has_weight(prefix + ".bias") ? g.add("Add", {y, g.weight(prefix + ".bias")}) : y;
}

ConvOptions options_of(const ConvGeometry& c) {
  const auto pair = [](const Extent& e) { return Ints{extent(e.height), extent(e.width)}; };
  ConvOptions options{.group = extent(c.groups)};
  options.pads = pair(c.pad_before);
  for (const std::int64_t pad : pair(c.pad_after)) options.pads.push_back(pad);
  options.strides = pair(c.stride);
  options.dilations = pair(c.dilation);
  return options;
}

Value convolution(GraphBuilder& g, const Value& x, const Value& weight, const Value& bias, const Ints& shape,
                  const ConvOptions& options) {
  std::vector<OnnxAttribute> attributes = {{"kernel_shape", Ints(shape.begin() + 2, shape.end())},
                                           {"group", options.group}};
  if (!options.pads.empty()) attributes.push_back({"pads", options.pads});
  if (!options.strides.empty()) attributes.push_back({"strides", options.strides});
  if (!options.dilations.empty()) attributes.push_back({"dilations", options.dilations});
  std::vector<Value> inputs = {x, weight};
  if (!bias.empty()) inputs.push_back(bias);
  return g.add("Conv", std::move(inputs), std::move(attributes));
}

Value convolution(GraphBuilder& g, const Value& x, const std::string& prefix, const ConvOptions& options) {
  Ints shape = g.shape(prefix + ".weight");
  const bool over_time = shape.size() == 3;
  if (over_time) shape.insert(shape.begin() + 2, 1);
  const Value weight = over_time ? g.weight(prefix + ".weight", shape) : g.weight(prefix + ".weight");
  return convolution(g, x, weight, g.has_weight(prefix + ".bias") ? g.weight(prefix + ".bias") : Value(), shape,
                     options);
}

Value pool(GraphBuilder& g, std::string_view op, const Value& x, const Ints& size, const Ints& strides) {
  return g.add(op, {x}, {{"kernel_shape", size}, {"strides", strides}});
}

Value batch_norm(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon) {
  const std::vector<float> ones(g.values(prefix + ".bias").size(), 1.0F);
  const Value scale = g.has_weight(prefix + ".weight") ? g.weight(prefix + ".weight")
                                                       : g.constant(prefix + ".ones", ones, {extent(ones.size())});
  return g.add(
      "BatchNormalization",
      {x, scale, g.weight(prefix + ".bias"), g.weight(prefix + ".running_mean"), g.weight(prefix + ".running_var")},
      {{"epsilon", static_cast<float>(epsilon)}});
}

// BatchNormalization expects features in axis 1: here one product and one sum for each feature take its place.
Value batch_norm_of_features(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon) {
  const auto mean = g.values(prefix + ".running_mean"), variance = g.values(prefix + ".running_var");
  const auto optional = [&](const char* name) {
    return g.has_weight(prefix + name) ? g.values(prefix + name) : std::span<const float>();
  };
  const std::span<const float> weights = optional(".weight"), biases = optional(".bias");
  const std::size_t width = mean.size();
  std::vector<float> scale(width), shift(width);
  for (std::size_t i = 0; i < width; ++i) {
    const double weight = weights.empty() ? 1.0 : static_cast<double>(weights[i]);
    const double bias = biases.empty() ? 0.0 : static_cast<double>(biases[i]);
    const double factor = weight / std::sqrt(static_cast<double>(variance[i]) + epsilon);
    scale[i] = static_cast<float>(factor);
    shift[i] = static_cast<float>(bias - static_cast<double>(mean[i]) * factor);
  }
  const Value scaled = g.add("Mul", {x, g.constant(prefix + ".scale", scale, {extent(width)})});
  return g.add("Add", {scaled, g.constant(prefix + ".shift", shift, {extent(width)})});
}

Value activation(GraphBuilder& g, const Value& x, Activation kind) {
  const auto gelu = [&](const Value& inner) {  // x (1 + inner) / 2
    const Value half = g.add("Mul", {x, g.scalar(0.5)});
    return g.add("Mul", {half, g.add("Add", {inner, g.scalar(1)})});
  };
  switch (kind) {
    case Activation::kRelu:
      return g.add("Relu", {x});
    case Activation::kElu:
      return g.add("Elu", {x});
    case Activation::kGelu:
      return gelu(g.add("Erf", {g.add("Mul", {x, g.scalar(1 / std::numbers::sqrt2)})}));
    case Activation::kGeluTanh: {
      const Value cube = g.add("Mul", {g.add("Mul", {x, x}), x});
      const Value sum = g.add("Add", {x, g.add("Mul", {cube, g.scalar(0.044715)})});
      return gelu(g.add("Tanh", {g.add("Mul", {sum, g.scalar(std::sqrt(2 / std::numbers::pi))})}));
    }
    case Activation::kNone:
    case Activation::kTanh:
    case Activation::kSigmoid:
    case Activation::kExp:
    case Activation::kErf:
    case Activation::kExp2:
      break;  // no layer has one of these as its activation
  }
  abort_on_internal_error();
}

Value layer_norm(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon, std::size_t width,
                 bool affine) {
  const std::vector<OnnxAttribute> attributes = {{"axis", std::int64_t{-1}}, {"epsilon", static_cast<float>(epsilon)}};
  if (affine)
    return g.add("LayerNormalization", {x, g.weight(prefix + ".weight"), g.weight(prefix + ".bias")}, attributes);
  const std::vector<float> ones(width, 1.0F);
  return g.add("LayerNormalization", {x, g.constant("ones " + std::to_string(width), ones, {extent(width)})},
               attributes);
}

Value lstm(GraphBuilder& g, const Value& x, const std::string& prefix, std::size_t hidden, bool both_directions) {
  const std::int64_t h = extent(hidden), n_directions = both_directions ? 2 : 1;
  const std::int64_t n_in = g.shape(prefix + ".fwd.weight_ih")[1];
  LstmTensors tensors;
  append_direction(tensors, g, prefix + ".fwd");
  if (both_directions) append_direction(tensors, g, prefix + ".bwd");
  const Value y =
      g.add("LSTM",
            {x, g.constant(prefix + ".w", tensors.w, {n_directions, 4 * h, n_in}),
             g.constant(prefix + ".r", tensors.r, {n_directions, 4 * h, h}),
             g.constant(prefix + ".b", tensors.b, {n_directions, 8 * h})},
            {{"hidden_size", h}, {"direction", std::string(both_directions ? "bidirectional" : "forward")}});
  // [N, directions, B, H] -> [N, B, directions * H]
  return both_directions ? g.reshape(g.transpose(y, {0, 2, 1, 3}), {0, 0, 2 * h}) : g.squeeze(y, 1);
}

Value context_attention(GraphBuilder& g, const Value& h, const std::string& prefix, const char* vector) {
  g.set_place(prefix);
  const std::string name = prefix + "." + vector;
  const Value hidden = g.add("Tanh", {linear(g, h, prefix)});
  const Value scores = g.add("MatMul", {hidden, g.weight(name, {g.shape(name)[0], 1})});
  const Value shares = g.add("Softmax", {scores}, {{"axis", std::int64_t{1}}});
  return g.add("ReduceSum", {g.add("Mul", {shares, h}), g.integers({1})}, {{"keepdims", std::int64_t{0}}});
}

}  // namespace eegate::onnx
