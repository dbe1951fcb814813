// Functions of symmetric matrices: f(A) = sum_k f(lambda_k) v_k' v_k.
#pragma once

#include <cstddef>
#include <vector>

#include "covariance/real_matrix.h"

namespace eegate {

// Eigenvalues and eigenvectors of symmetric matrices: Householder's tridiagonalisation, then the QL method with
// implicit shifts (Golub and Van Loan, Matrix Computations, 8.3). Computed with + - * / and square roots only, in a
// fixed order.

// A = sum_k values[k] v_k' v_k, v_k being the orthonormal rows of `vectors`. Values ascend. The signs of vectors are
// arbitrary, and so is the basis for a repeated value.
struct SymmetricEigen {
  std::vector<double> values;
  RealMatrix vectors;
};
SymmetricEigen symmetric_eigen(const RealMatrix& a);
std::vector<double> symmetric_eigenvalues(const RealMatrix& a);

// The generalised eigenproblem A v = lambda B v with v B v' = 1 (scipy.linalg.eigh(a, b)), vectors in rows, values
// ascending, B positive semidefinite. B is whitened by its own eigenvectors; directions in which it has less than 1e-10
// of its largest eigenvalue are left out.
SymmetricEigen generalized_eigen(const RealMatrix& a, const RealMatrix& b);

// Flips the sign of rows whose entry of largest magnitude is negative.
void fix_signs(RealMatrix& rows);

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
