// The input of covariance classifiers, in float64: a trial is extended by delayed copies, centred, projected by a basis
// if there is one, and its covariance is shrunk.
#pragma once

#include <optional>
#include <span>

#include "covariance/covariance.h"
#include "covariance/matrix_functions.h"
#include "model/layers/layer.h"

namespace eegate {

class CovarianceInput {
 public:
  explicit CovarianceInput(const CovarianceOptions& options) : options_(options) {}
  // Reads the tensor `basis` if there is one.
  void set_weights(const Weights& weights);

  struct Trial {
    RealMatrix centered, projected;  // before and after the projection; projected is empty without a basis
    ShrunkCovariance covariance;
    const RealMatrix& rows() const { return projected.rows > 0 ? projected : centered; }
    // False for a trial of zeros, whose covariance has no logarithm.
    bool has_power() const { return trace(covariance.matrix) > 0; }
  };
  Trial read(ConstMatrix trial) const;
  // From the gradient of the covariance: adds the gradients of the basis and, unless dtrial is empty, of the trial
  // [C, T]. The amount of shrinkage is treated as a constant, unless it is differentiated.
  void backward(Matrix dtrial, Weights& gradients, RealMatrix dcovariance, const Trial& trial,
                bool differentiates_shrinkage = false) const;

  const CovarianceOptions& options() const { return options_; }

 private:
  CovarianceOptions options_;
  std::optional<RealMatrix> basis_;
};

// A tensor as a matrix of doubles, [first extent, product of the others].
RealMatrix real_matrix(const Weights& weights, std::string_view name);
// Adds to a tensor of gradients.
void add_gradient(Weights& gradients, std::string_view name, std::size_t first, std::span<const double> values);
// One trial of a batch of recordings {1, C, T, 1}.
ConstMatrix trial_of(ConstMaps in, std::size_t index);

// The gradient of tr(G ln A) with respect to A = sum l u' u: U (D o (U' G U)) U' with the divided differences D of the
// logarithm (Daleckii and Krein 1965).
RealMatrix logarithm_gradient(const SymmetricEigen& eigen, const RealMatrix& g);

}  // namespace eegate
