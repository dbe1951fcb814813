// Calibration without labels: the model's zero point is moved to a new subject. It assumes that the trials contain
// every class in about equal shares; with trials of one class it removes the difference between the classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/options.h"
#include "base/result.h"
#include "base/tensor.h"
#include "model/model.h"

namespace eegate {

//   median    two classes: the threshold lies at the median of the trials' logits
//   recentre  models that were trained so: trials count relative to their own mean
//   online    the same with the mean of the trials so far, each one included: what is known while they arrive
enum class Calibration { kNone, kMedian, kRecentre, kOnline };
inline constexpr auto kCalibrations = option_table<Calibration>({{"none", Calibration::kNone},
                                                                 {"median", Calibration::kMedian},
                                                                 {"recentre", Calibration::kRecentre},
                                                                 {"online", Calibration::kOnline}});

// Checks that the model can be calibrated in this way. Errors: CALIBRATION_CLASSES, CALIBRATION_MODEL.
Result<> check_calibration(const Model& model, Calibration calibration);
// Error CALIBRATION_ONE_CLASS where all known labels of a group are the same; an empty label is unknown. `group` is for
// the message.
Result<> check_several_classes(std::span<const std::string> labels, const std::string& group);

// Log odds of class 1 from the logits of two classes.
double log_odds(std::span<const float> logits);
// Of those that are finite; 0 if none is.
double median_log_odds(ConstMatrix logits);
// Moves the log odds.
void move_threshold(std::span<float> logits, double by);

// Logits [B, L] of trials x [B, C, T] uV, each group by its own trials; no groups: all together. Errors:
// CALIBRATION_*, and those of Model::predict.
Result<> predict_calibrated(Model& model, ConstTensor3 x, std::span<const std::int32_t> groups, Calibration calibration,
                            Matrix logits);

}  // namespace eegate
