// From the files of a recording and a model to probabilities, for classify and report.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/classify/plan.h"
#include "session/classify/results.h"

namespace eegate::cli {

struct Classified {
  std::shared_ptr<OpenModel> model;
  std::shared_ptr<OpenRecording> recording;
  Plan plan;
  std::vector<float> probabilities;  // [plan.epochs().size(), plan.n_classes()]
  // Of recording, model, epochs, plan and compatibility, in this order.
  Warnings all_warnings() const;
};

// The command classify. Of several recordings the results go to files of this format in the folder `output`.
struct ClassifyOptions {
  std::string model, output, recipe;
  std::vector<std::string> recordings;
  std::string format;  // of several recordings; empty: tsv
  std::string events;  // class whose windows are written as events; empty: a row per epoch
  std::string calibration = "none";
  bool override_fit = false;
  bool json = false;
};
Result<> classify_each(const ClassifyOptions& options);
// What a file of this format holds: all epochs, or the events of `options.events`.
Result<std::vector<std::byte>> result_bytes(const Classified& classified, ResultFormat format,
                                            const ClassifyOptions& options);

// The model, recipe and options with which recordings are classified.
struct ClassifyWith {
  std::shared_ptr<OpenModel> model;
  std::optional<Recipe> recipe;  // nothing: the model's own
  bool override_fit = false;
  Calibration calibration = Calibration::kNone;
};
Result<Classified> classify_recording(const std::string& path, const ClassifyWith& with);
// `recipe` names a file or is empty for the model's own.
Result<Classified> classify_file(const std::string& model, const std::string& recording, const std::string& recipe,
                                 bool override_fit, Calibration calibration = Calibration::kNone);
// How the recording was adapted to the model, which a table of numbers does not show.
Warnings compatibility_warnings(const Compatibility& compatibility);
// RESULT_NO_ANSWER where the model has no finite output for some epochs: reported after the results are written.
Result<> check_answered(const Classified& classified);

}  // namespace eegate::cli
