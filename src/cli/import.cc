// eegate import: weights of other programs become a model file.
#include <memory>
#include <span>
#include <string>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/exchange/import_export.h"
#include "session/sleep/stagers.h"

namespace eegate::cli {

namespace {

struct ImportOptions {
  std::string weights, config, output;
  bool json = false;
};

// Published sleep stagers are recognised by their tensors; all others need a configuration.
Result<ImportedModel> import_with(std::span<const std::byte> weights, const std::string& config_path) {
  if (config_path.empty()) {
    auto stager = import_stager(weights);
    if (stager.ok() || stager.error().code != "IMPORT_UNKNOWN") return stager;
    Error error = std::move(stager).error();
    error.code = "IMPORT_CONFIG";  // wrong usage: only published stagers of sleep need no --config
    return error;
  }
  EEGATE_TRY(const auto config, read_file(config_path));
  return import_model(weights, text_of_bytes(config));
}

Result<> import_weights_file(const ImportOptions& options) {
  EEGATE_TRY(const auto weights, read_file(options.weights));
  EEGATE_TRY(const ImportedModel model, import_with(weights, options.config));
  EEGATE_CHECK(write_file(options.output, model.bytes));
  print_warnings(model.warnings);
  if (options.json) {
    print_data(model.summary_json + "\n");
  } else {
    print("model file of " + std::to_string(model.bytes.size()) + " bytes\n");
  }
  return {};
}

}  // namespace

void add_import(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ImportOptions>();
  CLI::App* sub = add_command(app, chosen, "import", "A model from weights that were trained elsewhere", options,
                              &import_weights_file);
  sub->add_option("weights", options->weights, "the weights (.safetensors)")->required();
  sub->add_option("--config", options->config,
                  "what they are: our configuration, or braindecode's config.json; not needed for published stagers of "
                  "sleep");
  sub->add_option("-o,--output", options->output, "the model file to write")->required();
  sub->add_flag("--json", options->json, "JSON instead of a line of text");
}

}  // namespace eegate::cli
