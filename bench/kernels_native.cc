// The kernels under Google Benchmark: eegate_bench_kernels [--target=avx3|avx2|sse2] [options of Google Benchmark]
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string_view>

#include "bench/cases.h"
#include "kernels/target.h"

int main(int argc, char** argv) {
  int n_left = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    constexpr std::string_view kTarget = "--target=";
    if (!argument.starts_with(kTarget)) {
      argv[n_left++] = argv[i];
    } else if (!eegate::use_target(argument.substr(kTarget.size()))) {
      std::fprintf(stderr, "this machine has no such target\n");
      return 2;
    }
  }
  benchmark::Initialize(&n_left, argv);
  benchmark::AddCustomContext("limit_gflops", std::to_string(eegate::bench::limit_gflops()));
  for (const eegate::bench::KernelCase& kernel : eegate::bench::kernel_cases()) {
    benchmark::RegisterBenchmark(kernel.name.c_str(), [kernel](benchmark::State& state) {
      for ([[maybe_unused]] auto step : state) kernel.run();
      state.counters[kernel.counts_values ? "Gvalues" : "Gflops"] =
          benchmark::Counter(kernel.work * 1e-9, benchmark::Counter::kIsIterationInvariantRate);
    });
  }
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
