// Imports published sleep staging models by their original tensor names: RobustSleepNet (Dreem), SeqSleepNet and
// Chambon2018 (PhysioEx). Sizes follow from the shapes of the tensors; recipes are those of the publications.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "exchange/import/foreign_weights.h"
#include "model/config.h"
#include "model/weights.h"

namespace eegate {

struct PublishedStager {
  std::string from;  // "RobustSleepNet", "PhysioEx"
  ModelConfig config;
  Weights weights;
  std::vector<std::string> ch_names;
  double sfreq = 0;
  std::string recipe_json;
  std::vector<std::pair<std::string, std::string>> assignments;  // ours, theirs
};

// Errors: IMPORT_UNKNOWN, IMPORT_TENSOR_MISSING, IMPORT_TENSOR_UNKNOWN, IMPORT_SHAPE, MODEL_CONFIG_*.
Result<PublishedStager> read_published_stager(const ForeignWeights& foreign);

}  // namespace eegate
