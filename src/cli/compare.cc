// eegate compare: which models work on these epochs. eegate tune: whether fine-tuning a model on them improves it.
#include <chrono>
#include <cstdio>
#include <string>

#include "cli/commands.h"
#include "cli/file_source.h"
#include "cli/output.h"
#include "cli/writer.h"
#include "session/train/tuning.h"

namespace eegate::cli {
namespace {

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
  return std::to_string(comparison.n_epochs) + " epochs; " + comparison.split + "\n\n" + table.text() + "\n" +
         comparison.advice + "\n";
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
  return std::to_string(comparison.n_epochs) + " epochs; " + comparison.split + "\n\n" + table.text() + "\n" +
         comparison.advice + where + "\n";
}

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

Result<> compare(const CompareOptions& options) {
  EEGATE_TRY(const auto x, read_file(options.data));
  EEGATE_TRY(const auto y, read_file(options.labels));
  std::vector<std::byte> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(subjects, read_file(options.subjects));
  }
  ComparisonRequest request{.setup = R"({"config":{}})", .presets = options.presets, .tuned = {}};
  if (options.n_epochs > 0) request.n_epochs = options.n_epochs;
  if (!options.setup.empty()) {
    EEGATE_TRY(const auto setup, read_file(options.setup));
    request.setup.assign(reinterpret_cast<const char*>(setup.data()), setup.size());
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
  EEGATE_TRY(const auto x, read_file(options.data));
  EEGATE_TRY(const auto y, read_file(options.labels));
  std::vector<std::byte> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(subjects, read_file(options.subjects));
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
  if (!options.output.empty() && !tuning.model.empty()) EEGATE_CHECK(write_file(options.output, tuning.model));
  options.json ? print_data(comparison_json(tuning.comparison)) : print(tuning_report(tuning, options.output));
  return {};
}

}  // namespace eegate::cli
