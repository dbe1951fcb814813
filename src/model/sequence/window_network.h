// Adapts a SequenceNetwork to the interface of training: every epoch is a row, a window is L rows.
#pragma once

#include <memory>

#include "model/network.h"
#include "model/sequence/sequence_network.h"

namespace eegate {

// x [n L, 1, image] of n windows of L epochs -> logits [n L, classes]; 0 for epochs that the network does not classify.
class WindowNetwork final : public Network {
 public:
  // `images`: shape of the images of a window, {L, ...}.
  WindowNetwork(std::unique_ptr<SequenceNetwork> network, const MapShape& images)
      : network_(std::move(network)), images_(images) {}

  void forward(ConstTensor3 x, Matrix logits, ForwardContext& context) const override;
  void backward(ConstMatrix dlogits, Tensor3 dx, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override { network_->set_weights(weights); }
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& x, std::size_t n_times) const override;
  // Number of windows.
  std::size_t preferred_batch(std::size_t n_times) const override;

 private:
  // The row of the middle epoch, for networks that classify only that one.
  std::size_t answered_row(std::size_t window) const { return window * images_.frames + network_->first_answer(); }
  std::unique_ptr<SequenceNetwork> network_;
  MapShape images_;
};

}  // namespace eegate
