// What a trial is before a classifier of covariances judges it: delayed copies, centred rows, the directions of a
// basis, covariance, shrinkage. In float64.
#pragma once

#include <optional>
#include <span>

#include "covariance/covariance.h"
#include "covariance/symmetric_eigen.h"
#include "model/layers/layer.h"

namespace eegate {

class CovarianceInput {
 public:
  explicit CovarianceInput(const CovarianceOptions& options) : options_(options) {}
  // Reads `basis` where there is one.
  void set_weights(const Weights& weights);

  struct Trial {
    RealMatrix centered, projected;  // before and after the basis; the second is empty without one
    ShrunkCovariance covariance;
    const RealMatrix& rows() const { return projected.rows > 0 ? projected : centered; }
    // Of zeros there is no logarithm.
    bool has_power() const { return trace(covariance.matrix) > 0; }
  };
  Trial read(ConstMatrix trial) const;
  // From the gradient of the covariance: adds that of the basis, and that of the trial [C, T] unless it is empty. The
  // shrinkage counts as a constant.
  void backward(Matrix dtrial, Weights& gradients, RealMatrix dcovariance, const Trial& trial) const;

  const CovarianceOptions& options() const { return options_; }

 private:
  CovarianceOptions options_;
  std::optional<RealMatrix> basis_;
};

// A tensor as doubles, [first extent, product of the rest].
RealMatrix real_matrix(const Weights& weights, std::string_view name);
// Adds to a tensor of gradients.
void add_gradient(Weights& gradients, std::string_view name, std::size_t first, std::span<const double> values);
// One trial of a batch of recordings {1, C, T, 1}.
ConstMatrix trial_of(ConstMaps in, std::size_t index);

// d/dA of tr(G ln A), A = sum l u' u: U (D o (U' G U)) U' with D the divided differences of the logarithm (Daleckii and
// Krein 1965).
RealMatrix logarithm_gradient(const SymmetricEigen& eigen, const RealMatrix& g);

}  // namespace eegate
