// eegate schema: the fields of recipes and configurations as TypeScript types.
#pragma once

#include <string>

#include "base/result.h"

namespace eegate::cli {

struct SchemaOptions {
  std::string output;  // empty: standard output
};
Result<> schema(const SchemaOptions& options);

}  // namespace eegate::cli
