// Logarithms of the variances behind spatial filters: {1, C, T, 1} -> {1, 1, 1, F}, ln(f C f') with the shrunk
// covariance C = (1 - rho) S + rho (tr S / c) I. It needs no eigenproblem. Of a bank the filters stand band by band.
#pragma once

#include <vector>

#include "model/layers/covariance_input.h"

namespace eegate {

class LogVariances final : public Layer {
 public:
  LogVariances(const Weights& weights, std::span<const CovarianceOptions> bands);
  // `filters` [F, order C]; for whoever looks at the model `patterns` of the same shape and `eigenvalues` [F].
  static void list_tensors(TensorList& list, std::size_t n_filters, std::size_t n_rows);

  std::string_view name() const override { return "log variances"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, 1, filters_.rows}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  std::size_t n_each() const { return filters_.rows / bands_.size(); }
  onnx::Value band_to_onnx(onnx::GraphBuilder& g, const onnx::Value& centered, std::size_t n_times,
                           std::size_t band) const;

  std::vector<CovarianceInput> bands_;
  RealMatrix filters_;
};

}  // namespace eegate
