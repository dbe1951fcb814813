// Runs a check on each CPU target of this build that this machine supports, or on the one that all systems have.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include "hwy/highway.h"
#include "kernels/target.h"

namespace eegate::test {

template <class Check>
void on_every_target(const Check& check) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    CAPTURE(hwy::TargetName(target));
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
}

// Runs a check on the target with vectors of 128 bits without fused multiply-add: SSE2, or WebAssembly without relaxed
// SIMD. False if there is none (ARM and relaxed SIMD fuse).
template <class Check>
bool on_plain_target(const Check& check) {
#if HWY_ARCH_X86
  hwy::SetSupportedTargetsForTest(HWY_SSE2);
#elif !HWY_ARCH_WASM
  return false;
#else
  if (target_names().front() != "simd128") return false;
#endif
  check();
  hwy::SetSupportedTargetsForTest(0);
  return true;
}

}  // namespace eegate::test
