#include "session/session.h"

#include <utility>

namespace eegate {
namespace {

Result<std::optional<Recipe>> optional_recipe(const std::string& json) {
  if (json.empty()) return std::optional<Recipe>();
  EEGATE_TRY(Recipe recipe, parse_recipe(json));
  return std::optional<Recipe>(std::move(recipe));
}

}  // namespace

Result<std::optional<Recipe>> display_filter(const std::string& recipe, const std::string& settings) {
  if (settings.empty()) return optional_recipe(recipe);
  EEGATE_TRY(Recipe parsed, parse_display_settings(settings));
  return std::optional<Recipe>(std::move(parsed));
}

namespace {

const Recipe* pointer_to(const std::optional<Recipe>& recipe) { return recipe ? &*recipe : nullptr; }

}  // namespace

Result<const OpenRecording*> Session::open_recording(int id, std::shared_ptr<ByteSource> source, std::string file_name,
                                                     const FileSet& files) {
  EEGATE_TRY(OpenRecording open, eegate::open_recording(std::move(source), std::move(file_name), files));
  auto& slot = recordings_[id];
  slot = std::make_shared<OpenRecording>(std::move(open));
  return static_cast<const OpenRecording*>(slot.get());
}

Result<const OpenRecording*> Session::recording(int id) const {
  EEGATE_TRY(const auto open, find_open(recordings_, id, "recording"));
  return static_cast<const OpenRecording*>(open.get());
}

Result<double> Session::hash_recording(int id, std::uint64_t budget_bytes) {
  EEGATE_TRY(const auto open, find_open(recordings_, id, "recording"));
  return eegate::hash_recording(*open, budget_bytes);
}

Result<std::string> Session::report(int plan_id, std::span<const float> probabilities,
                                    const std::string& machine) const {
  EEGATE_TRY(const auto plan, find_open(plans_, plan_id, "plan"));
  return report_html(*plan, probabilities, machine);
}

Result<Deidentified> Session::deidentify(int id, const IdentityFields& removed) const {
  EEGATE_TRY(const auto open, find_open(recordings_, id, "recording"));
  return eegate::deidentify(*open, removed);
}

Result<const OpenRecording*> Session::read_annotations(int id, std::uint64_t budget_bytes) {
  EEGATE_TRY(const auto open, find_open(recordings_, id, "recording"));
  EEGATE_CHECK(open->recording.read_annotations(budget_bytes));
  return static_cast<const OpenRecording*>(open.get());
}

Result<const OpenRecording*> Session::set_annotations(int id, std::string_view json) {
  EEGATE_TRY(const auto open, find_open(recordings_, id, "recording"));
  EEGATE_TRY(std::vector<Annotation> annotations, parse_annotations(json));
  open->recording.set_annotations(std::move(annotations));
  return static_cast<const OpenRecording*>(open.get());
}

Result<PreviewSamples> Session::read_samples(int id, std::span<const std::size_t> channels, double start_s,
                                             double duration_s, const std::string& preview,
                                             const std::string& settings) {
  EEGATE_TRY(const auto open, find_open(recordings_, id, "recording"));
  EEGATE_TRY(const auto recipe, display_filter(preview, settings));
  return read_window(open->recording, channels, start_s, duration_s, pointer_to(recipe));
}

Result<std::vector<float>> Session::predict(int model_id, std::span<const float> x, std::size_t n_epochs,
                                            std::size_t n_times, const std::string& ablation) const {
  if (ablation.empty()) return models_.predict(model_id, x, n_epochs, n_times);
  EEGATE_TRY(const Ablation parts, read_ablation(ablation));
  return models_.predict(model_id, x, n_epochs, n_times, &parts);
}

Result<Inspection> Session::inspect(int model_id, std::span<const float> x, const std::string& options) const {
  EEGATE_TRY(const auto open, models_.find(model_id));
  return eegate::inspect(*open, x, options);
}

Result<Compatibility> Session::check_compatibility(int model_id, int recording_id, const std::string& recipe) const {
  EEGATE_TRY(const auto model, models_.find(model_id));
  EEGATE_TRY(const auto recording, find_open(recordings_, recording_id, "recording"));
  EEGATE_TRY(const auto given, optional_recipe(recipe));
  const ChannelMatch match = match_channels(model->model.contract().ch_names, recording->recording);
  const double sfreq = matched_sfreq(match, recording->recording);
  const RecipeChoice choice = choose_recipe(model->model, pointer_to(given), sfreq);
  return eegate::check_compatibility(model->model, recording->recording, match, choice);
}

Result<const Plan*> Session::plan(int plan_id, int model_id, int recording_id, const std::string& recipe, bool override,
                                  const std::string& calibration) {
  const auto rule = kCalibrations.find(calibration);
  if (!rule) {
    return Error{.code = "CALIBRATION_RULE",
                 .message = "There is no such calibration",
                 .field = "calibrate",
                 .found = quoted(calibration),
                 .expected = alternatives(kCalibrations.names)};
  }
  EEGATE_TRY(const auto model, models_.find(model_id));
  EEGATE_TRY(const auto recording, find_open(recordings_, recording_id, "recording"));
  EEGATE_TRY(const auto given, optional_recipe(recipe));
  EEGATE_TRY(Plan made, Plan::make(model, recording, pointer_to(given), override));
  EEGATE_CHECK(made.calibrate(*rule));
  auto& slot = plans_[plan_id];
  slot = std::make_shared<Plan>(std::move(made));
  return static_cast<const Plan*>(slot.get());
}

Result<double> Session::calibrate(int plan_id) {
  EEGATE_TRY(const auto plan, find_open(plans_, plan_id, "plan"));
  return plan->advance_calibration();
}

Result<std::vector<float>> Session::classify(int plan_id, std::size_t first, std::size_t count) {
  EEGATE_TRY(const auto plan, find_open(plans_, plan_id, "plan"));
  if (first > plan->epochs().size() || count > plan->epochs().size() - first) return plan->range_error(first, count);
  std::vector<float> probabilities(count * plan->n_classes());
  EEGATE_CHECK(plan->classify(first, count, probabilities));
  return probabilities;
}

Result<std::vector<float>> Session::plan_epochs(int plan_id, std::size_t first, std::size_t count) {
  EEGATE_TRY(const auto plan, find_open(plans_, plan_id, "plan"));
  if (first > plan->epochs().size() || count > plan->epochs().size() - first) return plan->range_error(first, count);
  std::vector<float> epochs(count * plan->n_inputs() * plan->prepared().n_times);
  EEGATE_CHECK(plan->inputs(first, count, epochs));
  return epochs;
}

Result<double> Session::advance(int plan_id, std::size_t first) {
  EEGATE_TRY(const auto plan, find_open(plans_, plan_id, "plan"));
  if (first >= plan->epochs().size()) return plan->range_error(first, 1);
  return plan->advance(first);
}

Result<> Session::set_expected(int plan_id, std::vector<std::string> expected) const {
  EEGATE_TRY(const auto plan, find_open(plans_, plan_id, "plan"));
  return plan->set_expected(std::move(expected));
}

Result<std::vector<std::byte>> Session::export_results(int plan_id, std::span<const float> probabilities,
                                                       const std::string& format) const {
  EEGATE_TRY(const auto plan, find_open(plans_, plan_id, "plan"));
  const auto known = kResultFormats.find(format);
  if (!known) {
    return Error{.code = "RESULT_FORMAT",
                 .message = "Results cannot be written in this format",
                 .found = quoted(format),
                 .expected = alternatives(kResultFormats.names)};
  }
  return write_results(*plan, probabilities, *known);
}

Result<const PreparedEpochs*> Session::open_epochs(int id, int recording_id, const std::string& recipe) {
  EEGATE_TRY(const auto recording, find_open(recordings_, recording_id, "recording"));
  EEGATE_TRY(PreparedEpochs prepared, PreparedEpochs::open(recording, recipe));
  auto& slot = epochs_[id];
  slot = std::make_shared<PreparedEpochs>(std::move(prepared));
  return static_cast<const PreparedEpochs*>(slot.get());
}

Result<double> Session::advance_epochs(int id, std::size_t first) {
  EEGATE_TRY(const auto prepared, find_open(epochs_, id, "preparation"));
  return prepared->advance(first);
}

Result<std::vector<float>> Session::read_epochs(int id, std::size_t first, std::size_t count) {
  EEGATE_TRY(const auto prepared, find_open(epochs_, id, "preparation"));
  return prepared->read(first, count);
}

Result<> Session::begin_spectrogram(int id, int recording_id, std::size_t channel) {
  EEGATE_TRY(const auto open, find_open(recordings_, recording_id, "recording"));
  EEGATE_TRY(NightSpectrogram spectrogram, NightSpectrogram::open(open->recording, channel));
  spectrograms_[id] = std::make_shared<OpenSpectrogram>(OpenSpectrogram{open, std::move(spectrogram)});
  return {};
}

Result<NightSpectrogram*> Session::spectrogram(int id) const {
  EEGATE_TRY(const auto open, find_open(spectrograms_, id, "spectrogram"));
  return &open->spectrogram;
}

Result<> Session::begin_sleep_events(int id, int recording_id, std::size_t channel, const Hypnogram& hypnogram) {
  EEGATE_TRY(const auto open, find_open(recordings_, recording_id, "recording"));
  EEGATE_TRY(SleepEventSearch search, SleepEventSearch::open(open->recording, channel, hypnogram));
  event_searches_[id] = std::make_shared<OpenEventSearch>(OpenEventSearch{open, std::move(search)});
  return {};
}

Result<SleepEventSearch*> Session::sleep_events(int id) const {
  EEGATE_TRY(const auto open, find_open(event_searches_, id, "search"));
  return &open->search;
}

Result<> Session::begin_explanation(int id, std::span<const std::byte> model, std::span<const float> x,
                                    std::size_t n_epochs, std::size_t n_times, const std::string& request) {
  EEGATE_TRY(explanations_[id], eegate::begin_explanation(model, x, n_epochs, n_times, request));
  return {};
}

Result<Explanation*> Session::explanation(int id) const {
  EEGATE_TRY(const auto explanation, find_open(explanations_, id, "explanation"));
  return explanation.get();
}

Result<> Session::begin_staging(int id, int recording_id, std::span<const std::vector<std::byte>> models,
                                const std::string& request) {
  EEGATE_TRY(const auto recording, find_open(recordings_, recording_id, "recording"));
  EEGATE_TRY(stagings_[id], StagingSession::begin(recording, models, request));
  return {};
}

Result<StagingSession*> Session::staging(int id) const {
  EEGATE_TRY(const auto staging, find_open(stagings_, id, "staging"));
  return staging.get();
}

Result<const Live*> Session::open_stream(int id, int model_id, const std::string& request) {
  EEGATE_TRY(const auto model, models_.find(model_id));
  EEGATE_TRY(const LiveRequest parsed, parse_live_request(request));
  EEGATE_TRY(Live live, Live::open(model, parsed));
  auto& slot = streams_[id];
  slot = std::make_shared<Live>(std::move(live));
  return static_cast<const Live*>(slot.get());
}

Result<Live*> Session::stream(int id) const {
  EEGATE_TRY(const auto stream, find_open(streams_, id, "stream"));
  return stream.get();
}

Result<> Session::begin_training(int id, const std::string& request, std::span<const std::byte> model) {
  EEGATE_TRY(std::shared_ptr<TrainingSession> training, TrainingSession::create(request, model));
  trainings_[id] = std::move(training);
  return {};
}

Result<> Session::add_to_training(int id, int recording_id, const std::string& recipe, const std::string& subject) {
  EEGATE_TRY(const auto training, find_open(trainings_, id, "training"));
  EEGATE_TRY(const auto recording, find_open(recordings_, recording_id, "recording"));
  return training->add_recording(recording, recipe, subject);
}

Result<TrainingSession*> Session::training(int id) const {
  EEGATE_TRY(const auto training, find_open(trainings_, id, "training"));
  return training.get();
}

}  // namespace eegate
