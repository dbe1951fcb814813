#include "model/recentring.h"

#include <algorithm>
#include <cassert>

#include "covariance/matrix_functions.h"
#include "covariance/means.h"
#include "model/covariance_config.h"
#include "model/layers/covariance_input.h"

namespace eegate {
namespace {

constexpr std::size_t kStartWeight = 10;  // weight of the mean of the training subjects, in trials

}  // namespace

bool recentres(const ModelConfig& config) {
  return config.fields.has_field("recentre") && config.fields.flag("recentre");
}

Recentring Recentring::begin(Model& model) {
  assert(model.recentring_weights() != nullptr);
  auto input = std::make_unique<CovarianceInput>(covariance_options(model.config()));
  input->set_weights(*model.recentring_weights());
  return Recentring(model, std::move(input));
}

Recentring::Recentring(Model& model, std::unique_ptr<CovarianceInput> input)
    : model_(&model), stored_(std::make_unique<Weights>(*model.recentring_weights())), input_(std::move(input)) {
  reset();
}

Recentring::Recentring(Recentring&& other) noexcept = default;

Recentring::~Recentring() {
  if (stored_ != nullptr) model_->set_recentring_weights(*stored_);
}

void Recentring::add(ConstTensor3 x) {
  for (std::size_t i = 0; i < x.d0; ++i) {
    CovarianceInput::Trial trial = input_->read(x[i]);
    if (trial.has_power()) covariances_.push_back(std::move(trial.covariance.matrix));
  }
}

Result<> Recentring::apply() {
  if (covariances_.empty()) {
    return Error{.code = "CALIBRATION_EMPTY",
                 .message = "There is no trial with a signal to calibrate by",
                 .field = "calibrate",
                 .found = "0 trials",
                 .expected = "1 or more"};
  }
  const CovarianceMean rule = model_->config().fields.option("mean", kCovarianceMeans);
  set_whitener(matrix_inverse_sqrt(mean_of(rule, covariances_)));
  return {};
}

void Recentring::reset() {
  covariances_.clear();
  n_followed_ = 0;
  // P = M^(-1/2), hence M = (P P')^-1.
  const RealMatrix whitener = real_matrix(*stored_, "whiten");
  mean_ = matrix_power(gram(whitener), -1);
  found_.reset();
  suspend();
}

void Recentring::suspend() { model_->set_recentring_weights(*stored_); }

void Recentring::resume() {
  if (found_ != nullptr) model_->set_recentring_weights(*found_);
}

void Recentring::follow(ConstMatrix trial) {
  const CovarianceInput::Trial read = input_->read(trial);
  if (!read.has_power()) return resume();
  ++n_followed_;
  mean_ = geodesic(mean_, read.covariance.matrix, 1 / static_cast<double>(n_followed_ + kStartWeight));
  set_whitener(matrix_inverse_sqrt(mean_));
}

void Recentring::set_whitener(const RealMatrix& whitener) {
  if (found_ == nullptr) found_ = std::make_unique<Weights>(*stored_);
  const std::span<float> to = found_->values(static_cast<std::size_t>(found_->find("whiten")));
  std::ranges::transform(whitener.values, to.begin(), [](double value) { return static_cast<float>(value); });
  resume();
}

}  // namespace eegate
