// Whole models on one thread: eegate_bench_models [--target=avx3|avx2|sse2] [--models=FOLDER] [--write=FOLDER]
// [--train=1] Prints JSON lines {model, batch, ms, mflop, gflops, limit}: medians. Without a folder of
// NAME.eegate.safetensors the weights are drawn from a seed (for --train always); --write stores those files and
// measures nothing. --train measures steps with Adam, without dropout, always on the same batch.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "base/rng.h"
#include "bench/cases.h"
#include "kernels/target.h"
#include "model/model.h"
#include "train/init.h"
#include "train/trainer.h"

namespace {

using namespace eegate;
using Bytes = std::vector<std::byte>;

std::string path_of(const std::string& folder, const bench::ModelCase& model) {
  return folder + "/" + std::string(model.name) + ".eegate.safetensors";
}

std::optional<Bytes> bytes_of(const bench::ModelCase& model, const std::string& folder) {
  if (folder.empty()) {
    auto bytes = bench::seeded_model(model);
    if (!bytes.ok()) return {};
    return std::move(bytes).value();
  }
  std::ifstream file(path_of(folder, model), std::ios::binary);
  const std::vector<char> chars{std::istreambuf_iterator<char>(file), {}};
  const auto* first = reinterpret_cast<const std::byte*>(chars.data());
  return Bytes(first, first + chars.size());
}

std::vector<float> trials(const ModelConfig& c, std::size_t batch) {
  const Rng rng(1, "trials");
  std::vector<float> x(batch * c.n_chans * c.n_times);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(2 * rng.symmetric24(i));
  return x;
}

// Median over what fits into a second and a half, of five at least; 0 when `work` fails.
double median_ms(const std::function<bool()>& work) {
  const auto now_ms = [] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  std::vector<double> times;
  for (const double start = now_ms(); times.size() < 6 || now_ms() - start < 1500;) {
    const double before = now_ms();
    if (!work()) return 0;
    times.push_back(now_ms() - before);
  }
  times.erase(times.begin());  // the first takes memory
  std::ranges::nth_element(times, times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2));
  return times[times.size() / 2];
}

double predict_ms(Model& model, std::size_t batch) {
  const ModelConfig& c = model.config();
  const std::vector<float> x = trials(c, batch);
  std::vector<float> logits(batch * c.n_outputs);
  return median_ms(
      [&] { return model.predict({x.data(), batch, c.n_chans, c.n_times}, {logits.data(), batch, c.n_outputs}).ok(); });
}

double step_ms(const ModelConfig& c, std::size_t batch) {
  const std::vector<float> x = trials(c, batch);
  Targets targets;
  for (std::size_t i = 0; i < batch; ++i) targets.classes.push_back(static_cast<int>(i % c.n_outputs));
  TrainOptions options;
  options.n_epochs = 1'000'000;
  options.batch_size = batch;
  options.shuffle = options.dropout = false;
  auto trainer =
      Trainer::create(c, initial_weights(c, 1), {{x.data(), batch, c.n_chans, c.n_times}, targets}, {}, options);
  if (!trainer.ok()) return 0;
  return median_ms([&] {
    const bool took = trainer->step().ok();
    if (trainer->at_epoch_end()) trainer->finish_epoch();
    return took;
  });
}

// What follows `key` among the arguments.
std::string option(int argc, char** argv, const std::string& key) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument.starts_with(key)) return argument.substr(key.size());
  }
  return {};
}

int fail(const std::string& message) {
  std::fprintf(stderr, "%s\n", message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string target = option(argc, argv, "--target="), folder = option(argc, argv, "--models="),
                    write = option(argc, argv, "--write=");
  const bool trains = !option(argc, argv, "--train=").empty();
  if (!target.empty() && !use_target(target)) return fail("this machine has no such target");
  const double limit = write.empty() ? bench::limit_gflops() : 0;
  for (const bench::ModelCase& subject : bench::model_cases()) {
    const auto bytes = bytes_of(subject, folder);
    if (!bytes) return fail("no weights for " + std::string(subject.name));
    if (!write.empty()) {
      std::ofstream(path_of(write, subject), std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes->data()), static_cast<std::streamsize>(bytes->size()));
      continue;
    }
    auto model = Model::load(*bytes);
    if (!model.ok()) return fail(model.error().message);
    const auto print = [&](std::size_t batch, double ms, double passes) {
      const double work = passes * subject.mflop * static_cast<double>(batch);
      std::printf("{\"model\":\"%s\",\"batch\":%zu,\"ms\":%.4g,\"mflop\":%.4g,\"gflops\":%.4g,\"limit\":%.4g}\n",
                  subject.name.data(), batch, ms, work, work / ms, limit);
      std::fflush(stdout);
    };
    if (!trains)
      for (const std::size_t batch : {1, 64}) print(batch, predict_ms(*model, batch), 1);
    else if (subject.train_batch > 0)  // backward is two products for each of forward
      print(subject.train_batch, step_ms(model->config(), subject.train_batch), 3);
  }
  return 0;
}
