// Reading of plans: the form of their errors, and the largest numbers that they may hold.
#pragma once

#include <string>
#include <utility>

#include "files/strict_object.h"

namespace eegate {

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
