// Standardisation of spectrograms over all epochs of a window, as in RobustSleepNet (Guillot and Thorey 2021): one mean
// and one standard deviation for each channel and frequency.
#pragma once

#include <vector>

#include "model/layers/layer.h"

namespace eegate {

// {L, S, C, F} -> the same shape: y = (x - mean) / (deviation + epsilon) over the N = L S values of a channel and
// frequency, the deviation with divisor N - 1. Sums in double. If all values are equal (deviation < 1e-12), y is 0.
class WindowStandardize final : public Layer {
 public:
  explicit WindowStandardize(double epsilon) : epsilon_(epsilon) {}

  std::string_view name() const override { return "standardisation over the window"; }
  MapShape out_shape(const MapShape& in) const override { return in; }
  void forward(Maps out, ConstMaps in, const ForwardContext& context) const override;
  bool in_place() const override { return true; }
  void backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& context) const override;
  onnx::Value to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& shape) const override;

 private:
  struct Statistics {
    std::vector<double> means, factors;  // factor: 1 / (deviation + epsilon), or 0
  };
  Statistics statistics(ConstMatrix rows) const;
  double epsilon_;
};

}  // namespace eegate
