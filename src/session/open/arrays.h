// .npy files: samples of a recording, predictions for an array of epochs.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "base/result.h"
#include "session/open/open_files.h"
#include "session/open/samples.h"

namespace eegate {

// Called with the share of long work that is done, from 0 to 1.
using Progress = std::function<void(double)>;

// Errors name the file.
inline Error in_file(Error error, const std::string& name) {
  error.place += (error.place.empty() ? "" : " of ") + name;
  return error;
}

// Whether the header of an .npy file is right, and whether it is that of epochs. Errors: NPY_*.
Result<> check_npy(std::span<const std::byte> npy);
Result<> check_epochs_npy(std::span<const std::byte> npy);

// float32 uV [C, T].
std::vector<std::byte> samples_npy(const PreviewSamples& samples);

// x [B, C, T] uV after the recipe -> logits [B, L], in batches that need little memory. Errors: MODEL_TIMES,
// MODEL_INPUT_NONFINITE.
Result<> predict_in_batches(Model& model, ConstTensor3 x, Matrix logits, const Progress& progress = {});

struct PredictedArray {
  std::vector<std::byte> npy;
  std::size_t n_epochs = 0, n_unanswered = 0;  // the latter with logits that are not finite
};

// x [B, C, T] -> logits float32 [B, L], both as .npy. Errors: NPY_*, MODEL_CHANNELS, MODEL_TIMES,
// MODEL_INPUT_NONFINITE.
Result<PredictedArray> predict_npy(OpenModel& open, std::span<const std::byte> x, const Progress& progress);

}  // namespace eegate
