// The instruction set that everything runs on, for comparing machines: see kernels/target.h.
#pragma once

#include <string>

#include "base/result.h"

namespace eegate {

// Before anything is loaded. Error CPU_TARGET for a name that this build or this machine does not have.
Result<> choose_cpu_target(const std::string& name);

// The one that everything runs on: "avx3", "avx2", "sse2", "simd128", "relaxed-simd".
std::string cpu_target_name();

// WebAssembly: which of the two builds this is.
bool is_relaxed_build();

}  // namespace eegate
