#include "session/sleep/staging.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/finite.h"
#include "base/numbers_as_text.h"
#include "model/memory_limit.h"
#include "model/sequence/window_means.h"
#include "session/sleep/staging_channels.h"

namespace eegate {
namespace {

constexpr double kLowestRate = 50;
constexpr double kShareOfReading = 0.2;  // of the time, for the bar

Error staging_error(std::string_view code, std::string message, std::string found, std::string expected,
                    std::string hint = {}) {
  return Error{.code = code,
               .message = std::move(message),
               .found = std::move(found),
               .expected = std::move(expected),
               .hint = std::move(hint)};
}

bool same_form(const SpectrogramForm& a, const SpectrogramForm& b) {
  return a.n_fft == b.n_fft && a.window == b.window && a.hop == b.hop && a.density == b.density && a.clip == b.clip &&
         a.floor == b.floor && a.sfreq == b.sfreq && a.samples == b.samples && a.unit == b.unit;
}

Result<> check_staging_models(std::span<SequenceModel* const> models) {
  if (models.empty()) return staging_error("STAGE_NO_MODEL", "Staging needs a model", "none", "one or more");
  const SequenceModel& first = *models.front();
  EEGATE_TRY(const NightRecipe wanted, parse_night_recipe(first.contract().recipe_json));
  for (const SequenceModel* model : models) {
    const std::vector<std::string>& classes = model->contract().classes;
    if (!std::ranges::equal(classes, kSleepStageNames)) {
      return staging_error("STAGE_MODELS", "The model does not answer with the five stages of sleep",
                           classes.empty() ? "nothing" : quoted(classes.front()) + " ...", "W, N1, N2, N3, REM");
    }
    EEGATE_TRY(const NightRecipe recipe, parse_night_recipe(model->contract().recipe_json));
    const bool same = recipe.steps == wanted.steps && recipe.epoch_s == wanted.epoch_s &&
                      model->config().n_times == first.config().n_times &&
                      same_form(model->network().spectrogram.form(), first.network().spectrogram.form()) &&
                      model->network().standardizes_record == first.network().standardizes_record;
    if (same) continue;
    return staging_error("STAGE_MODELS", "The models do not want the same signal",
                         model->config().architecture + " and " + first.config().architecture, "models of one recipe",
                         "Stage with each of them alone.");
  }
  return {};
}

Result<> check_staging_channels(const Recording& recording, std::span<const std::size_t> channels,
                                std::span<SequenceModel* const> models) {
  if (channels.empty()) {
    return staging_error("STAGE_NO_CHANNEL", "The recording has no channel that can be staged", "none",
                         "an EEG or EOG of 50 Hz or more", "Name the channels if they have other names.");
  }
  for (const std::size_t index : channels) {
    const Channel& channel = recording.channels()[index];
    if (channel.sfreq >= kLowestRate) continue;
    return staging_error("STAGE_RATE", "A channel is sampled too slowly for sleep staging",
                         quoted(channel.label) + " at " + significant(channel.sfreq, 6) + " Hz", "50 Hz or more");
  }
  for (const SequenceModel* model : models) {
    const SequenceNetwork& network = model->network();
    if (network.any_channels || network.n_chans == channels.size()) continue;
    std::string names;
    for (const std::string& name : model->contract().ch_names) names += (names.empty() ? "" : ", ") + name;
    return staging_error("STAGE_CHANNELS", "The model takes another number of channels",
                         std::to_string(channels.size()) + " channels", std::to_string(network.n_chans) + ": " + names,
                         "Name them in this order.");
  }
  return {};
}

Result<> check_stride(std::size_t stride, std::span<SequenceModel* const> models) {
  std::size_t most = models.front()->network().n_context;
  for (const SequenceModel* model : models)
    most = std::min(most, model->network().n_answers(model->network().n_context));
  if (stride > 0 && stride <= most) return {};
  return staging_error("STAGE_STRIDE", "Windows that far apart leave epochs out", std::to_string(stride),
                       "1 to " + std::to_string(most));
}

// A recipe that does not resample takes channels as they are: at another rate its epochs would have another length.
Result<> check_rates(const Recording& recording, std::span<const std::size_t> channels, const NightRecipe& recipe,
                     double sfreq) {
  for (const std::size_t index : channels) {
    const Channel& channel = recording.channels()[index];
    if (recipe.sfreq(channel.sfreq) == recipe.sfreq(sfreq)) continue;
    return staging_error("STAGE_RATE", "The model takes another sampling rate, and its recipe does not resample",
                         quoted(channel.label) + " at " + significant(channel.sfreq, 6) + " Hz",
                         significant(sfreq, 6) + " Hz");
  }
  return {};
}

// Images of all epochs, and of the windows that go through a network at once.
Result<> check_night_memory(const Recording& recording, std::size_t n_channels, const NightRecipe& recipe,
                            std::span<SequenceModel* const> models) {
  constexpr double kBuffersOfWindow = 8;  // memory of the layers for a window, in sizes of its images
  const SpectrogramForm& form = models.front()->network().spectrogram.form();
  const double size =
      static_cast<double>(form.n_frames(models.front()->config().n_times)) * static_cast<double>(form.n_bins());
  double n_epochs = 0, n_context = 0;
  for (const Segment& segment : recording.segments()) n_epochs += segment.duration_s / recipe.epoch_s + 2;
  for (const SequenceModel* model : models)
    n_context = std::max(n_context, static_cast<double>(model->network().n_context));
  return check_engine_memory(NetworkUse::kRun,
                             (n_epochs + kBuffersOfWindow * n_context) * size * static_cast<double>(n_channels),
                             "Stage fewer channels, or with a model whose images are smaller.");
}

// Epochs one after the other without a gap.
struct StagedRun {
  std::size_t segment = 0, first = 0, n = 0;
  std::size_t row = 0;  // of the first in the result
  bool is_whole = false;
};

int first_choice(std::span<const double> probabilities) {
  return static_cast<int>(std::ranges::max_element(probabilities) - probabilities.begin());
}

}  // namespace

struct Staging::State {
  State(const Recording& source, std::span<SequenceModel* const> with, StageOptions wanted, Night prepared)
      : recording(source), models(with.begin(), with.end()), options(std::move(wanted)), night(std::move(prepared)) {}

  Result<> prepare();
  void judge();
  void judge_channels();
  NoStage judge_epoch(const StagedPlace& place) const;
  void add_epochs(std::size_t segment);
  void begin_run();
  void work();
  void take_means();
  void finish();
  const float* image(const StagedRun& run, std::size_t channel, std::size_t epoch) const;
  double fraction() const;

  const Spectrogram& spectrogram() const { return models.front()->network().spectrogram; }
  std::size_t n_times() const { return models.front()->config().n_times; }
  std::size_t image_size() const { return silent.size(); }

  const Recording& recording;
  std::vector<SequenceModel*> models;
  StageOptions options;
  Night night;
  double sfreq = 0;
  std::vector<StagedChannel> channels;
  // The channel that is being prepared: read, then step by step, then its images.
  std::optional<NightChannel> reading;
  std::size_t next_step = 0;
  std::optional<ImageMaker> images;
  std::vector<std::size_t> used;  // of `channels`
  std::vector<float> silent;
  std::vector<StagedPlace> places;  // of the result's rows
  std::vector<StagedRun> runs;
  std::size_t n_steps = 0, n_steps_done = 0;
  std::size_t next_model = 0, next_run = 0;
  std::unique_ptr<WindowMeans> means;
  std::vector<double> totals;             // [rows, 5]
  std::vector<std::vector<int>> choices;  // of each model, by row
  bool judged = false, done = false;
  StagedRecord record;
};

Staging::Staging(std::unique_ptr<State> state) : state_(std::move(state)) {}
Staging::~Staging() = default;
Staging::Staging(Staging&&) noexcept = default;
Staging& Staging::operator=(Staging&&) noexcept = default;

Result<Staging> Staging::open(const Recording& recording, std::span<SequenceModel* const> models,
                              const StageOptions& options) {
  EEGATE_CHECK(check_staging_models(models));
  StageOptions wanted = options;
  if (wanted.channels.empty()) wanted.channels = default_channels(recording, models);
  EEGATE_CHECK(check_staging_channels(recording, wanted.channels, models));
  EEGATE_CHECK(check_stride(wanted.stride, models));
  const SequenceModel& model = *models.front();
  EEGATE_TRY(const NightRecipe recipe, parse_night_recipe(model.contract().recipe_json));
  EEGATE_CHECK(check_rates(recording, wanted.channels, recipe, model.contract().sfreq));
  EEGATE_CHECK(check_night_memory(recording, wanted.channels.size(), recipe, models));
  EEGATE_TRY(Night night, Night::open(recording, wanted.channels, recipe));
  auto state = std::make_unique<State>(recording, models, std::move(wanted), std::move(night));
  state->sfreq = recipe.sfreq(model.contract().sfreq);
  const double n_times = recipe.epoch_s * state->sfreq;
  if (n_times != static_cast<double>(model.config().n_times)) {
    return staging_error("STAGE_MODELS",
                         "The epochs of the model's recipe have another length than those of its network",
                         significant(n_times, 8) + " samples", std::to_string(model.config().n_times));
  }
  if (state->spectrogram().form().n_frames(state->n_times()) == 0) {
    return staging_error("STAGE_MODELS", "The epochs of the model are shorter than one frame of its images",
                         significant(n_times, 8) + " samples",
                         std::to_string(state->spectrogram().form().window) + " or more");
  }
  state->record.epoch_s = recipe.epoch_s;
  state->record.edges = state->options.edges;
  state->record.stride = state->options.stride;
  state->silent = silent_image(state->spectrogram(), state->n_times());
  state->choices.resize(models.size());
  for (const SequenceModel* each : models) {
    const auto& metadata = each->contract().metadata;
    const auto source = std::ranges::find(metadata, "source", &std::pair<std::string, std::string>::first);
    state->record.models.push_back(source == metadata.end() ? each->config().architecture : source->second);
  }
  return Staging(std::move(state));
}

Result<double> Staging::advance() {
  State& s = *state_;
  if (s.channels.size() < s.options.channels.size()) {
    EEGATE_CHECK(s.prepare());
  } else if (!s.judged) {
    s.judge();
    if (s.places.empty()) {
      return staging_error("STAGE_TOO_SHORT", "The recording is shorter than one epoch",
                           significant(s.recording.duration_s(), 6) + " s",
                           significant(s.record.epoch_s, 6) + " s or more");
    }
  } else if (!s.done) {
    s.work();
  }
  return s.done ? 1 : s.fraction();
}

const StagedRecord& Staging::result() const { return state_->record; }

double Staging::State::fraction() const {
  const auto share = [](std::size_t done_now, std::size_t all) {
    return all == 0 ? 1 : static_cast<double>(done_now) / static_cast<double>(all);
  };
  const double of_work = judged ? share(n_steps_done, n_steps) : 0;
  return std::min(0.999,
                  kShareOfReading * share(channels.size(), options.channels.size()) + (1 - kShareOfReading) * of_work);
}

Result<> Staging::State::prepare() {
  if (images) {
    if (!images->is_done()) images->step();
    if (!images->is_done()) return {};
    channels.push_back(images->take());
    images.reset();
    return {};
  }
  if (!reading) {
    EEGATE_TRY(reading, night.read(channels.size()));
    next_step = 0;
    return {};
  }
  if (next_step < night.n_steps()) return night.run_step(*reading, next_step++);
  images.emplace(std::move(*reading), spectrogram(), n_times(), sfreq);
  reading.reset();
  return {};
}

// Which channels take part. Where a model has a fixed number of them, all do.
void Staging::State::judge_channels() {
  const bool may_leave_out = options.split_at_gaps && std::ranges::all_of(models, [](const SequenceModel* model) {
                               return model->network().any_channels;
                             });
  for (std::size_t at = 0; at < channels.size(); ++at) {
    const std::size_t index = options.channels[at];
    StagingChannel entry{.index = index, .label = recording.channels()[index].label};
    if (may_leave_out && channels[at].is_flat) {
      entry.left_out = "flat";
    } else if (may_leave_out && channels[at].is_noise()) {
      entry.left_out = "noise";
    } else {
      used.push_back(at);
    }
    record.channels.push_back(std::move(entry));
  }
}

NoStage Staging::State::judge_epoch(const StagedPlace& place) const {
  if (!options.split_at_gaps) return NoStage::kNone;
  const auto everywhere = [&](std::vector<bool> StagedSegment::* wrong, bool or_still) {
    return std::ranges::all_of(channels, [&](const StagedChannel& channel) {
      const StagedSegment& segment = channel.segments[place.segment];
      return (segment.*wrong)[place.epoch] || (or_still && segment.still[place.epoch]);
    });
  };
  if (everywhere(&StagedSegment::still, false)) return NoStage::kGap;
  if (everywhere(&StagedSegment::noise, true)) return NoStage::kNoise;
  // The remaining channels may be flat where a channel that was left out is not.
  const bool silent_now = std::ranges::all_of(
      used, [&](std::size_t at) { return channels[at].segments[place.segment].still[place.epoch]; });
  return silent_now ? NoStage::kGap : NoStage::kNone;
}

void Staging::State::add_epochs(std::size_t segment) {
  std::size_t n = std::numeric_limits<std::size_t>::max();
  for (const StagedChannel& channel : channels) n = std::min(n, channel.segments[segment].n_epochs);
  for (std::size_t epoch = 0; epoch < n; ++epoch) {
    const StagedPlace place{segment, epoch};
    StagedEpoch entry{
        .onset_s = channels.front().segments[segment].onset_s + static_cast<double>(epoch) * record.epoch_s,
        .reason = judge_epoch(place)};
    entry.probabilities.fill(std::numeric_limits<float>::quiet_NaN());
    if (entry.reason == NoStage::kNone) {
      const bool follows = epoch > 0 && record.epochs.back().reason == NoStage::kNone;
      if (!follows) runs.push_back({.segment = segment, .first = epoch, .row = places.size()});
      runs.back().n += 1;
      runs.back().is_whole = runs.back().n == n;
    }
    record.epochs.push_back(entry);
    places.push_back(place);
  }
}

void Staging::State::judge() {
  judge_channels();
  judged = true;
  for (std::size_t segment = 0; segment < channels.front().segments.size(); ++segment) add_epochs(segment);
  totals.resize(places.size() * kSleepStages);
  for (std::vector<int>& choice : choices) choice.assign(places.size(), -1);
  if (models.front()->network().standardizes_record) {
    std::vector<StagedPlace> good;
    for (const StagedRun& run : runs) {
      for (std::size_t i = 0; i < run.n; ++i) good.push_back(places[run.row + i]);
    }
    for (StagedChannel& channel : channels) standardize_over_record(channel, good, image_size());
  }
  for (const StagedRun& run : runs) n_steps += models.size() * (run.n + 1);
  if (runs.empty()) finish();
}

const float* Staging::State::image(const StagedRun& run, std::size_t channel, std::size_t epoch) const {
  const StagedSegment& segment = channels[used[channel]].segments[run.segment];
  const bool is_rest = epoch == run.n && run.is_whole && segment.n_epochs == run.n;
  if (epoch >= run.n && !is_rest) return silent.data();
  return segment.images.data() + (run.first + epoch) * image_size();
}

void Staging::State::begin_run() {
  const StagedRun& run = runs[next_run];
  const WindowChoice choice{.stride = options.stride,
                            .beyond_edges = options.edges == StageEdges::kZeros && run.is_whole};
  means = std::make_unique<WindowMeans>(
      *models[next_model], used.size(), run.n, spectrogram().out_shape({1, 1, n_times(), 1}),
      [this, run](std::size_t channel, std::size_t epoch) { return image(run, channel, epoch); }, choice);
}

void Staging::State::work() {
  if (means == nullptr) begin_run();
  if (!means->is_done()) means->step();
  if (!means->is_done()) return;
  take_means();
  means.reset();
  n_steps_done += runs[next_run].n + 1;
  if (++next_run < runs.size()) return;
  next_run = 0;
  if (++next_model == models.size()) finish();
}

void Staging::State::take_means() {
  const StagedRun& run = runs[next_run];
  const std::vector<double> values = means->means();
  for (std::size_t i = 0; i < run.n; ++i) {
    const std::span<const double> row = std::span(values).subspan(i * kSleepStages, kSleepStages);
    for (std::size_t k = 0; k < kSleepStages; ++k) totals[(run.row + i) * kSleepStages + k] += row[k];
    if (!means->is_answered(i)) record.epochs[run.row + i].reason = NoStage::kNoContext;
    if (!std::isnan(row[0])) choices[next_model][run.row + i] = first_choice(row);
  }
}

void Staging::State::finish() {
  done = true;
  const auto n_models = static_cast<double>(models.size());
  for (std::size_t row = 0; row < places.size(); ++row) {
    StagedEpoch& epoch = record.epochs[row];
    const std::span<const double> sums = std::span(totals).subspan(row * kSleepStages, kSleepStages);
    if (epoch.reason != NoStage::kNone) continue;
    if (!all_finite(sums)) {
      epoch.reason = NoStage::kNoAnswer;
      continue;
    }
    epoch.stage = first_choice(sums);
    for (std::size_t k = 0; k < kSleepStages; ++k) epoch.probabilities[k] = static_cast<float>(sums[k] / n_models);
    const auto agree = std::ranges::count_if(choices, [&](const auto& choice) { return choice[row] == epoch.stage; });
    epoch.agreement = static_cast<float>(static_cast<double>(agree) / n_models);
  }
}

}  // namespace eegate
