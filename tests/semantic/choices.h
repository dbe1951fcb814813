// Decisions of a generator, read from bytes: the input of a fuzzer, or random bytes with a fixed seed. The same bytes
// give the same decisions on every system.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>

#include "base/numbers_as_text.h"

namespace eegate::test::semantic {

// Fails the input unless `holds`.
inline void expect(bool holds, const std::string& what) {
  if (!holds) throw std::logic_error(what);
}

class Choices {
 public:
  explicit Choices(std::span<const std::byte> bytes) : bytes_(bytes) {}

  // 0 when the bytes are used up.
  std::uint64_t bits(std::size_t n_bytes) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < n_bytes && at_ < bytes_.size(); ++i)
      value = value << 8 | std::to_integer<std::uint64_t>(bytes_[at_++]);
    return value;
  }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits(n <= 256 ? 1 : 4) % n); }
  std::size_t between(std::size_t least, std::size_t most) { return least + below(most - least + 1); }
  // Seldom for large n, and never when the bytes are used up.
  bool one_of(std::size_t n) { return below(n) == n - 1; }
  template <class T, std::size_t N>
  T of(const std::array<T, N>& all) {
    return all[below(N)];
  }

  // A finite double: a common number, a limit of some number format, or any bits.
  double number() {
    constexpr std::array kSpecial = {0.0,    1.0,    2.0,    0.5,     -1.0,   -0.5,   0.1,   3.0,   1e-3,    1e-6,
                                     1e-9,   1e-12,  1e-300, 5e-324,  8.0,    13.0,   30.0,  50.0,  60.0,    100.0,
                                     1e3,    1e6,    1e9,    0x1p31,  0x1p32, 0x1p53, 1e18,  1e38,  1e300,   -1e9,
                                     -1e300, 0x1p63, 0x1p64, -0x1p31, 1e-38,  1e-45,  0.999, 0.001, 159.9984};
    const std::size_t kind = below(4);
    if (kind < 2) return of(kSpecial);
    if (kind == 2) return static_cast<double>(bits(2)) / 256;
    const double any = std::bit_cast<double>(bits(8));
    return std::isfinite(any) ? any : 0;
  }
  // Mostly near the usual value.
  double around(double usual) { return one_of(4) ? number() : usual * (0.5 + static_cast<double>(bits(1)) / 128); }
  std::string text_of_number() { return significant(number(), 17); }
  std::string text_around(double usual) { return significant(around(usual), 6); }

  // A finite float, as a weight or a sample.
  float value() {
    constexpr std::array kSpecial = {0.0F,   -0.0F,  1.0F,    -1.0F, 3.4e38F, -3.4e38F, 1e30F, -1e30F,
                                     1e-38F, 1e-45F, -1e-45F, 1e20F, 1e10F,   20.0F,    -7.5F, 1e19F};
    if (!one_of(3)) return of(kSpecial);
    const float any = std::bit_cast<float>(static_cast<std::uint32_t>(bits(4)));
    return std::isfinite(any) ? any : 0;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace eegate::test::semantic
