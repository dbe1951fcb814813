#include "model/layers/tangent_scores.h"

#include <algorithm>
#include <limits>

#include "base/options.h"
#include "base/portable_math.h"
#include "covariance/matrix_functions.h"
#include "covariance/means.h"

namespace eegate {

TangentScores::TangentScores(const Weights& weights, const CovarianceOptions& options) : input_(options) {
  set_weights(weights);
}

void TangentScores::list_tensors(TensorList& list, std::size_t rank, std::size_t n_outputs) {
  list.add("whiten", {rank, rank}, draw_linear({rank, rank}));
  list.add_head({n_outputs, n_upper(rank)});
}

void TangentScores::set_weights(const Weights& weights) {
  input_.set_weights(weights);
  whitener_ = real_matrix(weights, "whiten");
  const RealMatrix all = real_matrix(weights, "head.weight");
  heads_.clear();
  for (std::size_t k = 0; k < all.rows; ++k) heads_.push_back(from_upper(all.row(k)));
  bias_ = real_matrix(weights, "head.bias").values;
}

void TangentScores::forward(Maps out, ConstMaps in, const ForwardContext& /*context*/) const {
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    const CovarianceInput::Trial trial = input_.read(trial_of(in, b));
    const std::span<float> scores = out.trials().row(b);
    if (!trial.has_power()) {  // no answer
      std::ranges::fill(scores, std::numeric_limits<float>::quiet_NaN());
      continue;
    }
    const RealMatrix logarithm = matrix_log(sandwich(whitener_, trial.covariance.matrix));
    for (std::size_t k = 0; k < heads_.size(); ++k)
      scores[k] = static_cast<float>(trace_of_product(heads_[k], logarithm) + bias_[k]);
  }
}

void TangentScores::backward(Maps din, Maps dout, ConstMaps in, ConstMaps /*out*/, BackwardContext& context) const {
  if (din.data != nullptr) std::fill_n(din.data, din.n_trials * din.shape.size(), 0.0F);
  for (std::size_t b = 0; b < in.n_trials; ++b) {
    const CovarianceInput::Trial trial = input_.read(trial_of(in, b));
    if (!trial.has_power()) continue;
    const RealMatrix& c = trial.covariance.matrix;
    const SymmetricEigen eigen = positive_eigen(sandwich(whitener_, c));
    const std::vector<double> vector = upper(matrix_function(eigen, portable::log));
    RealMatrix g(c.rows, c.rows);
    for (std::size_t k = 0; k < heads_.size(); ++k) {
      const double flow = dout.trials().row(b)[k];
      add_scaled(g, flow, heads_[k]);
      std::vector<double> dhead = vector;
      for (double& value : dhead) value *= flow;
      add_gradient(context.gradients, "head.weight", k * vector.size(), dhead);
      add_gradient(context.gradients, "head.bias", k, {&flow, 1});
    }
    const RealMatrix da = logarithm_gradient(eigen, g);
    RealMatrix dwhitener = product(da, product(whitener_, c));
    for (double& value : dwhitener.values) value *= 2;
    add_gradient(context.gradients, "whiten", 0, dwhitener.values);
    const Matrix dtrial =
        din.data == nullptr ? Matrix() : Matrix(din.data + b * in.shape.size(), in.shape.height, in.shape.width);
    input_.backward(dtrial, context.gradients, sandwich(transposed(whitener_), da), trial);
  }
}

onnx::Value TangentScores::to_onnx(onnx::GraphBuilder& /*g*/, const onnx::Value& /*in*/,
                                   const MapShape& /*shape*/) const {
  stop_at_our_mistake();
}

}  // namespace eegate
