// f(A) = sum_k f(lambda_k) v_k' v_k of symmetric matrices.
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

// Eigenvalues of what must be positive definite: none below 1e-12 of the largest, so that logarithms and roots exist.
// Covariances with shrinkage never come near it.
void floor_eigenvalues(std::vector<double>& values);
// The eigenproblem of A with that floor.
SymmetricEigen positive_eigen(const RealMatrix& a);

// The square root and its inverse at once: both are needed wherever one is.
struct Roots {
  RealMatrix root, inverse;
};
Roots roots_of(const RealMatrix& a);

RealMatrix matrix_sqrt(const RealMatrix& a);
RealMatrix matrix_inverse_sqrt(const RealMatrix& a);
RealMatrix matrix_log(const RealMatrix& a);
RealMatrix matrix_exp(const RealMatrix& a);
RealMatrix matrix_power(const RealMatrix& a, double exponent);

}  // namespace eegate
