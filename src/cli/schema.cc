#include "session/schema.h"

#include <span>

#include "cli/commands.h"
#include "cli/writer.h"

namespace eegate::cli {

Result<> schema(const SchemaOptions& options) {
  const std::string text = typescript_schema();
  if (!options.output.empty()) return write_file(options.output, std::as_bytes(std::span(text)));
  print_data(text);
  return {};
}

}  // namespace eegate::cli
