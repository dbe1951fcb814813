#include "sleep/dpss.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/portable_math.h"

namespace eegate {
namespace {

// The sequences are eigenvectors of a symmetric tridiagonal matrix with well separated eigenvalues (Percival and Walden
// 1993, Spectral Analysis for Physical Applications, section 8.3).
struct ThreeDiagonals {
  std::vector<double> middle, side;  // side[i] couples i and i + 1
  std::size_t size() const { return middle.size(); }
};

ThreeDiagonals slepian_matrix(std::size_t n, double half_bandwidth) {
  ThreeDiagonals t;
  const auto length = static_cast<double>(n);
  const double cosine = portable::cos_turns(half_bandwidth / length);
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<double>(i);
    const double from_centre = (length - 1 - 2 * at) / 2;
    t.middle.push_back(from_centre * from_centre * cosine);
    if (i + 1 < n) t.side.push_back((at + 1) * (length - 1 - at) / 2);
  }
  return t;
}

// Number of eigenvalues below x: the number of negative pivots of T - x (Sturm sequence).
std::size_t count_below(const ThreeDiagonals& t, double x) {
  std::size_t n = 0;
  double pivot = 1;
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double coupled = i == 0 ? 0 : t.side[i - 1] * t.side[i - 1] / pivot;
    pivot = t.middle[i] - x - coupled;
    if (pivot == 0) pivot = -1e-300;
    n += pivot < 0 ? 1 : 0;
  }
  return n;
}

// The eigenvalue that `n_above` others exceed, by bisection to the last bit.
double eigenvalue(const ThreeDiagonals& t, std::size_t n_above, std::pair<double, double> bounds) {
  auto [low, high] = bounds;
  for (int i = 0; i < 200; ++i) {
    const double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    (count_below(t, middle) + n_above < t.size() ? low : high) = middle;
  }
  return low + (high - low) / 2;
}

std::pair<double, double> bounds_of(const ThreeDiagonals& t) {
  double low = t.middle[0], high = t.middle[0];
  for (std::size_t i = 0; i < t.size(); ++i) {
    const double reach = (i > 0 ? t.side[i - 1] : 0) + (i + 1 < t.size() ? t.side[i] : 0);
    low = std::min(low, t.middle[i] - reach);
    high = std::max(high, t.middle[i] + reach);
  }
  return {low - 1, high + 1};
}

// Solves (T - value) x = b in place by Gaussian elimination with row exchanges, which fill a second upper diagonal.
void solve_shifted(const ThreeDiagonals& t, double value, std::span<double> x) {
  const std::size_t n = t.size();
  std::vector<double> pivot(n), above(n), second(n);
  double here = t.middle[0] - value, right = n > 1 ? t.side[0] : 0;
  const double tiny = 1e-16 * (std::abs(value) + 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    const double below = t.side[i], next = t.middle[i + 1] - value, after = i + 2 < n ? t.side[i + 1] : 0;
    const bool exchange = std::abs(below) > std::abs(here);
    pivot[i] = exchange ? below : here;
    above[i] = exchange ? next : right;
    second[i] = exchange ? after : 0;
    if (pivot[i] == 0) pivot[i] = tiny;
    if (exchange) std::swap(x[i], x[i + 1]);
    const double factor = (exchange ? here : below) / pivot[i];
    here = (exchange ? right : next) - factor * above[i];
    right = (exchange ? 0 : after) - factor * second[i];
    x[i + 1] -= factor * x[i];
  }
  pivot[n - 1] = here == 0 ? tiny : here;
  for (std::size_t i = n; i-- > 0;) {
    if (i + 1 < n) x[i] -= above[i] * x[i + 1];
    if (i + 2 < n) x[i] -= second[i] * x[i + 2];
    x[i] /= pivot[i];
  }
}

void normalize(std::span<double> x) {
  const double size = std::sqrt(dot(x, x));
  for (double& value : x) value /= size;
}

void find_vector(const ThreeDiagonals& t, double value, std::span<double> x) {
  std::uint32_t state = 1;
  for (double& one : x) {
    state = state * 1664525u + 1013904223u;
    one = static_cast<double>(state) / 0x1p31 - 1;
  }
  for (int i = 0; i < 4; ++i) {
    solve_shifted(t, value, x);
    normalize(x);
  }
}

void fix_sign(std::span<double> x, bool is_symmetric) {
  double decides = 0;
  if (is_symmetric) {
    for (const double value : x) decides += value;
  } else {
    const double least = std::max(1e-7, 1 / static_cast<double>(x.size()));
    const auto first = std::ranges::find_if(x, [&](double value) { return value * value > least; });
    decides = first == x.end() ? 1 : *first;
  }
  if (decides >= 0) return;
  for (double& value : x) value = -value;
}

}  // namespace

RealMatrix dpss(std::size_t n, double half_bandwidth, std::size_t n_tapers) {
  assert(half_bandwidth > 0 && half_bandwidth < static_cast<double>(n) / 2 && n_tapers >= 1 && n_tapers <= n);
  const ThreeDiagonals t = slepian_matrix(n, half_bandwidth);
  const auto bounds = bounds_of(t);
  RealMatrix out(n_tapers, n);
  for (std::size_t k = 0; k < n_tapers; ++k) {
    find_vector(t, eigenvalue(t, k, bounds), out.row(k));
    fix_sign(out.row(k), k % 2 == 0);
  }
  return out;
}

}  // namespace eegate
