// {1, C, T, 1} -> {1, 1, 1, L}: a linear classifier in the tangent space of covariances (Barachant et al. 2012),
// score_k = tr(G_k ln(P C P')) + b_k, summed over the bands of a filter bank.
#pragma once

#include <vector>

#include "model/layers/covariance_input.h"

namespace eegate {

class TangentScores final : public Layer {
 public:
  TangentScores(const Weights& weights, std::span<const CovarianceOptions> bands);
  // `whiten` P [r, r], `head.weight` [L, r (r + 1) / 2] in the order of covariance/means.h, `head.bias` [L]. With
  // several bands `whiten` is [bands, r, r], and a row of the head holds one band after the other.
  static void list_tensors(TensorList& list, std::size_t n_bands, std::size_t rank, std::size_t n_outputs);

  std::string_view name() const override { return "tangent space"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, 1, bias_.size()}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  // Never called: ONNX has no eigenvalue operator, and the architecture refuses the export.
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  struct Band {
    CovarianceInput input;
    RealMatrix whitener;
    std::vector<RealMatrix> heads;  // G_k
  };
  void backward(Matrix dtrial, std::span<const float> dscores, ConstMatrix trial, std::size_t index,
                BackwardContext& context) const;

  std::vector<Band> bands_;
  std::vector<double> bias_;
};

}  // namespace eegate
