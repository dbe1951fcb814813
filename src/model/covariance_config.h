// Configuration fields that the covariance classifiers (tangent_space, mdm, csp) share.
#pragma once

#include <vector>

#include "covariance/covariance.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

inline constexpr FieldSpec kEstimatorField = choice_field("estimator", "oas", kCovarianceEstimators.names);
inline constexpr FieldSpec kShrinkageField = number_field("shrinkage", 0.1, 0, 1);  // only with estimator `fixed`
inline constexpr FieldSpec kOrderField = integer_field("order", 1, 1, 10);
inline constexpr FieldSpec kLagField = integer_field("lag", 4);
// A filter bank: ascending band edges in Hz, each band from one edge to the next; `sfreq` is the sampling rate of the
// windows.
inline constexpr FieldSpec kBandsField = optional_numbers("bands", 0.01, 1e6);
inline constexpr FieldSpec kRateField = number_field("sfreq", 160, 1, 1e6);
inline constexpr FieldSpec kRankField = derived_integer("rank", 1);
// Inverse regularisation strength: C of scikit-learn.
inline constexpr FieldSpec kStrengthField = number_field("strength", 1, 1e-9, 1e9);

CovarianceOptions covariance_options(const ModelConfig& config);
// The band edges in Hz and, last, the sampling rate; empty without a filter bank.
std::vector<double> bank_of(const ModelConfig& config);
// 1 without a filter bank.
std::size_t n_bands(const ModelConfig& config);
// One entry for each band, or one without a filter bank.
std::vector<CovarianceOptions> options_of_bands(const ModelConfig& config);
// order x n_chans: rows of a covariance matrix before the projection to `rank` directions.
std::size_t n_covariance_rows(const ModelConfig& config);

// Checks sizes, task and that the input is not standardised, and sets `rank` if the architecture has that field. Error
// MODEL_CONFIG_CONFLICT.
Result<> resolve_covariances(ModelConfig& config);
bool accepts_covariances(const ModelConfig& config, std::size_t n_times);

// Adds the tensor `basis` if rank < order x n_chans.
void list_basis(TensorList& list, const ModelConfig& config);

}  // namespace eegate
