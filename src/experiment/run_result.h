// The result of a run, and its file.
#pragma once

#include <string>
#include <vector>

#include "base/tensor.h"
#include "experiment/run.h"
#include "session/train/training_evaluation.h"
#include "train/train_log.h"

namespace eegate {

// Probabilities [trials, classes] of some trials of the table.
struct Judgement {
  std::vector<std::uint32_t> trials;
  std::vector<float> probabilities;
  Evaluation evaluation;
};

struct RunResult {
  std::string config, options;  // JSON; empty where there is no network
  std::size_t n_parameters = 0;
  std::vector<EpochRecord> curves;
  std::string ended;  // why training ended
  Judgement validation, test;
  Warnings warnings;
  double training_s = 0, latency_ms = 0, peak_mib = 0;
};

Judgement judge(const TrialTable& table, std::vector<std::uint32_t> trials, std::vector<float> probabilities);

std::string to_json(const RunContext& context, const RunResult& result);

// The point alone, for an error file.
std::string error_json(const ExperimentPlan& plan, const RunPoint& point, const NamedSplit& split, const Error& error);

}  // namespace eegate
