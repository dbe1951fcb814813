#include <algorithm>
#include <chrono>

#include "bench/cases.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/limit.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"
#include "kernels/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {

constexpr std::size_t kChains = 12;  // more than an addition takes cycles times what begins in one

// Returns the number of floating-point operations.
double multiply_and_add(std::size_t n, float* out) {
  const hn::ScalableTag<float> d;
  hn::Vec<decltype(d)> sum[kChains];
  for (std::size_t i = 0; i < kChains; ++i) sum[i] = hn::Set(d, static_cast<float>(i) + out[0]);
  const auto factor = hn::Set(d, 0.999F + out[1]), term = hn::Set(d, 0.001F + out[1]);
  for (std::size_t k = 0; k < n; ++k) {
    HWY_UNROLL(12) for (std::size_t i = 0; i < kChains; ++i) sum[i] = mul_add(factor, sum[i], term);
  }
  for (std::size_t i = 1; i < kChains; ++i) sum[0] = hn::Add(sum[0], sum[i]);
  out[2] = hn::GetLane(sum[0]);
  return 2.0 * static_cast<double>(n * kChains * hn::Lanes(d));
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {
HWY_EXPORT(multiply_and_add);

namespace {
double on_this_machine(std::size_t n, float* out) { return HWY_DYNAMIC_DISPATCH(multiply_and_add)(n, out); }
// No compiler may see that every round does the same.
double (*volatile measured)(std::size_t, float*) = on_this_machine;
}  // namespace
}  // namespace eegate

namespace eegate::bench {

double limit_gflops() {
  using Clock = std::chrono::steady_clock;
  float state[3] = {};
  double best = 0;
  for (int round = 0; round < 12; ++round) {
    const auto start = Clock::now();
    const double work = measured(1'000'000, state);
    best = std::max(best, work / std::chrono::duration<double, std::nano>(Clock::now() - start).count());
  }
  return best;
}

}  // namespace eegate::bench
#endif
