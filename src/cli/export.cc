// eegate export: a model for other runtimes.
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/exchange/import_export.h"

namespace eegate::cli {

Result<> export_model(const ExportOptions& options) {
  EEGATE_TRY(const auto model, read_file(options.model));
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

}  // namespace eegate::cli
