// Standardisation of an epoch, for data that are not standardised by a model.
#pragma once

#include "base/options.h"
#include "base/tensor.h"

namespace eegate {

// The methods of model files. All except kNone remove the mean of each channel.
enum class Standardization {
  kNone,
  kZscore,       // deviation with divisor T, plus 1e-6
  kZscoreMath,   // divisor T, no constant
  kZscoreKeras,  // identical to kZscore
  kZscoreTorch,  // divisor T - 1, plus 1e-5
  kZscoreTrial,  // one deviation over all channels (divisor C T), plus 1e-6
};

inline constexpr auto kStandardizations =
    option_table<Standardization>({{"none", Standardization::kNone},
                                   {"zscore", Standardization::kZscore},
                                   {"zscore_math", Standardization::kZscoreMath},
                                   {"zscore_keras", Standardization::kZscoreKeras},
                                   {"zscore_torch", Standardization::kZscoreTorch},
                                   {"zscore_trial", Standardization::kZscoreTrial}});

// Standardises x [C, T] in place, with sums in double. Channels with a standard deviation below 1e-12 become 0.
void standardize_epoch(Matrix x, Standardization how);

}  // namespace eegate
