// The Riemannian distance of two covariances.
#pragma once

#include <cmath>

#include "covariance/matrix_functions.h"
#include "covariance/means.h"

namespace eegate {

inline double riemann_distance(const RealMatrix& a, const RealMatrix& b) {
  return std::sqrt(squared_distance(a, matrix_inverse_sqrt(b)));
}

}  // namespace eegate
