#include "experiment/run_record.h"

#include <algorithm>

#include "files/json.h"

namespace eegate {

Result<RunRecord> read_run_record(std::string_view json, std::string_view id) {
  const auto document = JsonDocument::parse(json);
  const JsonValue root = document.ok() ? document->root() : JsonValue();
  if (root.get("format").string() != "eegate-run-1" || root.get("id").string() != id || !root.get("test").is_object())
    return Error{.code = "RUN_FILE",
                 .message = "This is not the file of the run",
                 .found = quoted(json, 60),
                 .expected = "eegate-run-1 of " + std::string(id),
                 .hint = "Delete it, and the run is done again."};
  const auto count = [](JsonValue value) {
    return static_cast<std::size_t>(std::max<std::int64_t>(0, value.integer().value_or(0)));
  };
  const JsonValue test = root.get("test"), measured = root.get("measured"), versions = root.get("versions");
  const JsonValue n_trials = root.get("n_trials");
  RunRecord record{.id = std::string(id),
                   .accuracy = test.get("accuracy").number(),
                   .balanced_accuracy = test.get("balanced_accuracy").number(),
                   .macro_f1 = test.get("macro_f1").number(),
                   .kappa = test.get("kappa").number(),
                   .ece = test.get("ece").number(),
                   .chance = test.get("chance").number(),
                   .validation_accuracy = root.get("validation").get("accuracy").number(),
                   .n_train = count(n_trials.get("train")),
                   .n_validation = count(n_trials.get("validation")),
                   .n_test = count(n_trials.get("test")),
                   .n_parameters = count(root.get("n_parameters")),
                   .n_epochs = count(root.get("n_epochs")),
                   .best_epoch = root.get("best_epoch").integer().value_or(-1),
                   .training_s = measured.get("training_s").number(),
                   .latency_ms = measured.get("latency_ms").number(),
                   .peak_mib = measured.get("peak_mib").number(),
                   .ended = std::string(root.get("ended").string()),
                   .version = std::string(versions.get("eegate").string()),
                   .cpu_target = std::string(versions.get("cpu_target").string())};
  for (const JsonValue& entry : root.get("per_subject").elements()) {
    record.subjects[static_cast<std::int32_t>(entry.get("subject").integer().value_or(0))] =
        entry.get("accuracy").number();
  }
  for (const JsonValue& row : test.get("confusion_matrix").elements()) {
    for (const JsonValue& cell : row.elements()) record.confusion.push_back(count(cell));
  }
  return record;
}

std::string read_run_error(std::string_view json) {
  const auto document = JsonDocument::parse(json);
  if (!document.ok()) return {};
  const JsonValue error = document->root().get("error");
  std::string text = std::string(error.get("code").string()) + ": " + std::string(error.get("message").string());
  for (const char* key : {"field", "place", "found", "expected"}) {
    const std::string_view value = error.get(key).string();
    if (!value.empty()) text += std::string(", ") + key + " " + std::string(value);
  }
  return text;
}

}  // namespace eegate
