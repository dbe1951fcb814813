// eegate explain: which parts of the signal are evidence for a class, with checks of the explanation.
#include <memory>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/explain/explanation.h"

namespace eegate::cli {
namespace {

struct ExplainCommandOptions {
  std::string model, input, output, method = "integrated_gradients", baseline = "zero", checks;
  int target = 0;
  int n_steps = 0;                  // 0: as many as needed
  double window_s = 0, step_s = 0;  // 0: chosen
  std::uint64_t seed = 0;
  bool no_checks = false;
  bool json = false;
};

std::string request_of(const ExplainCommandOptions& options) {
  JsonWriter json;
  json.begin_object().key("target").value(options.target).key("method").value(options.method);
  json.key("baseline").value(options.baseline).key("seed").value(options.seed);
  json.key("checks").value(!options.no_checks);
  if (options.n_steps > 0) json.key("steps").value(options.n_steps);
  if (options.window_s > 0) json.key("windowS").value(options.window_s);
  if (options.step_s > 0) json.key("stepS").value(options.step_s);
  return json.end_object().take();
}

std::string verdict(const JsonValue& checks) {
  if (!checks.get("made").boolean()) return "Not checked.\n";
  std::string text =
      checks.get("trustworthy").boolean() ? "All checks passed.\n" : "Do not believe this explanation.\n";
  for (const JsonValue& reason : checks.get("reasons").elements()) text += "  " + std::string(reason.string()) + "\n";
  return text;
}

Result<> explain(const ExplainCommandOptions& options) {
  EEGATE_TRY(const auto model, read_file(options.model));
  EEGATE_TRY(const auto x, read_epochs_file(options.input));
  ExplanationFiles files;
  {
    ProgressBar bar("explaining");
    EEGATE_TRY(files, explain_npy(model, x, request_of(options), [&](double share) { bar.show(share); }));
  }
  Outputs outputs;
  EEGATE_CHECK(outputs.add(options.output, files.values));
  if (!options.checks.empty()) EEGATE_CHECK(outputs.add(options.checks, files.checks));
  EEGATE_CHECK(outputs.finish());
  EEGATE_TRY(const JsonDocument checks, JsonDocument::parse(files.checks));
  options.json ? print_data(files.checks + "\n") : print(verdict(checks.root()));
  return {};
}

}  // namespace

void add_explain(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<ExplainCommandOptions>();
  CLI::App* sub = add_command(app, chosen, "explain", "Which parts of the signal are evidence for a class, with checks",
                              options, &explain);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("input", options->input, ".npy file of prepared epochs")->required();
  sub->add_option("--target", options->target, "number of the class, from 0")->required();
  sub->add_option("--method", options->method, "how to explain (default: integrated_gradients)")
      ->check(CLI::IsMember(
          {"gradient_input", "integrated_gradients", "occlusion_channel", "occlusion_time", "attention_rollout"}));
  sub->add_option("-o,--output", options->output, "the .npy file of relevances to write")->required();
  sub->add_option("--checks", options->checks, "the .json file of the checks to write");
  sub->add_flag("--no-checks", options->no_checks, "explain without checking");
  sub->add_option("--steps", options->n_steps,
                  "of integrated gradients (default: 32, and more until the parts add up within 1 %)")
      ->check(positive_number());
  sub->add_option("--baseline", options->baseline,
                  "in place of what is taken away: zero (default), channel_mean, or surrogate: random phases "
                  "with the mean spectrum of all epochs of the input")
      ->check(CLI::IsMember({"zero", "channel_mean", "surrogate"}));
  sub->add_option("--window-s", options->window_s, "length of what time occlusion takes away (default: 0.2)")
      ->check(positive_number());
  sub->add_option("--step-s", options->step_s, "from one window to the next (default: half a window)")
      ->check(positive_number());
  sub->add_option("--seed", options->seed,
                  "of random orders and weights of the checks, and of surrogates (default: 0)");
  sub->add_flag("--json", options->json, "the checks as JSON instead of a verdict");
}

}  // namespace eegate::cli
