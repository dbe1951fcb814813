#include "session/classify/live.h"

#include <algorithm>
#include <utility>

#include "base/numbers_as_text.h"
#include "files/strict_object.h"
#include "model/recentring.h"
#include "session/classify/calibration.h"
#include "session/open/recipe_choice.h"
#include "signal/epochs.h"

namespace eegate {
namespace {

constexpr double kMaxWaiting = 0x1p27;  // values of a stream in memory: half a gigabyte

// Windows, even where the recipe cuts epochs around annotations: in a live stream these are not known in advance.
WindowEpochs windows_of(const Recipe& recipe, double step_s) {
  const double length_s = epoch_length_s(recipe);
  const auto* given = std::get_if<WindowEpochs>(&*recipe.epochs);
  if (step_s == 0) step_s = given ? given->step_s : length_s;
  return {.length_s = length_s, .step_s = step_s, .label = {}};
}

Result<> check_recipe(const Model& model, const Recipe& recipe, double sfreq) {
  if (recipe.standardize && *recipe.standardize != Standardization::kNone) {
    return Error{
        .code = "RECIPE_VALUE", .message = "The recipe standardises, and so does the model", .field = "standardize"};
  }
  const double wanted = model.contract().sfreq;
  if (same_rate(sfreq, wanted)) return {};
  return Error{.code = "STREAM_RATE",
               .message = "The recipe does not give the sampling rate that the model takes",
               .field = "resample_hz",
               .found = number_text(sfreq) + " Hz",
               .expected = number_text(wanted) + " Hz"};
}

// Samples of windows that are not complete yet, and windows that were not read yet.
Result<> check_room(const ContinuousSteps& steps, const WindowEpochs& epochs, std::size_t max_waiting) {
  const double n_windows = static_cast<double>(max_waiting) + 2;
  const double n_values =
      static_cast<double>(steps.n_picked) * steps.sfreq_out * (epochs.length_s + n_windows * epochs.step_s);
  if (n_values <= kMaxWaiting) return {};
  return Error{.code = "STREAM_ROOM",
               .message = "Too many samples wait for windows to become complete",
               .field = "stepS",
               .found = number_text(n_values) + " values",
               .expected = "at most " + number_text(kMaxWaiting),
               .hint = "Let fewer windows wait, or take shorter steps."};
}

// Index of each channel of the model among the picked ones.
Result<std::vector<std::size_t>> rows_of(const StreamInput& input, const StreamSteps& steps,
                                         const std::vector<std::string>& ch_names) {
  EEGATE_TRY(const auto channels, find_in_stream(input, ch_names));
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const auto picked = std::span(steps.channels).first(steps.steps.n_picked);
    const auto at = std::ranges::find(picked, channels[i]);
    if (at == picked.end()) {
      return Error{.code = "STREAM_CHANNELS",
                   .message = "The recipe does not pick a channel that the model needs",
                   .field = "pick",
                   .expected = ch_names[i]};
    }
    rows.push_back(static_cast<std::size_t>(at - picked.begin()));
  }
  return rows;
}

// In the words of a stream, which has no other calibration.
Result<> check_recentring(const Model& model) {
  const Result<> checked = check_calibration(model, Calibration::kOnline);
  if (checked) return {};
  Error error = checked.error();
  error.field = "recentre";
  error.hint.clear();
  return error;
}

constexpr ObjectForm kStreamForm = form_with_one_code("request for a stream", "STREAM_OPTION");
constexpr FieldSpec kStreamRequest[] = {
    required_field(even_empty(optional_texts("chNames"))),
    even_empty(optional_texts("badChNames")),
    more_than_lowest(required_number("sfreq", 0, 1e6)),
    optional_json("recipe", "Recipe"),
    optional_bool("causalForm"),
    more_than_lowest(optional_number("stepS", 0, 3600)),
    optional_integer("maxWaiting", 1, 1024),
    optional_bool("dropsOldest"),
    optional_bool("recentre"),
};

}  // namespace

Live::Live(std::shared_ptr<OpenModel> model, StreamSteps steps, const StreamWindows& windows, Recipe recipe)
    : model_(std::move(model)),
      steps_(std::move(steps)),
      windows_(windows),
      recipe_(std::move(recipe)),
      stream_(steps_.steps, windows_) {}

Result<Live> Live::open(std::shared_ptr<OpenModel> model, const LiveRequest& request) {
  const ModelContract& contract = model->model.contract();
  const Recipe* given = request.recipe ? &*request.recipe : nullptr;
  RecipeChoice choice = choose_recipe(model->model, given, request.input.sfreq);
  if (!given && choice.model_recipe_error) return *choice.model_recipe_error;
  Recipe& recipe = choice.recipe;
  EEGATE_TRY(StreamSteps steps, design_stream(request.input, recipe, contract.ch_names, request.as_causal));
  EEGATE_CHECK(check_recipe(model->model, recipe, steps.steps.sfreq_out));
  EEGATE_TRY(const auto rows, rows_of(request.input, steps, contract.ch_names));

  const WindowEpochs epochs = windows_of(recipe, request.step_s);
  const double sfreq = steps.steps.sfreq_out;
  const std::int64_t n_times = sample_at(epochs.length_s, sfreq);
  if (n_times < 1 || !(epochs.step_s * sfreq >= 1)) {
    return Error{.code = "STREAM_STEP",
                 .message = "Windows must hold at least one sample, and begin at least one apart",
                 .field = "stepS",
                 .found = number_text(epochs.step_s) + " s at " + number_text(sfreq) + " Hz",
                 .expected = "at least " + number_text(1 / sfreq) + " s"};
  }
  EEGATE_CHECK(model->model.check_n_times(static_cast<std::size_t>(n_times)));
  EEGATE_CHECK(check_room(steps.steps, epochs, request.max_waiting));
  if (request.recentre) EEGATE_CHECK(check_recentring(model->model));
  recipe.epochs = epochs;
  if (recipe.bandpass) recipe.bandpass->mode = FilterMode::kCausal;
  Live live(std::move(model), std::move(steps),
            {.n_times = static_cast<std::size_t>(n_times),
             .step_s = epochs.step_s,
             .max_waiting = request.max_waiting,
             .drops_oldest = request.drops_oldest},
            std::move(recipe));
  live.rows_ = rows;
  if (request.recentre) {
    live.recentring_ = std::make_shared<Recentring>(Recentring::begin(live.model_->model));
  }
  return live;
}

std::string Live::describe(Keys keys) const {
  const double look_ahead_s = static_cast<double>(stream_.look_ahead()) / steps_.steps.sfreq_in;
  JsonOut json(keys);
  json.begin_object().raw("recipe", recipe_json(recipe_)).member("causal_form", steps_.is_causal_form);
  json.counts("channels", steps_.channels).member("sfreq", steps_.steps.sfreq_out).count("n_times", windows_.n_times);
  json.member("step_s", windows_.step_s).member("look_ahead_s", look_ahead_s);
  json.member("recentred", recentring_ != nullptr).end_object();
  return json.take();
}

Result<std::size_t> Live::push(std::span<const float> x, std::uint64_t n_lost, bool is_end) {
  const std::size_t n_rows = steps_.steps.n_rows, n = x.size() / n_rows;
  if (n * n_rows != x.size()) {
    return Error{.code = "STREAM_INPUT",
                 .message = "These samples are not those of every channel",
                 .found = std::to_string(x.size()) + " values",
                 .expected = "a multiple of " + std::to_string(n_rows)};
  }
  stream_.lose(n_lost);
  const std::size_t n_taken = stream_.push(ConstMatrix(x.data(), n_rows, n));
  if (is_end && n_taken == n) stream_.finish();
  return n_taken;
}

Result<std::optional<LiveDecision>> Live::next() {
  Model& model = model_->model;
  const std::size_t n_picked = steps_.steps.n_picked, n_times = windows_.n_times;
  window_.resize(n_picked * n_times);
  input_.resize(rows_.size() * n_times);
  logits_.resize(model.config().n_outputs);
  const Matrix window(window_.data(), n_picked, n_times);
  const auto taken = stream_.next(window);
  if (!taken) return std::optional<LiveDecision>();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    std::ranges::copy(window.row(rows_[i]), input_.begin() + static_cast<std::ptrdiff_t>(i * n_times));
  }
  const ConstTensor3 x(input_.data(), 1, rows_.size(), n_times);
  if (recentring_) recentring_->follow(x[0]);
  const auto predicted = model.predict(x, Matrix(logits_.data(), 1, logits_.size()));
  if (recentring_) recentring_->suspend();  // the model is shared with others
  EEGATE_CHECK(predicted);
  LiveDecision decision{.window = *taken, .probabilities = std::vector<float>(model.contract().classes.size())};
  model.probabilities(logits_, decision.probabilities);
  return std::optional(std::move(decision));
}

std::span<const FieldSpec> live_request_fields() { return kStreamRequest; }

Result<LiveRequest> parse_live_request(std::string_view json) {
  EEGATE_TRY(const JsonDocument document, JsonDocument::parse(json));
  EEGATE_TRY(const StrictObject object, StrictObject::read(kStreamRequest, document.root(), kStreamForm));
  LiveRequest request;
  object.copy("chNames", request.input.ch_names);
  object.copy("badChNames", request.input.bad_ch_names);
  object.copy("sfreq", request.input.sfreq);
  object.copy("causalForm", request.as_causal);
  object.copy("stepS", request.step_s);
  object.copy("maxWaiting", request.max_waiting);
  object.copy("dropsOldest", request.drops_oldest);
  object.copy("recentre", request.recentre);
  if (object.is_set("recipe")) {
    EEGATE_TRY(request.recipe, parse_recipe(object.text("recipe")));
  }
  return request;
}

}  // namespace eegate
