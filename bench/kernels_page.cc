// The kernels without Google Benchmark, for WebAssembly: prints JSON lines {name, rate}, rates in 10^9 a second.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "bench/cases.h"

namespace {

using Clock = std::chrono::steady_clock;

double nanoseconds(const eegate::bench::KernelCase& kernel, std::size_t n) {
  const auto start = Clock::now();
  for (std::size_t i = 0; i < n; ++i) kernel.run();
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

// Median of seven runs of about 30 ms: a page's clock is coarse.
double rate(const eegate::bench::KernelCase& kernel) {
  constexpr double kRun = 30e6;
  std::size_t n = 1;
  while (nanoseconds(kernel, n) < kRun / 2) n *= 2;
  std::vector<double> rates;
  for (int i = 0; i < 7; ++i) rates.push_back(kernel.work * static_cast<double>(n) / nanoseconds(kernel, n));
  std::ranges::nth_element(rates, rates.begin() + 3);
  return rates[3];
}

}  // namespace

int main() {
  std::printf("{\"name\":\"limit\",\"rate\":%.4g}\n", eegate::bench::limit_gflops());
  for (const eegate::bench::KernelCase& kernel : eegate::bench::kernel_cases())
    std::printf("{\"name\":\"%s\",\"rate\":%.4g}\n", kernel.name.c_str(), rate(kernel));
  return 0;
}
