#include "cli/train_report.h"

#include <cstdio>

#include "session/output/json_out.h"

namespace eegate::cli {
namespace {

const EpochRecord* best_of(const Trainer& trainer) {
  const EpochRecord* best = nullptr;
  for (const EpochRecord& record : trainer.epochs()) best = record.is_best ? &record : best;
  return best;
}

std::string steps_report(const Trainer& trainer, const TrainingSets& sets) {
  const std::size_t n_left_out = trainer.n_left_out();
  return std::to_string(trainer.epochs().size()) + " epochs, " + std::to_string(trainer.n_steps_done()) + " steps on " +
         std::to_string(sets.train.set.x.d0 - n_left_out) + " epochs of data (" +
         std::string(state_text(trainer.state())) + ")" +
         (n_left_out > 0 ? "; " + std::to_string(n_left_out) + " of zeros throughout are left out" : "");
}

}  // namespace

std::string rounded(double value) {
  if (std::isnan(value)) return "none";
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

std::string range(const Interval& interval) { return rounded(interval.low) + " to " + rounded(interval.high); }

std::string text_report(const Trainer& trainer, const TrainingSets& sets) {
  std::string text = trainer.fit_json().empty() ? steps_report(trainer, sets) : fit_text(trainer);
  if (!trainer.epochs().empty()) text += "; training loss " + rounded(trainer.epochs().back().train_loss);
  text += "\n";
  const EpochRecord* best = best_of(trainer);
  if (best == nullptr) return text;
  text += "best epoch " + std::to_string(best->epoch) + " on " + std::to_string(sets.validation.set.x.d0) +
          " validation epochs (" + sets.split + "): loss " + rounded(best->validation_loss);
  if (best->chance > 0) text += ", accuracy " + rounded(best->accuracy) + " (chance " + rounded(best->chance) + ")";
  return text + "\n";
}

std::string json_report(const Trainer& trainer, const TrainingSets& sets) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("ended", state_text(trainer.state())).count("n_epochs", trainer.epochs().size());
  json.count("n_steps", trainer.n_steps_done())
      .count("n_train", sets.train.set.x.d0)
      .count("n_validation", sets.validation.set.x.d0);
  if (trainer.n_left_out() > 0) json.count("n_left_out", trainer.n_left_out());
  const EpochRecord* best = best_of(trainer);
  json.raw("best", best != nullptr ? to_json(*best) : std::string());
  json.raw("last", trainer.epochs().empty() ? std::string() : to_json(trainer.epochs().back()));
  json.raw("options", trainer.fit_json().empty() ? to_json(trainer.options()) : trainer.fit_json()).end_object();
  return json.take() + "\n";
}

}  // namespace eegate::cli
