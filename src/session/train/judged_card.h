// The card of a training on arrays or nights, whose validation epochs judge the result.
#pragma once

#include <string>

#include "base/result.h"
#include "session/train/training_run.h"

namespace eegate {

// `card` and, where there are validation epochs, `metrics` of the weights that are the result, with their `limits`;
// what the author of the model wrote under these names stays. Errors of the network.
Result<std::string> judged_card(const Trainer& trainer, const TrainingStart& start, const TrainingSets& sets,
                                const std::string& card);

}  // namespace eegate
