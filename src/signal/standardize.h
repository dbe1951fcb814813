// Standardisation of an epoch, for tensors that no model file standardises itself.
#pragma once

#include "base/options.h"
#include "base/tensor.h"

namespace eegate {

// The words of a model file. All but "none" remove the mean of every channel.
enum class Standardization {
  kNone,
  kZscore,       // deviation with divisor T, plus 1e-6
  kZscoreMath,   // divisor T, nothing added
  kZscoreKeras,  // the numbers of kZscore
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

// x [C, T] in place, sums in double. What varies by less than 1e-12 becomes 0.
void standardize_epoch(Matrix x, Standardization how);

}  // namespace eegate
