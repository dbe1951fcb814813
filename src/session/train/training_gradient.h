// Gradients of a model file's mean loss, as a file.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"

namespace eegate {

// d mean loss / d every parameter under its name, and `input` [B, C, T] with respect to uV; metadata `loss`. Running
// statistics are constants, and there is no dropout; with `batch_statistics` batch norms work as in training, over all
// epochs at once. Errors: those of the model file and of read_labelled_epochs, MODEL_TIMES.
Result<std::vector<std::byte>> gradient_file(std::span<const std::byte> model, std::span<const std::byte> x,
                                             std::span<const std::byte> y, bool batch_statistics);

}  // namespace eegate
