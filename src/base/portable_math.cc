#include "base/portable_math.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace eegate::portable {
namespace {

// Taylor series on |x| <= pi / 4, where the first term left out is below 1e-18.
double sin_kernel(double x) {
  const double z = x * x;
  double term = x, sum = 0;
  for (int k = 2; k <= 18; k += 2) {
    term = -term * z / (k * (k + 1));
    sum += term;
  }
  return x + sum;
}

double cos_kernel(double x) {
  const double z = x * x;
  double term = 1, sum = 0;
  for (int k = 1; k <= 17; k += 2) {
    term = -term * z / (k * (k + 1));
    sum += term;
  }
  return 1 + sum;
}

// x = quarter * pi / 2 + rest. pi / 2 is a sum of three constants (Cody and Waite 1980); the first two have few enough
// digits that their products with an integer up to 2^20 are exact.
struct Reduced {
  int quarter;
  double rest;
};
Reduced reduce(double x) {
  if (!std::isfinite(x)) return {0, std::numeric_limits<double>::quiet_NaN()};
  constexpr double kHigh = 0x1.921fb544p+0, kMiddle = 0x1.0b4611a6p-34, kLow = 0x1.3198a2e037073p-69;
  const double n = std::floor(x * (2 / std::numbers::pi) + 0.5);
  const double rest = ((x - n * kHigh) - n * kMiddle) - n * kLow;
  return {static_cast<int>(n - 4 * std::floor(n / 4)), rest};
}

double sin_of(Reduced r) {
  const double value = r.quarter % 2 == 0 ? sin_kernel(r.rest) : cos_kernel(r.rest);
  return r.quarter < 2 ? value : -value;
}

Reduced reduce_turns(double t) {
  if (!std::isfinite(t)) return {0, std::numeric_limits<double>::quiet_NaN()};
  const double part = t - std::floor(t);  // exact
  const double quarter = std::floor(part * 4 + 0.5);
  return {static_cast<int>(quarter) % 4, (part - quarter / 4) * (2 * std::numbers::pi)};
}

}  // namespace

double sin(double x) { return sin_of(reduce(x)); }

double cos(double x) {
  Reduced r = reduce(x);
  r.quarter = (r.quarter + 1) % 4;
  return sin_of(r);
}

double tan(double x) { return sin(x) / cos(x); }

double sin_turns(double t) { return sin_of(reduce_turns(t)); }

double cos_turns(double t) {
  Reduced r = reduce_turns(t);
  r.quarter = (r.quarter + 1) % 4;
  return sin_of(r);
}

double exp(double x) {
  constexpr double kLn2High = 0x1.62e42feep-1, kLn2Low = 0x1.a39ef35793c76p-33;
  if (x < -745) return 0;
  if (x > 709) return HUGE_VAL;
  if (std::isnan(x)) return x;
  const double n = std::floor(x * std::numbers::log2e + 0.5);
  const double rest = (x - n * kLn2High) - n * kLn2Low;
  double term = 1, sum = 0;
  for (int k = 1; k <= 16; ++k) {
    term = term * rest / k;
    sum += term;
  }
  return std::ldexp(1 + sum, static_cast<int>(n));
}

double log(double x) {
  if (!(x > 0)) return x == 0 ? -HUGE_VAL : std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(x)) return x;
  // x = m 2^e with sqrt(1/2) <= m < sqrt(2);  log m = 2 artanh((m - 1) / (m + 1))
  int e = 0;
  double m = std::frexp(x, &e);
  if (m < std::numbers::sqrt2 / 2) {
    m *= 2;
    --e;
  }
  const double u = (m - 1) / (m + 1), z = u * u;
  double power = u, sum = 0;
  for (int k = 3; k <= 27; k += 2) {
    power *= z;
    sum += power / k;
  }
  return e * std::numbers::ln2 + 2 * (u + sum);
}

double log1p(double x) {
  const double y = 1 + x, rounded = y - 1;
  // The quotient corrects for the rounding of 1 + x.
  return rounded == 0 || std::isinf(y) ? x : log(y) * (x / rounded);
}

}  // namespace eegate::portable
