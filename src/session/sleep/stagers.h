// Models of sleep staging as a session holds them, and how published weights become such files.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/result.h"
#include "model/sequence/sequence_model.h"
#include "session/exchange/import_export.h"
#include "session/output/json_out.h"

namespace eegate {

struct OpenStager {
  std::string file_name;
  SequenceModel model;
};

// Errors: ST_*, MODEL_*.
Result<OpenStager> open_stager(std::span<const std::byte> bytes, std::string file_name);
// Whether a model file is a sleep stager, which classification cannot open.
bool is_stager(std::span<const std::byte> bytes);

// What describe_model says of other models, with the window in epochs and whether another number of channels will do.
std::string describe_stager(const OpenStager& open, Keys keys, bool pretty = false);

// Weights of RobustSleepNet, SeqSleepNet or Chambon2018 (safetensors with the names of their authors) as a model file
// with recipe, self-test, license, source and card. Errors: ST_*, IMPORT_*, MODEL_*.
Result<ImportedModel> import_stager(std::span<const std::byte> weights);

}  // namespace eegate
