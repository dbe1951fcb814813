#include "signal/standardize.h"

#include <algorithm>

#include "base/options.h"
#include "kernels/standardize.h"

namespace eegate {
namespace {

constexpr auto kRules = option_table<Standardization>({{"none", Standardization::kNone},
                                                       {"zscore", Standardization::kZscore},
                                                       {"zscore_math", Standardization::kZscoreMath},
                                                       {"zscore_keras", Standardization::kZscoreKeras},
                                                       {"zscore_torch", Standardization::kZscoreTorch},
                                                       {"zscore_trial", Standardization::kZscoreTrial}});

}  // namespace

std::string_view standardization_name(Standardization how) { return kRules.word_of(how); }

std::optional<Standardization> find_standardization(std::string_view name) { return kRules.find(name); }

void standardize_epoch(Matrix x, Standardization how) {
  switch (how) {
    case Standardization::kNone:
      return;
    case Standardization::kZscore:
    case Standardization::kZscoreKeras:
      return standardize_channels(x, x, x.cols, 1e-6);
    case Standardization::kZscoreMath:
      return standardize_channels(x, x, x.cols, 0);
    case Standardization::kZscoreTorch:
      return standardize_channels(x, x, std::max<std::size_t>(x.cols, 2) - 1, 1e-5);
    case Standardization::kZscoreTrial:
      return standardize_trial(x, x, 1e-6);
  }
}

}  // namespace eegate
