// eegate benchmark: models on several subjects, under standard protocols.
#include "session/train/benchmark.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/train/training_request.h"

namespace eegate::cli {
namespace {

struct BenchmarkOptions {
  std::string data, labels, subjects, runs, setup;
  std::vector<std::string> models;
  std::string protocol;  // empty: run where there are runs, else people
  bool mirror = false, shuffled = false;
  std::uint32_t seed = 42;
  std::size_t n_epochs = 0;  // 0: the default
  bool json = false;
};

std::string score_text(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", 100 * share);
  return std::isfinite(share) ? text : "";
}

std::string benchmark_report(const Benchmark& benchmark) {
  Table table({{"model"}, {"AUC", true}, {"SD", true}, {"accuracy", true}, {"SD", true}, {"s", true}});
  for (const BenchmarkedModel& model : benchmark.models) {
    char seconds[32];
    std::snprintf(seconds, sizeof seconds, "%.1f", model.seconds);
    table.add({model.model, score_text(model.mean.auc), score_text(model.deviation.auc),
               score_text(model.mean.accuracy), score_text(model.deviation.accuracy), seconds});
  }
  return std::to_string(benchmark.n_trials) + " trials, " + std::to_string(benchmark.subjects.size()) + " subjects, " +
         std::to_string(benchmark.n_runs) + " runs; protocol " + std::string(kProtocols.name_of(benchmark.protocol)) +
         "; percent, mean and SD over subjects\n\n" + table.text();
}

double benchmark_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Result<std::vector<std::int32_t>> numbers_in(const std::string& path, std::size_t n_epochs) {
  if (path.empty()) return std::vector<std::int32_t>();
  EEGATE_TRY(const auto bytes, read_npy_file(path));
  return read_subjects(bytes, n_epochs);
}

Result<> benchmark(const BenchmarkOptions& options) {
  const std::string_view chosen = options.runs.empty() ? "people" : "run";
  const std::string protocol = options.protocol.empty() ? std::string(chosen) : options.protocol;
  BenchmarkRequest request{.setup = R"({"config":{}})",
                           .protocol = kProtocols.value_of(protocol),
                           .mirror = options.mirror,
                           .shuffled = options.shuffled,
                           .seed = options.seed};
  if (!options.models.empty()) request.models = options.models;
  if (options.n_epochs > 0) request.n_epochs = options.n_epochs;
  if (!options.setup.empty()) {
    EEGATE_TRY(const auto setup, read_file(options.setup));
    request.setup = text_of_bytes(setup);
  }
  EEGATE_TRY(const auto x, read_epochs_file(options.data));
  EEGATE_TRY(const auto y, read_npy_file(options.labels));
  EEGATE_TRY(const DataFacts facts, facts_of_arrays(request.setup, x, y));
  const ModelConfig sizes{
      .n_chans = facts.n_chans, .n_times = facts.n_times, .n_outputs = std::max<std::size_t>(2, facts.n_outputs)};
  EEGATE_TRY(const LabelledEpochs epochs, read_labelled_epochs(x, y, sizes));
  EEGATE_TRY(const auto subjects, numbers_in(options.subjects, epochs.set.x.d0));
  EEGATE_TRY(const auto runs, numbers_in(options.runs, epochs.set.x.d0));
  ProgressBar bar("benchmark");
  request.clock = benchmark_clock;
  request.progress = [&](double done) { bar.show(done); };
  EEGATE_TRY(const Benchmark result, run_benchmark(epochs, subjects, runs, request));
  print_warnings(result.warnings);
  options.json ? print_data(benchmark_json(result)) : print(benchmark_report(result));
  return {};
}

}  // namespace

void add_benchmark(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<BenchmarkOptions>();
  CLI::App* sub = add_command(app, chosen, "benchmark", "Models on several subjects, with figures for each subject",
                              options, &benchmark);
  sub->add_option("setup", options->setup, ".json file that prepare wrote (default: sizes from the data alone)");
  sub->add_option("--data", options->data, ".npy file of prepared epochs")->required();
  sub->add_option("--labels", options->labels, ".npy file of labels")->required();
  sub->add_option("--subjects", options->subjects, ".npy file with the subject of each epoch")->required();
  sub->add_option("--runs", options->runs, ".npy file with the run of each epoch (default: one for each subject)");
  sub->add_option(
         "--protocol", options->protocol,
         "folds (MOABB's within-session evaluation), run (a run left out in turn) or people (default: run with "
         "--runs, people without)")
      ->check(CLI::IsMember({"folds", "run", "people"}));
  sub->add_option("--models", options->models,
                  "presets, and behind + a calibration without labels: median, recentre or online (default: "
                  "csp,tangent_space,fgmdm,mdm)")
      ->delimiter(',');
  sub->add_flag("--mirror", options->mirror, "training trials also with hemispheres and classes exchanged");
  sub->add_flag("--shuffle-labels", options->shuffled,
                "labels exchanged within each run: what is found then comes from the protocol");
  sub->add_option("--seed", options->seed, "of shuffled folds, labels and networks (default: 42)");
  sub->add_option("--epochs", options->n_epochs, "training epochs of networks (default: 30)")->check(positive_number());
  sub->add_flag("--json", options->json, "JSON instead of a table");
}

}  // namespace eegate::cli
