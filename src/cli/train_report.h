// Report of a finished training.
#pragma once

#include <string>

#include "session/train/training_evaluation.h"
#include "session/train/training_run.h"

namespace eegate::cli {

// Four digits, and an interval of such numbers.
std::string rounded(double value);
std::string range(const Interval& interval);

std::string text_report(const Trainer& trainer, const TrainingSets& sets);
std::string json_report(const Trainer& trainer, const TrainingSets& sets);

}  // namespace eegate::cli
