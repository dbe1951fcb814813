// Training as a page does it: from recordings or arrays to a model file, in short calls, on several engines at once.
//
// Every engine holds the same session and takes the same steps, so that all stay equal to the last bit. Of each step an
// engine computes its own parts (shards 0, 2, ... of two engines), hands them out as bytes, and goes on when it was
// given those of the others:
//
//   create, add_recording... (or add_labels), plan, load... (or add_loaded..., add_epochs...), begin,
//   advance, { give..., advance }..., model_file
//
// Methods that are called in another order return the error TRAIN_ORDER.
//
// An engine that was lost begins anew and is restored from the checkpoint of another one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "session/open/dataset.h"
#include "session/train/comparison.h"
#include "session/train/training_card.h"
#include "session/train/training_parts.h"
#include "session/train/training_request.h"
#include "session/train/training_run.h"

namespace eegate {

// Result of a call to advance().
struct TrainAdvance {
  std::uint64_t position = 0;  // counts finished steps and validations
  TrainStage stage = TrainStage::kNone;
  std::optional<StepRecord> step;
  std::optional<EpochRecord> epoch;
  std::optional<Error> problem;  // TRAIN_DIVERGED
  std::vector<std::byte> parts;  // of this engine, for the others; empty if there are none
};

class TrainingSession {
 public:
  // `request` is the JSON of read_page_request, `model` the file of one that is trained further, else empty. Errors:
  // those of read_page_request and read_model_file, TRAIN_START.
  static Result<std::unique_ptr<TrainingSession>> create(std::string_view request, std::span<const std::byte> model);

  // Plans a recording; nothing is filtered yet. Errors: RECIPE_*, TRAIN_RECIPE, PREPARE_MISMATCH, MODEL_CHANNELS, and
  // those of Preparation.
  Result<> add_recording(std::shared_ptr<OpenRecording> recording, std::string_view recipe, std::string_view subject);
  // Instead: labels of epochs that were cut elsewhere, of `epoch_floats` values each; subjects may be unknown. Errors:
  // TRAIN_LABELS, TRAIN_SUBJECTS, TRAIN_SHAPE.
  Result<> add_labels(std::span<const std::int32_t> labels, std::span<const std::int32_t> subjects,
                      std::size_t epoch_floats);

  // Model, split and options, from all that was added; after an error more may be added, and asked again. Errors:
  // TRAIN_EMPTY, TRAIN_CLASSES, TRAIN_TASK, TRAIN_SPLIT, TRAIN_OPTION, TRAIN_MEMORY, AUDIT_*, MODEL_*.
  Result<const TrainingPlan*> plan(std::uint64_t memory_limit = kAddressableBytes);

  // The next step of loading the epochs of a recording, numbered in the order of adding; how much of it is done, 1 at
  // the end. Error TRAIN_OPTION: no such recording.
  Result<double> load(std::size_t recording);
  // The loaded epochs of a recording, for other engines: chunk 0, 1, ... of them; empty after the last.
  Result<std::span<const float>> loaded(std::size_t recording, std::size_t chunk) const;
  // Instead of loading: the next epochs of a recording, as another engine loaded them. Error TRAIN_SHAPE.
  Result<> add_loaded(std::size_t recording, std::span<const float> values);
  // Of arrays instead: the next epochs.
  Result<> add_epochs(std::span<const float> values);

  // Labels that would fit the loaded signals better if they were meant otherwise: findings of train/label_fit.h. Takes
  // seconds for thousands of epochs; nothing depends on it.
  Warnings audit_fit() const;

  // Instead of the beginning: "what works here" on the loaded epochs (comparison.h), in parts that several engines may
  // share out. Subjects are left out in turn, else recordings, else segments of time: the first that leaves enough of
  // every class. Networks learn for the epochs of the request. Of a session that trains a model further, the ways to do
  // so are compared with the model as it is (tuning.h): `presets` are words of kTunes. Errors of
  // ModelComparison::begin; TRAIN_SHAPE before all is loaded.
  Result<const ModelComparison*> begin_comparison(std::span<const std::string> presets, double (*clock)());
  // The comparison that was begun; it belongs to the session. Error TRAIN_ORDER before.
  Result<ModelComparison*> comparison() const;
  // ModelComparison::result as JSON. Error TRAIN_ORDER where there is none.
  Result<std::string> describe_comparison() const;

  // Errors of Trainer::create (MODEL_INPUT_NONFINITE, ...).
  Result<> begin();

  // Parts that another engine computed. Error TRAIN_OUT_OF_STEP.
  Result<> give(std::span<const std::byte> parts);
  // Finishes the step or validation whose parts are all there, if one is under way, and computes the parts of worker
  // `worker_index` of what comes next. `stop` ends the run after what is under way. Error TRAIN_OUT_OF_STEP unless the
  // session is at `position` and has been given all parts; TRAIN_OPTION where `worker_index` is not below `n_workers`.
  Result<TrainAdvance> advance(std::uint64_t position, std::size_t worker_index, std::size_t n_workers, bool stop);
  std::uint64_t position() const;

  // Both: error TRAIN_OUT_OF_STEP unless the session is at `position`.
  Result<std::vector<std::byte>> checkpoint(std::uint64_t position) const;
  Result<std::vector<std::byte>> model_file(std::uint64_t position) const;
  // `go_on` takes back that the run was stopped. Error TRAIN_CHECKPOINT.
  Result<> restore(std::span<const std::byte> checkpoint, bool go_on);

  // At the end: the judgement over the validation epochs, null without any.
  const ClassificationMetrics* judgement() const { return judgement_ ? &*judgement_ : nullptr; }

  // As JSON for a page.
  std::string describe_plan() const { return describe_training(plan_, *start_, dataset_, Keys::kCamel); }
  std::string describe(const TrainAdvance& advance) const;
  static std::string describe(const Warnings& findings);

 private:
  explicit TrainingSession(PageRequest request) : request_(std::move(request)) {}
  // Progress so far.
  enum class Stage { kGathering, kPlanned, kBegun };
  Result<> check_stage(Stage from, Stage to, const char* expected) const;
  bool is_further() const { return request_.setup.empty(); }  // a model is trained further
  bool knows_subjects() const { return !dataset_.subjects.empty(); }
  Result<> make_start(std::uint64_t memory_limit);
  Result<> check_data() const;
  static Error both_kinds();
  Result<> check_recording(std::size_t recording) const;
  bool is_loaded() const;
  Result<> check_loaded() const;
  Result<> make_split();
  Result<Split> split_by_rule(SplitRule rule) const;
  std::vector<bool> known_before(SplitRule rule) const;
  std::string file_name(std::size_t file) const;  // of an array: the subject's
  Result<> audit();
  void count_classes();
  void arrange();

  Result<> check_position(std::uint64_t position) const;
  TrainStage next_stage() const;
  Result<> finish(TrainAdvance& out);
  Result<> finish_step(TrainAdvance& out);
  Result<> compute(std::size_t worker_index, std::size_t n_workers, TrainAdvance& out);
  Result<> make_judge();
  void judge();
  void write_end(JsonOut& json) const;

  PageRequest request_;
  Stage reached_ = Stage::kGathering;
  DataFacts wanted_;                    // by the setup
  std::optional<TrainingStart> start_;  // from the beginning for a model that is trained further, else by plan()
  Dataset dataset_;          // its epochs may be longer than the model's window, which then lies in their middle
  std::size_t n_times_ = 0;  // of the window
  std::vector<std::shared_ptr<OpenRecording>> recordings_;
  std::vector<Recipe> recipes_;
  std::vector<DatasetPart> parts_;
  std::vector<EpochPlace> places_;
  std::vector<int> labels_;
  bool is_array_ = false, knows_times_ = true;
  std::size_t n_loaded_ = 0;  // values of an array
  TrainingPlan plan_;
  TrainingSets sets_;
  std::optional<Trainer> trainer_;
  LabelledEpochs compared_;  // a view of the dataset
  std::unique_ptr<ModelComparison> comparison_;
  PassMemory memory_;

  TrainStage stage_ = TrainStage::kNone;
  std::vector<std::optional<ShardGradients>> shards_;
  std::vector<std::optional<std::vector<float>>> logits_;
  std::optional<TrainableModel> judged_;  // the weights that are the result
  std::optional<ClassificationMetrics> judgement_;
  std::vector<int> predicted_;  // by them, of the validation epochs in the order of their labels
};

}  // namespace eegate
