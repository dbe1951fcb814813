// What a finished training says of itself.
#pragma once

#include <string>

#include "session/training_run.h"

namespace eegate::cli {

std::string text_report(const Trainer& trainer, const TrainingSets& sets);
std::string json_report(const Trainer& trainer, const TrainingSets& sets);

}  // namespace eegate::cli
