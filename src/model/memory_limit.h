// Limits of memory, checked before anything is allocated. Sizes are doubles: a product of sizes from a file may exceed
// every integer type.
#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "model/weights.h"

namespace eegate {

// Whether an engine (32-bit WebAssembly) can hold n_floats floats at once.
bool fits_engine(double n_floats);

// What a network is built for: to run here, or to be exported for a program that may have more memory.
enum class NetworkUse { kRun, kExport };

// Error MODEL_TOO_LARGE if the network is to run here and n_floats do not fit.
Result<> check_engine_memory(NetworkUse use, double n_floats, std::string hint);

// The number of values of these tensors together.
double count_values(std::span<const TensorSpec> tensors);
// Error MODEL_TOO_LARGE for more weights than an engine can hold.
Result<> check_weights_memory(std::span<const TensorSpec> tensors);

}  // namespace eegate
