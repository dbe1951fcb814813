// eegate schema: the fields of recipes and configurations as TypeScript types.
#include "session/schema.h"

#include <memory>
#include <span>
#include <string>

#include "cli/commands.h"
#include "cli/writer.h"

namespace eegate::cli {
namespace {

struct SchemaOptions {
  std::string output;  // empty: standard output
};

Result<> schema(const SchemaOptions& options) {
  const std::string text = typescript_schema();
  if (!options.output.empty()) return write_file(options.output, std::as_bytes(std::span(text)));
  print_data(text);
  return {};
}

}  // namespace

void add_schema(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<SchemaOptions>();
  CLI::App* sub =
      add_command(app, chosen, "schema", "Recipes and configurations as TypeScript types", options, &schema);
  sub->add_option("-o,--output", options->output, "the .ts file to write (default: standard output)");
}

}  // namespace eegate::cli
