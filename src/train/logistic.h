// Multinomial logistic regression by L-BFGS, for the band power baseline.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace eegate {

// Feature vectors as rows [n, width].
struct FeatureRows {
  std::size_t n = 0, width = 0;
  std::vector<double> values;
  std::span<double> row(std::size_t i) { return std::span(values).subspan(i * width, width); }
  std::span<const double> row(std::size_t i) const { return std::span(values).subspan(i * width, width); }
};

class LogisticRegression {
 public:
  // Minimises  sum of -log p(label) + |W|^2 / (2 strength)  by limited-memory BFGS (Nocedal 1980), as
  // sklearn.linear_model.LogisticRegression with C = strength; biases are not penalised. Labels 0 ... n_classes - 1.
  LogisticRegression(const FeatureRows& features, std::span<const int> labels, std::size_t n_classes, double strength);

  std::size_t n_classes() const { return n_classes_; }
  // The weights of one class followed by its bias.
  std::span<const double> weights(std::size_t k) const {
    return std::span(weights_).subspan(k * (width_ + 1), width_ + 1);
  }
  // Writes p [n_classes] for one feature vector.
  void probabilities(std::span<double> p, std::span<const double> features) const;

 private:
  std::size_t width_, n_classes_;
  std::vector<double> weights_;  // [n_classes, width + 1]
};

}  // namespace eegate
