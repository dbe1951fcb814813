// Common spatial patterns (Ramoser et al. 2000): log variances after a few spatial filters, and linear discriminant
// analysis. Fitted in closed form (train/closed_form.h).
#include <algorithm>

#include "model/architecture.h"
#include "model/covariance_config.h"
#include "model/layers/chain_network.h"
#include "model/layers/log_variances.h"
#include "model/layers/map_layers.h"

namespace eegate::architectures {
namespace csp {

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
