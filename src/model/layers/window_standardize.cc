#include "model/layers/window_standardize.h"

#include <cmath>

#include "base/options.h"

namespace eegate {
namespace {

constexpr double kNoDeviation = 1e-12;

// The images of one trial: one row for each frame, one column for each channel and frequency.
template <class T>
MatrixView<T> window_rows(const MapsView<T>& maps, std::size_t trial) {
  const std::size_t n_columns = maps.shape.width * maps.shape.maps;
  return {maps.data + trial * maps.shape.size(), maps.shape.frames * maps.shape.height, n_columns};
}

}  // namespace

WindowStandardize::Statistics WindowStandardize::statistics(ConstMatrix rows) const {
  Statistics s{std::vector<double>(rows.cols), std::vector<double>(rows.cols)};
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t k = 0; k < rows.cols; ++k) s.means[k] += static_cast<double>(rows.row(i)[k]);
  }
  for (double& mean : s.means) mean /= static_cast<double>(rows.rows);
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t k = 0; k < rows.cols; ++k) {
      const double d = static_cast<double>(rows.row(i)[k]) - s.means[k];
      s.factors[k] += d * d;
    }
  }
  for (double& factor : s.factors) {
    const double deviation = rows.rows < 2 ? 0 : std::sqrt(factor / static_cast<double>(rows.rows - 1));
    factor = deviation < kNoDeviation ? 0 : 1 / (deviation + epsilon_);
  }
  return s;
}

void WindowStandardize::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t trial = 0; trial < in.n_trials; ++trial) {
    const ConstMatrix from = window_rows(in, trial);
    const Matrix to = window_rows(out, trial);
    const Statistics s = statistics(from);
    for (std::size_t i = 0; i < from.rows; ++i) {
      for (std::size_t k = 0; k < from.cols; ++k)
        to.row(i)[k] = static_cast<float>((static_cast<double>(from.row(i)[k]) - s.means[k]) * s.factors[k]);
    }
  }
}

// dx = factor (dy - mean(dy) - y sum(dy y) / (N - 1)).
void WindowStandardize::backward(Maps din, Maps dout, ConstMaps in, ConstMaps out, BackwardContext& /*context*/) const {
  if (din.data == nullptr) return;
  for (std::size_t trial = 0; trial < in.n_trials; ++trial) {
    const ConstMatrix dy = window_rows(dout, trial), y = window_rows(out, trial);
    const Matrix dx = window_rows(din, trial);
    const Statistics s = statistics(window_rows(in, trial));
    const auto n = static_cast<double>(dy.rows);
    for (std::size_t k = 0; k < dy.cols; ++k) {
      double sum = 0, product = 0;
      for (std::size_t i = 0; i < dy.rows; ++i) {
        sum += static_cast<double>(dy.row(i)[k]);
        product += static_cast<double>(dy.row(i)[k]) * static_cast<double>(y.row(i)[k]);
      }
      for (std::size_t i = 0; i < dy.rows; ++i) {
        const double along = static_cast<double>(y.row(i)[k]) * product / std::max(1.0, n - 1);
        dx.row(i)[k] = static_cast<float>(s.factors[k] * (static_cast<double>(dy.row(i)[k]) - sum / n - along));
      }
    }
  }
}

// Networks of sequences are not exported.
onnx::Value WindowStandardize::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                       const MapShape& /*shape*/) const {
  abort_on_internal_error();
}

}  // namespace eegate
