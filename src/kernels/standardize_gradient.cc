
#include <cassert>
#include <cmath>
#include <vector>

#include "kernels/standardize.h"

namespace eegate {
namespace {

double mean_of(std::span<const float> row) {
  double sum = 0;
  for (const float value : row) sum += static_cast<double>(value);
  return sum / static_cast<double>(row.size());
}

// Sums over one channel of xc^2 and of dy xc.
struct Moments {
  double squares = 0, products = 0;
};

Moments moments_of(std::span<const float> x, std::span<const float> dy, double mean) {
  Moments m;
  for (std::size_t t = 0; t < x.size(); ++t) {
    const double centered = static_cast<double>(x[t]) - mean;
    m.squares += centered * centered;
    m.products += static_cast<double>(dy[t]) * centered;
  }
  return m;
}

// dx += dxc - mean(dxc) with dxc = dy * scale - xc * factor
void add_row(std::span<float> dx, std::span<const float> dy, std::span<const float> x, double mean, double scale,
             double factor) {
  double total = 0;
  std::vector<double> dxc(x.size());
  for (std::size_t t = 0; t < x.size(); ++t) {
    dxc[t] = static_cast<double>(dy[t]) * scale - (static_cast<double>(x[t]) - mean) * factor;
    total += dxc[t];
  }
  const double shift = total / static_cast<double>(x.size());
  for (std::size_t t = 0; t < x.size(); ++t) dx[t] += static_cast<float>(dxc[t] - shift);
}

}  // namespace

void standardize_channels_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, std::size_t divisor, double epsilon) {
  assert(dx.rows == x.rows && dy.rows == x.rows && dx.cols == x.cols && dy.cols == x.cols);
  for (std::size_t c = 0; c < x.rows; ++c) {
    const double mean = mean_of(x.row(c));
    const Moments m = moments_of(x.row(c), dy.row(c), mean);
    const double variance = m.squares / static_cast<double>(divisor);
    if (variance < kFlatVariance) continue;
    const double deviation = std::sqrt(variance), scale = 1.0 / (deviation + epsilon);
    add_row(dx.row(c), dy.row(c), x.row(c), mean, scale,
            m.products * scale * scale / (deviation * static_cast<double>(divisor)));
  }
}

void standardize_trial_gradient(Matrix dx, ConstMatrix dy, ConstMatrix x, double epsilon) {
  assert(dx.rows == x.rows && dy.rows == x.rows && dx.cols == x.cols && dy.cols == x.cols);
  Moments all;
  for (std::size_t c = 0; c < x.rows; ++c) {
    const Moments m = moments_of(x.row(c), dy.row(c), mean_of(x.row(c)));
    all.squares += m.squares;
    all.products += m.products;
  }
  const double divisor = static_cast<double>(x.size()), variance = all.squares / divisor;
  if (variance < kFlatVariance) return;
  const double deviation = std::sqrt(variance), scale = 1.0 / (deviation + epsilon);
  for (std::size_t c = 0; c < x.rows; ++c) {
    add_row(dx.row(c), dy.row(c), x.row(c), mean_of(x.row(c)), scale,
            all.products * scale * scale / (deviation * divisor));
  }
}

}  // namespace eegate
