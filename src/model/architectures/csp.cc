// Common spatial patterns (Ramoser et al. 2000): log variances after a few spatial filters, and linear discriminant
// analysis. Fitted in closed form (train/closed_form.h).
#include <algorithm>
#include <limits>
#include <vector>

#include "base/portable_math.h"
#include "model/architecture.h"
#include "model/covariance_config.h"
#include "model/layers/chain_network.h"
#include "model/layers/covariance_input.h"
#include "model/layers/map_layers.h"

namespace eegate::architectures {
namespace csp {

// {1, C, T, 1} -> {1, 1, 1, F}: log variances after spatial filtering, ln(f C f') for each filter f, with the shrunk
// covariance C = (1 - rho) S + rho (tr S / c) I. With a filter bank the filters are ordered by band.
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

using onnx::GraphBuilder, onnx::Ints, onnx::Value, onnx::extent;

// The share that shrinkage takes, [B, 1, 1], from centred rows x [B, c, T] and their covariance s [B, c, c].
Value share_of(GraphBuilder& g, const CovarianceOptions& options, const Value& x, const Value& s, const Value& mu,
               std::size_t n_rows, std::size_t n_samples) {
  const auto c = static_cast<double>(n_rows), n = static_cast<double>(n_samples);
  const Value mu2 = g.add("Mul", {mu, mu});
  const Value square = g.add("Mul", {s, s});
  const Value mean = g.add("ReduceMean", {square}, {{"axes", Ints{1, 2}}, {"keepdims", std::int64_t{1}}});
  if (options.estimator == CovarianceEstimator::kOas) {
    const Value below = g.add("Mul", {g.scalar(n + 1), g.add("Sub", {mean, g.add("Mul", {mu2, g.scalar(1 / c)})})});
    return g.add("Min", {g.add("Div", {g.add("Add", {mean, mu2}), below}), g.scalar(1)});
  }
  // Ledoit and Wolf, divided by c: delta = c mean - mu^2, beta = min(delta, (q / c - c mean) / T).
  const Value powers = g.add("ReduceMean", {g.add("Mul", {x, x})}, {{"axes", Ints{1}}, {"keepdims", std::int64_t{1}}});
  const Value fourth =
      g.add("ReduceMean", {g.add("Mul", {powers, powers})}, {{"axes", Ints{2}}, {"keepdims", std::int64_t{1}}});
  const Value scaled = g.add("Mul", {mean, g.scalar(c)}), delta = g.add("Sub", {scaled, mu2});
  const Value beta = g.add("Mul", {g.add("Sub", {g.add("Mul", {fourth, g.scalar(c)}), scaled}), g.scalar(1 / n)});
  return g.add("Div", {g.add("Max", {g.add("Min", {beta, delta}), g.scalar(0)}), delta});
}

LogVariances::LogVariances(const Weights& weights, std::span<const CovarianceOptions> bands) {
  for (const CovarianceOptions& options : bands) bands_.emplace_back(options);
  set_weights(weights);
}

void LogVariances::list_tensors(TensorList& list, std::size_t n_filters, std::size_t n_rows) {
  list.add("filters", {n_filters, n_rows}, draw_linear({n_filters, n_rows}));
  list.add("patterns", {n_filters, n_rows}, draw_constant(0)).is_parameter = false;
  list.add("eigenvalues", {n_filters}, draw_constant(0.5)).is_parameter = false;
}

void LogVariances::set_weights(const Weights& weights) { filters_ = real_matrix(weights, "filters"); }

void LogVariances::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t i = 0; i < in.n_trials; ++i) {
    const std::span<float> powers = out.trials().row(i);
    for (std::size_t b = 0; b < bands_.size(); ++b) {
      const CovarianceInput::Trial trial = bands_[b].read(trial_of(in, i));
      const RealMatrix filtered = product(filters_, trial.covariance.matrix);
      for (std::size_t k = b * n_each(); k < (b + 1) * n_each(); ++k) {
        const double power = dot(filtered.row(k), filters_.row(k));  // 0 for a trial of zeros: the score is then NaN
        powers[k] = power > 0 ? static_cast<float>(portable::log(power)) : std::numeric_limits<float>::quiet_NaN();
      }
    }
  }
}

void LogVariances::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  if (din.data != nullptr) std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
  for (std::size_t i = 0; i < in.n_trials * bands_.size(); ++i) {
    const std::size_t index = i / bands_.size(), band = i % bands_.size();
    const CovarianceInput::Trial trial = bands_[band].read(trial_of(in, index));
    const RealMatrix filtered = product(filters_, trial.covariance.matrix);
    std::vector<double> factors(filters_.rows, 0.0);
    for (std::size_t k = band * n_each(); k < (band + 1) * n_each(); ++k) {
      const double power = dot(filtered.row(k), filters_.row(k));
      if (!(power > 0)) continue;
      factors[k] = static_cast<double>(dout.trials().row(index)[k]) / power;
      std::vector<double> dfilter(filtered.row(k).begin(), filtered.row(k).end());
      for (double& value : dfilter) value *= 2 * factors[k];
      add_gradient(context.gradients, "filters", k * filters_.cols, dfilter);
    }
    if (din.data == nullptr) continue;
    bands_[band].backward({din.data + index * in.shape.size(), in.shape.height, in.shape.width}, context.gradients,
                          weighted_outer(filters_, factors), trial, context.differentiates_shrinkage);
  }
}

// From centred rows [B, c, T] the logarithms [B, F, 1] of one band's filters.
Value LogVariances::band_to_onnx(GraphBuilder& g, const Value& centered, std::size_t n_times, std::size_t band) const {
  const CovarianceOptions& options = bands_[band].options();
  const std::size_t n_rows = filters_.cols;
  const auto mean = [&](const Value& x, const Ints& axes) {
    return g.add("ReduceMean", {x}, {{"axes", axes}, {"keepdims", std::int64_t{1}}});
  };
  Value x = centered;
  if (options.band.rows > 0) {
    const std::vector<float> parts(options.band.values.begin(), options.band.values.end());
    x = g.add("MatMul", {x, g.constant("band " + std::to_string(band), parts,
                                       {extent(options.band.rows), extent(options.band.cols)})});
  }
  Value filters = g.weight("filters");
  if (bands_.size() > 1) filters = g.slice(filters, 0, extent(band * n_each()), extent((band + 1) * n_each()));
  const Value y = g.add("MatMul", {filters, x});
  Value power = mean(g.add("Mul", {y, y}), {2});  // [B, F, 1]
  if (options.estimator != CovarianceEstimator::kScm) {
    const std::size_t n_samples = options.band.rows > 0 ? options.band.cols : n_times;
    const Value mu = mean(g.add("Mul", {x, x}), {1, 2});
    const Value s =
        g.add("Mul", {g.add("MatMul", {x, g.transpose(x, {0, 2, 1})}), g.scalar(1 / static_cast<double>(n_samples))});
    const Value rho = options.estimator == CovarianceEstimator::kFixed
                          ? g.scalar(options.shrinkage)
                          : share_of(g, options, x, s, mu, n_rows, n_samples);
    std::vector<float> lengths;
    for (std::size_t k = band * n_each(); k < (band + 1) * n_each(); ++k)
      lengths.push_back(static_cast<float>(dot(filters_.row(k), filters_.row(k))));
    const Value unit = g.add("Mul", {g.add("Mul", {rho, mu}), g.constant("lengths " + std::to_string(band), lengths,
                                                                         {extent(lengths.size()), 1})});
    power = g.add("Add", {g.add("Mul", {g.add("Sub", {g.scalar(1), rho}), power}), unit});
  }
  return g.add("Log", {power});
}

Value LogVariances::to_onnx(GraphBuilder& g, const Value& in, const MapShape& shape) const {
  const CovarianceOptions& options = bands_[0].options();
  const std::size_t n_samples = options.n_samples(shape.width);
  g.set_place("log_variances");
  const Value trials = g.reshape(in, {-1, extent(shape.height), extent(shape.width)});
  std::vector<Value> copies, logarithms;
  for (std::size_t p = 0; p < options.order; ++p)
    copies.push_back(g.slice(trials, 2, extent(p * options.lag), extent(p * options.lag + n_samples)));
  const Value rows = g.concat(copies, 1);
  const Value means = g.add("ReduceMean", {rows}, {{"axes", Ints{2}}, {"keepdims", std::int64_t{1}}});
  const Value centered = g.add("Sub", {rows, means});
  for (std::size_t b = 0; b < bands_.size(); ++b) logarithms.push_back(band_to_onnx(g, centered, n_samples, b));
  return g.reshape(g.concat(logarithms, 1), {-1, extent(filters_.rows), 1, 1});
}

constexpr std::string_view kSelections[] = {"pairs", "distance"};
constexpr std::string_view kFits[] = {"lda"};

constexpr FieldSpec kFields[] = {
    kEstimatorField,
    kShrinkageField,
    kOrderField,
    kLagField,
    kBandsField,
    kRateField,
    integer_field("n_filters", 6, 1, 256),         // in each band of a filter bank
    choice_field("select", "pairs", kSelections),  // only for two classes
    choice_field("fitted_by", "lda", kFits),
};

// With more than two classes each has the same number of filters, at least two.
Result<> resolve(ModelConfig& config) {
  EEGATE_CHECK(resolve_covariances(config));
  const std::size_t rows = n_covariance_rows(config), k = config.n_classes();
  std::size_t n = std::min(config.fields.size("n_filters"), k == 2 ? rows : k * rows);
  if (k > 2) n = k * std::min(rows, std::max<std::size_t>(2, n / k));
  config.fields.set("n_filters", static_cast<double>(n));
  return {};
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  const std::size_t n_filters = n_bands(config) * config.fields.size("n_filters");
  TensorList list;
  LogVariances::list_tensors(list, n_filters, n_covariance_rows(config));
  list.add_head({config.n_outputs, n_filters});
  return list.take();
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  ChainNetwork net(config.n_chans);
  net.add<LogVariances>(weights, options_of_bands(config)).add<Dense>(weights, "head");
  return network_of(std::move(net), config, use);
}

}  // namespace csp

extern const Architecture kCsp = {.name = "csp",
                                  .fields = csp::kFields,
                                  .resolve = csp::resolve,
                                  .tensors = csp::tensors,
                                  .accepts = accepts_covariances,
                                  .build = csp::build};

}  // namespace eegate::architectures
