// The steps of a TrainingSession after its data have been loaded.
#include <algorithm>
#include <utility>

#include "model/architecture.h"
#include "session/open/describe.h"
#include "session/train/training_session.h"

namespace eegate {
namespace {

Error out_of_step(std::string message, std::string found = {}, std::string expected = {}) {
  return Error{.code = "TRAIN_OUT_OF_STEP",
               .message = std::move(message),
               .field = "position",
               .found = std::move(found),
               .expected = std::move(expected)};
}

}  // namespace

std::uint64_t TrainingSession::position() const {
  return trainer_->n_steps_done() + trainer_->epochs().size() + (trainer_->state() == TrainState::kDiverged ? 1 : 0) +
         (judgement_ ? 1 : 0);
}

Result<> TrainingSession::check_position(std::uint64_t position_wanted) const {
  if (trainer_ && position() == position_wanted) return {};
  return out_of_step("The engine is at another point of the training",
                     trainer_ ? std::to_string(position()) : "not begun", std::to_string(position_wanted));
}

TrainStage TrainingSession::next_stage() const {
  if (trainer_->at_epoch_end()) return TrainStage::kValidation;
  if (!trainer_->done()) return TrainStage::kStep;
  const bool can_judge = !plan_.split.validation.epochs.empty() && !judgement_;
  return can_judge ? TrainStage::kEvaluation : TrainStage::kEnd;
}

Result<> TrainingSession::give(std::span<const std::byte> bytes) {
  if (!trainer_) return check_position(0);
  EEGATE_TRY(const auto parts, read_parts({stage_, position()}, bytes));
  const auto foreign = [] { return out_of_step("An engine was given what belongs to another training"); };
  const auto chunks = trainer_->begin_validation();
  const std::size_t n_outputs = trainer_->config().n_outputs;
  for (const TrainPart& part : parts) {
    if (stage_ == TrainStage::kStep) {
      if (part.index >= shards_.size() || part.values.size() != trainer_->weights().flat().size()) return foreign();
      ShardGradients& shard =
          shards_[part.index].emplace(ShardGradients{part.index, part.loss, trainer_->weights().zeros()});
      std::ranges::copy(part.values, shard.gradients.flat().begin());
    } else {
      const std::size_t n_logits = part.index < chunks.size() ? chunks[part.index].size() * n_outputs : 0;
      if (part.index >= logits_.size() || part.values.size() != n_logits) return foreign();
      logits_[part.index].emplace(part.values.begin(), part.values.end());
    }
  }
  return {};
}

Result<TrainAdvance> TrainingSession::advance(std::uint64_t at, std::size_t worker_index, std::size_t n_workers,
                                              bool stop) {
  EEGATE_CHECK(check_position(at));
  if (worker_index >= n_workers) {
    return Error{.code = "TRAIN_OPTION",
                 .message = "There is no such engine in this training",
                 .field = "worker_index",
                 .found = std::to_string(worker_index) + " of " + std::to_string(n_workers),
                 .expected = "a number from 0, below the number of engines"};
  }
  TrainAdvance out;
  if (stage_ != TrainStage::kNone) EEGATE_CHECK(finish(out));
  if (stop) trainer_->stop();
  stage_ = next_stage();
  if (stage_ == TrainStage::kValidation && plan_.split.validation.epochs.empty()) {
    out.epoch = trainer_->finish_epoch({});
    stage_ = next_stage();
  }
  EEGATE_CHECK(compute(worker_index, n_workers, out));
  out.position = position();
  out.stage = stage_;
  return out;
}

Result<> TrainingSession::finish(TrainAdvance& out) {
  const auto is_there = [](const auto& part) { return part.has_value(); };
  if (!std::ranges::all_of(shards_, is_there) || !std::ranges::all_of(logits_, is_there)) {
    return out_of_step("An engine was not given all parts of a step");
  }
  if (stage_ == TrainStage::kStep) return finish_step(out);
  if (stage_ == TrainStage::kValidation) {
    std::vector<std::vector<float>> logits;
    for (auto& chunk : logits_) logits.push_back(std::move(*chunk));
    out.epoch = trainer_->finish_epoch(logits);
  } else if (stage_ == TrainStage::kEvaluation) {
    judge();
  }
  logits_.clear();
  return {};
}

Result<> TrainingSession::finish_step(TrainAdvance& out) {
  std::vector<ShardGradients> shards;
  for (auto& shard : shards_) shards.push_back(std::move(*shard));
  shards_.clear();
  auto record = trainer_->finish_step(shards);
  if (record.ok()) {
    out.step = std::move(record).value();
    return {};
  }
  if (trainer_->state() != TrainState::kDiverged) return record.take_error();
  out.problem = std::move(record).error();
  return {};
}

// The parts of this worker; the slots of the other workers stay empty until their parts are given.
Result<> TrainingSession::compute(std::size_t worker_index, std::size_t n_workers, TrainAdvance& out) {
  std::vector<TrainPart> mine;
  if (stage_ == TrainStage::kStep) {
    const std::vector<Shard> shards = trainer_->begin_step();
    shards_.assign(shards.size(), std::nullopt);
    for (std::size_t i = worker_index; i < shards.size(); i += n_workers) {
      const ShardGradients& shard = shards_[i].emplace(trainer_->shard_gradients(shards[i], memory_));
      mine.push_back({i, shard.loss, shard.gradients.flat()});
    }
  } else if (stage_ == TrainStage::kValidation || stage_ == TrainStage::kEvaluation) {
    if (stage_ == TrainStage::kEvaluation) EEGATE_CHECK(make_judge());
    const auto chunks = trainer_->begin_validation();
    logits_.assign(chunks.size(), std::nullopt);
    for (std::size_t i = worker_index; i < chunks.size(); i += n_workers) {
      mine.push_back({i,
                      {},
                      logits_[i].emplace(judged_ ? infer(*judged_, sets_.validation.set, chunks[i], memory_)
                                                 : trainer_->validation_logits(chunks[i], memory_))});
    }
  }
  if (n_workers > 1) out.parts = write_parts({stage_, position()}, mine);
  return {};
}

Result<> TrainingSession::make_judge() {
  const ModelConfig& config = trainer_->config();
  const Weights& weights = trainer_->result();
  EEGATE_TRY(std::unique_ptr<Network> network, find_architecture(config.architecture)->make(config, weights));
  judged_.emplace(TrainableModel{config, weights, std::move(network)});
  return {};
}

void TrainingSession::judge() {
  const ModelConfig& config = trainer_->config();
  std::vector<float> logits;
  for (const auto& chunk : logits_) logits.insert(logits.end(), chunk->begin(), chunk->end());
  const std::size_t n = sets_.validation.set.x.d0;
  const std::vector<float> probabilities = class_probabilities(config.task, {logits.data(), n, config.n_outputs});
  judgement_ =
      classification_metrics({probabilities.data(), n, config.n_classes()}, sets_.validation.set.targets.classes);
  predicted_.clear();
  judged_.reset();
  if (judgement_->n_unanswered > 0) return judgement_.reset();  // these weights have no finite output
  for (std::size_t i = 0; i < n; ++i) {
    const auto first = probabilities.begin() + static_cast<std::ptrdiff_t>(i * config.n_classes());
    predicted_.push_back(
        static_cast<int>(std::max_element(first, first + static_cast<std::ptrdiff_t>(config.n_classes())) - first));
  }
}

Result<> TrainingSession::restore(std::span<const std::byte> checkpoint, bool go_on) {
  if (!trainer_) return check_position(0);
  EEGATE_CHECK(trainer_->restore(checkpoint));
  if (go_on) trainer_->resume();
  stage_ = TrainStage::kNone;
  shards_.clear();
  logits_.clear();
  judged_.reset();
  judgement_.reset();
  return {};
}

Result<std::vector<std::byte>> TrainingSession::checkpoint(std::uint64_t at) const {
  EEGATE_CHECK(check_position(at));
  return trainer_->checkpoint();
}

Result<std::vector<std::byte>> TrainingSession::model_file(std::uint64_t at) const {
  EEGATE_CHECK(check_position(at));
  return trained_model(*trainer_, *start_, sets_, training_card(plan_, *start_, dataset_, judgement(), request_.date));
}

std::string TrainingSession::describe(const Warnings& findings) {
  JsonOut json(Keys::kCamel);
  json.begin_object();
  write_warnings(json, findings);
  json.end_object();
  return json.take();
}

std::string TrainingSession::describe(const TrainAdvance& advance) const {
  constexpr std::string_view kStages[] = {"none", "step", "validation", "evaluation", "end"};
  JsonOut json(Keys::kCamel);
  json.begin_object().count("position", advance.position);
  json.member("stage", kStages[static_cast<std::size_t>(advance.stage)]);
  json.count("n_steps_done", trainer_->n_steps_done()).count("n_epochs_done", trainer_->epochs().size());
  if (trainer_->done()) json.member("ended", state_text(trainer_->state()));
  if (advance.step) {
    json.key("step").begin_object();
    write_step(json, *advance.step);
    json.end_object();
  }
  if (advance.epoch) {
    json.key("epoch").begin_object();
    write_epoch(json, *advance.epoch);
    json.end_object();
  }
  if (advance.problem) {
    json.key("problem").begin_object().member("code", advance.problem->code);
    json.member("message", advance.problem->message).member("hint", advance.problem->hint).end_object();
  }
  if (advance.stage == TrainStage::kEnd) write_end(json);
  json.end_object();
  return json.take();
}

void TrainingSession::write_end(JsonOut& json) const {
  json.key("epochs").begin_array();
  for (const EpochRecord& record : trainer_->epochs()) {
    json.begin_object();
    write_epoch(json, record);
    json.end_object();
  }
  json.end_array();
  if (judgement_) {
    json.key("evaluation").begin_object();
    write_judgement(json, *judgement_, start_->contract.classes);
    json.counts("truth", sets_.validation.set.targets.classes).counts("predicted", predicted_);
    json.end_object();
  }
}

}  // namespace eegate
