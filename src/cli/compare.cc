// eegate compare: which models work on these epochs. eegate tune: whether fine-tuning a model on them improves it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/train/tuning.h"

namespace eegate::cli {
namespace {

struct TuneOptions {
  std::string model, data, labels, subjects, output;
  std::vector<std::string> ways;
  std::size_t n_epochs = 0, batch_size = 0;  // 0: the default
  double learning_rate = 0;                  // 0: that of adamw
  std::uint64_t seed = 0;
  bool json = false;
};

struct CompareOptions {
  std::string data, labels, subjects, setup;
  std::vector<std::string> presets;
  std::size_t n_epochs = 0;  // 0: the default
  bool json = false;
};

std::string decimals(double value, int n) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", n, value);
  return text;
}

std::string interval_text(const Interval& interval) {
  return decimals(interval.low, 3) + " to " + decimals(interval.high, 3);
}

std::string band_text(const std::optional<FrequencyBand>& band) {
  return band ? decimals(band->low_hz, 0) + " to " + decimals(band->high_hz, 0) : "as prepared";
}

// Of the models that leave out the most: what they cannot answer counts for none of their figures.
std::string epochs_text(const Comparison& comparison) {
  std::size_t most = 0;
  for (const ComparedModel& model : comparison.models) most = std::max(most, model.metrics.n_unanswered);
  return std::to_string(comparison.n_epochs) + " epochs" +
         (most > 0 ? ", " + std::to_string(most) + " of them left out without an answer" : "") + "; " +
         comparison.split + "\n\n";
}

std::string comparison_report(const Comparison& comparison) {
  Table table({{"model"},
               {"band, Hz"},
               {"accuracy", true},
               {"95 % interval", true},
               {"behind the best", true},
               {"95 % interval", true},
               {"s", true}});
  for (const ComparedModel& model : comparison.models) {
    const bool is_best = &model == &comparison.models.front();
    table.add({model.preset, band_text(model.band), decimals(model.metrics.accuracy, 3),
               interval_text(model.metrics.accuracy_interval), is_best ? "" : decimals(model.behind, 3),
               is_best ? "" : interval_text(model.behind_interval), decimals(model.seconds, 1)});
  }
  return epochs_text(comparison) + table.text() + "\n" + comparison.advice + "\n";
}

std::string tuning_report(const Tuning& tuning, const std::string& output) {
  const Comparison& comparison = tuning.comparison;
  Table table({{"trained further"},
               {"accuracy", true},
               {"95 % interval", true},
               {"gain", true},
               {"95 % interval", true},
               {"s", true}});
  for (const ComparedModel& model : comparison.models) {
    const bool is_before = model.preset == kAsItIs;
    table.add({is_before ? "not at all" : model.preset, decimals(model.metrics.accuracy, 3),
               interval_text(model.metrics.accuracy_interval), is_before ? "" : decimals(model.gain, 3),
               is_before ? "" : interval_text(model.gain_interval), decimals(model.seconds, 1)});
  }
  const bool is_kept = !tuning.model.empty();
  const std::string where = output.empty() ? ""
                            : is_kept      ? " The model, trained with all windows, is in " + quoted(output, 200) + "."
                                           : " Nothing is written.";
  return epochs_text(comparison) + table.text() + "\n" + comparison.advice + where + "\n";
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Result<> compare(const CompareOptions& options) {
  EEGATE_TRY(const auto x, read_epochs_file(options.data));
  EEGATE_TRY(const auto y, read_npy_file(options.labels));
  std::vector<std::byte> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(subjects, read_npy_file(options.subjects));
  }
  ComparisonRequest request{.setup = R"({"config":{}})", .presets = options.presets, .tuned = {}};
  if (options.n_epochs > 0) request.n_epochs = options.n_epochs;
  if (!options.setup.empty()) {
    EEGATE_TRY(const auto setup, read_file(options.setup));
    request.setup = text_of_bytes(setup);
  }
  ProgressBar bar("comparing");
  request.clock = seconds_now;
  request.progress = [&](double done) { bar.show(done); };
  EEGATE_TRY(const Comparison comparison, compare_npy(x, y, subjects, request));
  print_warnings(comparison.warnings);
  options.json ? print_data(comparison_json(comparison)) : print(comparison_report(comparison));
  return {};
}

Result<> tune(const TuneOptions& options) {
  EEGATE_TRY(const auto model, read_file(options.model));
  EEGATE_TRY(const auto x, read_epochs_file(options.data));
  EEGATE_TRY(const auto y, read_npy_file(options.labels));
  std::vector<std::byte> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(subjects, read_npy_file(options.subjects));
  }
  if (!options.output.empty()) {
    const std::string outputs[] = {options.output};
    EEGATE_CHECK(check_outputs(outputs));
  }
  ComparisonRequest request{.presets = options.ways, .tuned = {}};
  if (options.n_epochs > 0) request.n_epochs = options.n_epochs;
  if (options.batch_size > 0) request.batch_size = options.batch_size;
  request.learning_rate = options.learning_rate;
  request.seed = options.seed;
  ProgressBar bar("tuning");
  request.clock = seconds_now;
  request.progress = [&](double done) { bar.show(done); };
  EEGATE_TRY(const Tuning tuning, tune_npy(model, x, y, subjects, std::move(request)));
  print_warnings(tuning.comparison.warnings);
  if (!options.output.empty() && !tuning.model.empty()) EEGATE_CHECK(write_file(options.output, tuning.model));
  options.json ? print_data(comparison_json(tuning.comparison)) : print(tuning_report(tuning, options.output));
  return {};
}

}  // namespace

void add_compare(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<CompareOptions>();
  CLI::App* sub = add_command(app, chosen, "compare", "What works on labelled epochs", options, &compare);
  sub->add_option("setup", options->setup, ".json file that prepare wrote (default: sizes from the data alone)");
  sub->add_option("--data", options->data, ".npy file of prepared epochs")->required();
  sub->add_option("--labels", options->labels, ".npy file of labels")->required();
  sub->add_option("--subjects", options->subjects,
                  ".npy file with a number for each epoch: whose it is, or of which run; these are left out in turn");
  sub->add_option("--models", options->presets, "presets (default: tangent_space, fgmdm, mdm and csp)")->delimiter(',');
  sub->add_option("--epochs", options->n_epochs, "training epochs of networks (default: 30)")->check(positive_number());
  sub->add_flag("--json", options->json, "JSON instead of a table");
}

void add_tune(CLI::App& app, Chosen& chosen) {
  auto options = std::make_shared<TuneOptions>();
  CLI::App* sub =
      add_command(app, chosen, "tune", "Whether training a model further on someone's epochs pays", options, &tune);
  sub->add_option("model", options->model, "model file")->required();
  sub->add_option("--data", options->data, ".npy file of prepared epochs")->required();
  sub->add_option("--labels", options->labels, ".npy file of labels")->required();
  sub->add_option("--subjects", options->subjects,
                  ".npy file with a number for each epoch: of which run, or whose it is; these are left out in turn");
  sub->add_option("--tune", options->ways,
                  "what learns: all, head (the last layer), norms (default: each that there is)")
      ->delimiter(',')
      ->check(CLI::IsMember({"all", "head", "norms"}));
  sub->add_option("--epochs", options->n_epochs, "training epochs (default: 30)")->check(positive_number());
  sub->add_option("--batch-size", options->batch_size, "epochs of data in a step (default: 16)")
      ->check(positive_number());
  sub->add_option("--lr", options->learning_rate, "largest learning rate (default: 5e-4)")->check(positive_number());
  sub->add_option("--seed", options->seed, "of order and dropout (default: 0)");
  sub->add_option("-o,--output", options->output, "the model file to write where it pays");
  sub->add_flag("--json", options->json, "JSON instead of a table");
}

}  // namespace eegate::cli
