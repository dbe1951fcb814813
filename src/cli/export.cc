// eegate export: a model for other runtimes.
#include <memory>

#include "cli/commands.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/exchange/import_export.h"

namespace eegate::cli {
namespace {

struct ExportOptions {
  std::string model, output;
  std::size_t n_times = 0;  // 0: the model's own
  bool json = false;
};

Result<> export_model(const ExportOptions& options) {
  EEGATE_TRY(const auto model, read_classifier_file(options.model, "EXPORT_UNSUPPORTED",
                                                    "Models that stage sequences of epochs cannot be exported"));
  EEGATE_TRY(const OnnxFile onnx, onnx_file(model, options.n_times));
  EEGATE_CHECK(write_file(options.output, onnx.bytes));
  if (options.json) {
    print_data(onnx.summary_json + "\n");
  } else {
    print("ONNX, opset 17: input eeg [batch, C, T] in uV, output logits [batch, L], " +
          std::to_string(onnx.bytes.size()) + " bytes\n");
  }
  return {};
}

}  // namespace

void add_export(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* sub = add_command(app, chosen, "export", "A model as ONNX, for other runtimes", options, &export_model);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("-o,--output", options->output, "the .onnx file to write")->required();
  sub->add_option("--n-times", options->n_times, "samples of a window, if not those the model was trained with")
      ->check(positive_number());
  sub->add_flag("--json", options->json, "JSON instead of a line of text");
}

}  // namespace eegate::cli
