#include "session/classify/results.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/finite.h"
#include "base/numbers_as_text.h"
#include "files/edf_write.h"
#include "session/open/describe.h"
#include "session/open/epoch_checks.h"
#include "session/output/table_cells.h"
#include "session/output/version.h"

namespace eegate {
namespace {

std::string seconds_text(double seconds) { return significant(seconds, 12); }

// Enough digits to restore the float; empty where the model has no answer.
std::string probability_text(float probability) {
  return std::isfinite(probability) ? significant(static_cast<double>(probability), 9) : "";
}

std::span<const float> row_of(const Plan& plan, std::span<const float> probabilities, std::size_t epoch) {
  return probabilities.subspan(epoch * plan.n_classes(), plan.n_classes());
}

std::string class_number(const Plan& plan, const std::string& label) {
  const auto& classes = plan.model().model.contract().classes;
  const auto at = std::ranges::find(classes, label);
  return at == classes.end() ? "n/a" : std::to_string(at - classes.begin());
}

void write_model(JsonOut& json, const OpenModel& open) {
  const ModelContract& contract = open.model.contract();
  json.key("model").begin_object().member("file_name", open.file_name);
  json.member("architecture", open.model.config().architecture).count("parameters", open.model.n_parameters());
  json.strings("classes", contract.classes).strings("ch_names", contract.ch_names).member("sfreq", contract.sfreq);
  write_self_test(json, open.model.self_test());
  write_warnings(json, open.warnings);
  json.end_object();
}

void write_source(JsonOut& json, const OpenRecording& open) {
  json.key("recording").begin_object().member("file_name", open.recording.file_name());
  json.member("format", open.recording.header().format).member("duration_s", open.recording.duration_s());
  json.member("started_at", started_at(open.recording.header().start));
  write_warnings(json, open.recording.warnings());
  json.end_object();
}

void write_epochs(JsonOut& json, const Plan& plan, std::span<const float> probabilities) {
  json.key("epochs").begin_array();
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const Epoch& epoch = plan.epochs()[i];
    const auto row = row_of(plan, probabilities, i);
    json.begin_object().member("onset_s", epoch.onset_s).member("duration_s", epoch.duration_s);
    const bool is_answer = all_finite(row);
    is_answer ? json.member("label", plan.label_of(row)) : json.raw("label", {});
    if (!plan.expected(i).empty()) json.member("expected", plan.expected(i));
    json.key("probabilities").begin_array();
    for (const float probability : row) json.writer().raw(is_answer ? probability_text(probability) : "null");
    json.end_array().end_object();
  }
  json.end_array();
}

// The class alone, so that programs that count annotations by their text count classes; the values for `regress`.
std::string text_of(const Plan& plan, std::span<const float> values) {
  if (!all_finite(values)) return "no answer";
  std::string label = plan.label_of(values);
  if (!label.empty()) return label;
  std::string text;
  for (std::size_t i = 0; i < values.size(); ++i) {
    text += (i > 0 ? " " : "") + plan.model().model.contract().classes[i] + "=" +
            significant(static_cast<double>(values[i]), 6);
  }
  return text;
}

}  // namespace

std::string result_stamp_names(const Plan& plan, char separator) {
  std::string names;
  if (plan.overridden()) names += separator + std::string("fit_override");
  if (!plan.calibration_text().empty()) names += separator + std::string("calibration");
  return names + "\n";
}

std::string result_stamps(const Plan& plan, char separator) {
  std::string values;
  if (plan.overridden()) values += separator + std::string("true");
  if (!plan.calibration_text().empty()) values += separator + std::string(plan.calibration_text());
  return values + "\n";
}

std::string results_csv(const Plan& plan, std::span<const float> probabilities) {
  bool has_labels = false;
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) has_labels |= !plan.expected(i).empty();
  std::string csv = has_labels ? "onset_s,duration_s,label,expected" : "onset_s,duration_s,label";
  for (const std::string& name : plan.model().model.contract().classes) csv += "," + csv_cell("p_" + name);
  csv += result_stamp_names(plan, ',');
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const Epoch& epoch = plan.epochs()[i];
    const auto row = row_of(plan, probabilities, i);
    csv += seconds_text(epoch.onset_s) + "," + seconds_text(epoch.duration_s) + "," + csv_cell(plan.label_of(row));
    if (has_labels) csv += "," + csv_cell(plan.expected(i));
    for (const float probability : row) csv += "," + probability_text(probability);
    csv += result_stamps(plan, ',');
  }
  return csv;
}

std::string results_bids_events(const Plan& plan, std::span<const float> probabilities) {
  std::string tsv = "onset\tduration\ttrial_type\tvalue\texpected";
  for (const std::string& name : plan.model().model.contract().classes) tsv += "\t" + tsv_cell("p_" + name);
  tsv += result_stamp_names(plan, '\t');
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const Epoch& epoch = plan.epochs()[i];
    const auto row = row_of(plan, probabilities, i);
    const std::string label = plan.label_of(row);
    tsv += seconds_text(epoch.onset_s) + "\t" + seconds_text(epoch.duration_s) + "\t" + tsv_cell(label);
    tsv += "\t" + class_number(plan, label) + "\t" + tsv_cell(plan.expected(i));
    for (const float probability : row) tsv += "\t" + tsv_cell(probability_text(probability));
    tsv += result_stamps(plan, '\t');
  }
  return tsv;
}

std::string results_json(const Plan& plan, std::span<const float> probabilities) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("format", "eegate-results-1").member("eegate_version", kVersion);
  json.member("overridden", plan.overridden());
  if (!plan.calibration_text().empty()) json.member("calibration", plan.calibration_text());
  json.strings("classes", plan.model().model.contract().classes);
  write_epochs(json, plan, probabilities);
  json.count("n_unanswered", count_unanswered(probabilities, plan.n_classes()));
  write_left_out(json, plan.prepared().left_out);
  write_warnings(json, plan.warnings());
  write_source(json, plan.recording());
  write_model(json, plan.model());
  json.raw("recipe", recipe_json(plan.recipe())).member("recipe_hash", recipe_hash(plan.recipe()));
  json.key("fit").begin_object();
  write_compatibility(json, plan.compatibility());
  json.end_object().end_object();
  return json.take() + "\n";
}

Result<> check_probabilities(const Plan& plan, std::span<const float> probabilities) {
  if (probabilities.size() != plan.epochs().size() * plan.n_classes()) {
    return Error{.code = "RESULT_SHAPE",
                 .message = "There must be one probability for each epoch and class",
                 .found = std::to_string(probabilities.size()),
                 .expected = std::to_string(plan.epochs().size()) + " x " + std::to_string(plan.n_classes())};
  }
  return {};
}

Result<std::vector<std::byte>> write_results(const Plan& plan, std::span<const float> probabilities,
                                             ResultFormat format) {
  EEGATE_CHECK(check_probabilities(plan, probabilities));
  if (format == ResultFormat::kEdfAnnotations) return results_edf(plan, probabilities);
  const std::string text = format == ResultFormat::kCsv    ? results_csv(plan, probabilities)
                           : format == ResultFormat::kJson ? results_json(plan, probabilities)
                                                           : results_bids_events(plan, probabilities);
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

Result<std::vector<std::byte>> results_edf(const Plan& plan, std::span<const float> probabilities) {
  std::vector<EdfOutAnnotation> annotations;
  if (plan.overridden()) {
    annotations.push_back({.onset_s = 0, .duration_s = -1, .text = "eegate: fit overridden, these results say little"});
  }
  if (!plan.calibration_text().empty()) {
    annotations.push_back({.onset_s = 0,
                           .duration_s = -1,
                           .text = "eegate: calibrated without labels (" + std::string(plan.calibration_text()) + ")"});
  }
  for (std::size_t i = 0; i < plan.epochs().size(); ++i) {
    const Epoch& epoch = plan.epochs()[i];
    const auto row = probabilities.subspan(i * plan.n_classes(), plan.n_classes());
    annotations.push_back({.onset_s = epoch.onset_s, .duration_s = epoch.duration_s, .text = text_of(plan, row)});
  }
  return write_edf_annotations(annotations, {.start = plan.recording().recording.header().start,
                                             .patient_code = {},
                                             .equipment = plan.overridden() ? "eegate_fit_overridden" : "eegate"});
}

}  // namespace eegate
