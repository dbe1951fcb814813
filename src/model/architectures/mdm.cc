// Minimum distance to the Riemannian mean (Barachant et al. 2012). Fitted in closed form (train/closed_form.h).
#include <algorithm>
#include <limits>
#include <vector>

#include "base/options.h"
#include "base/portable_math.h"
#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "model/architecture.h"
#include "model/covariance_config.h"
#include "model/layers/chain_network.h"
#include "model/layers/covariance_input.h"

namespace eegate::architectures {
namespace mdm {

// {1, C, T, 1} -> {1, 1, 1, L}: minus the squared Riemannian distance of a trial's covariance to each class mean
// (minimum distance to mean, Barachant et al. 2012).
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

MeanDistances::MeanDistances(const Weights& weights, const CovarianceOptions& options, bool as_difference)
    : input_(options), as_difference_(as_difference) {
  set_weights(weights);
}

void MeanDistances::list_tensors(TensorList& list, std::size_t rank, std::size_t n_classes) {
  list.add("means.whiten", {n_classes, rank, rank}, draw_alike(Draw::kNormal, 1));
}

void MeanDistances::set_weights(const Weights& weights) {
  input_.set_weights(weights);
  const std::span<const float> all = weights["means.whiten"];
  const TensorShape& shape = weights.specs()[static_cast<std::size_t>(weights.find("means.whiten"))].shape;
  const std::size_t size = shape[1] * shape[2];
  whiteners_.clear();
  for (std::size_t k = 0; k < shape[0]; ++k) {
    const std::span<const float> own = all.subspan(k * size, size);
    whiteners_.emplace_back(shape[1], shape[2], std::vector<double>(own.begin(), own.end()));
  }
}

void MeanDistances::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    const CovarianceInput::Trial trial = input_.read(trial_of(in, b));
    const std::span<float> scores = out.trials().row(b);
    std::vector<double> distances;
    for (const RealMatrix& whitener : whiteners_) {
      const bool known = trial.has_power();  // the scores of a trial of zeros are NaN
      distances.push_back(known ? squared_distance(trial.covariance.matrix, whitener)
                                : std::numeric_limits<double>::quiet_NaN());
    }
    if (as_difference_)
      scores[0] = static_cast<float>(distances[0] - distances[1]);
    else
      std::ranges::transform(distances, scores.begin(), [](double d) { return static_cast<float>(-d); });
  }
}

void MeanDistances::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  if (din.data != nullptr) std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    const CovarianceInput::Trial trial = input_.read(trial_of(in, b));
    if (!trial.has_power()) continue;
    const RealMatrix& c = trial.covariance.matrix;
    RealMatrix dc(c.rows, c.rows);
    const std::span<const float> dscores = dout.trials().row(b);
    for (std::size_t k = 0; k < whiteners_.size(); ++k) {
      const double dscore = as_difference_ ? (k == 0 ? -1.0 : 1.0) * static_cast<double>(dscores[0]) : dscores[k];
      // d(-sum ln^2 l) / dl = -2 ln l / l for each eigenvalue l.
      const RealMatrix da = matrix_function(positive_eigen(sandwich(whiteners_[k], c)),
                                            [&](double value) { return -2 * dscore * portable::log(value) / value; });
      RealMatrix dwhitener = product(da, product(whiteners_[k], c));
      for (double& value : dwhitener.values) value *= 2;
      add_gradient(context.gradients, "means.whiten", k * c.rows * c.rows, dwhitener.values);
      add_scaled(dc, 1, sandwich(transposed(whiteners_[k]), da));
    }
    const Matrix dtrial =
        din.data == nullptr ? Matrix() : Matrix(din.data + b * in.shape.size(), in.shape.height, in.shape.width);
    input_.backward(dtrial, context.gradients, std::move(dc), trial, context.differentiates_shrinkage);
  }
}

onnx::Value MeanDistances::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                   const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

constexpr FieldSpec kFields[] = {
    kEstimatorField, kShrinkageField, kOrderField,
    kLagField,       kRankField,      choice_field("mean", "riemann", kCovarianceMeans.names),
};

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  TensorList list;
  list_basis(list, config);
  MeanDistances::list_tensors(list, config.fields.size("rank"), config.n_classes());
  return list.take();
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  ChainNetwork net(config.n_chans);
  net.add<MeanDistances>(weights, covariance_options(config), config.task == Task::kBinary);
  return network_of(std::move(net), config, use);
}

}  // namespace mdm

extern const Architecture kMdm = {.name = "mdm",
                                  .fields = mdm::kFields,
                                  .resolve = resolve_covariances,
                                  .tensors = mdm::tensors,
                                  .accepts = accepts_covariances,
                                  .not_exported = "ONNX has no operator for a symmetric eigenproblem",
                                  .build = mdm::build};

}  // namespace eegate::architectures
