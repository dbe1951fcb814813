// Small layers of convolutional and recurrent networks: batch norm, activation, dropout, dense, changes of axis order.
#pragma once

#include <string>

#include "kernels/activation.h"
#include "model/layers/batch_norm.h"
#include "model/layers/layer.h"
#include "model/layers/linear.h"
#include "model/onnx/layers.h"

namespace eegate {

// Batch norm of each map over all points of all trials (torch.nn.BatchNorm2d).
class MapNorm final : public Layer {
 public:
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n, double momentum,
                           bool with_scale = true) {
    BatchNorm::list_tensors(list, prefix, n, momentum, with_scale);
  }
  MapNorm(const Weights& weights, const std::string& prefix, double eps)
      : norm_(weights, prefix, static_cast<float>(eps)), prefix_(prefix), eps_(eps) {}
  std::string_view name() const override { return "batch norm"; }
  MapShape out_shape(const MapShape& in) const override { return in; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override {
    norm_.normalize(out.points(), in.points(), context);
  }
  std::size_t n_saved() const override { return BatchNorm::kSavedByNormalize; }
  bool in_place() const override { return true; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { norm_.set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& /*shape*/) const override {
    return onnx::batch_norm(g, in, prefix_, eps_);
  }

 private:
  BatchNorm norm_;
  std::string prefix_;
  double eps_;
};

class MapActivation final : public Layer {
 public:
  // kRelu or kElu.
  explicit MapActivation(Activation activation) : activation_(activation) {}
  std::string_view name() const override { return "activation"; }
  MapShape out_shape(const MapShape& in) const override { return in; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  bool in_place() const override { return true; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& /*shape*/) const override {
    return onnx::activation(g, in, activation_);
  }

 private:
  Activation activation_;
};

// What dropout drops at once: single values, or whole maps of a frame (torch.nn.Dropout2d).
enum class DropoutUnit { kValue, kMap };

// `site`: the number of the dropout layer in its network (Dropout in network.h).
class MapDropout final : public Layer {
 public:
  MapDropout(double rate, std::uint64_t site, DropoutUnit unit = DropoutUnit::kValue)
      : rate_(rate), site_(site), unit_(unit) {}
  std::string_view name() const override { return "dropout"; }
  MapShape out_shape(const MapShape& in) const override { return in; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  bool in_place() const override { return true; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& in, const MapShape& /*shape*/) const override {
    return in;
  }

 private:
  void apply(Maps x, const Dropout* dropout, Arena& arena) const;
  double rate_;
  std::uint64_t site_;
  DropoutUnit unit_;
};

// A dense layer on every point: prefix.weight [out, in] and, if the list has it, prefix.bias.
class Dense final : public Layer {
 public:
  Dense(const Weights& weights, const std::string& prefix) : linear_(weights, prefix), prefix_(prefix) {}
  std::string_view name() const override { return "dense"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, in.height, in.width, linear_.n_out()}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const override {
    linear_.forward(out.points(), in.points());
  }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { linear_.set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  Linear linear_;
  std::string prefix_;
};

// {n, C, T, 1} -> {n, 1, T, C}: channels become maps, so that a kernel over time covers all of them.
class ChannelsToMaps final : public Layer {
 public:
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& /*shape*/) const override {
    return g.transpose(in, {0, 2, 1, 3});
  }
  std::string_view name() const override { return "channels to maps"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, in.width, in.height}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
};

// {n, H, W, M} -> {n, M, H W, 1}: ordered by map, as PyTorch flattens [M, H, W].
class MapsToChannels final : public Layer {
 public:
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override {
    return g.reshape(in, {-1, 1, onnx::extent(shape.maps), onnx::extent(shape.height * shape.width)});
  }
  std::string_view name() const override { return "maps to channels"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, in.maps, in.height * in.width, 1}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
};

}  // namespace eegate
