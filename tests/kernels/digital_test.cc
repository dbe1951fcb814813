// Samples of 16 and 24 bits on every CPU target have the bits of the arithmetic documented in the header.
#include "kernels/digital.h"

#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "base/rng.h"
#include "support/every_target.h"

using namespace eegate;

namespace digital_test {

namespace {

// Digital values at an odd address, to test unaligned access.
struct Samples {
  Samples(std::size_t n, std::size_t sample_bytes) : width(sample_bytes), bytes(1 + n * sample_bytes) {
    const Rng rng(7, "digital " + std::to_string(n));
    const std::int32_t top = 1 << (8 * sample_bytes - 1);
    const std::int32_t extremes[] = {-top, top - 1, 0, -1, 1, -top + 1};
    for (std::size_t i = 0; i < n; ++i) {
      const auto any = static_cast<std::int32_t>(rng.bits(i) % (2 * static_cast<std::uint64_t>(top))) - top;
      values.push_back(i < std::size(extremes) ? extremes[i] : any);
      for (std::size_t k = 0; k < sample_bytes; ++k)
        bytes[1 + i * sample_bytes + k] = static_cast<std::byte>(static_cast<std::uint32_t>(values[i]) >> (8 * k));
    }
  }
  std::span<const std::byte> data() const { return std::span(bytes).subspan(1); }

  std::size_t width;
  std::vector<std::int32_t> values;
  std::vector<std::byte> bytes;
};

// In double, each operation rounded separately.
float scaled(std::int32_t digital, const DigitalScale& s) {
  volatile double centered = static_cast<double>(digital) - s.zero;
  volatile double product = s.gain * centered;
  volatile double physical = s.offset + product;
  volatile double value = physical * s.factor;
  return static_cast<float>(value);
}

void check(const Samples& samples, const DigitalScale& scale) {
  const std::size_t n = samples.values.size();
  std::vector<float> out(n + 1, -123.0F);
  const std::uint64_t n_outside = scale_digital(samples.data(), samples.width, scale, std::span(out).first(n));
  std::uint64_t n_expected = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const std::int32_t digital = samples.values[i];
    CAPTURE(i, digital);
    REQUIRE(std::bit_cast<std::uint32_t>(out[i]) == std::bit_cast<std::uint32_t>(scaled(digital, scale)));
    n_expected += digital < scale.lowest || digital > scale.highest ? 1 : 0;
  }
  CHECK(n_outside == n_expected);
  CHECK(out[n] == -123.0F);
}

}  // namespace

TEST_CASE("digital samples become the same floats on every target", "[kernels]") {
  const DigitalScale scales[] = {
      {},
      {.offset = -187.5, .gain = 375.0 / 4095, .zero = -2048, .factor = 1, .lowest = -2048, .highest = 2047},
      {.offset = 0.1, .gain = 1.0 / 3, .zero = 7, .factor = 1e6, .lowest = -30000, .highest = 30000},
      {.offset = 5, .gain = -0.03125, .zero = 32767, .factor = 1e-3, .lowest = 0, .highest = 0},
  };
  test::on_every_target([&] {
    // Shorter than a vector, with incomplete vectors, and longer than one chunk of 256.
    for (const std::size_t n : {0U, 1U, 2U, 3U, 7U, 8U, 15U, 16U, 17U, 31U, 255U, 256U, 257U, 512U, 1000U}) {
      for (const std::size_t width : {2U, 3U}) {
        CAPTURE(n, width);
        const Samples samples(n, width);
        for (const DigitalScale& scale : scales) check(samples, scale);
      }
    }
  });
}

}  // namespace digital_test
