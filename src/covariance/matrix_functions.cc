#include "covariance/matrix_functions.h"

#include <algorithm>
#include <cmath>

#include "base/portable_math.h"

namespace eegate {
namespace {

constexpr double kFloor = 1e-12;

double inverse_sqrt(double x) { return 1 / std::sqrt(x); }

}  // namespace

void floor_eigenvalues(std::vector<double>& values) {
  if (values.empty()) return;
  const double lowest = kFloor * *std::ranges::max_element(values);
  for (double& value : values) value = std::max(value, lowest);
}

SymmetricEigen positive_eigen(const RealMatrix& a) {
  SymmetricEigen eigen = symmetric_eigen(a);
  floor_eigenvalues(eigen.values);
  return eigen;
}

Roots roots_of(const RealMatrix& a) {
  const SymmetricEigen eigen = positive_eigen(a);
  return {matrix_function(eigen, [](double x) { return std::sqrt(x); }), matrix_function(eigen, inverse_sqrt)};
}

RealMatrix matrix_inverse_sqrt(const RealMatrix& a) { return matrix_function(positive_eigen(a), inverse_sqrt); }

RealMatrix matrix_log(const RealMatrix& a) { return matrix_function(positive_eigen(a), portable::log); }

RealMatrix matrix_exp(const RealMatrix& a) { return matrix_function(symmetric_eigen(a), portable::exp); }

RealMatrix matrix_power(const RealMatrix& a, double exponent) {
  return matrix_function(positive_eigen(a), [&](double x) { return portable::exp(exponent * portable::log(x)); });
}

}  // namespace eegate
