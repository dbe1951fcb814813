// SyncNet as ONNX: its filters are worked out here, what is left is a convolution.
#include "base/portable_math.h"
#include "exchange/onnx/architectures.h"
#include "model/onnx/layers.h"

namespace eegate::onnx {
namespace {

// b cos(omega tau + phi) exp(-beta tau^2), [filters, channels, taps], tau from -taps / 2 on.
std::vector<float> filters_of(const Weights& weights, std::size_t n_chans, std::size_t n_taps) {
  const auto b = weights["b"], phi = weights["phi"], omega = weights["omega"], beta = weights["beta"];
  const auto half = static_cast<double>(n_taps) / 2;  // n_taps is even
  std::vector<float> taps;
  taps.reserve(b.size() * n_taps);
  for (std::size_t k = 0; k < omega.size(); ++k) {
    for (std::size_t c = 0; c < n_chans; ++c) {
      const std::size_t at = k * n_chans + c;
      for (std::size_t i = 0; i < n_taps; ++i) {
        const double tau = static_cast<double>(i) - half;
        const double angle = static_cast<double>(omega[k]) * tau + static_cast<double>(phi[at]);
        taps.push_back(static_cast<float>(static_cast<double>(b[at]) * portable::cos(angle) *
                                          portable::exp(-static_cast<double>(beta[k]) * tau * tau)));
      }
    }
  }
  return taps;
}

}  // namespace

Value syncnet(GraphBuilder& g, const Value& x, const Source& source) {
  const ConfigNode& f = source.config.fields;
  const std::size_t n_taps = f.size("kernel_length"), n_chans = source.config.n_chans;
  g.set_place("filters");
  const Value filters = g.constant("filters", filters_of(source.weights, n_chans, n_taps),
                                   {extent(f.size("filters")), extent(n_chans), extent(n_taps)});
  const Value maps =
      g.add("Conv", {x, filters, g.weight("bias")},
            {{"kernel_shape", Ints{extent(n_taps)}}, {"pads", Ints{same_left(n_taps), same_right(n_taps)}}});
  const Value flat = relu_and_blocks(g, maps, source.n_times, f.size("pool"));
  g.set_place("head");
  return linear(g, flat, "head");
}

}  // namespace eegate::onnx
