// eegate grad: the gradient of the mean loss, to check the backward pass independently.
#include <memory>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/writer.h"
#include "session/output/json_out.h"
#include "session/train/training_gradient.h"

namespace eegate::cli {
namespace {

struct GradOptions {
  std::string model, input, labels, output;
  bool batch_statistics = false;
  bool json = false;
};

Result<> grad(const GradOptions& options) {
  EEGATE_TRY(const auto model, read_file(options.model));
  EEGATE_TRY(const auto x, read_epochs_file(options.input));
  EEGATE_TRY(const auto y, read_npy_file(options.labels));
  EEGATE_TRY(const auto bytes, gradient_file(model, x, y, options.batch_statistics));
  EEGATE_CHECK(write_file(options.output, bytes));
  if (!options.json) return {};
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("output", options.output).count("size_bytes", bytes.size()).end_object();
  print_data(json.take() + "\n");
  return {};
}

}  // namespace

void add_grad(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<GradOptions>();
  CLI::App* sub =
      add_command(app, chosen, "grad", "Gradient of the mean loss by every parameter and by the input", options, &grad);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("input", options->input, ".npy file of prepared epochs")->required();
  sub->add_option("labels", options->labels, ".npy file of labels")->required();
  sub->add_option("-o,--output", options->output, "the .safetensors file to write")->required();
  sub->add_flag("--train-mode", options->batch_statistics,
                "batch norms use the statistics of these epochs, as in training");
  sub->add_flag("--json", options->json, "what was written, as JSON");
}

}  // namespace eegate::cli
