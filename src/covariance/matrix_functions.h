// Functions of symmetric matrices: f(A) = sum_k f(lambda_k) v_k' v_k.
#pragma once

#include <cstddef>

#include "covariance/symmetric_eigen.h"

namespace eegate {

template <class F>
RealMatrix matrix_function(const SymmetricEigen& eigen, const F& f) {
  std::vector<double> values = eigen.values;
  for (double& value : values) value = f(value);
  return weighted_outer(eigen.vectors, values);
}

// Clamps eigenvalues of matrices that must be positive definite to at least 1e-12 of the largest, so that logarithms
// and inverse roots exist. Covariances with shrinkage are far above this limit.
void floor_eigenvalues(std::vector<double>& values);
// The eigendecomposition of A with that limit.
SymmetricEigen positive_eigen(const RealMatrix& a);

// A^(1/2) and A^(-1/2) from one eigendecomposition.
struct Roots {
  RealMatrix root, inverse;
};
Roots roots_of(const RealMatrix& a);

RealMatrix matrix_inverse_sqrt(const RealMatrix& a);
RealMatrix matrix_log(const RealMatrix& a);
RealMatrix matrix_exp(const RealMatrix& a);
RealMatrix matrix_power(const RealMatrix& a, double exponent);

}  // namespace eegate
