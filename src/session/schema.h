// The fields of recipes and configurations as TypeScript types, for what speaks to the core from outside.
#pragma once

#include <string>

namespace eegate {

// The text of web/worker/schema.ts.
std::string typescript_schema();

}  // namespace eegate
