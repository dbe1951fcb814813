#include "model/layers/input_standardize.h"

#include <algorithm>

#include "kernels/rows.h"
#include "kernels/standardize.h"

namespace eegate {
namespace {

struct Rule {
  std::size_t divisor;
  double epsilon;
};

Rule rule_of(Standardize kind, std::size_t n_times) {
  switch (kind) {
    case Standardize::kZscoreMath:
      return {n_times, 0};
    case Standardize::kZscoreTorch:
      return {std::max<std::size_t>(1, n_times - 1), 1e-5};
    case Standardize::kNone:
    case Standardize::kZscore:
    case Standardize::kZscoreKeras:
    case Standardize::kZscoreTrial:
      return {n_times, 1e-6};
  }
  abort_on_internal_error();
}

}  // namespace

void standardize_input(Standardize kind, Matrix out, ConstMatrix x) {
  const Rule rule = rule_of(kind, x.cols);
  if (kind == Standardize::kNone) {
    std::copy_n(x.data, x.size(), out.data);
  } else if (kind == Standardize::kZscoreTrial) {
    standardize_trial(out, x, rule.epsilon);
  } else {
    standardize_channels(out, x, rule.divisor, rule.epsilon);
  }
}

void standardize_input_gradient(Standardize kind, Matrix dx, ConstMatrix dout, ConstMatrix x) {
  const Rule rule = rule_of(kind, x.cols);
  if (kind == Standardize::kNone) {
    add_rows(dx, dout);
  } else if (kind == Standardize::kZscoreTrial) {
    standardize_trial_gradient(dx, dout, x, rule.epsilon);
  } else {
    standardize_channels_gradient(dx, dout, x, rule.divisor, rule.epsilon);
  }
}

}  // namespace eegate
