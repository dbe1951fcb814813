// What the benchmarks measure: kernels at the shapes that models of EEG have, and whole models.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace eegate::bench {

// One measurement of a kernel. `work` counts floating-point operations (a multiply-add is two) or, for functions,
// values.
struct KernelCase {
  std::string name;
  double work = 0;
  bool counts_values = false;
  std::function<void()> run = {};
};
std::vector<KernelCase> kernel_cases();

// Whole models: an attention encoder over single samples with wide heads (M1) and with heads of 4 (M1b), a gated one
// over 656 samples (M2), a small one over patches (M3).
struct ModelCase {
  std::string_view name;
  const char* config_json;
  double mflop = 0;             // of the matrix products of one trial
  std::size_t train_batch = 0;  // of the training steps that are measured; 0: none
};
const std::array<ModelCase, 4>& model_cases();
// A model file with weights from a seed.
Result<std::vector<std::byte>> seeded_model(const ModelCase& model);
// The same with dense layers in 8 bits.
Result<std::vector<std::byte>> seeded_int8_model(const ModelCase& model);

// Multiply-add in registers alone, as fast as this machine does it: 10^9 floating-point operations per second.
double limit_gflops();

}  // namespace eegate::bench
