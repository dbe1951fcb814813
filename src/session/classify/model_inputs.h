// Epochs of several recordings as a model receives them, in one array.
#pragma once

#include "base/result.h"
#include "session/classify/plan.h"
#include "session/open/dataset.h"

namespace eegate {

// Appends the plan's epochs: the model's channels in its order, under its names. Labels are numbered like the classes
// of the model; others follow. Errors: PREPARE_MISMATCH, and those of Plan::inputs.
Result<> append_inputs(Dataset& dataset, Plan& plan);

}  // namespace eegate
