// The support vector machine of linear_classifier.h.
#include <algorithm>
#include <cassert>
#include <limits>

#include "train/linear_classifier.h"

namespace eegate {
namespace {

constexpr int kMaxPairs = 200000;
constexpr double kViolation = 1e-8, kLeastCurvature = 1e-12;

// The dual problem of one class (sign 1) against the others (sign -1).
class Dual {
 public:
  Dual(const RealMatrix& products, std::vector<double> signs, double strength)
      : g_(products),
        signs_(std::move(signs)),
        strength_(strength),
        a_(signs_.size()),
        gradient_(signs_.size(), -1.0) {}

  void solve() {
    for (int n = 0; n < kMaxPairs; ++n) {
      const Pair pair = most_violating();
      if (!(pair.above - pair.below > kViolation)) return;
      move(pair);
    }
  }
  double bias() const {
    const Pair pair = most_violating();
    return (pair.above + pair.below) / 2;
  }
  double weight(std::size_t i) const { return a_[i] * signs_[i]; }

 private:
  struct Pair {
    std::size_t i = 0, j = 0;
    double above = -std::numeric_limits<double>::infinity(), below = std::numeric_limits<double>::infinity();
  };
  double room_up(std::size_t i) const { return signs_[i] > 0 ? strength_ - a_[i] : a_[i]; }
  double room_down(std::size_t i) const { return signs_[i] > 0 ? a_[i] : strength_ - a_[i]; }

  Pair most_violating() const {
    Pair pair;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      const double value = -signs_[i] * gradient_[i];
      if (room_up(i) > 0 && value > pair.above) pair.i = i, pair.above = value;
      if (room_down(i) > 0 && value < pair.below) pair.j = i, pair.below = value;
    }
    return pair;
  }
  void move(const Pair& pair) {
    const auto [i, j, above, below] = pair;
    const double curvature = std::max(g_(i, i) + g_(j, j) - 2 * g_(i, j), kLeastCurvature);
    const double step = std::min({(above - below) / curvature, room_up(i), room_down(j)});
    // A variable at its bound is set to it exactly.
    a_[i] = step == room_up(i) ? (signs_[i] > 0 ? strength_ : 0) : a_[i] + signs_[i] * step;
    a_[j] = step == room_down(j) ? (signs_[j] > 0 ? 0 : strength_) : a_[j] - signs_[j] * step;
    for (std::size_t k = 0; k < a_.size(); ++k) gradient_[k] += step * signs_[k] * (g_(k, i) - g_(k, j));
  }

  const RealMatrix& g_;
  std::vector<double> signs_;
  double strength_;
  std::vector<double> a_, gradient_;
};

}  // namespace

LinearClassifier fit_support_vectors(const RealMatrix& features, std::span<const int> labels, std::size_t n_classes,
                                     double strength) {
  assert(features.rows == labels.size() && n_classes >= 2);
  const RealMatrix products = gram(features);
  const std::size_t first = n_classes == 2 ? 1 : 0;
  LinearClassifier result{RealMatrix(n_classes - first, features.cols), std::vector<double>(n_classes - first)};
  for (std::size_t k = first; k < n_classes; ++k) {
    std::vector<double> signs;
    for (const int label : labels) signs.push_back(static_cast<std::size_t>(label) == k ? 1 : -1);
    Dual dual(products, std::move(signs), strength);
    dual.solve();
    for (std::size_t i = 0; i < features.rows; ++i)
      add_scaled(result.weights.row(k - first), dual.weight(i), features.row(i));
    result.bias[k - first] = dual.bias();
  }
  return result;
}

}  // namespace eegate
