// A classification that is about to happen: a model, a recording, the recipe between them, and the epochs that follow.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/classify/calibration.h"
#include "session/open/compatibility.h"
#include "session/open/epoch_checks.h"
#include "session/open/open_files.h"
#include "session/open/recipe_choice.h"
#include "session/output/json_out.h"
#include "signal/prepare.h"

namespace eegate {

class Recentring;

class Plan {
 public:
  // Fails with FIT_INCOMPATIBLE when the pair is not compatible and `override` is false; with other errors
  // otherwise. Input channels that the recording lacks are then zeros. Errors: IO_READ, FIT_*, DSP_*, MODEL_TIMES,
  // PLAN_NO_EPOCHS.
  static Result<Plan> make(std::shared_ptr<OpenModel> model, std::shared_ptr<OpenRecording> recording,
                           const Recipe* given, bool override);

  const OpenModel& model() const { return *model_; }
  const OpenRecording& recording() const { return *recording_; }
  const Compatibility& compatibility() const { return compatibility_; }
  const Recipe& recipe() const { return recipe_; }
  const PreparePlan& prepared() const { return preparation_.plan(); }
  const std::vector<Epoch>& epochs() const { return prepared().epochs; }
  // The true class of an epoch as results state it: what was set, or else its label; empty if it is not known.
  const std::string& expected(std::size_t epoch) const {
    return expected_.empty() ? epochs()[epoch].label : expected_[epoch];
  }
  // One for each epoch, e.g. by annotations that the recipe does not use. Error RESULT_SHAPE.
  Result<> set_expected(std::vector<std::string> expected);
  std::size_t n_inputs() const { return rows_.size(); }
  std::size_t n_classes() const { return model_->model.contract().classes.size(); }
  // Whether the pair is incompatible and is classified because of `override`.
  bool overridden() const { return compatibility_.refused(); }

  // Model input of epochs [first, first + count): out is [count, n_chans, n_times] uV.
  Result<> inputs(std::size_t first, std::size_t count, std::span<float> out);
  // Probabilities of epochs [first, first + count): out is [count, n_classes()].
  Result<> classify(std::size_t first, std::size_t count, std::span<float> out);
  // Calibrates the model with the epochs of the recording, without labels; all later results name the calibration. To
  // be called before classify(), which then reads all epochs first; advance_calibration() does that in short steps.
  // Errors: CALIBRATION_*.
  Result<> calibrate(Calibration calibration);
  Calibration calibration() const { return calibration_; }
  // One step of the calibration; returns 1 when it is done. Errors of classify(), CALIBRATION_EMPTY.
  Result<double> advance_calibration();
  // "median", "recentre"; empty without one.
  std::string_view calibration_text() const {
    return calibration_ == Calibration::kNone ? std::string_view() : kCalibrations.name_of(calibration_);
  }
  // Of preparation and calibration.
  Warnings warnings() const;
  Error range_error(std::size_t first, std::size_t count) const {
    return epoch_range_error(first, count, epochs().size());
  }
  // A short step of the filtering that classify(first, 1) waits for; 1 when it is done.
  Result<double> advance(std::size_t first) { return preparation_.advance(first); }

  // Class of an epoch with these probabilities; empty for `regress`, and without an answer.
  std::string label_of(std::span<const float> probabilities) const;

 private:
  Plan(std::shared_ptr<OpenModel> model, std::shared_ptr<OpenRecording> recording, Compatibility compatibility,
       Recipe recipe, Preparation preparation);
  Result<> read_batch(std::size_t first, std::size_t count);
  Result<> predict_batch(std::size_t first, std::size_t count);
  bool is_calibrating() const { return calibration_ != Calibration::kNone && n_seen_ < epochs().size(); }
  Result<> classify_batch(std::size_t first, std::size_t count, std::span<float> out);

  std::shared_ptr<OpenModel> model_;
  std::shared_ptr<OpenRecording> recording_;
  Compatibility compatibility_;
  Recipe recipe_;
  Preparation preparation_;
  std::vector<std::ptrdiff_t> rows_;              // for each input channel its row in the prepared epochs, -1: zeros
  bool rows_as_prepared_ = false;                 // the prepared epochs are the input as they are
  std::vector<float> prepared_, input_, logits_;  // scratch
  Warnings calibration_warnings_;
  std::vector<std::string> expected_;  // empty: the labels of the epochs
  Calibration calibration_ = Calibration::kNone;
  std::size_t n_seen_ = 0;                 // epochs that the calibration has read
  std::vector<float> seen_;                // their logits, for the median calibration
  double threshold_ = 0;                   // of the median calibration: the log odds at the boundary
  std::shared_ptr<Recentring> recentred_;  // of the other calibrations
};

// Compatibility, recipe, epochs and warnings, as JSON.
std::string describe_plan(const Plan& plan, Keys keys);

}  // namespace eegate
