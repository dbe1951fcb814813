// Readers of the parts of a plan, and the form of their errors.
#pragma once

#include <string>
#include <utility>

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

inline constexpr ObjectForm kPlanForm = {.name = "plan",
                                         .unknown_code = "PLAN_UNKNOWN_KEY",
                                         .type_code = "PLAN_TYPE",
                                         .value_code = "PLAN_VALUE",
                                         .missing_code = "PLAN_MISSING"};

inline constexpr double kMaxPlanHz = 1e5, kMaxPlanSeconds = 1e5, kMaxPlanCount = 1e6, kMaxPlanId = 1e9,
                        kMaxPlanSeed = 0x1p53;

inline Error plan_error(std::string_view code, std::string message, std::string field, std::string found,
                        std::string expected) {
  return Error{.code = code,
               .message = std::move(message),
               .field = std::move(field),
               .found = std::move(found),
               .expected = std::move(expected)};
}

}  // namespace eegate
