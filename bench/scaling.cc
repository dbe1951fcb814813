// How time grows with the number of tokens N: full attention, windows of 16 tokens (swin1d), and an LSTM where this
// version runs one. One sample is one token, one trial at a time. Times are those of the processor, so that a busy
// machine disturbs them little.
//
//   cmake --preset native-release -DEEGATE_BENCH=ON && cmake --build --preset native-release
//   build/native-release/eegate_bench_scaling [largest N, 16384] [one preset]
//
// Prints the table of bench/results/tokens.md: milliseconds, and in brackets the exponent of N between a length and the
// one before it; in the last line the exponent of all lengths from 2048 on.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "model/architecture.h"
#include "model/config.h"
#include "train/gradient.h"
#include "train/init.h"

namespace {

using namespace eegate;

constexpr std::size_t kChans = 32, kShortest = 256, kFitted = 2048;

struct Contender {
  const char* title;
  const char* preset;
  bool trains = false;  // a forward and backward pass instead of inference alone
  std::vector<double> times_ms = {};
};

struct Subject {
  TrainableModel model;
  std::vector<float> x;
};

// Nothing where this version does not run the preset.
std::unique_ptr<Subject> subject(const char* preset, std::size_t n_times) {
  auto config = preset_config(preset, kChans, n_times, 2);
  if (!config.ok()) return nullptr;
  const Architecture& architecture = *find_architecture(config->architecture);
  if (architecture.make == nullptr) return nullptr;
  Weights weights = initial_weights(*config, 1);
  auto network = architecture.make(*config, weights);
  if (!network.ok()) return nullptr;
  const Rng rng(1, "signal");
  std::vector<float> x(kChans * n_times);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(20 * rng.symmetric24(i));
  return std::make_unique<Subject>(
      Subject{{std::move(*config), std::move(weights), std::move(network).value()}, std::move(x)});
}

void pass(const Subject& s, bool trains, PassMemory& memory, Weights& gradients) {
  const ConstTensor3 x(s.x.data(), 1, kChans, s.model.config.n_times);
  if (trains) {
    add_gradients(s.model, x, {{0}, {}}, 0, 1, {}, memory, gradients);
    return;
  }
  float logits[2];
  const ArenaScope scope(memory.arena);
  ForwardContext context{.arena = memory.arena};
  s.model.network->forward(x, {logits, 1, 2}, context);
}

// The fastest of what fits into a second, and of three at least: whatever else the machine does only adds. The first
// pass only takes memory.
double time_ms(const Subject& s, bool trains) {
  const auto now_ms = [] { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  PassMemory memory;
  Weights gradients = s.model.weights.zeros();
  std::vector<double> times;
  pass(s, trains, memory, gradients);
  const double start = now_ms();
  while (times.size() < 3 || (now_ms() - start < 1000 && times.size() < 1000)) {
    const double before = now_ms();
    pass(s, trains, memory, gradients);
    times.push_back(now_ms() - before);
  }
  return *std::min_element(times.begin(), times.end());
}

std::string cell(const std::vector<double>& times, std::size_t i) {
  if (i >= times.size()) return "";
  char text[64];
  if (i == 0)
    std::snprintf(text, sizeof text, "%.3g", times[i]);
  else
    std::snprintf(text, sizeof text, "%.4g (%.2f)", times[i], std::log2(times[i] / times[i - 1]));
  return text;
}

// Exponent of N by least squares over the lengths from kFitted on; empty with fewer than two of them.
std::string fitted(const std::vector<double>& times) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double length = std::log2(static_cast<double>(kShortest)) + static_cast<double>(i);
    if (length < std::log2(static_cast<double>(kFitted))) continue;
    const double time = std::log2(times[i]);
    n += 1, x += length, y += time, xx += length * length, xy += length * time;
  }
  if (n < 2) return "";
  char text[64];
  std::snprintf(text, sizeof text, "%.2f", (n * xy - x * y) / (n * xx - x * x));
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t longest = argc > 1 ? static_cast<std::size_t>(std::atol(argv[1])) : 16384;
  Contender contenders[] = {{"full attention (pre_ln)", "pre_ln"}, {"windows (swin1d)", "swin1d"},
                            {"LSTM (bilstm_attn)", "bilstm_attn"}, {"full attention, gradient", "pre_ln", true},
                            {"windows, gradient", "swin1d", true}, {"LSTM, gradient", "bilstm_attn", true}};
  for (Contender& c : contenders) {
    if (argc > 2 && std::string(argv[2]) != c.preset) continue;
    for (std::size_t n = kShortest; n <= longest; n *= 2) {
      const auto s = subject(c.preset, n);
      if (s == nullptr) break;
      c.times_ms.push_back(time_ms(*s, c.trains));
      std::fprintf(stderr, "%s, %zu tokens: %.4g ms\n", c.title, n, c.times_ms.back());
    }
  }
  std::printf("| N |");
  for (const Contender& c : contenders) std::printf(" %s |", c.title);
  std::printf("\n|---|");
  for (std::size_t i = 0; i < std::size(contenders); ++i) std::printf("---|");
  std::size_t row = 0;
  for (std::size_t n = kShortest; n <= longest; n *= 2, ++row) {
    std::printf("\n| %zu |", n);
    for (const Contender& c : contenders) std::printf(" %s |", cell(c.times_ms, row).c_str());
  }
  std::printf("\n| exponent |");
  for (const Contender& c : contenders) std::printf(" %s |", fitted(c.times_ms).c_str());
  std::printf("\n");
  return 0;
}
