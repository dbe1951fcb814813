#include "session/train/training_session.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "model/recentring.h"
#include "session/open/recipe_choice.h"
#include "session/train/training_memory.h"
#include "session/train/training_recipe.h"
#include "train/label_audit.h"
#include "train/label_fit.h"
#include "train/optimizer.h"

namespace eegate {
namespace {

Error train_error(std::string_view code, std::string message, std::string field, std::string found = {},
                  std::string expected = {}, std::string hint = {}) {
  return Error{.code = code,
               .message = std::move(message),
               .field = std::move(field),
               .found = std::move(found),
               .expected = std::move(expected),
               .hint = std::move(hint)};
}

std::string reasons_text(const std::vector<LeftOut>& left_out) {
  std::string text;
  for (const LeftOut& entry : left_out) {
    text += (text.empty() ? "" : ", ") + std::to_string(entry.count) + " because of: " + entry.reason;
  }
  return text;
}

// Reorders rows of `size` values in place, without memory for a second set.
void permute_rows(std::span<float> values, std::size_t size, std::span<const std::uint32_t> order) {
  std::vector<bool> is_done(order.size());
  std::vector<float> kept(size);
  for (std::size_t start = 0; start < order.size(); ++start) {
    if (is_done[start]) continue;
    std::copy_n(values.data() + start * size, size, kept.data());
    std::size_t to = start;
    while (order[to] != start) {
      std::copy_n(values.data() + order[to] * size, size, values.data() + to * size);
      is_done[to] = true;
      to = order[to];
    }
    std::copy_n(kept.data(), size, values.data() + to * size);
    is_done[to] = true;
  }
}

// The middle of every row, moved together where they lie.
Tensor3 middle_of(Tensor3 x, std::size_t n_times) {
  float* to = x.data;
  const std::size_t skipped = (x.d2 - n_times) / 2;
  for (std::size_t row = 0; row < x.d0 * x.d1; ++row) {
    std::copy_n(x.data + row * x.d2 + skipped, n_times, to);
    to += n_times;
  }
  return {x.data, x.d0, x.d1, n_times};
}

}  // namespace

Result<std::unique_ptr<TrainingSession>> TrainingSession::create(std::string_view request,
                                                                 std::span<const std::byte> model) {
  EEGATE_TRY(PageRequest asked, read_page_request(request));
  if (asked.setup.empty() == model.empty()) {
    return train_error("TRAIN_START", "A training starts from a configuration or from a model, one of the two",
                       "config", model.empty() ? "neither" : "both");
  }
  std::unique_ptr<TrainingSession> session(new TrainingSession(std::move(asked)));
  if (model.empty()) {
    EEGATE_TRY(session->wanted_, facts_of_setup(session->request_.setup));
  } else {
    EEGATE_TRY(session->start_, read_training_start(model, session->request_.training.seed));
    session->wanted_.classes = session->start_->contract.classes;
  }
  session->dataset_.label_names = session->wanted_.classes;
  return session;
}

Result<> TrainingSession::check_stage(Stage from, Stage to, const char* expected) const {
  if (reached_ >= from && reached_ <= to) return {};
  constexpr const char* kStages[] = {"a training that is not planned", "a planned training",
                                     "a training that has begun"};
  return train_error("TRAIN_ORDER", "The steps of a training were called in another order than they come in", "",
                     kStages[static_cast<std::size_t>(reached_)], expected);
}

Error TrainingSession::both_kinds() {
  return train_error("TRAIN_ORDER", "A training takes recordings or arrays", "data", "both", "one of the two");
}

Result<> TrainingSession::add_recording(std::shared_ptr<OpenRecording> open, std::string_view recipe_text,
                                        std::string_view subject) {
  EEGATE_CHECK(check_stage(Stage::kGathering, Stage::kPlanned, "recordings before it begins"));
  if (is_array_) return both_kinds();
  Recipe recipe;
  std::vector<std::string> ch_names = wanted_.ch_names;
  if (is_further()) {
    EEGATE_TRY(recipe, further_training_recipe(start_->contract, recipe_text, open->recording));
    EEGATE_TRY(ch_names, channels_of_model(start_->contract, open->recording));
  } else {
    EEGATE_TRY(recipe, training_recipe(recipe_text));
  }
  // Without epochs, planning reports what is missing.
  const Recipe longer = recipe.epochs ? widened(recipe, request_.jitter_s) : recipe;
  EEGATE_TRY(DatasetPart part, DatasetPart::plan(dataset_, *open, longer, ch_names, subject));
  const double window_s = request_.jitter_s > 0 ? epoch_length_s(recipe) : 0;
  n_times_ = window_s > 0 ? static_cast<std::size_t>(sample_at(window_s, dataset_.sfreq)) : dataset_.n_times;
  reached_ = Stage::kGathering;
  parts_.push_back(std::move(part));
  recordings_.push_back(std::move(open));
  recipes_.push_back(std::move(recipe));
  return {};
}

Result<> TrainingSession::add_labels(std::span<const std::int32_t> labels, std::span<const std::int32_t> subjects,
                                     std::size_t epoch_floats) {
  EEGATE_CHECK(check_stage(Stage::kGathering, Stage::kPlanned, "labels before it begins"));
  if (!parts_.empty()) return both_kinds();
  if (!subjects.empty() && subjects.size() != labels.size()) {
    return train_error("TRAIN_SUBJECTS", "The subjects are not one number for each epoch", "subjects",
                       std::to_string(subjects.size()), std::to_string(labels.size()));
  }
  const DataFacts& sizes =
      is_further() ? DataFacts{.n_chans = start_->config.n_chans, .n_times = start_->config.n_times} : wanted_;
  const std::size_t known = sizes.n_chans > 0 ? sizes.n_chans : sizes.n_times;
  if (known == 0 || epoch_floats == 0 || epoch_floats % known != 0) {
    return train_error(
        "TRAIN_SHAPE", "The epochs are not a whole number of channels and samples", "x",
        std::to_string(epoch_floats) + " values in each epoch",
        known == 0 ? "n_chans or n_times in the configuration" : "a multiple of " + std::to_string(known));
  }
  is_array_ = true;
  reached_ = Stage::kGathering;
  dataset_.n_times = sizes.n_chans > 0 ? epoch_floats / known : known;
  n_times_ = request_.jitter_s > 0 && sizes.n_times > 0 ? sizes.n_times : dataset_.n_times;
  const std::size_t n_chans = epoch_floats / dataset_.n_times;
  dataset_.ch_names = wanted_.ch_names;
  for (std::size_t c = dataset_.ch_names.size(); c < n_chans; ++c)
    dataset_.ch_names.push_back("E" + std::to_string(c + 1));
  std::map<std::int32_t, std::size_t> files;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::int32_t subject = subjects.empty() ? 0 : subjects[i];
    const std::size_t file = files.try_emplace(subject, files.size()).first->second;
    if (!subjects.empty() && file == dataset_.subjects.size()) dataset_.subjects.push_back(subject);
    dataset_.epochs.push_back({file, static_cast<double>(i), 1, {}});
    dataset_.labels.push_back(labels[i]);
  }
  auto last = std::max<std::int64_t>(2, static_cast<std::int64_t>(sizes.n_outputs)) - 1;
  for (const std::int32_t label : labels) last = std::max<std::int64_t>(last, label);
  for (std::size_t k = dataset_.label_names.size(); wanted_.classes.empty() && k <= static_cast<std::size_t>(last);
       ++k) {
    if (k >= 10000) break;  // check_data() reports what is wrong
    dataset_.label_names.push_back(std::to_string(k));
  }
  return {};
}

Result<> TrainingSession::make_start(std::uint64_t memory_limit) {
  DataFacts facts{.ch_names = dataset_.ch_names,
                  .classes = dataset_.label_names,
                  .n_chans = dataset_.ch_names.size(),
                  .n_times = n_times_,
                  .sfreq = dataset_.sfreq,
                  .recipe_json = {}};
  if (!recipes_.empty()) {
    EEGATE_TRY(const Recipe shared, shared_recipe(recipes_));
    facts.recipe_json = recipe_json(shared);
  }
  if (is_further()) {
    if (start_->contract.recipe_json.empty()) start_->contract.recipe_json = facts.recipe_json;
    return {};
  }
  EEGATE_TRY(const std::string setup, completed_setup(request_.setup, facts));
  EEGATE_CHECK(check_weights_fit(setup, memory_limit));
  EEGATE_TRY(start_, read_training_start(std::as_bytes(std::span(setup.data(), setup.size())), request_.training.seed));
  return {};
}

Result<> TrainingSession::check_data() const {
  const ModelConfig& config = start_->config;
  if (config.task == Task::kRegress) return regression_error();
  const auto mismatch = [](const char* code, const char* what, std::size_t found, std::size_t expected) {
    return train_error(code, std::string("The epochs have another number of ") + what + " than the model", "data",
                       std::to_string(found), std::to_string(expected), "Cut epochs of this size.");
  };
  if (config.n_chans != dataset_.ch_names.size())
    return mismatch("MODEL_CHANNELS", "channels", dataset_.ch_names.size(), config.n_chans);
  if (config.n_times != n_times_) return mismatch("MODEL_TIMES", "samples", n_times_, config.n_times);
  if (n_times_ > dataset_.n_times) return mismatch("MODEL_TIMES", "samples", dataset_.n_times, config.n_times);
  if (request_.jitter_s > 0 && n_times_ == dataset_.n_times) {
    return train_error(
        "TRAIN_OPTION", "Epochs of an array can only be moved where they are longer than the model's window",
        "augment.jitterS", std::to_string(n_times_) + " samples", "n_times in the configuration, and less");
  }
  if (!is_array_) EEGATE_CHECK(check_labels(dataset_));
  const std::vector<std::string>& classes = start_->contract.classes;
  for (std::size_t k = classes.size(); !is_array_ && k < dataset_.label_names.size(); ++k) {
    return train_error(
        "TRAIN_CLASSES", "An epoch has a label that is no class of the model", "labels",
        quoted(dataset_.label_names[k]), "one of " + [&] {
          std::string names;
          for (const std::string& name : classes) names += (names.empty() ? "" : ", ") + name;
          return names;
        }());
  }
  return check_targets(config.task, {labels_, {}}, dataset_.epochs.size(), config.n_outputs);
}

Result<> TrainingSession::audit() {
  std::vector<EpochPlace> places = places_;
  for (std::size_t i = 0; !knows_subjects() && i < places.size(); ++i) {
    places[i].subject = std::numeric_limits<std::int32_t>::min() + static_cast<std::int32_t>(i);
  }
  for (const AuditFinding& finding : audit_labels(labels_, start_->config.n_classes(), places, plan_.split)) {
    if (finding.is_error) return train_error(finding.code, finding.message, "labels");
    plan_.warnings.push_back({finding.code, finding.message});
  }
  if (!recentres(start_->config)) return {};
  std::vector<int> labels;
  std::vector<std::int32_t> groups;
  for (const std::uint32_t epoch : plan_.split.train.epochs) {
    labels.push_back(labels_[epoch]);
    groups.push_back(places_[epoch].file);
  }
  if (const auto finding = audit_recentring(labels, groups))
    plan_.warnings.push_back({finding->code, finding->message});
  return {};
}

void TrainingSession::count_classes() {
  plan_.train_counts.assign(start_->config.n_classes(), 0);
  plan_.validation_counts = plan_.train_counts;
  for (const std::uint32_t epoch : plan_.split.train.epochs)
    ++plan_.train_counts[static_cast<std::size_t>(labels_[epoch])];
  for (const std::uint32_t epoch : plan_.split.validation.epochs)
    ++plan_.validation_counts[static_cast<std::size_t>(labels_[epoch])];
}

Result<const TrainingPlan*> TrainingSession::plan(std::uint64_t memory_limit) {
  EEGATE_CHECK(check_stage(Stage::kGathering, Stage::kPlanned, "a plan before it begins"));
  reached_ = Stage::kGathering;
  if (dataset_.epochs.empty()) {
    const std::string reasons = reasons_text(dataset_.left_out);
    return train_error("TRAIN_EMPTY", "There is no epoch to train on", "data",
                       reasons.empty() ? "0 epochs" : "0 epochs; left out " + reasons, "1 or more",
                       "Check the annotations of the recordings and the labels of the recipe.");
  }
  // Nothing of an earlier call that failed: more may have been added since.
  places_.clear();
  labels_.clear();
  plan_ = {};
  EEGATE_CHECK(make_start(memory_limit));
  const std::optional<double> window_steps = steps_of_windows(start_->contract.recipe_json);
  knows_times_ = !is_array_ || window_steps;
  for (std::size_t i = 0; i < dataset_.epochs.size(); ++i) {
    const DatasetEpoch& epoch = dataset_.epochs[i];
    places_.push_back({knows_subjects() ? dataset_.subjects[epoch.file] : 0, static_cast<std::int32_t>(epoch.file),
                       epoch.onset_s, is_array_ ? window_steps.value_or(1) : epoch.duration_s});
    labels_.push_back(static_cast<int>(dataset_.labels[i]));
  }
  EEGATE_CHECK(check_data());
  plan_.warnings = start_->warnings;
  plan_.warnings.insert(plan_.warnings.end(), dataset_.warnings.begin(), dataset_.warnings.end());
  EEGATE_CHECK(make_split());
  EEGATE_CHECK(audit());
  count_classes();
  EEGATE_TRY(plan_.options, training_options(*start_, request_.training, plan_.train_counts));
  const Warnings unused = unused_options(plan_.options, start_->config);
  plan_.warnings.insert(plan_.warnings.end(), unused.begin(), unused.end());
  for (const TensorSpec& spec : start_->weights.specs()) plan_.n_parameters += spec.is_parameter ? spec.n_values() : 0;
  EEGATE_TRY(plan_.memory, training_memory(*start_, plan_.options, dataset_.epochs.size()));
  EEGATE_CHECK(check_memory(plan_.memory, dataset_.epochs.size(), memory_limit));
  // Batch norms need the whole batch in one place.
  plan_.n_shards = has_batch_norm(start_->weights) ? 1 : std::min(plan_.options.n_shards, plan_.options.batch_size);
  dataset_.values.resize(dataset_.epochs.size() * dataset_.epoch_floats());
  reached_ = Stage::kPlanned;
  return static_cast<const TrainingPlan*>(&plan_);
}

Warnings TrainingSession::audit_fit() const {
  if (reached_ != Stage::kPlanned) return {};
  const ConstTensor3 x(dataset_.values.data(), labels_.size(), dataset_.ch_names.size(), dataset_.n_times);
  Warnings warnings;
  if (dataset_.values.size() != x.size() || !is_loaded()) return warnings;  // begun already, or not yet loaded
  for (const AuditFinding& finding : audit_label_fit(x, labels_, start_->config.n_classes(), places_))
    warnings.push_back({.code = finding.code, .message = finding.message});
  return warnings;
}

// Training epochs to the front, those of validation behind them, where they lie.
void TrainingSession::arrange() {
  std::vector<std::uint32_t> order = plan_.split.train.epochs;
  order.insert(order.end(), plan_.split.validation.epochs.begin(), plan_.split.validation.epochs.end());
  const std::size_t n_train = plan_.split.train.epochs.size(), n_used = order.size();
  std::vector<bool> is_used(labels_.size());
  for (const std::uint32_t epoch : order) is_used[epoch] = true;
  for (std::size_t i = 0; i < is_used.size(); ++i) {
    if (!is_used[i]) order.push_back(static_cast<std::uint32_t>(i));
  }
  const std::size_t floats = dataset_.epoch_floats();
  permute_rows(dataset_.values, floats, order);
  sets_.train.values = std::move(dataset_.values);
  dataset_.values.clear();
  sets_.train.values.resize(n_used * floats);
  const Tensor3 all(sets_.train.values.data(), n_used, dataset_.ch_names.size(), dataset_.n_times);
  sets_.train.set.x = all.slice(0, n_train);
  sets_.validation.set.x = middle_of(all.slice(n_train, n_used - n_train), n_times_);
  for (std::size_t i = 0; i < n_used; ++i) {
    (i < n_train ? sets_.train : sets_.validation).set.targets.classes.push_back(labels_[order[i]]);
  }
  for (std::size_t i = 0; i < n_train; ++i) sets_.train.set.groups.push_back(places_[order[i]].file);
  sets_.split = plan_.split_text;
  sets_.warnings = plan_.warnings;
  for (const std::int32_t subject : std::set(dataset_.subjects.begin(), dataset_.subjects.end()))
    sets_.subjects.push_back(subject_name(dataset_, subject));
  for (const std::int32_t group : plan_.split.validation.groups) {
    sets_.set_aside.push_back(plan_.split_by == SplitRule::kSubject ? subject_name(dataset_, group)
                                                                    : file_name(static_cast<std::size_t>(group)));
  }
}

Result<> TrainingSession::begin() {
  EEGATE_CHECK(check_stage(Stage::kPlanned, Stage::kPlanned, "the plan and the samples, and then the beginning"));
  EEGATE_CHECK(check_loaded());
  reached_ = Stage::kBegun;
  parts_.clear();
  recordings_.clear();
  arrange();
  auto trainer = start_training(*start_, sets_, plan_.options);
  if (!trainer.ok()) return trainer.take_error();
  trainer_.emplace(std::move(trainer).value());
  return {};
}

}  // namespace eegate
