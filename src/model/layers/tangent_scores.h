// A linear classifier of tangent vectors: {1, C, T, 1} -> {1, 1, 1, L}, score_k = tr(G_k ln(P C P')) + b_k; of a bank
// the sum of that over its bands.
#pragma once

#include <vector>

#include "model/layers/covariance_input.h"

namespace eegate {

class TangentScores final : public Layer {
 public:
  TangentScores(const Weights& weights, std::span<const CovarianceOptions> bands);
  // `whiten` [r, r], `head.weight` [L, r (r + 1) / 2] as covariance/means.h orders it, `head.bias` [L]; of several
  // bands `whiten` [bands, r, r], and the rows of the head hold band after band.
  static void list_tensors(TensorList& list, std::size_t n_bands, std::size_t rank, std::size_t n_outputs);

  std::string_view name() const override { return "tangent space"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, 1, bias_.size()}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  // There is no operator for the eigenproblem; the architecture says so before this is asked.
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  struct Band {
    CovarianceInput input;
    RealMatrix whitener;
    std::vector<RealMatrix> heads;  // G_k
  };
  void backward(Matrix dtrial, std::span<const float> dscores, ConstMatrix trial, std::size_t index,
                Weights& gradients) const;

  std::vector<Band> bands_;
  std::vector<double> bias_;
};

}  // namespace eegate
