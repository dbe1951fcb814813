// Stable sorting whose code exists once. std::sort is instantiated for every type and order, which costs 2 KB of
// WebAssembly each, for lists that are short or sorted once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace eegate {

// The numbers 0 ... n - 1 in the order defined by before(context, a, b); equivalent numbers keep their order.
std::vector<std::uint32_t> sorted_order(std::size_t n, bool (*before)(const void*, std::uint32_t, std::uint32_t),
                                        const void* context);

template <class T, class Before>
void sort_stable(std::vector<T>& values, const Before& before) {
  const auto compare = [&](std::uint32_t a, std::uint32_t b) { return before(values[a], values[b]); };
  const std::vector<std::uint32_t> order = sorted_order(
      values.size(),
      [](const void* context, std::uint32_t a, std::uint32_t b) {
        return (*static_cast<const decltype(compare)*>(context))(a, b);
      },
      &compare);
  std::vector<T> sorted;
  sorted.reserve(values.size());
  for (const std::uint32_t index : order) sorted.push_back(std::move(values[index]));
  values = std::move(sorted);
}

template <class T>
void sort_stable(std::vector<T>& values) {
  sort_stable(values, [](const T& a, const T& b) { return a < b; });
}

}  // namespace eegate
