// Eigenvalues and eigenvectors of symmetric matrices: Householder's tridiagonalisation, then the QL method with
// implicit shifts (Golub and Van Loan, Matrix Computations, 8.3). Computed with + - * / and square roots only, in a
// fixed order.
#pragma once

#include <vector>

#include "covariance/real_matrix.h"

namespace eegate {

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

}  // namespace eegate
