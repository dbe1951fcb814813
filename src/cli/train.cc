// eegate train: a new model from a configuration, or an old one trained further.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include "cli/file_source.h"
#include "cli/output.h"
#include "cli/train_commands.h"
#include "cli/train_crew.h"
#include "cli/train_log_file.h"
#include "session/json_out.h"
#include "session/training_run.h"

namespace eegate::cli {
namespace {

TrainingRequest request_of(const TrainCommandOptions& options) {
  return {.optimizer = options.optimizer,
          .n_epochs = options.n_epochs,
          .batch_size = options.batch_size,
          .learning_rate = options.learning_rate,
          .patience = options.patience,
          .seed = options.seed,
          .shuffle = !options.no_shuffle,
          .dropout = !options.no_dropout,
          .jitter = options.jitter,
          .mirror = options.mirror,
          .channel_dropout = options.channel_dropout};
}

Result<LabelledEpochs> read_epoch_files(const std::string& data, const std::string& labels, const ModelConfig& config) {
  EEGATE_TRY(const auto x, read_file(data));
  EEGATE_TRY(const auto y, read_file(labels));
  auto epochs = read_labelled_epochs(x, y, config);
  if (epochs.ok()) return epochs;
  Error error = std::move(epochs).error();
  const std::string names = base_name(data) + ", " + base_name(labels);
  error.place += (error.place.empty() ? "" : " of ") + names;
  return error;
}

Result<TrainingSets> read_sets(const TrainCommandOptions& options, const ModelConfig& config) {
  EEGATE_TRY(LabelledEpochs data, read_epoch_files(options.data, options.labels, config));
  LabelledEpochs validation;
  if (options.validation.size() == 2) {
    EEGATE_TRY(validation, read_epoch_files(options.validation[0], options.validation[1], config));
  }
  std::vector<std::int32_t> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(const auto bytes, read_file(options.subjects));
    EEGATE_TRY(subjects, read_subjects(bytes, data.set.x.d0));
  }
  EEGATE_TRY(TrainingSets sets, arrange_sets(std::move(data), std::move(validation), subjects, config, options.seed));
  if (options.jitter && sets.validation.set.x.d2 > config.n_times) {
    sets.validation = cut_middle(sets.validation, config.n_times);
  }
  return sets;
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// Back to the checkpoint, if there is one to go on from; returns what the log keeps.
Result<std::string> resume(Trainer& trainer, const TrainCommandOptions& options) {
  if (!options.resume || !exists(options.checkpoint)) return std::string();
  EEGATE_TRY(const auto checkpoint, read_file(options.checkpoint));
  EEGATE_CHECK(trainer.restore(checkpoint));
  if (options.log.empty() || !exists(options.log)) return std::string();
  EEGATE_TRY(const auto log, read_file(options.log));
  std::string text(log.size(), '\0');
  std::memcpy(text.data(), log.data(), log.size());
  return kept_log(text, trainer.n_steps_done(), trainer.epochs().size());
}

Result<> finish_epoch(Trainer& trainer, TrainCrew& crew, TrainLogFile& log, const std::string& checkpoint) {
  const EpochRecord record = trainer.finish_epoch(crew.validation());
  EEGATE_CHECK(log.add(to_json(record)));
  EEGATE_CHECK(log.flush());
  return checkpoint.empty() ? Result<>() : write_file(checkpoint, trainer.checkpoint());
}

Result<> run_training(Trainer& trainer, const TrainingSets& sets, TrainLogFile& log,
                      const TrainCommandOptions& options) {
  const std::size_t wanted =
      options.n_workers > 0 ? options.n_workers : std::max(1U, std::thread::hardware_concurrency());
  EEGATE_TRY(const auto crew, TrainCrew::create(trainer, sets, std::min(wanted, trainer.options().n_shards)));
  ProgressBar bar("training");
  while (!trainer.done()) {
    EEGATE_TRY(const std::vector<ShardGradients> shards, crew->gradients());
    EEGATE_TRY(const StepRecord record, trainer.finish_step(shards));
    EEGATE_CHECK(log.add(to_json(record)));
    if (trainer.at_epoch_end()) EEGATE_CHECK(finish_epoch(trainer, *crew, log, options.checkpoint));
    bar.show(static_cast<double>(trainer.n_steps_done()) / static_cast<double>(trainer.n_steps_total()));
  }
  return {};
}

std::string fixed(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.4f", value);
  return text;
}

std::string text_report(const Trainer& trainer, const TrainingSets& sets) {
  const EpochRecord* best = nullptr;
  for (const EpochRecord& record : trainer.epochs()) best = record.is_best ? &record : best;
  std::string text = std::to_string(trainer.epochs().size()) + " epochs, " + std::to_string(trainer.n_steps_done()) +
                     " steps on " + std::to_string(sets.train.set.x.d0) + " epochs of data (" +
                     std::string(state_text(trainer.state())) + "); training loss " +
                     fixed(trainer.epochs().back().train_loss) + "\n";
  if (best == nullptr) return text;
  text += "best epoch " + std::to_string(best->epoch) + " on " + std::to_string(sets.validation.set.x.d0) +
          " validation epochs (" + sets.split + "): loss " + fixed(best->validation_loss);
  if (best->chance > 0) text += ", accuracy " + fixed(best->accuracy) + " (chance " + fixed(best->chance) + ")";
  return text + "\n";
}

std::string json_report(const Trainer& trainer, const TrainingSets& sets) {
  JsonOut json(Keys::kSnake, true);
  json.begin_object().member("ended", state_text(trainer.state())).count("n_epochs", trainer.epochs().size());
  json.count("n_steps", trainer.n_steps_done())
      .count("n_train", sets.train.set.x.d0)
      .count("n_validation", sets.validation.set.x.d0);
  const EpochRecord* best = nullptr;
  for (const EpochRecord& record : trainer.epochs()) best = record.is_best ? &record : best;
  json.raw("best", best != nullptr ? to_json(*best) : std::string()).raw("last", to_json(trainer.epochs().back()));
  json.raw("options", to_json(trainer.options())).end_object();
  return json.take() + "\n";
}

// What was reached is worth keeping; the run has failed all the same.
Error keep_last_good(Error error, const Trainer& trainer, const TrainingStart& start, const TrainingSets& sets,
                     const std::string& output) {
  if (error.code != "TRAIN_DIVERGED" || trainer.n_steps_done() == 0) return error;
  const auto bytes = trained_model(trainer, start, sets);
  if (bytes.ok() && write_file(output, *bytes).ok()) error.hint += " They are in " + quoted(output, 200) + ".";
  return error;
}

}  // namespace

Result<> train(const TrainCommandOptions& options) {
  EEGATE_TRY(const auto start_bytes, read_file(options.start));
  EEGATE_TRY(const TrainingStart start, read_training_start(start_bytes, options.seed));
  EEGATE_TRY(const TrainOptions train_options, training_options(start, request_of(options)));
  EEGATE_TRY(const TrainingSets sets, read_sets(options, start.config));
  EEGATE_TRY(Trainer trainer, start_training(start, sets, train_options));
  EEGATE_CHECK(check_writable(options.output));
  if (!options.checkpoint.empty()) EEGATE_CHECK(check_writable(options.checkpoint));
  EEGATE_TRY(const std::string earlier, resume(trainer, options));
  // Before hours of training rather than after them.
  print_warnings(start.warnings);
  print_warnings(sets.warnings);
  EEGATE_TRY(TrainLogFile log, TrainLogFile::create(options.log, earlier));
  if (auto outcome = run_training(trainer, sets, log, options); !outcome.ok()) {
    EEGATE_CHECK(log.flush());
    return keep_last_good(std::move(outcome).error(), trainer, start, sets, options.output);
  }
  EEGATE_CHECK(log.flush());
  EEGATE_TRY(const auto model,
             trained_model(trainer, start, sets, "{}", options.f16 ? WeightFormat::kF16 : WeightFormat::kF32));
  EEGATE_CHECK(write_file(options.output, model));
  print(options.json ? json_report(trainer, sets) : text_report(trainer, sets));
  return {};
}

}  // namespace eegate::cli
