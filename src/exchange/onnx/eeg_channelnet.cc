// EEG-ChannelNet as ONNX: maps [B, F, rows, T].
#include "exchange/onnx/architectures.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {
namespace {

std::string numbered(std::string name, std::size_t number) { return name.append(std::to_string(number)); }

// Batch norm, ReLU, convolution.
Value unit(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon, const ConvOptions& options) {
  g.set_place(prefix);
  const Value active = g.add("Relu", {batch_norm(g, x, prefix + ".bn", epsilon)});
  return convolution(g, active, prefix + ".conv", options);
}

Value temporal_branches(GraphBuilder& g, const Value& x, const ConfigNode& f) {
  const std::int64_t half = extent((f.size("temporal_kernel") - 1) / 2);
  std::vector<Value> branches;
  for (const std::int64_t dilation : f.list("dilations")) {
    const std::string prefix = "temporal." + std::to_string(branches.size());
    branches.push_back(
        unit(g, x, prefix, f.number("bn_eps"),
             {.pads = {0, half * dilation, 0, half * dilation}, .strides = {1, 2}, .dilations = {1, dilation}}));
  }
  return g.concat(std::move(branches), 1);
}

Value spatial_branches(GraphBuilder& g, const Value& x, const ConfigNode& f, std::size_t n_chans) {
  std::vector<Value> branches;
  for (std::size_t i = 0; i < f.size("n_spatial"); ++i) {
    const std::int64_t half = extent((n_chans / (i + 1) - 1) / 2);
    branches.push_back(unit(g, x, "spatial." + std::to_string(i), f.number("bn_eps"),
                            {.pads = {half, 0, half, 0}, .strides = {2, 1}}));
  }
  return g.concat(std::move(branches), 1);
}

Value residual(GraphBuilder& g, const Value& x, const std::string& prefix, double epsilon) {
  g.set_place(prefix);
  const ConvOptions padded = {.pads = {1, 1, 1, 1}};
  Value y = convolution(g, x, prefix + ".conv1", padded);
  y = g.add("Relu", {batch_norm(g, y, prefix + ".bn1", epsilon)});
  y = convolution(g, y, prefix + ".conv2", padded);
  return g.add("Relu", {g.add("Add", {batch_norm(g, y, prefix + ".bn2", epsilon), x})});
}

}  // namespace

Value eeg_channelnet(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  const double epsilon = f.number("bn_eps");
  Value y = temporal_branches(g, g.unsqueeze(x, 1), f);
  y = spatial_branches(g, y, f, source.config.n_chans);
  for (std::size_t stage = 0; stage < f.size("n_residual"); ++stage) {
    y = residual(g, y, numbered("residual.", stage), epsilon);
    y = unit(g, y, numbered("down.", stage), epsilon, {.strides = {2, 2}});
  }
  y = unit(g, y, "final", epsilon, {});
  g.set_place("head");
  return linear(g, g.add("Relu", {linear(g, g.reshape(y, {0, -1}), "hidden")}), "head");
}

}  // namespace eegate::onnx
