#include "model/layers/filter_bank.h"

#include <algorithm>

#include "base/options.h"
#include "base/portable_math.h"
#include "kernels/matmul.h"

namespace eegate {
namespace {

double gain_of(float logit) { return 1 / (1 + portable::exp(-static_cast<double>(logit))); }

// The spectra of one channel in one frame, and their part of the result.
template <class T>
MatrixView<T> of_channel(const MapsView<T>& maps, std::size_t frame, std::size_t channel) {
  const std::size_t n = maps.shape.width * maps.shape.maps;
  return {maps.data + (frame * maps.shape.height + channel) * n, maps.shape.width, maps.shape.maps};
}
template <class T>
MatrixView<T> filtered_of(const MapsView<T>& maps, std::size_t frame, std::size_t channel, std::size_t width) {
  return maps.points().slice_rows(frame * maps.shape.width, maps.shape.width).slice_cols(channel * width, width);
}

}  // namespace

void FilterBank::list_tensors(TensorList& list, const std::string& prefix, std::size_t n_channels, std::size_t n_bins,
                              std::size_t n_filters) {
  list.add(prefix + ".logit", {n_channels, n_bins, n_filters}, draw_alike(Draw::kNormal, 1));
  TensorSpec& shape = list.add(prefix + ".shape", {n_channels, n_bins, n_filters}, draw_constant(0));
  shape.is_parameter = false;
  shape.constraint = Constraint::kFixed;
}

void FilterBank::set_triangles(Weights& weights, const std::string& prefix) {
  const auto place = static_cast<std::size_t>(weights.find(prefix + ".shape"));
  const TensorShape& shape = weights.specs()[place].shape;
  const std::size_t n_bins = shape[1], n_filters = shape[2];
  const std::span<float> values = weights.values(place);
  const auto corner = [&](std::size_t i) { return static_cast<double>((2 * n_bins - 1) * i / (2 * (n_filters + 1))); };
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t filter = i % n_filters, bin = i / n_filters % n_bins;
    const double low = corner(filter), middle = corner(filter + 1), high = corner(filter + 2);
    const auto at = static_cast<double>(bin);
    const double height = at == middle ? 1 : at < middle ? (at - low) / (middle - low) : (high - at) / (high - middle);
    values[i] = bin == 0 || bin + 1 == n_bins ? 0 : static_cast<float>(std::max(0.0, height));
  }
}

FilterBank::FilterBank(const Weights& weights, const std::string& prefix)
    : logit_place_(static_cast<std::size_t>(weights.find(prefix + ".logit"))),
      shape_place_(static_cast<std::size_t>(weights.find(prefix + ".shape"))) {
  const TensorShape& shape = weights.specs()[logit_place_].shape;
  n_channels_ = shape[0];
  n_bins_ = shape[1];
  n_filters_ = shape[2];
  set_weights(weights);
}

void FilterBank::set_weights(const Weights& weights) {
  const std::span<const float> logits = weights.values(logit_place_), shapes = weights.values(shape_place_);
  banks_.resize(logits.size());
  for (std::size_t i = 0; i < banks_.size(); ++i)
    banks_[i] = static_cast<float>(gain_of(logits[i]) * static_cast<double>(shapes[i]));
  packed_.resize(n_channels_);
  for (std::size_t c = 0; c < n_channels_; ++c) packed_[c].pack_transposed(std::vector<ConstMatrix>{bank(c)});
}

void FilterBank::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t frame = 0; frame < in.n_trials * in.shape.frames; ++frame) {
    for (std::size_t c = 0; c < n_channels_; ++c)
      matmul(filtered_of(out, frame, c, n_filters_), of_channel(in, frame, c), packed_[c]);
  }
}

// dH = X^T dy;  dlogit += dH shape s (1 - s);  dX = dy H^T
void FilterBank::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const Matrix dbank = context.arena.matrix(n_filters_, n_bins_);  // transposed
  for (std::size_t c = 0; c < n_channels_; ++c) {
    std::ranges::fill(dbank.flat(), 0.0F);
    const PackedMatrix transposed(bank(c), {});
    for (std::size_t frame = 0; frame < in.n_trials * in.shape.frames; ++frame) {
      const ConstMatrix dy = filtered_of(dout, frame, c, n_filters_);
      weight_gradient(dbank, dy, of_channel(in, frame, c), context.arena);
      if (din.data != nullptr) matmul(of_channel(din, frame, c), dy, transposed);
    }
    const std::size_t first = c * n_bins_ * n_filters_;
    const std::span<const float> logits = context.weights.values(logit_place_).subspan(first),
                                 shapes = context.weights.values(shape_place_).subspan(first);
    const std::span<float> gradient = context.gradients.values(logit_place_).subspan(first);
    for (std::size_t i = 0; i < n_bins_ * n_filters_; ++i) {
      const double s = gain_of(logits[i]), derivative = s * (1 - s) * static_cast<double>(shapes[i]);
      gradient[i] += static_cast<float>(derivative * static_cast<double>(dbank.row(i % n_filters_)[i / n_filters_]));
    }
  }
}

// Networks of sequences are not exported.
onnx::Value FilterBank::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/, const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

}  // namespace eegate
