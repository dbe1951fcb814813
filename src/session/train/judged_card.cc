#include "session/train/judged_card.h"

#include <memory>
#include <utility>
#include <vector>

#include "files/json.h"
#include "model/masked_patches.h"
#include "session/output/json_out.h"
#include "session/train/trained_before.h"
#include "session/train/training_card.h"
#include "train/trainable.h"

namespace eegate {
namespace {

// Nothing is known of the people of validation epochs that were given.
Judges judges_of(const TrainingStart& start, const TrainingSets& sets) {
  if (sets.split == "given") return {};
  const std::size_t n_new = sets.set_aside.size();
  return {.n_trained = sets.subjects.size() - n_new,
          .n_judging = n_new > 0 ? n_new : sets.subjects.size(),
          .are_new = n_new > 0,
          .known_before = warns_of_training_before(sets.warnings),
          .unknown_before = !start.new_weights && TrainedBefore(start.contract.train_json).names_nobody()};
}

}  // namespace

Result<std::string> judged_card(const Trainer& trainer, const TrainingStart& start, const TrainingSets& sets,
                                const std::string& card) {
  const bool is_judged = sets.validation.set.x.d0 > 0 && trainer.config().task != Task::kRegress;
  if (!is_judged || is_masked(trainer.config())) return card;
  EEGATE_TRY(std::unique_ptr<Network> network, network_of(trainer.config(), trainer.result()));
  const TrainableModel model{trainer.config(), trainer.result(), std::move(network)};
  PassMemory memory;
  std::vector<std::vector<float>> logits;
  for (const auto& trials : trainer.begin_validation())
    logits.push_back(infer(model, sets.validation.set, trials, memory));
  const ClassificationMetrics metrics = trainer.judge(logits).metrics;
  EEGATE_TRY(const JsonDocument of_run, JsonDocument::parse(card));
  EEGATE_TRY(const JsonDocument of_author, JsonDocument::parse(start.card_json.empty() ? "{}" : start.card_json));
  const auto is_free = [&](std::string_view key) {
    return of_run.root().get(key).absent() && of_author.root().get(key).absent();
  };
  JsonOut json(Keys::kSnake);
  json.begin_object();
  for (const auto& [key, value] : of_run.root().members()) json.raw(key, value.text());
  if (is_free("metrics") && metrics.n_unanswered == 0) {
    write_metrics(json, metrics, start.contract.classes);
    if (is_free("limits")) json.member("limits", limits_text(judges_of(start, sets)));
  }
  return json.end_object().take();
}

}  // namespace eegate
