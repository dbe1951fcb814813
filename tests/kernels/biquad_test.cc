#include "kernels/biquad.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/generators/catch_generators_range.hpp>
#include <vector>

#include "base/rng.h"
#include "hwy/highway.h"
#include "hwy/targets.h"

namespace eegate::biquad_test {
namespace {

// The three equations of the header, one channel after the other.
void reference(std::vector<double>& x, std::vector<double>& state, std::size_t n_chans, const Biquad& q,
               TimeDirection direction) {
  const std::size_t n_times = x.size() / n_chans;
  for (std::size_t c = 0; c < n_chans; ++c) {
    double& s1 = state[c];
    double& s2 = state[n_chans + c];
    for (std::size_t k = 0; k < n_times; ++k) {
      const std::size_t t = direction == TimeDirection::kForward ? k : n_times - 1 - k;
      const double in = x[t * n_chans + c];
      const double y = q.b0 * in + s1;
      s1 = (q.b1 * in + s2) - q.a1 * y;
      s2 = q.b2 * in - q.a2 * y;
      x[t * n_chans + c] = y;
    }
  }
}

std::vector<double> noise(std::size_t n, std::string_view purpose) {
  const Rng rng(7, purpose);
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = 100 * rng.symmetric24(i) + 1e-3 * rng.uniform(i);
  return values;
}

TEST_CASE("biquad_filter gives the bits of the scalar formula on every CPU target", "[kernels][signal]") {
  const auto target = GENERATE(from_range(hwy::SupportedAndGeneratedTargets()));
  const std::size_t n_chans = GENERATE(range(1, 20));
  const std::size_t n_times = GENERATE(1, 2, 37);
  const auto direction = GENERATE(TimeDirection::kForward, TimeDirection::kBackward);
  CAPTURE(hwy::TargetName(target), n_chans, n_times);
  const Biquad section{.b0 = 0.48, .b1 = 0.96, .b2 = 0.31, .a1 = -1.97, .a2 = 0.9726};
  std::vector<double> x = noise(n_chans * n_times, "signal"), state = noise(2 * n_chans, "state");
  std::vector<double> expected = x, expected_state = state;
  reference(expected, expected_state, n_chans, section, direction);
  hwy::SetSupportedTargetsForTest(target);
  biquad_filter(x, state, section, direction);
  hwy::SetSupportedTargetsForTest(0);
  CHECK(x == expected);
  CHECK(state == expected_state);
}

TEST_CASE("biquad_filter continues from the state of an earlier call", "[kernels][signal]") {
  constexpr std::size_t kChans = 5, kTimes = 64;
  const Biquad section{.b0 = 1, .b1 = -2, .b2 = 1, .a1 = -1.9, .a2 = 0.91};
  std::vector<double> whole = noise(kChans * kTimes, "signal"), parts = whole;
  std::vector<double> state(2 * kChans), state_of_parts(2 * kChans);
  biquad_filter(whole, state, section, TimeDirection::kForward);
  const std::span<double> all(parts);
  biquad_filter(all.first(kChans * 10), state_of_parts, section, TimeDirection::kForward);
  biquad_filter(all.subspan(kChans * 10), state_of_parts, section, TimeDirection::kForward);
  CHECK(whole == parts);
}

TEST_CASE("biquad_filter leaves an empty signal alone", "[kernels][signal]") {
  std::vector<double> nothing, state{1, 2};
  biquad_filter(nothing, state, Biquad{}, TimeDirection::kBackward);
  CHECK(state == std::vector<double>{1, 2});
}

}  // namespace
}  // namespace eegate::biquad_test
