// The commands; main.cc has the names of their options. Each returns its error, and prints only when it is
// done.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"

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

}  // namespace eegate::cli
