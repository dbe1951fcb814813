// Minimum distance to the Riemannian mean (Barachant et al. 2012). Fitted in closed form (train/closed_form.h).
#include "covariance/means.h"
#include "model/architecture.h"
#include "model/covariance_config.h"
#include "model/layers/chain_network.h"
#include "model/layers/mean_distances.h"

namespace eegate::architectures {
namespace mdm {

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
