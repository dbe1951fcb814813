// Our matrix product against XNNPACK's, on the dense layers of four models (M1, M1b, M2, M3 of
// bench/results/kernels.md), taking turns in one run, one thread.
//
//   cmake --preset native-xnnpack -DEEGATE_BENCH=ON && cmake --build --preset native-xnnpack --target
//   eegate_bench_xnnpack build/native-xnnpack/eegate_bench_xnnpack
//
// Prints the rows of a table: GFLOP/s of both (the fastest of many runs), their share of what multiply-add in registers
// alone reaches, and how often the time of ours goes into XNNPACK's (the median over turns).
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include "base/rng.h"
#include "bench/cases.h"
#include "kernels/matmul.h"
#include "kernels/target.h"
#include "kernels/xnnpack_dense.h"

namespace {

using namespace eegate;
using Clock = std::chrono::steady_clock;

struct Layer {
  const char* name;
  std::size_t n_rows, n_in, n_out;
};

constexpr std::array kLayers = {
    Layer{"M1 queries", 200, 32, 4096},
    Layer{"M1 after attention", 200, 4096, 32},
    Layer{"M1, M1b hidden layer", 200, 32, 2048},
    Layer{"M1, M1b out of it", 200, 2048, 32},
    Layer{"M1, M1b head", 1, 6400, 2},
    Layer{"M1b queries", 200, 32, 32},
    Layer{"M2 embedding", 656, 64, 128},
    Layer{"M2 queries, gates", 656, 128, 128},
    Layer{"M2 hidden layer", 656, 128, 512},
    Layer{"M2 out of it", 656, 512, 128},
    Layer{"M3 queries", 20, 64, 64},
    Layer{"M3 hidden layer", 20, 64, 256},
    Layer{"M3 out of it", 20, 256, 64},
    Layer{"M3 head", 1, 64, 2},
    Layer{"square", 256, 256, 256},
    Layer{"one row", 1, 256, 256},
};

constexpr int kTurns = 21;
constexpr double kTurnS = 0.004;

std::vector<float> noise(const char* name, std::size_t n) {
  const Rng rng(1, name);
  std::vector<float> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<float>(rng.uniform(i) - 0.5);
  return values;
}

// Seconds of one call, the mean over a few milliseconds.
template <class Work>
double seconds_of(const Work& work) {
  std::size_t n = 0;
  const auto begin = Clock::now();
  double passed = 0;
  for (; passed < kTurnS; passed = std::chrono::duration<double>(Clock::now() - begin).count()) {
    for (int i = 0; i < 8; ++i, ++n) work();
  }
  return passed / static_cast<double>(n);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Called where no compiler sees it: what is inlined into a function that runs once is never compiled anew by a
// browser's engine, and stays as slow as its first, quick translation.
template <class Packed>
void multiply(Matrix out, ConstMatrix left, const Packed& packed) {
  matmul(out, left, packed);
}
void (*volatile multiply_ours)(Matrix, ConstMatrix, const PackedMatrix&) = multiply;
void (*volatile multiply_theirs)(Matrix, ConstMatrix, const XnnpackDense&) = multiply;

void compare(const Layer& layer, double limit) {
  const std::vector<float> a = noise("a", layer.n_rows * layer.n_in), w = noise("w", layer.n_out * layer.n_in);
  const std::vector<float> bias = noise("bias", layer.n_out);
  const ConstMatrix left(a.data(), layer.n_rows, layer.n_in), weight(w.data(), layer.n_out, layer.n_in);
  std::vector<float> ours_out(layer.n_rows * layer.n_out), theirs_out(ours_out.size());
  const Matrix ours_to(ours_out.data(), layer.n_rows, layer.n_out),
      theirs_to(theirs_out.data(), layer.n_rows, layer.n_out);
  const PackedMatrix ours(weight, bias);
  XnnpackDense theirs;
  theirs.pack(std::span(&weight, 1), bias);
  const auto run_ours = [&] { multiply_ours(ours_to, left, ours); };
  const auto run_theirs = [&] { multiply_theirs(theirs_to, left, theirs); };
  run_ours(), run_theirs();
  double difference = 0;
  for (std::size_t i = 0; i < ours_out.size(); ++i)
    difference = std::max(difference, std::abs(static_cast<double>(ours_out[i]) - static_cast<double>(theirs_out[i])));

  double best_ours = 1, best_theirs = 1;
  std::vector<double> ratios;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double first = seconds_of(run_ours), second = seconds_of(run_theirs);
    best_ours = std::min(best_ours, first);
    best_theirs = std::min(best_theirs, second);
    ratios.push_back(second / first);
  }
  const double flop = 2.0 * static_cast<double>(layer.n_rows * layer.n_in * layer.n_out);
  const double ours_rate = flop / best_ours / 1e9, their_rate = flop / best_theirs / 1e9;
  std::printf("| %s | %zu x %zu x %zu | %.1f (%.0f %%) | %.1f (%.0f %%) | %.2f | %.0e |\n", layer.name, layer.n_rows,
              layer.n_in, layer.n_out, ours_rate, 100 * ours_rate / limit, their_rate, 100 * their_rate / limit,
              median(ratios), difference);
}

}  // namespace

int main() {
  const double limit = bench::limit_gflops();
  std::printf("Target %s; the limit is %.1f GFLOP/s.\n\n", target_names()[0].c_str(), limit);
  std::printf(
      "| layer | M x K x N | ours, GFLOP/s | XNNPACK, GFLOP/s | ours faster by | largest difference "
      "|\n|---|---|---|---|---|---|\n");
  for (const Layer& layer : kLayers) compare(layer, limit);
}
