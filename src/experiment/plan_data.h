// Readers of the parts of a plan.
#pragma once

#include "experiment/plan.h"
#include "files/strict_object.h"

namespace eegate {

Result<std::variant<PlanRecordings, PlanArrays>> read_plan_data(JsonValue json);
Result<PlanSplits> read_plan_splits(JsonValue json, bool arrays);
// The field `seeds`, if there is one. Error PLAN_VALUE for a seed that occurs twice.
Result<> read_plan_seeds(const StrictObject& object, std::vector<std::uint64_t>& seeds);

std::span<const FieldSpec> plan_training_fields();
// `base` with the members of the object.
PlanTraining read_plan_training(const StrictObject& object, PlanTraining base);
// Every option in a fixed order: equal trainings give equal texts.
std::string training_text(const PlanTraining& training);

std::span<const FieldSpec> published_fields();
Published read_published(const StrictObject& object);

}  // namespace eegate
