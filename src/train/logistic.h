// Multinomial logistic regression, fitted to the end: the least that a trained model has to beat.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace eegate {

// Rows of features side by side: [n, width].
struct FeatureRows {
  std::size_t n = 0, width = 0;
  std::vector<double> values;
  std::span<double> row(std::size_t i) { return std::span(values).subspan(i * width, width); }
  std::span<const double> row(std::size_t i) const { return std::span(values).subspan(i * width, width); }
};

class LogisticRegression {
 public:
  // Minimises  sum of -log p(label) + |W|^2 / (2 strength)  (limited-memory BFGS); biases are free. Labels 0 ...
  // n_classes - 1. scikit-learn calls the strength C.
  LogisticRegression(const FeatureRows& features, std::span<const int> labels, std::size_t n_classes, double strength);

  std::size_t n_classes() const { return n_classes_; }
  // Weights of one class and, behind them, its bias.
  std::span<const double> weights(std::size_t k) const {
    return std::span(weights_).subspan(k * (width_ + 1), width_ + 1);
  }
  // p [n_classes] for one row of features.
  void probabilities(std::span<double> p, std::span<const double> features) const;

 private:
  std::size_t width_, n_classes_;
  std::vector<double> weights_;  // [n_classes, width + 1]
};

}  // namespace eegate
