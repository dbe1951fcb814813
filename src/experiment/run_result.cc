#include "experiment/run_result.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "kernels/target.h"
#include "session/output/json_out.h"
#include "session/output/version.h"

namespace eegate {
namespace {

constexpr double kRounded = 1e4;  // confidences are stored with four decimals

double rounded(double value) { return std::round(value * kRounded) / kRounded; }

void write_point(JsonOut& json, const ExperimentPlan& plan, const RunPoint& point, const NamedSplit& split) {
  json.member("id", point.id).key("point").begin_object();
  json.member("model", plan.models[point.model].name).member("band", plan.bands[point.band].name);
  json.member("electrodes", plan.electrodes[point.electrodes].name);
  json.member("window", plan.windows[point.window].name).member("split", split.name);
  json.member("seed", plan.seeds[point.seed]);
  if (split.subject) json.member("subject", static_cast<std::int64_t>(*split.subject));
  json.end_object();
}

std::size_t predicted_class(const Judgement& judged, std::size_t row) {
  const std::size_t n = judged.evaluation.classes.size();
  const auto first = judged.probabilities.begin() + static_cast<std::ptrdiff_t>(row * n);
  return static_cast<std::size_t>(std::max_element(first, first + static_cast<std::ptrdiff_t>(n)) - first);
}

// The members of `eegate evaluate --json`, without its line breaks.
std::string metrics_json(const Judgement& judged) {
  if (judged.trials.empty()) return {};
  const auto document = JsonDocument::parse(evaluation_json(judged.evaluation));
  return document.ok() ? document->root().text() : std::string();
}

void write_per_subject(JsonOut& json, const TrialTable& table, const Judgement& judged) {
  std::map<std::int32_t, std::pair<std::size_t, std::size_t>> counts;  // trials, hits
  for (std::size_t i = 0; i < judged.trials.size(); ++i) {
    const Trial& trial = table.trials[judged.trials[i]];
    auto& [n, n_hits] = counts[trial.subject];
    ++n;
    n_hits += predicted_class(judged, i) == static_cast<std::size_t>(trial.label) ? 1 : 0;
  }
  json.key("per_subject").begin_array();
  for (const auto& [subject, count] : counts) {
    json.begin_object().member("subject", static_cast<std::int64_t>(subject)).count("n_trials", count.first);
    json.member("accuracy", static_cast<double>(count.second) / static_cast<double>(count.first)).end_object();
  }
  json.end_array();
}

// Columns rather than rows: a trial takes about fifteen bytes.
void write_predictions(JsonOut& json, const TrialTable& table, const Judgement& judged) {
  json.key("predictions").begin_object().counts("trial", judged.trials);
  std::vector<std::size_t> truth, predicted;
  for (std::size_t i = 0; i < judged.trials.size(); ++i) {
    truth.push_back(static_cast<std::size_t>(table.trials[judged.trials[i]].label));
    predicted.push_back(predicted_class(judged, i));
  }
  json.counts("truth", truth).counts("predicted", predicted).key("confidence").begin_array();
  const std::size_t n_classes = judged.evaluation.classes.size();
  for (std::size_t i = 0; i < judged.trials.size(); ++i)
    json.writer().value(rounded(static_cast<double>(judged.probabilities[i * n_classes + predicted[i]])));
  json.end_array().end_object();
}

void write_data(JsonOut& json, const RunContext& context) {
  const Recipe recipe = variant_recipe(context.plan, {context.point.band, context.point.electrodes});
  json.raw("recipe", recipe_json(recipe)).member("recipe_hash", recipe_hash(recipe));
  json.member("trials_fingerprint", context.table.fingerprint).strings("classes", context.table.classes);
  json.strings("ch_names", context.data.ch_names).member("sfreq", context.data.sfreq);
  json.raw("split", to_json(context.split.split)).key("n_trials").begin_object();
  const Split& split = context.split.split;
  json.count("train", split.train.epochs.size()).count("validation", split.validation.epochs.size());
  json.count("test", split.test.epochs.size()).end_object();
}

void write_course(JsonOut& json, const RunResult& result) {
  json.raw("config", result.config).raw("options", result.options).count("n_parameters", result.n_parameters);
  json.member("ended", result.ended).count("n_epochs", result.curves.size());
  const EpochRecord* best = nullptr;
  for (const EpochRecord& record : result.curves) best = record.is_best ? &record : best;
  if (best != nullptr)
    json.count("best_epoch", best->epoch);
  else
    json.raw("best_epoch", "");
  json.key("curves").begin_array();
  for (const EpochRecord& record : result.curves) json.writer().raw(to_json(record));
  json.end_array();
}

}  // namespace

Judgement judge(const TrialTable& table, std::vector<std::uint32_t> trials, std::vector<float> probabilities) {
  std::vector<int> labels;
  labels.reserve(trials.size());
  for (const std::uint32_t trial : trials) labels.push_back(table.trials[trial].label);
  Judgement judged{std::move(trials), std::move(probabilities), {}};
  const ConstMatrix rows(judged.probabilities.data(), labels.size(), table.classes.size());
  judged.evaluation.n_trials = labels.size();
  judged.evaluation.classes = table.classes;
  if (labels.empty()) return judged;
  judged.evaluation.classification = classification_metrics(rows, labels);
  judged.evaluation.intervals = bootstrap_intervals(rows, labels);
  return judged;
}

std::string to_json(const RunContext& context, const RunResult& result) {
  JsonOut json(Keys::kSnake);
  json.begin_object().member("format", std::string_view("eegate-run-1"));
  write_point(json, context.plan, context.point, context.split);
  write_data(json, context);
  write_course(json, result);
  json.raw("validation", metrics_json(result.validation)).raw("test", metrics_json(result.test));
  write_per_subject(json, context.table, result.test);
  write_predictions(json, context.table, result.test);
  json.key("warnings").begin_array();
  for (const Warning& warning : result.warnings) {
    json.begin_object().member("code", std::string_view(warning.code)).member("message", warning.message).end_object();
  }
  json.end_array().key("versions").begin_object().member("eegate", kVersion).member("build", kBuildId);
  json.member("cpu_target", target_names().front()).end_object().key("measured").begin_object();
  json.member("training_s", result.training_s);
  const double n_epochs = static_cast<double>(std::max<std::size_t>(1, result.curves.size()));
  json.member("epoch_s", result.training_s / n_epochs).member("latency_ms", result.latency_ms);
  json.member("peak_mib", result.peak_mib).end_object().end_object();
  return json.take() + "\n";
}

std::string error_json(const ExperimentPlan& plan, const RunPoint& point, const NamedSplit& split, const Error& error) {
  JsonOut json(Keys::kSnake);
  json.begin_object().member("format", std::string_view("eegate-run-error-1"));
  write_point(json, plan, point, split);
  json.key("error").begin_object().member("code", error.code).member("message", error.message);
  json.member("field", error.field).member("place", error.place).member("found", error.found);
  json.member("expected", error.expected).member("hint", error.hint).end_object().end_object();
  return json.take() + "\n";
}

}  // namespace eegate
