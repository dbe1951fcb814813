// Agreement of a stager with human scorers of the same nights.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/output/json_out.h"
#include "session/sleep/staging.h"
#include "sleep/hypnogram.h"
#include "train/metrics.h"

namespace eegate {

struct NightFigures {
  std::string name, hypnogram;  // of the recording; of the file with its stages, empty if its annotations hold them
  std::size_t n_compared = 0;   // epochs that have a stage from both
  std::size_t n_unstaged = 0;   // that were scored and got no stage
  double accuracy = 0, kappa = 0;
};

struct NightEvaluation {
  std::vector<NightFigures> nights;
  ClassificationMetrics all;     // epochs of all nights together
  std::vector<double> stage_f1;  // of each stage; 0 for one that neither has
  std::size_t n_unstaged = 0;
  BootstrapIntervals intervals;
};

class NightEvaluator {
 public:
  // The hypnogram is on the time axis of the recording that was staged.
  void add(const std::string& name, const StagedRecord& record, const Hypnogram& hypnogram,
           const std::string& hypnogram_name = {});
  // Error NIGHT_LABELS where no epoch has a stage from both.
  Result<NightEvaluation> result() const;

 private:
  std::vector<NightFigures> nights_;
  std::vector<float> probabilities_;
  std::vector<int> labels_;
  std::size_t n_unstaged_ = 0;
};

// Precision and recall of each class in one number, from rows = truth.
std::vector<double> f1_by_class(const ClassificationMetrics& metrics);

std::string describe_night_evaluation(const NightEvaluation& evaluation, Keys keys);

}  // namespace eegate
