#include "session/classify/calibration.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/sort.h"
#include "model/recentring.h"

namespace eegate {
namespace {

// The trials with these numbers, one behind the other.
std::vector<float> gathered(ConstTensor3 x, std::span<const std::size_t> trials) {
  const std::size_t size = x.d1 * x.d2;
  std::vector<float> values;
  values.reserve(trials.size() * size);
  for (const std::size_t trial : trials)
    values.insert(values.end(), x.data + trial * size, x.data + (trial + 1) * size);
  return values;
}

Result<> predict_recentred(Model& model, ConstTensor3 x, Calibration calibration, Matrix logits) {
  Recentring recentring = Recentring::begin(model);
  if (calibration == Calibration::kRecentre) {
    recentring.add(x);
    EEGATE_CHECK(recentring.apply());
    return model.predict(x, logits);
  }
  for (std::size_t i = 0; i < x.d0; ++i) {
    recentring.follow(x[i]);
    EEGATE_CHECK(model.predict(x.slice(i, 1), logits.slice_rows(i, 1)));
  }
  return {};
}

Result<> predict_group(Model& model, ConstTensor3 x, Calibration calibration, Matrix logits) {
  if (calibration == Calibration::kRecentre || calibration == Calibration::kOnline)
    return predict_recentred(model, x, calibration, logits);
  EEGATE_CHECK(model.predict(x, logits));
  if (calibration == Calibration::kNone) return {};
  const double median = median_log_odds(logits);
  for (std::size_t i = 0; i < logits.rows; ++i) move_threshold(logits.row(i), -median);
  return {};
}

}  // namespace

Result<> check_calibration(const Model& model, Calibration calibration) {
  const ModelConfig& config = model.config();
  const bool two = config.task != Task::kRegress && config.n_classes() == 2;
  if (calibration == Calibration::kMedian && !two) {
    return Error{.code = "CALIBRATION_CLASSES",
                 .message = "A median is the threshold between two classes",
                 .field = "calibrate",
                 .found = std::to_string(config.n_classes()) + (config.task == Task::kRegress ? " values" : " classes"),
                 .expected = "2 classes"};
  }
  const bool recentres = calibration == Calibration::kRecentre || calibration == Calibration::kOnline;
  if (!recentres || model.recentring_weights() != nullptr) return {};
  return Error{.code = "CALIBRATION_MODEL",
               .message = "The model was not trained on recentred trials",
               .field = "calibrate",
               .found = config.architecture,
               .expected = "tangent_space with \"recentre\": true",
               .hint = "The median threshold is for every model of two classes."};
}

Result<> check_several_classes(std::span<const std::string> labels, const std::string& group) {
  const std::string* first = nullptr;
  for (const std::string& label : labels) {
    if (label.empty()) continue;
    if (first == nullptr) first = &label;
    if (label != *first) return {};
  }
  if (first == nullptr || labels.size() < 2) return {};
  return Error{.code = "CALIBRATION_ONE_CLASS",
               .message = "Calibration by trials of one class removes the difference between this class and others",
               .field = "calibrate",
               .place = group,
               .found = std::to_string(labels.size()) + " trials, all of class " + *first,
               .expected = "all classes in about equal shares",
               .hint = "Calibrate all recordings of a subject together, or not at all."};
}

double log_odds(std::span<const float> logits) {
  return logits.size() == 1 ? static_cast<double>(logits[0])
                            : static_cast<double>(logits[1]) - static_cast<double>(logits[0]);
}

double median_log_odds(ConstMatrix logits) {
  std::vector<double> all;
  for (std::size_t i = 0; i < logits.rows; ++i) {
    const double value = log_odds(logits.row(i));
    if (std::isfinite(value)) all.push_back(value);
  }
  if (all.empty()) return 0;
  sort_stable(all);
  const std::size_t half = all.size() / 2;
  return all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
}

void move_threshold(std::span<float> logits, double by) {
  float& last = logits.back();
  last = static_cast<float>(static_cast<double>(last) + by);
}

Result<> predict_calibrated(Model& model, ConstTensor3 x, std::span<const std::int32_t> groups, Calibration calibration,
                            Matrix logits) {
  EEGATE_CHECK(check_calibration(model, calibration));
  if (groups.empty()) return predict_group(model, x, calibration, logits);
  std::map<std::int32_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < groups.size(); ++i) members[groups[i]].push_back(i);
  for (const auto& [group, own] : members) {
    const std::vector<float> values = gathered(x, own);
    std::vector<float> found(own.size() * logits.cols);
    const Matrix rows(found.data(), own.size(), logits.cols);
    EEGATE_CHECK(predict_group(model, {values.data(), own.size(), x.d1, x.d2}, calibration, rows));
    for (std::size_t i = 0; i < own.size(); ++i) std::ranges::copy(rows.row(i), logits.row(own[i]).begin());
  }
  return {};
}

}  // namespace eegate
