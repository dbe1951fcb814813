// Calibration of a plan by its own epochs, which are taken as one run of one subject.
#include <algorithm>

#include "model/recentring.h"
#include "session/classify/plan.h"

namespace eegate {
namespace {

constexpr std::size_t kEpochsAtOnce = 16;
constexpr std::size_t kFewEpochs = 10;  // weight of the training subjects' mean while epochs arrive

Warning balance_warning() {
  return {.code = "CALIBRATION_BALANCE",
          .message =
              "The epochs have no labels: calibration by them is right only if they hold all classes in about equal "
              "shares"};
}

Warning few_warning(std::size_t n_epochs) {
  return {.code = "CALIBRATION_FEW",
          .message = "Calibration rests on few epochs: " + std::to_string(n_epochs) + ", where " +
                     std::to_string(kFewEpochs) + " or more are usual"};
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
    calibration_warnings_.push_back(balance_warning());
  if (labels.size() < kFewEpochs) calibration_warnings_.push_back(few_warning(labels.size()));
  if (calibration == Calibration::kRecentre)
    recentred_ = std::make_shared<Recentring>(Recentring::begin(model_->model));
  calibration_ = calibration;
  return {};
}

Result<double> Plan::advance_calibration() {
  if (!is_calibrating()) return 1.0;
  const std::size_t n_epochs = epochs().size(), n = std::min(kEpochsAtOnce, n_epochs - n_seen_);
  const auto share = [&](double more) { return (static_cast<double>(n_seen_) + more) / static_cast<double>(n_epochs); };
  EEGATE_TRY(const double filtered, preparation_.advance(n_seen_));
  if (filtered < 1) return share(filtered);
  if (recentred_) {
    EEGATE_CHECK(read_batch(n_seen_, n));
    recentred_->add({input_.data(), n, rows_.size(), prepared().n_times});
  } else {
    EEGATE_CHECK(predict_batch(n_seen_, n));
    seen_.insert(seen_.end(), logits_.begin(), logits_.end());
  }
  n_seen_ += n;
  if (is_calibrating()) return share(0);
  if (recentred_) {
    EEGATE_CHECK(recentred_->apply());
    recentred_->suspend();
  } else {
    threshold_ = median_log_odds({seen_.data(), n_epochs, logits_.size() / n});
  }
  return 1.0;
}

}  // namespace eegate
