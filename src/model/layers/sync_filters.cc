#include "model/layers/sync_filters.h"

#include <algorithm>

#include "base/portable_math.h"
#include "model/layers/conv2d.h"
#include "model/onnx/layers.h"

namespace eegate {
namespace {

// The factors of one tap, for its value and its derivatives.
struct Tap {
  double tau, envelope, cosine, sine;
};

Tap tap_at(std::size_t index, std::size_t length, double omega, double phi, double beta) {
  const std::size_t middle = length / 2;
  const double tau = static_cast<double>(index) - static_cast<double>(middle), angle = omega * tau + phi;
  return {tau, portable::exp(-beta * tau * tau), portable::cos(angle), portable::sin(angle)};
}

double at(std::span<const float> values, std::size_t i) { return static_cast<double>(values[i]); }

// The phase of the first channel is the reference of the others and treated as zero, whatever is stored.
double phase(std::span<const float> phi, std::size_t index, std::size_t channel) {
  return channel == 0 ? 0.0 : at(phi, index);
}

}  // namespace

void SyncFilters::list_tensors(TensorList& list, std::size_t n_filters, std::size_t n_chans) {
  list.add("b", {n_filters, n_chans}, draw_alike(Draw::kUniform, 0.05));
  list.add("phi", {n_filters, n_chans}, draw_alike(Draw::kNormal, 0.05)).constraint = Constraint::kFirstColumnZero;
  list.add("omega", {n_filters}, draw_alike(Draw::kUniformMagnitude, 1));
  list.add("beta", {n_filters}, draw_alike(Draw::kUniformMagnitude, 0.05)).constraint = Constraint::kNonNegative;
  list.add("bias", {n_filters}, draw_constant(0));
}

SyncFilters::SyncFilters(const Weights& weights, std::size_t length) {
  const auto place = [&](const char* name) { return static_cast<std::size_t>(weights.find(name)); };
  places_ = {place("b"), place("phi"), place("omega"), place("beta"), place("bias")};
  const ConstMatrix b = weights.matrix("b");
  sizes_ = {b.rows, b.cols, {1, length}, same_times(length)};
  kernel_.resize(b.size() * length);
  convolution_ = make_convolution(sizes_);
  set_weights(weights);
}

void SyncFilters::set_weights(const Weights& weights) {
  const std::size_t n_chans = sizes_.n_in, length = sizes_.kernel.width;
  const auto b = weights.values(places_.b), phi = weights.values(places_.phi);
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double omega = at(weights.values(places_.omega), i / n_chans),
                 beta = at(weights.values(places_.beta), i / n_chans), angle = phase(phi, i, i % n_chans);
    for (std::size_t k = 0; k < length; ++k) {
      const Tap tap = tap_at(k, length, omega, angle, beta);
      kernel_[i * length + k] = static_cast<float>(at(b, i) * tap.cosine * tap.envelope);
    }
  }
  convolution_->set_kernel(kernel_, weights.values(places_.bias));
}

void SyncFilters::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  const ArenaScope scope(context.arena);
  const std::size_t n_chans = sizes_.n_in, length = sizes_.kernel.width;
  const std::span<float> dkernel = context.arena.floats(kernel_.size());
  std::ranges::fill(dkernel, 0.0F);
  add_bias_gradient(context.gradients.values(places_.bias), dout, context.arena);
  convolution_->backward(din, dkernel, dout, in, context.arena);
  const Weights& w = context.weights;
  for (std::size_t i = 0; i < sizes_.n_out * n_chans; ++i) {
    const std::size_t filter = i / n_chans, channel = i % n_chans;
    const double b = at(w.values(places_.b), i), omega = at(w.values(places_.omega), filter),
                 beta = at(w.values(places_.beta), filter), angle = phase(w.values(places_.phi), i, channel);
    double db = 0, dphi = 0, domega = 0, dbeta = 0;
    for (std::size_t k = 0; k < length; ++k) {
      const Tap tap = tap_at(k, length, omega, angle, beta);
      const double dvalue = at(dkernel, i * length + k) * tap.envelope;
      db += dvalue * tap.cosine;
      dphi -= dvalue * b * tap.sine;
      domega -= dvalue * b * tap.sine * tap.tau;
      dbeta -= dvalue * b * tap.cosine * tap.tau * tap.tau;
    }
    context.gradients.values(places_.b)[i] += static_cast<float>(db);
    if (channel > 0) context.gradients.values(places_.phi)[i] += static_cast<float>(dphi);
    context.gradients.values(places_.omega)[filter] += static_cast<float>(domega);
    context.gradients.values(places_.beta)[filter] += static_cast<float>(dbeta);
  }
}

// The taps are computed here and stored as constants: the graph has an ordinary convolution.
onnx::Value SyncFilters::to_onnx(onnx::GraphBuilder& g, const onnx::Value& in, const MapShape& /*shape*/) const {
  g.set_place("filters");
  const onnx::Ints shape = {onnx::extent(sizes_.n_out), onnx::extent(sizes_.n_in), 1,
                            onnx::extent(sizes_.kernel.width)};
  const onnx::Value bias = g.weight(g.name_of(places_.bias)), filters = g.constant("filters", kernel_, shape);
  return onnx::convolution(g, in, filters, bias, shape, onnx::options_of(sizes_.geometry));
}

}  // namespace eegate
