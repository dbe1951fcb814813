// {1, C, T, 1} -> {1, 1, 1, L}: minus the squared Riemannian distance of a trial's covariance to each class mean
// (minimum distance to mean, Barachant et al. 2012).
#pragma once

#include <vector>

#include "model/layers/covariance_input.h"

namespace eegate {

class MeanDistances final : public Layer {
 public:
  // as_difference, for two classes: one score, that of class 1 minus that of class 0.
  MeanDistances(const Weights& weights, const CovarianceOptions& options, bool as_difference);
  // `means.whiten` [L, r, r]: the inverse square roots of the class means.
  static void list_tensors(TensorList& list, std::size_t rank, std::size_t n_classes);

  std::string_view name() const override { return "distances to means"; }
  MapShape out_shape(const MapShape& in) const override {
    return {in.frames, 1, 1, as_difference_ ? 1 : whiteners_.size()};
  }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  // Never called: ONNX has no eigenvalue operator, and the architecture refuses the export.
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  CovarianceInput input_;
  bool as_difference_;
  std::vector<RealMatrix> whiteners_;
};

}  // namespace eegate
