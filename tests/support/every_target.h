// Runs a check once for each CPU target that this build has and this machine supports.
#pragma once

#include <catch2/catch_test_macros.hpp>

#include "hwy/highway.h"

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

}  // namespace eegate::test
