#include "model/covariance_config.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxRows = 256;     // an eigenproblem of that size takes tens of milliseconds
constexpr std::size_t kLeastSamples = 2;  // of one sample there is no variance

}  // namespace

CovarianceOptions covariance_options(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  return {.estimator = f.option("estimator", kCovarianceEstimators),
          .shrinkage = f.number("shrinkage"),
          .order = f.size("order"),
          .lag = f.size("lag")};
}

std::size_t n_covariance_rows(const ModelConfig& config) { return covariance_options(config).n_rows(config.n_chans); }

Result<> resolve_covariances(ModelConfig& config) {
  const std::size_t rows = n_covariance_rows(config);
  if (config.task == Task::kRegress)
    return config_conflict("A classifier of covariances tells classes apart", "task", "regress", "classify or binary");
  if (config.standardize != Standardize::kNone) {
    return config_conflict("Covariances are read from trials as they were measured", "standardize",
                           std::string(kStandardizeRules.word_of(config.standardize)), "none");
  }
  if (rows > kMaxRows) {
    return config_conflict("A covariance of so many rows is too large to be decomposed for every window", "n_chans",
                           std::to_string(rows) + " channels, copies of the augmentation included",
                           "at most " + std::to_string(kMaxRows));
  }
  if (!accepts_covariances(config, config.n_times)) {
    return config_conflict("The delayed copies of the augmentation leave no samples of the window", "n_times",
                           std::to_string(config.n_times),
                           "more than " + std::to_string((config.fields.size("order") - 1) * config.fields.size("lag") +
                                                         kLeastSamples - 1));
  }
  if (!config.fields.has_field("rank")) return {};
  config.fields.set_default("rank", static_cast<double>(rows));
  if (config.fields.size("rank") <= rows) return {};
  return config_conflict("The rank is above the number of channels", "rank", std::to_string(config.fields.size("rank")),
                         "at most " + std::to_string(rows));
}

bool accepts_covariances(const ModelConfig& config, std::size_t n_times) {
  return covariance_options(config).n_samples(n_times) >= kLeastSamples;
}

void list_basis(TensorList& list, const ModelConfig& config) {
  const std::size_t rows = n_covariance_rows(config), rank = config.fields.size("rank");
  if (rank < rows) list.add("basis", {rank, rows}, draw_linear({rank, rows}));
}

}  // namespace eegate
