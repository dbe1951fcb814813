// Eigenvalues and eigenvectors of symmetric matrices: Householder's reduction to three diagonals, then the QL method
// with implicit shifts (Golub and Van Loan, Matrix Computations, 8.3). Of + - * / and square roots alone, in one order.
#pragma once

#include <vector>

#include "covariance/real_matrix.h"

namespace eegate {

// A = sum_k values[k] v_k' v_k, v_k the rows of `vectors`, of length 1 and orthogonal. Values ascend. Vectors have no
// sign of their own, and those of a repeated value are any basis.
struct SymmetricEigen {
  std::vector<double> values;
  RealMatrix vectors;
};
SymmetricEigen symmetric_eigen(const RealMatrix& a);
std::vector<double> symmetric_eigenvalues(const RealMatrix& a);

// Rows v of A v = lambda B v with v B v' = 1, B positive semidefinite, values ascending. B is whitened by its own
// eigenvectors; directions in which it carries less than 1e-10 of its largest are left out.
SymmetricEigen generalized_eigen(const RealMatrix& a, const RealMatrix& b);

// Rows with their entry of largest magnitude positive.
void fix_signs(RealMatrix& rows);

}  // namespace eegate
