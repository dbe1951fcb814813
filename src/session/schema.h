// The fields of recipes and configurations as TypeScript types, for callers of the core.
#pragma once

#include <string>

namespace eegate {

// The text of web/worker/schema.ts.
std::string typescript_schema();

}  // namespace eegate
