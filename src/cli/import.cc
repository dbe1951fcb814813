// eegate import: weights of other programs become a model file.
#include <string_view>

#include "cli/exchange_commands.h"
#include "cli/file_source.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/exchange.h"

namespace eegate::cli {

Result<> import_weights_file(const ImportOptions& options) {
  EEGATE_TRY(const auto weights, read_file(options.weights));
  EEGATE_TRY(const auto config, read_file(options.config));
  const std::string_view text(reinterpret_cast<const char*>(config.data()), config.size());
  EEGATE_TRY(const ImportedModel model, import_model(weights, text));
  EEGATE_CHECK(write_file(options.output, model.bytes));
  print_warnings(model.warnings);
  if (options.json) {
    print_data(model.summary_json + "\n");
  } else {
    print("model file of " + std::to_string(model.bytes.size()) + " bytes\n");
  }
  return {};
}

}  // namespace eegate::cli
