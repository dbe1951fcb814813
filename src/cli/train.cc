// eegate train: a new model from a configuration, or an old one trained further.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <thread>

#include "cli/file_source.h"
#include "cli/interruption.h"
#include "cli/nights.h"
#include "cli/opened.h"
#include "cli/output.h"
#include "cli/train_commands.h"
#include "cli/train_report.h"
#include "cli/train_workers.h"
#include "cli/writer.h"
#include "session/open/arrays.h"
#include "session/sleep/night_data.h"
#include "session/train/judged_card.h"
#include "session/train/training_memory.h"
#include "session/train/training_request.h"
#include "session/train/training_run.h"

namespace eegate::cli {
namespace {

TrainingRequest request_of(const TrainCommandOptions& options) {
  TrainingRequest request{.optimizer = options.optimizer,
                          .n_epochs = options.n_epochs,
                          .batch_size = options.batch_size,
                          .learning_rate = options.learning_rate,
                          .patience = options.patience,
                          .seed = options.seed,
                          .shuffle = !options.no_shuffle,
                          .dropout = !options.no_dropout,
                          .jitter = options.jitter,
                          .mirror = options.mirror,
                          .channel_dropout = options.channel_dropout,
                          .balanced_classes = options.class_weights == "balanced",
                          .label_smoothing = options.label_smoothing,
                          .schedule = options.schedule,
                          .tune = kTunes.value_of(options.tune),
                          .warmup_share = options.warmup_share,
                          .clip_norm = options.clip_norm,
                          .weight_decay = options.weight_decay};
  if (const auto weights = class_weights_of(options.class_weights)) request.class_weights = *weights;
  return request;
}

Error option_error(std::string message, std::string field, std::string found, std::string expected) {
  return {.code = "TRAIN_OPTION",
          .message = std::move(message),
          .field = std::move(field),
          .found = std::move(found),
          .expected = std::move(expected)};
}

// Two files as they are: epochs and what they should give.
struct EpochFiles {
  std::string data, labels;
  std::vector<std::byte> x, y;

  static Result<EpochFiles> read(const std::string& data, const std::string& labels) {
    EEGATE_TRY(auto x, read_epochs_file(data));
    EEGATE_TRY(auto y, read_npy_file(labels));
    return EpochFiles{data, labels, std::move(x), std::move(y)};
  }
};

Result<TrainingStart> read_model_start(const TrainCommandOptions& options, std::span<const std::byte> model) {
  if (!options.init.empty())
    return option_error("A model has its weights already", "init", options.init, "a configuration or --preset");
  if (!options.preset.empty())
    return option_error("A model has its architecture already", "preset", options.preset, "one of both");
  return read_training_start(model, options.seed);
}

// A configuration leaves out what follows from the data; a model file is complete.
Result<TrainingStart> read_start(const TrainCommandOptions& options, const EpochFiles& files) {
  const InitRule init = options.init.empty() ? InitRule::kTorch : kInitRules.value_of(options.init);
  std::string setup = R"({"config":{}})";
  std::vector<std::byte> bytes;
  if (!options.start.empty()) {
    EEGATE_TRY(bytes, read_file(options.start));
  }
  if (is_night_start(bytes, options.preset)) {
    return option_error("A model that stages nights is trained on recordings", "data", base_name(files.data),
                        "--nights in place of --data");
  }
  if (!options.start.empty()) {
    if (!looks_like_json(bytes)) return read_model_start(options, bytes);
    setup = text_of_bytes(bytes);
  } else if (options.preset.empty()) {
    return option_error("There is nothing to train", "start", "nothing", "a configuration, a model or --preset");
  }
  if (!options.preset.empty()) {
    EEGATE_TRY(setup, setup_with_preset(setup, options.preset));
  }
  EEGATE_TRY(const DataFacts facts, facts_of_arrays(setup, files.x, files.y));
  auto completed = completed_setup(setup, facts);
  if (!completed.ok() && completed.error().code == "MODEL_PRESET") {
    Error error = std::move(completed).error();
    error.hint = "Of models that stage nights, by --nights: " + night_presets() + ".";
    return error;
  }
  EEGATE_TRY(const std::string whole, std::move(completed));
  return read_training_start(std::as_bytes(std::span(whole.data(), whole.size())), options.seed, init);
}

// Frees the bytes of a file once it is parsed.
Result<LabelledEpochs> parse_epochs(EpochFiles files, const ModelConfig& config) {
  auto epochs = read_labelled_epochs(files.x, files.y, config);
  if (epochs.ok()) return epochs;
  return in_file(std::move(epochs).error(), base_name(files.data) + ", " + base_name(files.labels));
}

Result<TrainingSets> read_sets(const TrainCommandOptions& options, EpochFiles files, const TrainingStart& start) {
  const ModelConfig& config = start.config;
  EEGATE_TRY(LabelledEpochs data, parse_epochs(std::move(files), config));
  LabelledEpochs validation;
  if (options.validation.size() == 2) {
    EEGATE_TRY(EpochFiles others, EpochFiles::read(options.validation[0], options.validation[1]));
    EEGATE_TRY(validation, parse_epochs(std::move(others), config));
  }
  if (options.jitter && data.set.x.d2 == config.n_times) {
    return option_error("Epochs can only be moved where they are longer than the model's window", "jitter",
                        std::to_string(config.n_times) + " samples",
                        "n_times in the configuration, and fewer than the epochs have");
  }
  std::vector<std::int32_t> subjects;
  if (!options.subjects.empty()) {
    EEGATE_TRY(const auto bytes, read_npy_file(options.subjects));
    EEGATE_TRY(subjects, read_subjects(bytes, data.set.x.d0));
  }
  EEGATE_TRY(TrainingSets sets,
             arrange_sets(std::move(data), std::move(validation), subjects, config, options.seed,
                          kSplitRules.value_of(options.split), start.contract.recipe_json, start.contract.train_json));
  if (options.jitter && sets.validation.set.x.d2 > config.n_times) {
    sets.validation = cut_middle(sets.validation, config.n_times);
  }
  return sets;
}

// Inputs of training: a model, and epochs with labels.
struct Material {
  TrainingStart start;
  TrainingSets sets;
  std::string card = "{}";
  std::optional<TrainingStart> masked = {};  // of a pretraining: what learns, for the encoder of `start`

  const TrainingStart& learner() const { return masked ? *masked : start; }
};

Result<Material> read_for_pretraining(const TrainCommandOptions& options) {
  EEGATE_TRY(auto x, read_epochs_file(options.data));
  EEGATE_TRY(auto zeros, pretraining_targets(x));
  EpochFiles files{options.data, "no labels", std::move(x), std::move(zeros)};
  EEGATE_TRY(TrainingStart start, read_start(options, files));
  EEGATE_TRY(TrainingStart masked, pretraining_start(start, options.pretrain, options.seed));
  EEGATE_TRY(TrainingSets sets, read_sets(options, std::move(files), masked));
  return Material{std::move(start), std::move(sets), pretraining_card(options.pretrain), std::move(masked)};
}

Result<Material> read_arrays(const TrainCommandOptions& options) {
  if (options.split == "run")
    return option_error("Arrays do not contain the recording of an epoch", "split", "run", "subject, block or none");
  if (options.pretrain > 0) return read_for_pretraining(options);
  EEGATE_TRY(EpochFiles files, EpochFiles::read(options.data, options.labels));
  EEGATE_TRY(TrainingStart start, read_start(options, files));
  EEGATE_TRY(TrainingSets sets, read_sets(options, std::move(files), start));
  return Material{std::move(start), std::move(sets)};
}

Result<Material> read_nights(const TrainCommandOptions& options) {
  std::vector<std::byte> bytes;
  if (!options.start.empty()) {
    EEGATE_TRY(bytes, read_file(options.start));
  }
  const InitRule init = options.init.empty() ? InitRule::kTorch : kInitRules.value_of(options.init);
  EEGATE_TRY(TrainingStart start, read_night_start(bytes, options.preset, options.channels, options.seed, init));
  EEGATE_TRY(const std::vector<NightFile> files, nights_of(options.nights));
  std::vector<LabelledNight> nights;
  Warnings warnings;
  ProgressBar bar("reading");
  EEGATE_CHECK(for_each_night(
      files, [&](const OpenRecording& open, const HypnogramFile& hypnogram, const std::string&) -> Result<> {
        EEGATE_TRY(LabelledNight night, load_night(open, hypnogram.hypnogram, start, {.channels = options.channels}));
        nights.push_back(std::move(night));
        warnings.insert(warnings.end(), hypnogram.warnings.begin(), hypnogram.warnings.end());
        bar.show(static_cast<double>(nights.size()) / static_cast<double>(files.size()));
        return {};
      }));
  EEGATE_TRY(NightSets arranged,
             arrange_nights(std::move(nights), start, options.seed, kSplitRules.value_of(options.split)));
  arranged.sets.warnings.insert(arranged.sets.warnings.begin(), warnings.begin(), warnings.end());
  return Material{std::move(start), std::move(arranged.sets), std::move(arranged.card)};
}

std::size_t workers_of(const TrainCommandOptions& options, const TrainOptions& train_options) {
  const std::size_t wanted =
      options.n_workers > 0 ? options.n_workers : std::max(1U, std::thread::hardware_concurrency());
  return std::min(wanted, train_options.n_shards);
}

// Before anything long begins: whether it can be held, and written.
Result<> check_means(const TrainCommandOptions& options, const TrainingStart& start, const TrainOptions& train_options,
                     const TrainingSets& sets) {
  const std::size_t n = sets.train.set.x.d0 + sets.validation.set.x.d0;
  EEGATE_TRY(const TrainingMemory memory, training_memory(start, train_options, n, workers_of(options, train_options)));
  const std::uint64_t limit =
      options.memory_limit_mib > 0 ? std::uint64_t{options.memory_limit_mib} << 20 : kAddressableBytes;
  EEGATE_CHECK(check_memory(memory, n, limit));
  std::vector<std::string> outputs = {options.output, options.checkpoint, options.log};
  std::erase(outputs, std::string());
  return check_outputs(outputs);
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

// Restores the checkpoint, if there is one; returns the lines of the log that remain.
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

Result<> save_checkpoint(const Trainer& trainer, const TrainCommandOptions& options) {
  return options.checkpoint.empty() ? Result<>() : write_file(options.checkpoint, trainer.checkpoint(), Before::kIsOwn);
}

Result<> finish_epoch(Trainer& trainer, TrainWorkers& workers, LogFile& log, const TrainCommandOptions& options) {
  EEGATE_TRY(const auto logits, workers.validation());
  const EpochRecord record = trainer.finish_epoch(logits);
  EEGATE_CHECK(log.add(to_json(record)));
  EEGATE_CHECK(log.flush());
  return save_checkpoint(trainer, options);
}

// Ctrl-C ends it after the step that is under way, with a checkpoint from which it can go on.
Result<> run_training(Trainer& trainer, const TrainingSets& sets, LogFile& log, const TrainCommandOptions& options) {
  EEGATE_TRY(const auto workers, TrainWorkers::create(trainer, sets, workers_of(options, trainer.options())));
  const Interruption interruption;
  ProgressBar bar("training");
  while (!trainer.done()) {
    EEGATE_TRY(std::vector<ShardGradients> shards, workers->gradients());
    EEGATE_TRY(const StepRecord record, trainer.finish_step(shards));
    EEGATE_CHECK(log.add(to_json(record)));
    if (trainer.at_epoch_end()) EEGATE_CHECK(finish_epoch(trainer, *workers, log, options));
    bar.show(static_cast<double>(trainer.n_steps_done()) / static_cast<double>(trainer.n_steps_total()));
    if (!interruption.asked() || trainer.done()) continue;
    EEGATE_CHECK(save_checkpoint(trainer, options));
    trainer.stop();
  }
  return log.flush();
}

Error interrupted(const Trainer& trainer, const TrainCommandOptions& options) {
  return {.code = kTrainInterrupted,
          .message = "Training was interrupted; what it has reached is in " + eegate::quoted(options.output, 200),
          .place = "step " + std::to_string(trainer.n_steps_done()) + " of " + std::to_string(trainer.n_steps_total()),
          .hint = options.checkpoint.empty() ? "" : "The same command with --resume goes on from here."};
}

// The last good state is saved, although the run has failed.
Error keep_last_good(Error error, const Trainer& trainer, const TrainingStart& start, const TrainingSets& sets,
                     const std::string& output) {
  if (error.code != "TRAIN_DIVERGED" || trainer.n_steps_done() == 0) return error;
  const auto bytes = trained_model(trainer, start, sets);
  if (bytes.ok() && write_file(output, *bytes).ok()) error.hint += " They are in " + eegate::quoted(output, 200) + ".";
  return error;
}

}  // namespace

std::optional<std::vector<float>> class_weights_of(const std::string& text) {
  std::vector<float> weights;
  const char *at = text.data(), *const end = at + text.size();
  for (;;) {
    float weight = 0;
    const auto [stop, problem] = std::from_chars(at, end, weight);
    if (problem != std::errc()) return std::nullopt;
    weights.push_back(weight);
    if (stop == end) return weights;
    if (*stop != ',') return std::nullopt;
    at = stop + 1;
  }
}

Result<> train(const TrainCommandOptions& options) {
  EEGATE_TRY(const Material material, options.data.empty() ? read_nights(options) : read_arrays(options));
  const TrainingStart& start = material.start;
  const TrainingSets& sets = material.sets;
  EEGATE_TRY(const TrainOptions train_options,
             training_options(start, request_of(options), class_counts(sets, material.learner().config)));
  EEGATE_TRY(Trainer trainer, start_training(material.learner(), sets, train_options));
  EEGATE_CHECK(check_means(options, material.learner(), train_options, sets));
  EEGATE_TRY(const std::string earlier, resume(trainer, options));
  // Before hours of training rather than after them.
  print_warnings(start.warnings);
  print_warnings(sets.warnings);
  print_warnings(unused_options(train_options, material.learner().config));
  EEGATE_TRY(LogFile log, LogFile::open(options.log, earlier));
  if (auto outcome = run_training(trainer, sets, log, options); !outcome.ok()) {
    EEGATE_CHECK(log.flush());
    return keep_last_good(std::move(outcome).error(), trainer, start, sets, options.output);
  }
  EEGATE_TRY(const std::string card, judged_card(trainer, start, sets, material.card));
  EEGATE_TRY(const auto model,
             trained_model(trainer, start, sets, card, options.f16 ? WeightFormat::kF16 : WeightFormat::kF32));
  EEGATE_CHECK(write_file(options.output, model));
  options.json ? print_data(json_report(trainer, sets)) : print(text_report(trainer, sets));
  if (trainer.state() == TrainState::kStopped) return interrupted(trainer, options);
  return {};
}

}  // namespace eegate::cli
