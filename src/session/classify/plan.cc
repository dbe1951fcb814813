#include "session/classify/plan.h"

#include <algorithm>
#include <utility>

#include "base/finite.h"
#include "model/recentring.h"
#include "session/open/describe.h"

namespace eegate {
namespace {

// The input channels of the model that the recording has, in the model's order and by the recording's unique names.
std::vector<std::string> found_names(const Recording& recording, const ChannelMatch& match) {
  std::vector<std::string> names;
  for (const std::size_t channel : match.found()) names.push_back(recording.channels()[channel].name);
  return names;
}

// Row of each matched channel among the prepared ones; a missing channel is filled with zeros.
std::vector<std::ptrdiff_t> rows_of(const ChannelMatch& match, const PreparePlan& prepared) {
  std::vector<std::ptrdiff_t> rows;
  for (const std::ptrdiff_t channel : match.channels) {
    const auto at = std::find(prepared.channels.begin(), prepared.channels.end(), static_cast<std::size_t>(channel));
    rows.push_back(channel < 0 || at == prepared.channels.end() ? -1 : at - prepared.channels.begin());
  }
  return rows;
}

Error no_epochs(const PreparePlan& prepared) {
  std::string reasons;
  for (const LeftOut& left_out : prepared.left_out) {
    reasons += (reasons.empty() ? "" : ", ") + std::to_string(left_out.count) + " because of: " + left_out.reason;
  }
  return {.code = "PLAN_NO_EPOCHS",
          .message =
              "The recipe cuts no epoch from this recording" + (reasons.empty() ? "" : " (left out " + reasons + ")"),
          .hint = "Check the annotations and the length of the recording, or use another recipe."};
}

constexpr std::size_t kEpochsAtOnce = 16;
constexpr std::size_t kFewEpochs = 10;  // weight of the training subjects' mean while epochs arrive

Warning balance_warning() {
  return {.code = "CALIBRATION_BALANCE",
          .message =
              "The epochs have no labels: calibration by them is right only if they hold all classes in about equal "
              "shares"};
}

Warning few_warning(std::size_t n_epochs) {
  return {.code = "CALIBRATION_FEW",
          .message = "Calibration rests on few epochs: " + std::to_string(n_epochs) + ", where " +
                     std::to_string(kFewEpochs) + " or more are usual"};
}

}  // namespace

Result<Plan> Plan::make(std::shared_ptr<OpenModel> model, std::shared_ptr<OpenRecording> recording, const Recipe* given,
                        bool override) {
  const ModelContract& contract = model->model.contract();
  EEGATE_CHECK(read_all_annotations(recording->recording));
  const ChannelMatch match = match_channels(contract.ch_names, recording->recording);
  const double sfreq = matched_sfreq(match, recording->recording);
  const RecipeChoice choice = choose_recipe(model->model, given, sfreq);
  EEGATE_TRY(Compatibility compatibility,
             eegate::check_compatibility(model->model, recording->recording, match, choice));
  if (compatibility.design_error) return std::move(*compatibility.design_error);
  if (sfreq == 0 || (compatibility.refused() && !override)) return refuse(compatibility);

  EEGATE_TRY(Preparation preparation, Preparation::open(recording->recording, choice.recipe,
                                                        {.ch_names = found_names(recording->recording, match)}));
  EEGATE_CHECK(model->model.check_n_times(preparation.plan().n_times));
  if (preparation.plan().epochs.empty()) return no_epochs(preparation.plan());
  Plan plan(std::move(model), std::move(recording), std::move(compatibility), choice.recipe, std::move(preparation));
  plan.rows_ = rows_of(match, plan.prepared());
  plan.rows_as_prepared_ = plan.rows_.size() == plan.prepared().n_chans();
  for (std::size_t i = 0; i < plan.rows_.size(); ++i) {
    plan.rows_as_prepared_ = plan.rows_as_prepared_ && plan.rows_[i] == static_cast<std::ptrdiff_t>(i);
  }
  return plan;
}

Plan::Plan(std::shared_ptr<OpenModel> model, std::shared_ptr<OpenRecording> recording, Compatibility compatibility,
           Recipe recipe, Preparation preparation)
    : model_(std::move(model)),
      recording_(std::move(recording)),
      compatibility_(std::move(compatibility)),
      recipe_(std::move(recipe)),
      preparation_(std::move(preparation)) {}

Result<> Plan::set_expected(std::vector<std::string> expected) {
  if (expected.size() != epochs().size())
    return Error{.code = "RESULT_SHAPE",
                 .message = "There must be one true class for each epoch",
                 .found = std::to_string(expected.size()),
                 .expected = std::to_string(epochs().size())};
  expected_ = std::move(expected);
  return {};
}

Result<> Plan::inputs(std::size_t first, std::size_t count, std::span<float> out) {
  if (rows_as_prepared_) return preparation_.epochs(first, count, out);
  const std::size_t n_times = prepared().n_times, n_prepared = prepared().n_chans();
  prepared_.resize(count * n_prepared * n_times);
  EEGATE_CHECK(preparation_.epochs(first, count, prepared_));
  const Tensor3 from(prepared_.data(), count, n_prepared, n_times);
  const Tensor3 to(out.data(), count, rows_.size(), n_times);
  for (std::size_t epoch = 0; epoch < count; ++epoch) {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const auto target = to[epoch].row(row);
      if (rows_[row] < 0) {
        std::ranges::fill(target, 0.0f);
      } else {
        std::ranges::copy(from[epoch].row(static_cast<std::size_t>(rows_[row])), target.begin());
      }
    }
  }
  return {};
}

Result<> Plan::classify(std::size_t first, std::size_t count, std::span<float> out) {
  if (first > epochs().size() || count > epochs().size() - first) return range_error(first, count);
  assert(out.size() == count * n_classes());
  while (is_calibrating()) EEGATE_CHECK(advance_calibration());
  const std::size_t epoch_floats = rows_.size() * prepared().n_times;
  const std::size_t batch_size = std::max<std::size_t>(1, kBatchFloats / std::max<std::size_t>(1, epoch_floats));
  for (std::size_t done = 0; done < count;) {
    const std::size_t n = std::min(batch_size, count - done);
    EEGATE_CHECK(classify_batch(first + done, n, out.subspan(done * n_classes(), n * n_classes())));
    done += n;
  }
  return {};
}

// The model's input, into the scratch.
Result<> Plan::read_batch(std::size_t first, std::size_t count) {
  input_.resize(count * rows_.size() * prepared().n_times);
  return inputs(first, count, input_);
}

// Logits of some epochs, into the scratch. Others use the same model: it is recentred for this batch alone.
Result<> Plan::predict_batch(std::size_t first, std::size_t count) {
  EEGATE_CHECK(read_batch(first, count));
  Model& model = model_->model;
  logits_.resize(count * model.config().n_outputs);
  const Matrix logits(logits_.data(), count, model.config().n_outputs);
  if (recentred_) recentred_->resume();
  const auto predicted = model.predict(ConstTensor3(input_.data(), count, rows_.size(), prepared().n_times), logits);
  if (recentred_) recentred_->suspend();
  return predicted;
}

Result<> Plan::classify_batch(std::size_t first, std::size_t count, std::span<float> out) {
  EEGATE_CHECK(predict_batch(first, count));
  const Model& model = model_->model;
  const Matrix logits(logits_.data(), count, model.config().n_outputs);
  for (std::size_t epoch = 0; epoch < count && calibration_ == Calibration::kMedian; ++epoch)
    move_threshold(logits.row(epoch), -threshold_);
  for (std::size_t epoch = 0; epoch < count; ++epoch) {
    model.probabilities(logits.row(epoch), out.subspan(epoch * n_classes(), n_classes()));
  }
  return {};
}

std::string Plan::label_of(std::span<const float> probabilities) const {
  if (model_->model.config().task == Task::kRegress || probabilities.empty()) return {};
  if (!all_finite(probabilities)) return {};
  const auto best = std::ranges::max_element(probabilities) - probabilities.begin();
  return model_->model.contract().classes[static_cast<std::size_t>(best)];
}

Warnings Plan::warnings() const {
  Warnings all = prepared().warnings;
  for (const Warning& warning : calibration_warnings_) all.push_back(warning);
  return all;
}

std::string describe_plan(const Plan& plan, Keys keys) {
  JsonOut json(keys);
  json.begin_object().key("compatibility").begin_object();
  write_compatibility(json, plan.compatibility());
  json.end_object().raw("recipe", recipe_json(plan.recipe())).member("sfreq", plan.prepared().sfreq);
  json.count("n_times", plan.prepared().n_times);
  write_epochs(json, plan.epochs());
  write_left_out(json, plan.prepared().left_out);
  json.member("overridden", plan.overridden()).member("calibration", plan.calibration_text());
  write_warnings(json, plan.warnings());
  json.end_object();
  return json.take();
}

Result<> Plan::calibrate(Calibration calibration) {
  if (calibration == Calibration::kNone) return {};
  EEGATE_CHECK(check_calibration(model_->model, calibration));
  if (calibration == Calibration::kOnline) {
    return Error{.code = "CALIBRATION_MODEL",
                 .message = "A recording is there as a whole: nothing has to be calibrated while it arrives",
                 .field = "calibrate",
                 .found = "online",
                 .expected = "median or recentre"};
  }
  std::vector<std::string> labels;
  for (const Epoch& epoch : epochs()) labels.push_back(epoch.label);
  EEGATE_CHECK(check_several_classes(labels, recording_->recording.file_name()));
  if (std::ranges::all_of(labels, [](const std::string& label) { return label.empty(); }))
    calibration_warnings_.push_back(balance_warning());
  if (labels.size() < kFewEpochs) calibration_warnings_.push_back(few_warning(labels.size()));
  if (calibration == Calibration::kRecentre)
    recentred_ = std::make_shared<Recentring>(Recentring::begin(model_->model));
  calibration_ = calibration;
  return {};
}

Result<double> Plan::advance_calibration() {
  if (!is_calibrating()) return 1.0;
  const std::size_t n_epochs = epochs().size(), n = std::min(kEpochsAtOnce, n_epochs - n_seen_);
  const auto share = [&](double more) { return (static_cast<double>(n_seen_) + more) / static_cast<double>(n_epochs); };
  EEGATE_TRY(const double filtered, preparation_.advance(n_seen_));
  if (filtered < 1) return share(filtered);
  if (recentred_) {
    EEGATE_CHECK(read_batch(n_seen_, n));
    recentred_->add({input_.data(), n, rows_.size(), prepared().n_times});
  } else {
    EEGATE_CHECK(predict_batch(n_seen_, n));
    seen_.insert(seen_.end(), logits_.begin(), logits_.end());
  }
  n_seen_ += n;
  if (is_calibrating()) return share(0);
  if (recentred_) {
    EEGATE_CHECK(recentred_->apply());
    recentred_->suspend();
  } else {
    threshold_ = median_log_odds({seen_.data(), n_epochs, logits_.size() / n});
  }
  return 1.0;
}

}  // namespace eegate
