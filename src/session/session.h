// A session: the recordings, models and plans that a user has open, by numbers that the caller chooses. What a page
// does, it does through here; the command line uses the parts below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "session/classify/live.h"
#include "session/classify/plan.h"
#include "session/classify/report.h"
#include "session/classify/results.h"
#include "session/exchange/deidentify.h"
#include "session/explain/explanation.h"
#include "session/explain/inspection.h"
#include "session/open/compatibility.h"
#include "session/open/open_files.h"
#include "session/open/open_models.h"
#include "session/open/prepared_epochs.h"
#include "session/open/samples.h"
#include "session/sleep/staging_session.h"
#include "session/train/training_session.h"
#include "sleep/night_spectrogram.h"
#include "sleep/sleep_events.h"

namespace eegate {

// The filters for display: those of a recipe, of display settings (JSON for parse_display_settings), or none.
Result<std::optional<Recipe>> display_filter(const std::string& recipe, const std::string& settings);

class Session {
 public:
  // A number that is in use already is taken over by what is opened; on failure what was open stays open.
  // Errors: see open_files.h.
  Result<const OpenRecording*> open_recording(int id, std::shared_ptr<ByteSource> source, std::string file_name,
                                              const FileSet& files = {});
  Result<const OpenModel*> load_model(int id, std::span<const std::byte> bytes, std::string file_name) {
    return models_.load(id, bytes, std::move(file_name));
  }
  void close_recording(int id) { recordings_.erase(id); }
  void close_model(int id) { models_.close(id); }
  void close_plan(int id) { plans_.erase(id); }

  // All below: error SESSION_CLOSED when a number is not open.
  Result<const OpenRecording*> read_annotations(int id, std::uint64_t budget_bytes);
  // Annotations instead of those of the file (parse_annotations).
  Result<const OpenRecording*> set_annotations(int id, std::string_view json);
  // `preview` is the JSON of a recipe, `settings` of what parse_display_settings takes; at most one of them is not
  // empty.
  Result<PreviewSamples> read_samples(int id, std::span<const std::size_t> channels, double start_s, double duration_s,
                                      const std::string& preview, const std::string& settings = {});
  Result<const OpenRecording*> recording(int id) const;
  // See report.h: call it until it returns 1.
  Result<double> hash_recording(int id, std::uint64_t budget_bytes);
  Result<std::string> report(int plan_id, std::span<const float> probabilities, const std::string& machine) const;
  // Searches the annotations that were read so far.
  Result<Deidentified> deidentify(int id, const IdentityFields& removed) const;

  // See OpenModels. `ablation` is JSON of read_ablation, or empty for the whole model; it adds JSON_*, ABLATE_*.
  Result<std::vector<float>> predict(int model_id, std::span<const float> x, std::size_t n_epochs, std::size_t n_times,
                                     const std::string& ablation = {}) const;

  // One epoch step by step (inspection.h).
  Result<Inspection> inspect(int model_id, std::span<const float> x, const std::string& options) const;

  // `recipe` is JSON, or empty for the model's own.
  Result<Compatibility> check_compatibility(int model_id, int recording_id, const std::string& recipe) const;
  // `calibration` is a word of kCalibrations. Adds CALIBRATION_*.
  Result<const Plan*> plan(int plan_id, int model_id, int recording_id, const std::string& recipe, bool override,
                           const std::string& calibration = "none");
  // For a plan with a calibration: a step of reading all epochs, which classify() waits for; 1 at the end.
  Result<double> calibrate(int plan_id);
  Result<std::vector<float>> classify(int plan_id, std::size_t first, std::size_t count);
  // The same epochs as the model is given them, before its own standardisation: [count, n_chans, n_times] uV.
  Result<std::vector<float>> plan_epochs(int plan_id, std::size_t first, std::size_t count);
  // How much of the filtering before epoch `first` is done: a short step with each call, 1 at the end.
  Result<double> advance(int plan_id, std::size_t first);
  // For results and report (Plan::set_expected).
  Result<> set_expected(int plan_id, std::vector<std::string> expected) const;
  Result<std::vector<std::byte>> export_results(int plan_id, std::span<const float> probabilities,
                                                const std::string& format) const;

  // Epochs by a recipe alone (JSON), without a model: cut, filtered and prepared as it says, read in ranges.
  // Errors of parse_recipe and Preparation.
  Result<const PreparedEpochs*> open_epochs(int id, int recording_id, const std::string& recipe);
  // How much of the work for read_epochs(id, first, 1) is done: a short step with each call.
  Result<double> advance_epochs(int id, std::size_t first);
  // uV [count, n_chans, n_times]. Error: PLAN_RANGE.
  Result<std::vector<float>> read_epochs(int id, std::size_t first, std::size_t count);
  void close_epochs(int id) { epochs_.erase(id); }

  // Explanations (explanation.h), a batch of work with each call to advance().
  Result<> begin_explanation(int id, std::span<const std::byte> model, std::span<const float> x, std::size_t n_epochs,
                             std::size_t n_times, const std::string& request);
  Result<Explanation*> explanation(int id) const;
  void close_explanation(int id) { explanations_.erase(id); }

  // The spectrogram of a night (night_spectrogram.h), a column with each call to advance().
  Result<> begin_spectrogram(int id, int recording_id, std::size_t channel);
  Result<NightSpectrogram*> spectrogram(int id) const;
  void close_spectrogram(int id) { spectrograms_.erase(id); }
  // Spindles and slow waves (sleep_events.h), a step with each call to advance().
  Result<> begin_sleep_events(int id, int recording_id, std::size_t channel, const Hypnogram& hypnogram);
  Result<SleepEventSearch*> sleep_events(int id) const;
  void close_sleep_events(int id) { event_searches_.erase(id); }

  // Classifying while samples arrive (live.h). `request` is JSON.
  Result<const Live*> open_stream(int id, int model_id, const std::string& request);
  Result<Live*> stream(int id) const;
  void close_stream(int id) { streams_.erase(id); }

  // Stages of sleep (staging_session.h), a step with each call to advance().
  Result<> begin_staging(int id, int recording_id, std::span<const std::vector<std::byte>> models,
                         const std::string& request);
  Result<StagingSession*> staging(int id) const;
  void close_staging(int id) { stagings_.erase(id); }

  // Training (training_session.h). `model` is empty for new weights.
  Result<> begin_training(int id, const std::string& request, std::span<const std::byte> model);
  Result<> add_to_training(int id, int recording_id, const std::string& recipe, const std::string& subject);
  Result<TrainingSession*> training(int id) const;
  void close_training(int id) { trainings_.erase(id); }

 private:
  std::map<int, std::shared_ptr<OpenRecording>> recordings_;
  OpenModels models_;
  std::map<int, std::shared_ptr<Plan>> plans_;
  std::map<int, std::shared_ptr<PreparedEpochs>> epochs_;
  std::map<int, std::shared_ptr<Live>> streams_;
  std::map<int, std::shared_ptr<TrainingSession>> trainings_;
  std::map<int, std::shared_ptr<Explanation>> explanations_;
  std::map<int, std::shared_ptr<StagingSession>> stagings_;
  struct OpenSpectrogram {
    std::shared_ptr<OpenRecording> recording;  // lives as long as what reads it
    NightSpectrogram spectrogram;
  };
  std::map<int, std::shared_ptr<OpenSpectrogram>> spectrograms_;
  struct OpenEventSearch {
    std::shared_ptr<OpenRecording> recording;
    SleepEventSearch search;
  };
  std::map<int, std::shared_ptr<OpenEventSearch>> event_searches_;
};

}  // namespace eegate
