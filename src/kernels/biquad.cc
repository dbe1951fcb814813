#include "kernels/biquad.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/biquad.cc"
#include "hwy/foreach_target.h"  // compiles this file once per CPU target
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace eegate::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// One time step of a vector of channels. Mul and Add, never MulAdd: a fused product rounds once instead of twice, and
// the result would depend on the machine. The term of s1 that depends on y is added last, because the next step depends
// on it.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void step(D d, double* x, V& s1, V& s2, V b0, V b1, V b2, V a1, V a2) {
  const V in = hn::LoadU(d, x);
  const V out = hn::Add(hn::Mul(b0, in), s1);
  s1 = hn::Sub(hn::Add(hn::Mul(b1, in), s2), hn::Mul(a1, out));
  s2 = hn::Sub(hn::Mul(b2, in), hn::Mul(a2, out));
  hn::StoreU(out, d, x);
}

// The loop over time for kVectors independent vectors of channels, which hides the latency of the dependency between
// time steps.
template <size_t kVectors, class D>
HWY_INLINE void run(D d, double* x, ptrdiff_t stride, size_t n_times, double* state, size_t n_chans, const Biquad& q) {
  using V = hn::Vec<D>;
  const size_t n_lanes = hn::Lanes(d);
  const V b0 = hn::Set(d, q.b0), b1 = hn::Set(d, q.b1), b2 = hn::Set(d, q.b2);
  const V a1 = hn::Set(d, q.a1), a2 = hn::Set(d, q.a2);
  V s1[kVectors], s2[kVectors];
  HWY_UNROLL(4) for (size_t v = 0; v < kVectors; ++v) {
    s1[v] = hn::LoadU(d, state + v * n_lanes);
    s2[v] = hn::LoadU(d, state + n_chans + v * n_lanes);
  }
  for (size_t t = 0; t < n_times; ++t, x += stride) {
    HWY_UNROLL(4) for (size_t v = 0; v < kVectors; ++v) step(d, x + v * n_lanes, s1[v], s2[v], b0, b1, b2, a1, a2);
  }
  HWY_UNROLL(4) for (size_t v = 0; v < kVectors; ++v) {
    hn::StoreU(s1[v], d, state + v * n_lanes);
    hn::StoreU(s2[v], d, state + n_chans + v * n_lanes);
  }
}

// Enough vectors to hide that latency; together they hold the 16 channels of a tile.
constexpr size_t kSideBySide = hn::MaxLanes(hn::ScalableTag<double>()) >= 8 ? 2 : 4;

// The loop over channels: kSideBySide vectors at a time, then one, then single channels.
void filter(double* signal, double* state, size_t n_times, size_t n_chans, const Biquad& section, bool backward) {
  const hn::ScalableTag<double> d;
  const hn::CappedTag<double, 1> d1;
  const size_t n_lanes = hn::Lanes(d);
  const auto width = static_cast<ptrdiff_t>(n_chans);
  double* first = backward ? signal + (n_times - 1) * n_chans : signal;
  const ptrdiff_t stride = backward ? -width : width;
  size_t c = 0;
  for (; c + kSideBySide * n_lanes <= n_chans; c += kSideBySide * n_lanes) {
    run<kSideBySide>(d, first + c, stride, n_times, state + c, n_chans, section);
  }
  for (; c + n_lanes <= n_chans; c += n_lanes) {
    run<1>(d, first + c, stride, n_times, state + c, n_chans, section);
  }
  for (; c < n_chans; ++c) run<1>(d1, first + c, stride, n_times, state + c, n_chans, section);
}

}  // namespace
}  // namespace eegate::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace eegate {

HWY_EXPORT(filter);

void biquad_filter(std::span<double> signal, std::span<double> state, const Biquad& section, TimeDirection direction) {
  const size_t n_chans = state.size() / 2;
  assert(state.size() % 2 == 0);
  if (n_chans == 0 || signal.empty()) return;
  assert(signal.size() % n_chans == 0);
  HWY_DYNAMIC_DISPATCH(filter)
  (signal.data(), state.data(), signal.size() / n_chans, n_chans, section, direction == TimeDirection::kBackward);
}

}  // namespace eegate
#endif
