// What configurations of covariance classifiers have in common.
#pragma once

#include <vector>

#include "covariance/covariance.h"
#include "model/config.h"
#include "model/tensor_list.h"

namespace eegate {

inline constexpr FieldSpec kEstimatorField = word_field("estimator", "oas", kCovarianceEstimators.words);
inline constexpr FieldSpec kShrinkageField = number_field("shrinkage", 0.1, 0, 1);  // of the estimator `fixed`
inline constexpr FieldSpec kOrderField = integer_field("order", 1, 1, 10);
inline constexpr FieldSpec kLagField = integer_field("lag", 4);
// A bank of bands: its edges in Hz, ascending, each band from one to the next. Where the windows are sampled at
// `sfreq`.
inline constexpr FieldSpec kBandsField = optional_numbers("bands", 0.01, 1e6);
inline constexpr FieldSpec kRateField = number_field("sfreq", 160, 1, 1e6);
inline constexpr FieldSpec kRankField = derived_integer("rank", 1);
// The strength of the data against the penalty: C of scikit-learn.
inline constexpr FieldSpec kStrengthField = number_field("strength", 1, 1e-9, 1e9);

CovarianceOptions covariance_options(const ModelConfig& config);
// Its edges, and the sampling rate behind them; empty without a bank.
std::vector<double> bank_of(const ModelConfig& config);
// 1 without a bank.
std::size_t n_bands(const ModelConfig& config);
// Of each band; without a bank one alone.
std::vector<CovarianceOptions> options_of_bands(const ModelConfig& config);
// order x n_chans: rows of a covariance before any direction is left out.
std::size_t n_covariance_rows(const ModelConfig& config);

// Sizes that can be computed, classes, and trials as they were measured. Sets `rank` where the architecture has one.
// Error MODEL_CONFIG_CONFLICT.
Result<> resolve_covariances(ModelConfig& config);
bool accepts_covariances(const ModelConfig& config, std::size_t n_times);

// `basis` where rank < order x n_chans.
void list_basis(TensorList& list, const ModelConfig& config);

}  // namespace eegate
