// The commands; main.cc has the names of their options. Each returns its error, and prints only when it is
// done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/nights.h"

namespace eegate::cli {

struct InfoOptions {
  std::vector<std::string> files;
  bool json = false, patterns = false;
};
Result<> info(const InfoOptions& options);

struct HypnogramCommandOptions {
  std::string file, compare, recording, output;
  std::string events;                // a channel of the recording
  std::string codes, compare_codes;  // words of kStageCodes; empty: those of the file
  double epoch_s = 0;
  std::string lights_off, lights_on;  // seconds or clock times; empty: those of the file
  bool json = false;
};
Result<> hypnogram(const HypnogramCommandOptions& options);

struct ReadOptions {
  std::string recording, output;
  std::vector<std::string> channels;
  double start_s = -1, duration_s = -1;  // negative: not given
  bool json = false;
};
Result<> read(const ReadOptions& options);

struct PrepareOptions {
  std::vector<std::string> recordings;
  std::string recipe, output, labels, subjects, runs, epochs_tsv, setup;
  bool json = false;
};
Result<> prepare(const PrepareOptions& options);

struct PredictOptions {
  std::string model, input, output;
  bool json = false;
};
Result<> predict(const PredictOptions& options);

// Of several recordings the results go to files of this format in the folder `output`.
struct ClassifyOptions {
  std::string model, output, recipe;
  std::vector<std::string> recordings;
  std::string format = "tsv";
  std::string calibration = "none";
  bool override_fit = false;
  bool json = false;
};
Result<> classify(const ClassifyOptions& options);
Result<> classify_each(const ClassifyOptions& options);

// Paths and labels after the BIDS-App convention.
struct BidsOptions {
  std::string folder, output, level;  // participant or group
  std::vector<std::string> participants, sessions, tasks;
  std::string model, recipe, shard;
  std::string calibration = "none";
  bool override_fit = false;
  bool json = false;
};
Result<> bids(const BidsOptions& options);

struct StageCommandOptions {
  std::string recording, output, edges = "inside";
  std::vector<std::string> models, channels;
  std::size_t stride = 1;
  bool json = false;
};
Result<> stage(const StageCommandOptions& options);

struct DeidentifyOptions {
  std::string recording, output;
  std::vector<std::string> keep;  // patient, recording, date
  bool remove_time = false;
  bool json = false;
};
// Errors: those of the recording, DEID_SAME_FILE.
Result<> deidentify(const DeidentifyOptions& options);

struct ConvertCommandOptions {
  std::string recording, output;  // .edf or .vhdr
  std::vector<std::string> keep;  // date
  bool remove_time = false;
  bool json = false;
};
Result<> convert(const ConvertCommandOptions& options);

struct ReportOptions {
  std::string model, recording, output, recipe;
  std::string calibration = "none";
  bool override_fit = false;
  bool json = false;
};
Result<> report(const ReportOptions& options);

struct SampleOptions {
  std::string output;
  std::uint64_t seed = 1;
  double duration_s = 0;  // 0: 120 s, of a night 8 h
  bool night = false;
  bool json = false;
};
Result<> sample(const SampleOptions& options);

struct SchemaOptions {
  std::string output;  // empty: standard output
};
Result<> schema(const SchemaOptions& options);

struct ExplainCommandOptions {
  std::string model, input, output, method = "integrated_gradients", baseline = "zero", checks;
  int target = 0;
  int n_steps = 0;                  // 0: as many as needed
  double window_s = 0, step_s = 0;  // 0: chosen
  std::uint64_t seed = 0;
  bool no_checks = false;
  bool json = false;
};
Result<> explain(const ExplainCommandOptions& options);

struct ExportOptions {
  std::string model, output;
  std::size_t n_times = 0;  // 0: the model's own
  bool json = false;
};
Result<> export_model(const ExportOptions& options);

// Wrong usage: only published stagers of sleep need no --config.
inline constexpr std::string_view kImportNeedsConfig = "IMPORT_CONFIG";

struct ImportOptions {
  std::string weights, config, output;
  bool json = false;
};
Result<> import_weights_file(const ImportOptions& options);

struct ExperimentOptions {
  std::string plan, output, data, shard;
  std::size_t n_workers = 0;  // 0: one for each core
  bool dry_run = false, json = false;
  bool table = false;  // nothing is run; the table of what is there
};
// Errors: those of the plan and the data, before anything is run; EXPERIMENT_FAILED_RUNS, after a line for each;
// TRAIN_INTERRUPTED after Ctrl-C. The table is written in either case; by a shard only when it is the last to end.
Result<> experiment(const ExperimentOptions& options);

struct GradOptions {
  std::string model, input, labels, output;
  bool batch_statistics = false;
  bool json = false;
};
Result<> grad(const GradOptions& options);

struct EvaluateOptions {
  std::string model, input, labels, subjects;
  NightPaths nights;  // instead of input and labels
  std::vector<std::string> channels;
  std::size_t stride = 1;
  std::string calibration = "none";
  bool json = false;
};
Result<> evaluate(const EvaluateOptions& options);
// Of a model of sequences, on recordings with hypnograms.
Result<> evaluate_nights(const EvaluateOptions& options);

struct CompareOptions {
  std::string data, labels, subjects, setup;
  std::vector<std::string> presets;
  std::size_t n_epochs = 0;  // 0: the default
  bool json = false;
};
Result<> compare(const CompareOptions& options);

struct TuneOptions {
  std::string model, data, labels, subjects, output;
  std::vector<std::string> ways;
  std::size_t n_epochs = 0, batch_size = 0;  // 0: the default
  double learning_rate = 0;                  // 0: that of adamw
  std::uint64_t seed = 0;
  bool json = false;
};
Result<> tune(const TuneOptions& options);

struct BenchmarkOptions {
  std::string data, labels, subjects, runs, setup;
  std::vector<std::string> models;
  std::string protocol = "run";
  bool mirror = false, shuffled = false;
  std::uint32_t seed = 42;
  std::size_t n_epochs = 0;  // 0: the default
  bool json = false;
};
Result<> benchmark(const BenchmarkOptions& options);

struct TrainCommandOptions {
  std::string start, preset;  // one of both
  std::string data, labels, output, optimizer, subjects, log, checkpoint;
  std::vector<std::string> validation;  // none, or samples and labels
  NightPaths nights;                    // instead of data and labels
  std::vector<std::string> channels;    // of the nights
  std::string split = "auto", init, schedule, class_weights, tune = "all";
  std::optional<double> warmup_share, clip_norm, weight_decay;
  double label_smoothing = 0;
  double pretrain = 0;                       // share of the patches that are hidden; 0: training with labels
  std::size_t memory_limit_mib = 0;          // 0: what the machine gives
  std::size_t n_epochs = 0, batch_size = 0;  // 0: the default
  double learning_rate = 0;                  // 0: the default of the optimiser
  std::int64_t patience = -1;                // negative: the default
  std::uint64_t seed = 0;
  std::size_t n_workers = 0;  // 0: one for each core
  double channel_dropout = 0;
  bool jitter = false, mirror = false, f16 = false;
  bool no_shuffle = false, no_dropout = false, resume = false, json = false;
};
// Error TRAIN_INTERRUPTED after Ctrl-C: what was reached is written all the same.
inline constexpr std::string_view kTrainInterrupted = "TRAIN_INTERRUPTED";
Result<> train(const TrainCommandOptions& options);
// "1,2.5,1"; nothing for other texts.
std::optional<std::vector<float>> class_weights_of(const std::string& text);

}  // namespace eegate::cli
