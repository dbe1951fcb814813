// Whole models with dense layers in 8 bits beside the same models in floats, taking turns in one process: prints JSON
// lines {model, batch, float_ms, int8_ms, times}: medians, and the median of the ratios per round. Weights are drawn
// from a seed.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "base/rng.h"
#include "bench/cases.h"
#include "model/model.h"

namespace {

using namespace eegate;

double now_ms() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

class Subject {
 public:
  Subject(const Result<std::vector<std::byte>>& bytes, std::size_t batch)
      : model_(*Model::load(*bytes)), batch_(batch) {
    const ModelConfig& c = model_.config();
    const Rng rng(1, "trials");
    x_.resize(batch * c.n_chans * c.n_times);
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] = static_cast<float>(2 * rng.symmetric24(i));
    logits_.resize(batch * c.n_outputs);
  }
  double ms() {
    const ModelConfig& c = model_.config();
    const double start = now_ms();
    const bool done =
        model_.predict({x_.data(), batch_, c.n_chans, c.n_times}, {logits_.data(), batch_, c.n_outputs}).ok();
    return done ? now_ms() - start : 0;
  }

 private:
  Model model_;
  std::size_t batch_;
  std::vector<float> x_, logits_;
};

void compare(const bench::ModelCase& subject, std::size_t batch) {
  Subject floats(bench::seeded_model(subject), batch), int8(bench::seeded_int8_model(subject), batch);
  floats.ms();
  int8.ms();
  std::vector<double> float_ms, int8_ms, times;
  for (const double start = now_ms(); times.size() < 11 || (times.size() < 400 && now_ms() - start < 2000);) {
    const bool turn = times.size() % 2 == 1;
    double a = turn ? 0 : floats.ms();
    const double b = int8.ms();
    if (turn) a = floats.ms();
    float_ms.push_back(a);
    int8_ms.push_back(b);
    times.push_back(a / b);
  }
  std::printf("{\"model\":\"%s\",\"batch\":%zu,\"float_ms\":%.4g,\"int8_ms\":%.4g,\"times\":%.3g}\n",
              subject.name.data(), batch, median(float_ms), median(int8_ms), median(times));
  std::fflush(stdout);
}

}  // namespace

int main() {
  for (const bench::ModelCase& subject : bench::model_cases())
    for (const std::size_t batch : {1, 16}) compare(subject, batch);
  return 0;
}
