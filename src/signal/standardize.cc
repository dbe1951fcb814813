#include "signal/standardize.h"

#include <algorithm>

#include "kernels/standardize.h"

namespace eegate {

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
