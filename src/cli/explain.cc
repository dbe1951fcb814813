// eegate explain: which parts of the signal are evidence for a class, with checks of the explanation.
#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/explain/explanation.h"

namespace eegate::cli {
namespace {

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

}  // namespace

Result<> explain(const ExplainCommandOptions& options) {
  EEGATE_TRY(const auto model, read_file(options.model));
  EEGATE_TRY(const auto x, read_file(options.input));
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

}  // namespace eegate::cli
