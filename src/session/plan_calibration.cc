// Calibration of a plan by its own epochs, which stand for one run of one person.
#include <algorithm>

#include "model/recentring.h"
#include "session/plan.h"

namespace eegate {
namespace {

constexpr std::size_t kEpochsAtOnce = 16;

Warning balance_warning() {
  return {.code = "CALIBRATION_BALANCE",
          .message =
              "The epochs have no labels: calibration by them is right only if they hold all classes in about equal "
              "shares"};
}

}  // namespace

Result<> Plan::calibrate(Calibration calibration) {
  if (calibration == Calibration::kNone) return {};
  EEGATE_CHECK(check_calibration(model_->model, calibration));
  if (calibration == Calibration::kOnline) {
    return Error{.code = "CALIBRATION_MODEL",
                 .message = "A recording is there as a whole: nothing has to be calibrated while it arrives",
                 .field = "calibrate",
                 .found = "online",
                 .expected = "median or recentre"};
  }
  std::vector<std::string> labels;
  for (const Epoch& epoch : epochs()) labels.push_back(epoch.label);
  EEGATE_CHECK(check_several_classes(labels, recording_->recording.file_name()));
  if (std::ranges::all_of(labels, [](const std::string& label) { return label.empty(); }))
    warnings_.push_back(balance_warning());
  const std::size_t n_outputs = model_->model.config().n_outputs, n_epochs = epochs().size();
  if (calibration == Calibration::kRecentre)
    recentred_ = std::make_shared<Recentring>(Recentring::begin(model_->model));
  std::vector<float> logits;
  for (std::size_t first = 0; first < n_epochs; first += kEpochsAtOnce) {
    const std::size_t n = std::min(kEpochsAtOnce, n_epochs - first);
    EEGATE_CHECK(predict_batch(first, n));
    logits.insert(logits.end(), logits_.begin(), logits_.begin() + static_cast<std::ptrdiff_t>(n * n_outputs));
    if (recentred_) recentred_->add({input_.data(), n, rows_.size(), prepared().n_times});
  }
  if (recentred_) EEGATE_CHECK(recentred_->apply());
  threshold_ = median_log_odds({logits.data(), n_epochs, n_outputs});
  calibration_ = calibration;
  return {};
}

}  // namespace eegate
