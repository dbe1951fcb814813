// A linear classifier of covariances in the tangent space at their mean (Barachant et al. 2012). Fitted in closed form
// (train/closed_form.h).
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
namespace tangent_space {

// {1, C, T, 1} -> {1, 1, 1, L}: a linear classifier in the tangent space of covariances (Barachant et al. 2012),
// score_k = tr(G_k ln(P C P')) + b_k, summed over the bands of a filter bank.
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

TangentScores::TangentScores(const Weights& weights, std::span<const CovarianceOptions> bands) {
  for (const CovarianceOptions& options : bands) bands_.push_back({CovarianceInput(options), {}, {}});
  set_weights(weights);
}

void TangentScores::list_tensors(TensorList& list, std::size_t n_bands, std::size_t rank, std::size_t n_outputs) {
  const TensorShape one = {rank, rank};
  list.add("whiten", n_bands == 1 ? one : TensorShape{n_bands, rank, rank}, draw_linear(one));
  list.add_head({n_outputs, n_bands * n_upper(rank)});
}

void TangentScores::set_weights(const Weights& weights) {
  const RealMatrix all = real_matrix(weights, "head.weight");
  const std::size_t rank = weights.specs()[static_cast<std::size_t>(weights.find("whiten"))].shape.back();
  const std::span<const float> whiteners = weights["whiten"];
  for (std::size_t b = 0; b < bands_.size(); ++b) {
    bands_[b].input.set_weights(weights);
    const std::span<const float> own = whiteners.subspan(b * rank * rank, rank * rank);
    bands_[b].whitener = {rank, rank, std::vector<double>(own.begin(), own.end())};
    bands_[b].heads.clear();
    for (std::size_t k = 0; k < all.rows; ++k)
      bands_[b].heads.push_back(from_upper(all.row(k).subspan(b * n_upper(rank), n_upper(rank))));
  }
  bias_ = real_matrix(weights, "head.bias").values;
}

void TangentScores::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t i = 0; i < in.n_trials; ++i) {
    std::vector<double> sums(bias_.size(), 0.0);
    for (const Band& band : bands_) {
      const CovarianceInput::Trial trial = band.input.read(trial_of(in, i));
      // The scores of a trial of zeros are NaN.
      if (!trial.has_power()) std::ranges::fill(sums, std::numeric_limits<double>::quiet_NaN());
      if (!trial.has_power()) break;
      const RealMatrix logarithm = matrix_log(sandwich(band.whitener, trial.covariance.matrix));
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += trace_of_product(band.heads[k], logarithm);
    }
    const std::span<float> scores = out.trials().row(i);
    for (std::size_t k = 0; k < sums.size(); ++k) scores[k] = static_cast<float>(sums[k] + bias_[k]);
  }
}

void TangentScores::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  if (din.data != nullptr) std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
  for (std::size_t i = 0; i < in.n_trials; ++i) {
    const Matrix dtrial =
        din.data == nullptr ? Matrix() : Matrix(din.data + i * in.shape.size(), in.shape.height, in.shape.width);
    const std::span<const float> dscores = dout.trials().row(i);
    for (std::size_t b = 0; b < bands_.size(); ++b) backward(dtrial, dscores, trial_of(in, i), b, context);
  }
}

void TangentScores::backward(Matrix dtrial, std::span<const float> dscores, ConstMatrix samples, std::size_t index,
                             BackwardContext& context) const {
  Weights& gradients = context.gradients;
  const Band& band = bands_[index];
  const CovarianceInput::Trial trial = band.input.read(samples);
  if (!trial.has_power()) return;
  const RealMatrix& c = trial.covariance.matrix;
  const SymmetricEigen eigen = positive_eigen(sandwich(band.whitener, c));
  const std::vector<double> vector = upper(matrix_function(eigen, portable::log));
  RealMatrix g(c.rows, c.rows);
  for (std::size_t k = 0; k < dscores.size(); ++k) {
    const double dscore = dscores[k];
    add_scaled(g, dscore, band.heads[k]);
    std::vector<double> dhead = vector;
    for (double& value : dhead) value *= dscore;
    add_gradient(gradients, "head.weight", (k * bands_.size() + index) * vector.size(), dhead);
    if (index == 0) add_gradient(gradients, "head.bias", k, {&dscore, 1});
  }
  const RealMatrix da = logarithm_gradient(eigen, g);
  RealMatrix dwhitener = product(da, product(band.whitener, c));
  for (double& value : dwhitener.values) value *= 2;
  add_gradient(gradients, "whiten", index * c.values.size(), dwhitener.values);
  band.input.backward(dtrial, gradients, sandwich(transposed(band.whitener), da), trial,
                      context.differentiates_shrinkage);
}

onnx::Value TangentScores::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                   const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

constexpr std::string_view kFits[] = {"logistic", "lda", "fgmdm", "svm"};

constexpr FieldSpec kFields[] = {
    kEstimatorField,
    kShrinkageField,
    kOrderField,
    kLagField,
    kBandsField,
    kRateField,
    kRankField,
    bool_field("recentre", false),  // each subject's trials are whitened by their own mean
    choice_field("fitted_by", "logistic", kFits),
    choice_field("mean", "riemann", kCovarianceMeans.names),
    kStrengthField,
};

Result<> resolve(ModelConfig& config) {
  EEGATE_CHECK(resolve_covariances(config));
  if (config.fields.choice("fitted_by") != "fgmdm" || config.n_classes() == 2) return {};
  return config_conflict("Filtering on a geodesic is a linear classifier of two classes", "fitted_by", "fgmdm",
                         "logistic, lda or svm for " + std::to_string(config.n_classes()) + " classes");
}

std::vector<TensorSpec> tensors(const ModelConfig& config) {
  TensorList list;
  list_basis(list, config);
  TangentScores::list_tensors(list, n_bands(config), config.fields.size("rank"), config.n_outputs);
  return list.take();
}

Result<std::unique_ptr<Network>> build(const ModelConfig& config, const Weights& weights, NetworkUse use) {
  ChainNetwork net(config.n_chans);
  net.add<TangentScores>(weights, options_of_bands(config));
  return network_of(std::move(net), config, use);
}

}  // namespace tangent_space

extern const Architecture kTangentSpace = {.name = "tangent_space",
                                           .fields = tangent_space::kFields,
                                           .resolve = tangent_space::resolve,
                                           .tensors = tangent_space::tensors,
                                           .accepts = accepts_covariances,
                                           .not_exported = "ONNX has no operator for a symmetric eigenproblem",
                                           .build = tangent_space::build};

}  // namespace eegate::architectures
