// The parts of a plan, each read by itself.
#pragma once

#include "experiment/plan.h"
#include "experiment/plan_reader.h"

namespace eegate {

Result<std::variant<PlanRecordings, PlanArrays>> read_plan_data(JsonValue object);
Result<PlanSplits> read_plan_splits(JsonValue object, bool arrays);
// `base` with what the object says.
Result<PlanTraining> read_plan_training(JsonValue object, std::string path, PlanTraining base);
// Every option in a fixed order: equal trainings give equal texts.
std::string training_text(const PlanTraining& training);
Result<std::optional<Published>> read_published(JsonValue object);

}  // namespace eegate
