// A linear classifier of covariances in the tangent space at their mean (Barachant et al. 2012). Fitted in closed form
// (train/closed_form.h).
#include "covariance/means.h"
#include "model/architecture.h"
#include "model/covariance_config.h"
#include "model/layers/chain_network.h"
#include "model/layers/tangent_scores.h"

namespace eegate::architectures {
namespace tangent_space {

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
