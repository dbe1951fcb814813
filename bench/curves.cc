// How the cost of models and recordings grows: with tokens, channels, batch, workers and length. Prints a JSON object
// for each point; bench/curves.mjs makes bench/results/curves.md and curves.svg of them. Times are those of the
// processor, so that a busy machine disturbs them little.
//
//   build/native-release/eegate_bench_curves eyes8.safetensors [tokens | channels | batch | length | workers ...]
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "model/architecture.h"
#include "model/config.h"
#include "session/classify/plan.h"
#include "train/init.h"
#include "train/shard.h"

namespace {

using namespace eegate;

double now_ms() { return 1e3 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// The fastest run within a second, and of at least three: other programs only add to a time. The first run takes
// memory.
template <typename Run>
double fastest_ms(const Run& run) {
  run();
  std::vector<double> times;
  const double start = now_ms();
  while (times.size() < 3 || (now_ms() - start < 1000 && times.size() < 1000)) {
    const double before = now_ms();
    run();
    times.push_back(now_ms() - before);
  }
  return *std::min_element(times.begin(), times.end());
}

void print_point(const char* axis, const char* curve, std::size_t n, double ms) {
  std::printf(R"({"axis":"%s","curve":"%s","n":%zu,"ms":%.6g})"
              "\n",
              axis, curve, n, ms);
  std::fflush(stdout);
}

std::vector<float> noise_uv(std::size_t n) {
  const Rng rng(1, "signal");
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(20 * rng.symmetric24(i));
  return x;
}

// A preset with first weights, and the time of one batch.
class Network {
 public:
  Network(const char* preset, std::size_t n_chans, std::size_t n_times, std::size_t batch)
      : batch_(batch), x_(noise_uv(batch * n_chans * n_times)), logits_(2 * batch) {
    auto config = preset_config(preset, n_chans, n_times, 2);
    Weights weights = initial_weights(*config, 1);
    auto network = find_architecture(config->architecture)->make(*config, weights);
    model_ = std::make_unique<TrainableModel>(
        TrainableModel{std::move(*config), std::move(weights), std::move(network).value()});
  }

  double forward_ms() const {
    PassMemory memory;
    return fastest_ms([&] {
      const ArenaScope scope(memory.arena);
      ForwardContext context{.arena = memory.arena};
      model_->network->forward(input(), {logits_.data(), batch_, 2}, context);
    });
  }
  double gradient_ms() const {
    PassMemory memory;
    Weights gradients = model_->weights.zeros();
    const Targets targets{std::vector<int>(batch_, 0), {}};
    return fastest_ms([&] { add_gradients(*model_, input(), targets, 0, batch_, {}, memory, gradients); });
  }

 private:
  ConstTensor3 input() const { return {x_.data(), batch_, model_->config.n_chans, model_->config.n_times}; }

  std::size_t batch_;
  std::vector<float> x_;
  mutable std::vector<float> logits_;
  std::unique_ptr<TrainableModel> model_;
};

// One trial of 32 channels in which each sample is a token.
void measure_tokens() {
  struct Curve {
    const char* title;
    const char* preset;
    bool trains;
  };
  for (const Curve& curve :
       {Curve{"full attention", "pre_ln", false}, Curve{"window attention", "swin1d", false},
        Curve{"LSTM", "bilstm_attn", false}, Curve{"full attention, gradient", "pre_ln", true},
        Curve{"window attention, gradient", "swin1d", true}, Curve{"LSTM, gradient", "bilstm_attn", true}}) {
    for (std::size_t n = 64; n <= 16384; n *= 2) {
      if (std::string(curve.preset) == "swin1d" && n < 256) continue;  // its stages need that many
      const Network network(curve.preset, 32, n, 1);
      print_point("tokens", curve.title, n, curve.trains ? network.gradient_ms() : network.forward_ms());
    }
  }
}

void measure_channels() {
  for (const char* preset : {"pre_ln", "gate_gru", "conv_gated", "eegnet"})
    for (std::size_t n = 8; n <= 256; n *= 2)
      print_point("channels", preset, n, Network(preset, n, 512, 1).forward_ms());
}

void measure_batch() {
  for (const char* preset : {"gate_gru", "conv_gated", "eegnet"})
    for (std::size_t n = 1; n <= 1024; n *= 4)
      print_point("batch", preset, n, Network(preset, 16, 256, n).forward_ms());
}

// --- recordings ---

constexpr std::size_t kChans = 16, kSfreq = 160;
constexpr std::uint64_t kHeaderBytes = 256 * (kChans + 1), kRecordBytes = kChans * kSfreq * 2;

std::string field(const std::string& text, std::size_t width) {
  return (text + std::string(width, ' ')).substr(0, width);
}

// A plain EDF recording of noise, of which one record of a second is held and read again and again.
class EndlessEdf final : public ByteSource {
 public:
  explicit EndlessEdf(std::uint64_t duration_s) : size_(kHeaderBytes + duration_s * kRecordBytes) {
    std::string text = field("0", 8) + field("X", 80) + field("X", 80) + "01.01.2501.00.00" +
                       field(std::to_string(kHeaderBytes), 8) + field("", 44) + field(std::to_string(duration_s), 8) +
                       field("1", 8) + field(std::to_string(kChans), 4);
    const auto for_each_channel = [&](std::size_t width, const auto& value) {
      for (std::size_t i = 0; i < kChans; ++i) text += field(value(i), width);
    };
    const auto same = [](const char* value) { return [value](std::size_t) { return std::string(value); }; };
    for_each_channel(16, [](std::size_t i) { return name(i); });
    for_each_channel(80, same(""));
    for_each_channel(8, same("uV"));
    for_each_channel(8, same("-3276.8"));
    for_each_channel(8, same("3276.7"));
    for_each_channel(8, same("-32768"));
    for_each_channel(8, same("32767"));
    for_each_channel(80, same(""));
    for_each_channel(8, same("160"));
    for_each_channel(32, same(""));
    bytes_.resize(kHeaderBytes + kRecordBytes);
    std::memcpy(bytes_.data(), text.data(), text.size());
    const std::vector<float> noise = noise_uv(kChans * kSfreq);
    for (std::size_t i = 0; i < noise.size(); ++i) {
      const auto value = static_cast<std::int16_t>(10 * noise[i]);
      std::memcpy(bytes_.data() + kHeaderBytes + 2 * i, &value, 2);
    }
  }
  static std::string name(std::size_t i) {
    static const std::array<const char*, kChans> names = {"Fp1", "Fp2", "F3", "F4", "C3", "C4", "P3", "P4",
                                                          "O1",  "O2",  "F7", "F8", "T7", "T8", "P7", "P8"};
    return names[i];
  }

  std::uint64_t size() const override { return size_; }
  Result<> read(std::uint64_t offset, std::span<std::byte> out) override {
    EEGATE_CHECK(check_range(size_, offset, out.size()));
    while (!out.empty()) {
      const std::uint64_t at = offset < kHeaderBytes ? offset : kHeaderBytes + (offset - kHeaderBytes) % kRecordBytes;
      const std::size_t n = std::min(out.size(), static_cast<std::size_t>(bytes_.size() - at));
      std::memcpy(out.data(), bytes_.data() + at, n);
      out = out.subspan(n);
      offset += n;
    }
    return {};
  }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t size_;
};

// The bundled model of eight electrodes.
std::shared_ptr<OpenModel> open_bundled(const char* path) {
  std::FILE* file = std::fopen(path, "rb");
  if (file == nullptr) return nullptr;
  std::vector<std::byte> bytes(1 << 20);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  auto model = open_model(bytes, "eyes8.safetensors");
  return model.ok() ? std::make_shared<OpenModel>(std::move(*model)) : nullptr;
}

Plan plan_for(const std::shared_ptr<OpenModel>& model, std::uint64_t duration_s) {
  auto recording = open_recording(std::make_shared<EndlessEdf>(duration_s), "long.edf");
  return std::move(*Plan::make(model, std::make_shared<OpenRecording>(std::move(*recording)), nullptr, false));
}

constexpr std::size_t kChunk = 16;  // epochs that an engine is given at a time, as web/api/model.ts has it

// Opening, filtering and classifying all windows of a recording. n: minutes.
void measure_length(const std::shared_ptr<OpenModel>& model) {
  for (const std::size_t minutes : {1, 4, 15, 60, 240, 1440}) {
    const double before = now_ms();
    Plan plan = plan_for(model, 60 * minutes);
    std::vector<float> probabilities(plan.epochs().size() * plan.n_classes());
    for (std::size_t i = 0; i < plan.epochs().size(); i += kChunk) {
      const std::size_t n = std::min(kChunk, plan.epochs().size() - i);
      if (!plan.classify(i, n, std::span(probabilities).subspan(i * plan.n_classes(), n * plan.n_classes())).ok())
        return;
    }
    print_point("length", "classify", minutes, now_ms() - before);
  }
}

// A recording of an hour on several workers, by simulation: each has a plan and a clock of its own; whoever is free
// first takes the next chunk, which is computed here and now, and its time is added to that clock. n: workers.
void measure_workers(const std::shared_ptr<OpenModel>& model) {
  struct Worker {
    double clock_ms;
    Plan plan;
  };
  for (std::size_t n_workers = 1; n_workers <= 16; n_workers *= 2) {
    std::vector<Worker> workers;
    for (std::size_t w = 0; w < n_workers; ++w) {
      const double before = now_ms();
      Plan plan = plan_for(model, 3600);
      workers.push_back({now_ms() - before, std::move(plan)});
    }
    const std::size_t n_epochs = workers[0].plan.epochs().size();
    std::vector<float> probabilities(kChunk * workers[0].plan.n_classes());
    for (std::size_t i = 0; i < n_epochs; i += kChunk) {
      Worker& free = *std::ranges::min_element(workers, {}, &Worker::clock_ms);
      const std::size_t n = std::min(kChunk, n_epochs - i);
      const double before = now_ms();
      if (!free.plan.classify(i, n, std::span(probabilities).first(n * free.plan.n_classes())).ok()) return;
      free.clock_ms += now_ms() - before;
    }
    print_point("workers", "classify an hour", n_workers,
                std::ranges::max_element(workers, {}, &Worker::clock_ms)->clock_ms);
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto model = open_bundled(argv[1]);
  if (model == nullptr) return 1;
  const auto wanted = [&](const char* axis) {
    return argc < 3 || std::any_of(argv + 2, argv + argc, [&](const char* arg) { return std::string(arg) == axis; });
  };
  if (wanted("tokens")) measure_tokens();
  if (wanted("channels")) measure_channels();
  if (wanted("batch")) measure_batch();
  if (wanted("length")) measure_length(model);
  if (wanted("workers")) measure_workers(model);
}
