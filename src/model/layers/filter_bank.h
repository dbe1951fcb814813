// A learned filter bank over the bins of spectra (SeqSleepNet, Phan et al. 2019), one for each channel, with fixed
// shapes and learned gains:  y = X (sigmoid(logit) * shape).  The outputs of the channels are concatenated.
#pragma once

#include <string>
#include <vector>

#include "kernels/matmul.h"
#include "model/layers/layer.h"

namespace eegate {

// {frames, C, S, bins} -> {frames, 1, S, C D}
class FilterBank final : public Layer {
 public:
  // prefix.logit and prefix.shape, both [C, bins, D]; `shape` is fixed.
  static void list_tensors(TensorList& list, const std::string& prefix, std::size_t n_channels, std::size_t n_bins,
                           std::size_t n_filters);
  // Sets prefix.shape of new weights to overlapping triangles whose corners are spread evenly over the spectrum; the
  // first and the last bin get weight 0.
  static void set_triangles(Weights& weights, const std::string& prefix);
  FilterBank(const Weights& weights, const std::string& prefix);

  std::string_view name() const override { return "filter bank"; }
  MapShape out_shape(const MapShape& in) const override { return {in.frames, 1, in.width, in.height * n_filters_}; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  void set_weights(const Weights& weights) override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  ConstMatrix bank(std::size_t channel) const {
    return {banks_.data() + channel * n_bins_ * n_filters_, n_bins_, n_filters_};
  }
  std::size_t logit_place_, shape_place_, n_channels_, n_bins_, n_filters_;
  std::vector<float> banks_;          // [C, bins, D]
  std::vector<PackedMatrix> packed_;  // of each channel
};

}  // namespace eegate
