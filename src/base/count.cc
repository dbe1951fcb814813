#include "base/count.h"

#include <cassert>

namespace eegate {

std::optional<std::uint64_t> to_count(double value, std::uint64_t largest) {
  assert(largest <= kExactDouble);
  if (!(value >= 0 && value <= static_cast<double>(largest))) return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::int64_t to_integer_within(double value, std::int64_t lowest, std::int64_t highest) {
  assert(lowest <= highest);
  if (!(value > static_cast<double>(lowest))) return lowest;
  if (value >= static_cast<double>(highest)) return highest;
  return static_cast<std::int64_t>(value);
}

}  // namespace eegate
