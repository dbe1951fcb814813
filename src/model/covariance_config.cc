#include "model/covariance_config.h"

#include <algorithm>
#include <functional>

#include "base/numbers_as_text.h"

namespace eegate {
namespace {

constexpr std::size_t kMaxRows = 256;     // an eigenvalue problem of this size takes tens of milliseconds
constexpr std::size_t kLeastSamples = 2;  // one sample has no variance

bool has_bank(const ModelConfig& config) { return config.fields.has_field("bands") && config.fields.is_set("bands"); }

Result<> check_bank(const ModelConfig& config) {
  if (!has_bank(config)) return {};
  const std::vector<double>& edges = config.fields.numbers("bands");
  if (edges.size() < 2 || std::ranges::adjacent_find(edges, std::greater_equal()) != edges.end()) {
    return config_conflict("The edges of a bank of bands do not ascend", "bands",
                           std::to_string(edges.size()) + " edges", "2 or more, each above the one before");
  }
  for (const CovarianceOptions& band : options_of_bands(config)) {
    if (band.band.cols > 0) continue;
    return config_conflict(
        "A band has no bin of the windows' spectrum: too narrow for their length, or above half the "
        "sampling rate",
        "bands", significant(config.fields.number("sfreq"), 6) + " Hz, " + std::to_string(config.n_times) + " samples",
        "a bin in each band");
  }
  if (!config.fields.has_field("recentre") || !config.fields.flag("recentre")) return {};
  return config_conflict("A bank of bands cannot recentre", "recentre", "true", "false");
}

}  // namespace

CovarianceOptions covariance_options(const ModelConfig& config) {
  const ConfigNode& f = config.fields;
  return {.estimator = f.option("estimator", kCovarianceEstimators),
          .shrinkage = f.number("shrinkage"),
          .order = f.size("order"),
          .lag = f.size("lag")};
}

std::vector<double> bank_of(const ModelConfig& config) {
  if (!has_bank(config)) return {};
  std::vector<double> bank = config.fields.numbers("bands");
  bank.push_back(config.fields.number("sfreq"));
  return bank;
}

std::size_t n_bands(const ModelConfig& config) {
  return has_bank(config) ? config.fields.numbers("bands").size() - 1 : 1;
}

std::vector<CovarianceOptions> options_of_bands(const ModelConfig& config) {
  std::vector<CovarianceOptions> all(n_bands(config), covariance_options(config));
  if (!has_bank(config)) return all;
  const std::vector<double> bank = bank_of(config);
  for (std::size_t b = 0; b < all.size(); ++b) {
    all[b].band = band_samples(bank[b], bank[b + 1], bank.back(), all[b].n_samples(config.n_times));
  }
  return all;
}

std::size_t n_covariance_rows(const ModelConfig& config) { return covariance_options(config).n_rows(config.n_chans); }

Result<> resolve_covariances(ModelConfig& config) {
  const std::size_t rows = n_covariance_rows(config);
  if (config.task == Task::kRegress)
    return config_conflict("A classifier of covariances tells classes apart", "task", "regress", "classify or binary");
  if (config.standardize != Standardize::kNone) {
    return config_conflict("Covariances are read from trials as they were measured", "standardize",
                           std::string(kStandardizeRules.name_of(config.standardize)), "none");
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
  EEGATE_CHECK(check_bank(config));
  if (!config.fields.has_field("rank")) return {};
  config.fields.set_default("rank", static_cast<double>(rows));
  if (config.fields.size("rank") <= rows) return {};
  return config_conflict("The rank is above the number of channels", "rank", std::to_string(config.fields.size("rank")),
                         "at most " + std::to_string(rows));
}

bool accepts_covariances(const ModelConfig& config, std::size_t n_times) {
  if (has_bank(config) && n_times != config.n_times) return false;
  return covariance_options(config).n_samples(n_times) >= kLeastSamples;
}

void list_basis(TensorList& list, const ModelConfig& config) {
  const std::size_t rows = n_covariance_rows(config), rank = config.fields.size("rank");
  if (rank < rows) list.add("basis", {rank, rows}, draw_linear({rank, rows}));
}

}  // namespace eegate
