// A model file with weights of fewer bits, and what that changes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "session/open/arrays.h"
#include "session/train/training_evaluation.h"

namespace eegate {

struct Quantization {
  int bits = 8;
  std::vector<std::byte> bytes;   // the file, with a self-test of its own
  std::size_t size_before = 0;    // bytes
  std::size_t n_inputs = 0;       // of the self-test
  double largest_difference = 0;  // of a logit, on those inputs
  double largest_logit = 0;       // of the model as it was
  struct Judged {
    Evaluation before, after;
    std::size_t n_changed = 0;  // epochs whose answer is another one
  };
  std::optional<Judged> judged;  // where there are labelled epochs
};

// Labelled epochs as .npy files; empty: none.
struct QuantizationEpochs {
  std::span<const std::byte> x = {}, y = {};
};

// To 8 or 16 bits. The card of the file (`train.quantization`) says what changed. Errors: those of the model file and
// of the epochs, MODEL_QUANTIZED for a model in 8 bits, MODEL_8_BITS.
Result<Quantization> quantize_model(std::span<const std::byte> model, int bits, const QuantizationEpochs& epochs = {},
                                    const Progress& progress = {});

// Snake-case keys.
std::string quantization_json(const Quantization& quantization);

}  // namespace eegate
