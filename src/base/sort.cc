#include "base/sort.h"

#include <algorithm>

namespace eegate {

// Bottom-up merge sort: merges runs of 1, 2, 4, ... numbers.
std::vector<std::uint32_t> sorted_order(std::size_t n, bool (*before)(const void*, std::uint32_t, std::uint32_t),
                                        const void* context) {
  std::vector<std::uint32_t> order(n), merged(n);
  for (std::size_t i = 0; i < n; ++i) order[i] = static_cast<std::uint32_t>(i);
  for (std::size_t run = 1; run < n; run *= 2) {
    for (std::size_t first = 0; first < n; first += 2 * run) {
      const std::size_t middle = std::min(first + run, n), end = std::min(middle + run, n);
      std::size_t a = first, b = middle;
      for (std::size_t i = first; i < end; ++i) {
        const bool take_b = a == middle || (b < end && before(context, order[b], order[a]));
        merged[i] = order[take_b ? b++ : a++];
      }
    }
    order.swap(merged);
  }
  return order;
}

}  // namespace eegate
