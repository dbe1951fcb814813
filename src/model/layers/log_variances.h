// {1, C, T, 1} -> {1, 1, 1, F}: log variances after spatial filtering, ln(f C f') for each filter f, with the shrunk
// covariance C = (1 - rho) S + rho (tr S / c) I. With a filter bank the filters are ordered by band.
#pragma once

#include <vector>

#include "model/layers/covariance_input.h"

namespace eegate {

class LogVariances final : public Layer {
 public:
  LogVariances(const Weights& weights, std::span<const CovarianceOptions> bands);
  // `filters` [F, order C]; for interpretation only: `patterns` [F, order C] and `eigenvalues` [F].
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
