// eegate quantize: a model with weights of 8 or 16 bits, and what that changes.
#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/numbers_as_text.h"
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/train_report.h"
#include "cli/writer.h"
#include "session/exchange/quantization.h"

namespace eegate::cli {
namespace {

struct QuantizeOptions {
  std::string model, output, data, labels;
  int bits = 8;
  bool json = false;
};

std::string score_text(const Evaluation& evaluation) {
  if (evaluation.task == Task::kRegress)
    return "mean squared error " + number_text(evaluation.regression.mean_squared_error);
  const ClassificationMetrics& m = evaluation.classification;
  return "accuracy " + rounded(m.accuracy) + " (95 % interval " + range(m.accuracy_interval) + ")";
}

std::string text_report(const Quantization& q) {
  std::string text = std::to_string(q.bits) + " bits: " + std::to_string(q.bytes.size()) + " bytes, before " +
                     std::to_string(q.size_before) + "\n";
  text += "largest difference of a logit: " + number_text(q.largest_difference) + " over " +
          std::to_string(q.n_inputs) + " self-test inputs, whose largest logit is " + number_text(q.largest_logit) +
          "\n";
  if (!q.judged) return text;
  text += "before: " + score_text(q.judged->before) + "\nafter:  " + score_text(q.judged->after) + "\n";
  if (q.judged->before.task == Task::kRegress) return text;
  return text + "other answers: " + std::to_string(q.judged->n_changed) + " of " +
         std::to_string(q.judged->before.n_trials) + " epochs\n";
}

Result<> quantize(const QuantizeOptions& options) {
  EEGATE_TRY(const auto model, read_classifier_file(options.model, "QUANTIZE_UNSUPPORTED",
                                                    "Models that stage sequences of epochs cannot be quantized"));
  std::vector<std::byte> x, y;
  if (!options.data.empty()) {
    EEGATE_TRY(x, read_epochs_file(options.data));
    EEGATE_TRY(y, read_npy_file(options.labels));
  }
  const std::string outputs[] = {options.output};
  EEGATE_CHECK(check_outputs(outputs));
  Quantization quantization;
  {
    ProgressBar bar("quantizing");
    EEGATE_TRY(quantization, quantize_model(model, options.bits, {x, y}, [&](double done) { bar.show(done); }));
  }
  EEGATE_CHECK(write_file(options.output, quantization.bytes));
  options.json ? print_data(quantization_json(quantization)) : print(text_report(quantization));
  return {};
}

}  // namespace

void add_quantize(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<QuantizeOptions>();
  CLI::App* sub = add_command(app, chosen, "quantize", "A model with weights of 8 or 16 bits, and what that changes",
                              options, &quantize);
  sub->add_option("model", options->model, "model file; it stays as it is")->required();
  sub->add_option("-o,--output", options->output, "the model file to write")->required();
  sub->add_option(
         "--bits", options->bits,
         "8 (default): dense layers of a transformer's blocks compute in 8 bits; 16: all weights are stored so")
      ->check(CLI::IsMember({8, 16}));
  CLI::Option* data =
      sub->add_option("--data", options->data, ".npy file of prepared epochs: accuracy before and after");
  CLI::Option* labels = sub->add_option("--labels", options->labels, ".npy file of their labels")->needs(data);
  data->needs(labels);
  sub->add_flag("--json", options->json, "JSON instead of lines of text");
}

}  // namespace eegate::cli
