// How much an engine can hold at once.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "model/tensor_list.h"

namespace eegate {

// Whether so many floats can be alive at once. A double: the product of sizes from a file may exceed every integer.
bool fits_engine(double n_floats);

// What a network is made for: to run here, or to be described to a program that may have more memory.
enum class NetworkUse { kRun, kExport };

// MODEL_TOO_LARGE unless they can, where the network is to run.
Result<> check_engine_memory(NetworkUse use, double n_floats, std::string hint);

// How many values these tensors have together. A double for the same reason.
double count_values(std::span<const TensorSpec> tensors);
// MODEL_TOO_LARGE for more weights than an engine can hold, before any memory is asked for.
Result<> check_weights_memory(std::span<const TensorSpec> tensors);

}  // namespace eegate
