// The parametrised convolution of SyncNet (Li et al. 2017): filter k has on channel c the taps
//   b_kc cos(omega_k tau + phi_kc) exp(-beta_k tau^2).
#pragma once

#include <memory>
#include <vector>

#include "model/layers/convolution.h"

namespace eegate {

class SyncFilters final : public Layer {
 public:
  // b, phi [K, C], omega, beta, bias [K]. Constraints: phi of the first channel is 0, beta >= 0.
  static void list_tensors(TensorList& list, std::size_t n_filters, std::size_t n_chans);
  // Taps at tau = -length / 2 ... length / 2 - 1, padded to keep the length of
  // {1, 1, T, C}.
  SyncFilters(const Weights& weights, std::size_t length);

  std::string_view name() const override { return "sync filters"; }
  MapShape out_shape(const MapShape& in) const override { return sizes_.out_shape(in); }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override {
    convolution_->forward(out, in, context.arena);
  }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  struct Places {
    std::size_t b, phi, omega, beta, bias;  // in the list of tensors
  } places_;
  ConvSizes sizes_;
  std::vector<float> kernel_;  // [K, C, length]
  std::unique_ptr<Convolution> convolution_;
};

}  // namespace eegate
